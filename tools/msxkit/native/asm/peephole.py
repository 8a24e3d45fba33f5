"""Loads of what a register holds already are left out: a statement often needs what the last one has set.

What each register holds is followed along every jump, as bytes of memory and of constants.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msxkit.native.asm.z80 import (
    BC,
    DE,
    HL,
    A,
    At,
    B,
    C,
    Code,
    D,
    E,
    H,
    Instruction,
    L,
    Label,
    Operand,
    OperandWord,
    Plus,
    ld,
    named,
)

#: Of each pair the lower and the higher register.
_PAIRS = {HL: (L, H), BC: (C, B), DE: (E, D)}
#: Routines of which a call, if it happens, does not come back here; what others keep besides.
_ERRORS = frozenset(("overflow", "illegal_call", "bad_subscript"))
_KEEPING = frozenset(("loop_edge_up", "loop_edge_down"))
#: What begins the label of a block; a place where one keeps a word.
_BLOCK, _TEMPORARIES = "l_", ("(k_w", "(w_")
_OF_A = frozenset(("sub", "and", "or", "xor", "cpl"))
#: A byte of a constant, or of what lies in memory (the label with its offset; `At` around the first part).
_Byte = tuple[object, int]
#: Which registers are known to hold which bytes.
_State = frozenset[tuple[OperandWord, _Byte]]
_NOTHING: _State = frozenset()


def without_reloads(code: Iterable[Code], entries: Collection[str]) -> Iterator[Code]:
    """Yield a program's code without such loads.

    Args:
        entries: Labels that are reached from elsewhere.
    """
    lines = list(code)
    reached = {*entries, *(label for line in lines if not _target(line) for label in named(line))}
    before: dict[str, _State] = dict.fromkeys(reached, _NOTHING)
    #: Before each line, and behind it.
    found: list[_State | None] = [None] * len(lines)
    left: list[_State | None] = [None] * len(lines)
    changed = True
    while changed:
        changed = False
        state: _State | None = _NOTHING
        for index, line in enumerate(lines):
            target = line.name if isinstance(line, Label) else _target(line)
            if target is not None and state is not None:
                joined = state & before.get(target, state)
                changed |= joined != before.get(target)
                before[target] = joined
            if isinstance(line, Label):
                state = before.get(line.name)
            elif state is not None:
                if state != found[index]:
                    found[index] = state
                    left[index] = None if target and len(line.operands) == 1 else _behind(line, state)
                state = left[index]
    block: list[Code] = []
    for line, known in zip(lines, found, strict=True):
        if isinstance(line, Instruction):
            block += _shortened(line, known or _NOTHING)
            continue
        if line.name.startswith(_BLOCK):
            yield from _without_stores(block)
            block = []
        block.append(line)
    yield from _without_stores(block)


def _without_stores(block: list[Code]) -> Iterator[Code]:
    """Yield the lines of a block, without stores of temporaries that nothing loads."""
    loaded = {label for line in block if not _stores(line) for label in named(line)}
    return (line for line in block if not _stores(line) or named(line)[0] in loaded)


def _stores(line: Code) -> bool:
    """Return whether a line stores a temporary, which no other block sees."""
    return (
        isinstance(line, Instruction) and line.name == "ld" and str(line.operands[0]).startswith(_TEMPORARIES)
    )


def _target(line: Code) -> str | None:
    """Return the label that a line jumps to."""
    if isinstance(line, Instruction) and line.name in ("jp", "jr"):
        return str(line.operands[-1])
    return None


def _bytes(operand: Operand, state: _State) -> tuple[_Byte, _Byte] | None:
    """Return the lower and the higher byte of a constant, or of what lies in memory."""
    match operand:
        case OperandWord():
            return None
        case int():
            return ("", operand & 0xFF), ("", operand >> 8 & 0xFF)
        case At(OperandWord() as pair):
            # Where a pair points, if that is a label.
            low, high = _PAIRS[pair]
            places = [at for register, (at, half) in state if register == low and half == 0 and at]
            place = next(
                (at for at in places if isinstance(at, str | Plus) and (high, (at, 1)) in state), None
            )
            return None if place is None else _bytes(At(place), state)
        case At(Plus(label, offset)):
            return (At(label), offset), (At(label), offset + 1)
        case At(str()):
            return (operand, 0), (operand, 1)
        case At():
            return None
    return (operand, 0), (operand, 1)


def _held(state: _State, byte: _Byte) -> list[OperandWord]:
    """Return the registers that hold a byte."""
    return sorted(register for register, held in state if held == byte)


def _shortened(line: Instruction, state: _State) -> Iterator[Instruction]:
    """Yield what does the same as a line."""
    target = line.operands[0] if line.name == "ld" else None
    loaded = _bytes(line.operands[1], state) if isinstance(target, OperandWord) else None
    if loaded is None or not isinstance(target, OperandWord):
        yield line
        return
    registers = _PAIRS.get(target, (target,))
    sources = [_held(state, byte) for byte in loaded[: len(registers)]]
    if all(register in held for register, held in zip(registers, sources, strict=True)):
        return
    if not all(sources) or registers[0] in sources[-1]:
        yield line
        return
    for register, held in zip(registers, sources, strict=True):
        if register not in held:
            yield ld(register, held[0])


def _behind(line: Instruction, state: _State) -> _State:
    """Return what registers hold behind a line."""
    first = line.operands[0] if line.operands else A
    match line.name:
        case "ld":
            return _loaded(first, line.operands[1], state)
        case "ex" if line.operands == (DE, HL):
            other = dict(zip((D, E, H, L), (H, L, D, E), strict=True))
            return frozenset((other.get(register, register), byte) for register, byte in state)
        case "cp" | "jp" | "jr":
            return state
        case "or" | "and" if first == A:
            return state
        case name if name in _OF_A:
            return _without(state, A)
        case "inc" | "dec" if isinstance(first, At):
            return _stored(state, first, 1)
        case "add" | "adc" | "sbc" | "inc" | "dec" | "srl" | "sra" | "rr" if isinstance(first, OperandWord):
            return _without(state, *_PAIRS.get(first, (first,)))
        case "call" if line.operands[-1] in _ERRORS and len(line.operands) > 1:
            return state
        case "call" if line.operands[-1] in _KEEPING:
            return _without(state, A)
    return _NOTHING


def _without(state: _State, *registers: OperandWord) -> _State:
    return frozenset(known for known in state if known[0] not in registers)


def _stored(state: _State, place: At, count: int) -> _State:
    """Return what is left when so many bytes have been stored: what they replace is no longer held."""
    stored = _bytes(place, state)
    if stored is None:
        return frozenset(known for known in state if not isinstance(known[1][0], At))
    return frozenset(known for known in state if known[1] not in stored[:count])


def _loaded(target: Operand, source: Operand, state: _State) -> _State:
    """Return what registers hold behind `ld`."""
    if isinstance(target, At):
        registers = _PAIRS.get(source, (source,)) if isinstance(source, OperandWord) else ()
        kept = _stored(state, target, max(len(registers), 1))
        stored = _bytes(target, state) or ()
        return kept | {(register, byte) for register, byte in zip(registers, stored, strict=False)}
    assert isinstance(target, OperandWord)
    registers = _PAIRS.get(target, (target,))
    kept = _without(state, *registers)
    if isinstance(source, OperandWord):
        return kept | {(target, byte) for register, byte in state if register == source}
    loaded = zip(registers, _bytes(source, state) or (), strict=False)
    return kept | set(loaded)
