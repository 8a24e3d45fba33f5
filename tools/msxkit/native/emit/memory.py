"""Values as they lie in memory: VARPTR, and numbers packed into strings (MKI$, CVI and similar)."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.basic_type import DOUBLE, SINGLE
from msxkit.native.asm.z80 import DE, HL, At, ld
from msxkit.native.emit.emitter import Emitter, Maker
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, Subscripts, Value, VariableName


def _of_disk(e: Emitter, number: Value) -> bool:
    whole = e.values.number(number)
    e.writer.call("need_disk")
    return whole


def _unpacked(routine: str, *, whole: bool = False) -> Callable[[Emitter, Value], bool]:
    def make(e: Emitter, text: Value) -> bool:
        e.values.string(text)
        e.writer.call("need_disk")
        e.writer.call(routine)
        return whole

    return make


def _integer_text(e: Emitter, number: Value) -> bool:
    result = e.temporaries.result()
    if not _of_disk(e, number):
        e.writer.call("num_integer")
    e.writer.put(ld(DE, result))
    e.writer.call("mki")
    return False


def _real_text(routine: str, single: bool) -> Callable[[Emitter, Value], bool]:
    def make(e: Emitter, number: Value) -> bool:
        result = e.temporaries.result()
        e.values.hybrid(number)
        e.writer.call("need_disk")
        if single:
            e.writer.call("num_single")
        e.writer.put(ld(DE, result), ld(At("pack_target"), DE))
        e.writer.call(routine)
        return False

    return make


def _pointer(
    e: Emitter,
    name: VariableName | ArrayName,
    subscripts: Subscripts | None,
    coming: tuple[VariableName, ...],
) -> bool:
    if isinstance(name, ArrayName):
        e.values.element(name, () if subscripts is None else subscripts.values)
        kind = name.type
        routine = {DOUBLE: "pointer_number", SINGLE: "pointer_single"}.get(kind)
    else:
        if name not in coming:
            e.operands.must_exist(name)
        e.writer.put(ld(HL, e.storage.variable(name)))
        routine = {DOUBLE: "pointer_number", SINGLE: "pointer_number"}.get(name.type)
    if routine is not None:
        e.writer.call(routine)
    return True


MEMORY_VALUES: dict[AnyOperation, Maker] = dict(
    (
        Op.OF_DISK.by(_of_disk),
        Op.TEXT_TO_INTEGER.by(_unpacked("cvi", whole=True)),
        Op.TEXT_TO_SINGLE.by(_unpacked("cvs")),
        Op.TEXT_TO_DOUBLE.by(_unpacked("cvd")),
        Op.INTEGER_TO_TEXT.by(_integer_text),
        Op.SINGLE_TO_TEXT.by(_real_text("mks", single=True)),
        Op.DOUBLE_TO_TEXT.by(_real_text("mkd", single=False)),
        Op.POINTER.by(_pointer),
    )
)
