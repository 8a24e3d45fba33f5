"""DEF FN as Z80 code: a body that is called with its parameters in places of their own."""

from __future__ import annotations

from msxkit.basic_errors import TYPE_MISMATCH
from msxkit.basic_type import INTEGER, SINGLE, STRING, BasicType
from msxkit.native.asm.z80 import BC, DE, HL, A, At, B, Z, add, jp, ld, ldir, or_, ret, sbc
from msxkit.native.emit.study import Study
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.program.model import Do, Fail, FunctionBody
from msxkit.program.operations import Op
from msxkit.program.values import FunctionName, Value, VariableName


class FunctionEmitter:
    """DEF FN and FN.

    Attributes:
        _functions: The functions that a name can mean, by its label.
    """

    def __init__(self, values: Z80ValueEmitter, storage: ProgramStorage, study: Study) -> None:
        self.values, self.storage, self._ranges = values, storage, study.ranges
        self._dimensions = study.dimensions
        self.writer, self.temporaries, self.operands = values.writer, values.temporaries, values.operands
        self._functions: dict[str, list[tuple[FunctionName, FunctionBody, tuple[VariableName, ...]]]] = {}
        for block in study.blocks.values():
            for part in block.instructions:
                if isinstance(part, Do) and (defined := Op.DEFINE_FUNCTION.of(part)):
                    name, offset, parameters = defined
                    known = self._functions.setdefault(self.storage.function(name), [])
                    known.append((name, study.functions[offset], parameters))
        for label, known in self._functions.items():
            # Side by side, as they are dropped.
            for kinds in {_kinds(names): None for _, _, names in known}:
                for place, kind in zip(_parameters(label, kinds), kinds, strict=True):
                    if kind is STRING:
                        self.storage.text_parameter(place)

    def define(self, function: FunctionName, offset: int) -> None:
        """Define a function (DEF FN): from here on the name means the body at an offset."""
        self.writer.put(ld(HL, f"fn_{offset}"), ld(At(self.storage.function(function)), HL))

    def call(self, function: FunctionName, values: tuple[Value, ...]) -> bool:
        """Call a function (FN): the arguments into the parameters, then the body."""
        label = self.storage.function(function)
        meanings: dict[tuple[BasicType, ...], list[int]] = {}
        for _, body, names in self._functions.get(label, ()):
            meanings.setdefault(_kinds(names), []).append(body.offset)
        fitting = [kinds for kinds in meanings if len(kinds) == len(values)]
        if len(meanings) == len(fitting) == 1 and not _overflowing(fitting[0], values):
            self._call_one(function, fitting[0], values)
            return function.type is INTEGER
        # A name may have been given other parameters meanwhile: which it has shows when it is called. An argument
        # that does not fit is not an error where there is no function yet.
        done = self.writer.new_label()
        for kinds in fitting:
            here, other = self.writer.new_label(), self.writer.new_label()
            self.writer.put(ld(HL, At(label)))
            for offset in meanings[kinds]:
                self.writer.put(ld(DE, f"fn_{offset}"), or_(A), sbc(HL, DE), add(HL, DE), jp(Z, here))
            self.writer.put(jp(other))
            self.writer.label(here)
            self._call_one(function, kinds, values)
            self.writer.put(jp(done))
            self.writer.label(other)
        for value in values:
            self.values.any(value)
        self.writer.put(ld(HL, At(label)))
        self.writer.call("wrong_function")
        if function.type is STRING:
            self.writer.put(ld(HL, self.storage.string_constant("")))
        self.writer.label(done)
        return function.type is INTEGER

    def _call_one(
        self, function: FunctionName, kinds: tuple[BasicType, ...], values: tuple[Value, ...]
    ) -> None:
        """Call a function whose parameters are of these types."""
        label = self.storage.function(function)
        places = _parameters(label, kinds)
        kept = [self._argument(*pair) for pair in list(zip(values, kinds, strict=True))[:-1]]
        if values:
            self._last_argument(values[-1], kinds[-1], places[-1])
        for place, kind, source in zip(places, kinds, kept, strict=False):
            self._pass(place, kind, source)
        result = self.temporaries.result() if function.type is STRING else None
        self.writer.put(ld(HL, At(label)))
        self.writer.call("call_function")
        if result is not None:
            self.writer.put(ld(DE, result))
            self.writer.call("string_result")
        strings = [place for place, kind in zip(places, kinds, strict=True) if kind is STRING]
        if strings:
            self.writer.put(ld(DE, strings[0]), ld(B, len(strings)))
            self.writer.call("drop_parameters")

    def _last_argument(self, value: Value, kind: BasicType, place: str) -> None:
        """Compute the last argument. Nothing after it could need the parameter, so a number goes straight
        to its place.
        """
        if kind is STRING or value.is_string:
            self._pass(place, kind, self._argument(value, kind))
            return
        self._number_argument(value, kind, self.storage.number(place))

    def _argument(self, value: Value, kind: BasicType) -> str:
        """Compute an argument into a temporary. Return its label."""
        if value.is_string is not kind.is_string:
            self.values.any(value)
            self.writer.fail(TYPE_MISMATCH)
            return ""
        if kind is STRING:
            place = self.temporaries.text(self.temporaries.depth)
            self.values.string(value)
            self.writer.put(ld(DE, place))
            self.writer.call("string_copy")
            self.temporaries.depth += 1
            return place
        place = self.temporaries.number()
        self._number_argument(value, kind, place)
        return place

    def _number_argument(self, value: Value, kind: BasicType, place: str) -> None:
        if kind is INTEGER:
            self.values.integer(value)
            self.writer.put(ld(At(place), HL))
            return
        self.values.hybrid(value)
        if kind is SINGLE:
            self.writer.call("num_single")
        self.writer.put(ld(DE, place))
        self.writer.call("num_store")

    def _pass(self, place: str, kind: BasicType, source: str) -> None:
        if not source:
            return
        if kind is STRING:
            self.writer.put(ld(HL, source), ld(DE, place))
            self.writer.call("string_assign")
            self.temporaries.depth -= 1
            return
        self.temporaries.free_number()
        self.writer.put(
            ld(HL, source), ld(DE, self.storage.number(place)), ld(BC, 2 if kind is INTEGER else 8)
        )
        self.writer.put(ldir())

    def has(self, function: FunctionBody) -> bool:
        """Return whether the program can come to the DEF FN of a body."""
        return any(body is function for known in self._functions.values() for _, body, _ in known)

    def emit(self, function: FunctionBody) -> None:
        """Write the body of a DEF FN."""
        names: tuple[VariableName, ...] = ()
        places: list[str] = []
        for label, known in self._functions.items():
            for _, body, parameters in known:
                if body is function:
                    names, places = parameters, _parameters(label, _kinds(parameters))
        self.temporaries.prefix = f"f{function.offset}"
        self.operands.parameters = {
            self.storage.variable(name): place for name, place in zip(names, places, strict=True)
        }
        for name, place in zip(names, places, strict=True):
            if name.type is not STRING:
                self.storage.number(place)
        self._ranges.parameters = frozenset(names)
        self._dimensions.enter(None)
        self._ranges.enter(None)
        self.writer.label(f"fn_{function.offset}")
        for value in function.before:
            self.values.any(value)
        if isinstance(function.value, Fail):
            self.writer.fail(function.value.error)
        elif function.value.is_string:
            self.values.string(function.value)
        elif self.values.number(function.value):
            self.writer.put(or_(A))
        self.writer.put(ret())
        self.operands.parameters, self.temporaries.prefix = {}, ""
        self._ranges.parameters = frozenset()


def _overflowing(kinds: tuple[BasicType, ...], values: tuple[Value, ...]) -> bool:
    """Return whether an argument can be too large for its parameter."""
    return any(
        kind is INTEGER and value.type is not INTEGER for kind, value in zip(kinds, values, strict=True)
    )


def _kinds(names: tuple[VariableName, ...]) -> tuple[BasicType, ...]:
    return tuple(name.type for name in names)


def _parameters(function: str, kinds: tuple[BasicType, ...]) -> list[str]:
    """Return the labels of the parameters of a function. The same name can have parameters of other types at another
    time.
    """
    letters = "".join(kind.letter for kind in kinds)
    return [f"p_{function}_{letters}_{index}" for index in range(len(kinds))]
