"""Values as they lie in memory: VARPTR, and numbers packed into strings (MKI$, CVI and their kin)."""

from __future__ import annotations

from msxkit.basictype import DOUBLE, SINGLE
from msxkit.native.emit.strings import Maker
from msxkit.native.emit.values import ValueEmitter, is_bounded, value_of
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, Call, Subscripts, VariableName


def _of_disk(e: ValueEmitter, call: Call) -> bool:
    whole = e.number(value_of(call.arguments[0]))
    e.call("need_disk")
    return whole


def _unpacked(routine: str) -> Maker:
    def make(e: ValueEmitter, call: Call) -> bool:
        e.string(value_of(call.arguments[0]))
        e.call("need_disk")
        e.call(routine)
        return is_bounded(call)

    return make


def _integer_text(e: ValueEmitter, call: Call) -> bool:
    result = e.result()
    if not _of_disk(e, call):
        e.call("num_integer")
    e.put(f"ld de,{result}")
    e.call("mki")
    return False


def _real_text(routine: str, single: bool) -> Maker:
    def make(e: ValueEmitter, call: Call) -> bool:
        result = e.result()
        e.hybrid(value_of(call.arguments[0]))
        e.call("need_disk")
        if single:
            e.call("num_single")
        e.put(f"ld de,{result}", "ld (pack_target),de")
        e.call(routine)
        return False

    return make


def _pointer(e: ValueEmitter, call: Call) -> bool:
    name, subscripts, coming = call.arguments
    if isinstance(name, ArrayName):
        assert isinstance(subscripts, Subscripts)
        e.element(name, subscripts.values)
        kind = name.type
        routine = {DOUBLE: "pointer_number", SINGLE: "pointer_single"}.get(kind)
    else:
        assert isinstance(name, VariableName)
        assert isinstance(coming, tuple)
        if name not in coming:
            e.must_exist(name)
        e.put(f"ld hl,{e.storage.variable(name)}")
        routine = {DOUBLE: "pointer_number", SINGLE: "pointer_number"}.get(name.type)
    if routine is not None:
        e.call(routine)
    return True


MEMORY_VALUES: dict[Op, Maker] = {
    Op.OF_DISK: _of_disk,
    Op.TEXT_TO_INTEGER: _unpacked("cvi"),
    Op.TEXT_TO_SINGLE: _unpacked("cvs"),
    Op.TEXT_TO_DOUBLE: _unpacked("cvd"),
    Op.INTEGER_TO_TEXT: _integer_text,
    Op.SINGLE_TO_TEXT: _real_text("mks", single=True),
    Op.DOUBLE_TO_TEXT: _real_text("mkd", single=False),
    Op.POINTER: _pointer,
}
