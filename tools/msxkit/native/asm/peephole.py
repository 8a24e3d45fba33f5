"""Loads of what HL holds already are left out: a statement often begins with the variable that the last one has set."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msxkit.native.asm.z80 import HERE, HL, A, At, Code, Instruction, L, Label, OperandWord, Plus, ld, xor

#: Instructions behind a short jump that may be among those that it passes over.
_PASSED = 4
#: What begins the label of a block.
_BLOCK = "l_"


def without_reloads(code: Iterable[Code], entries: Collection[str]) -> Iterator[Code]:
    """Yield a program's code without such loads.

    Args:
        entries: Labels of blocks that are reached from elsewhere.
    """
    place: At | None = None
    skips = 0
    for line in code:
        found = line
        if isinstance(line, Label):
            if line.name in entries or not line.name.startswith(_BLOCK):
                place = None
        elif _is_short(line):
            skips, place = _PASSED, None
        elif place is not None and place in line.operands[1:] and line.name == "ld":
            if line == ld(HL, place):
                continue
            if line == ld(A, place):
                yield ld(A, L)
                continue
            place = None
        elif (stored := _stored(line)) is not None and not skips:
            place = stored
        elif not _is_beside(line):
            place = None
        skips = max(skips - 1, 0)
        yield found


def _is_short(line: Instruction) -> bool:
    """Return whether a jump counts the bytes that it passes over."""
    return any(isinstance(operand, Plus) and operand.label == HERE for operand in line.operands)


def _stored(line: Instruction) -> At | None:
    """Return where an instruction stores HL."""
    if line.name != "ld" or line.operands[1] is not HL:
        return None
    place = line.operands[0]
    if not isinstance(place, At) or isinstance(place.place, OperandWord | int):
        return None
    # A number has its integer behind the first byte.
    return None if isinstance(place.place, Plus) and place.place.offset != 1 else place


def _is_beside(line: Instruction) -> bool:
    """Return whether an instruction sets the first byte of a number, beside the integer in it: HL stays."""
    if line == _CLEAR:
        return True
    if line.name != "ld" or line.operands[1] is not A:
        return False
    place = line.operands[0]
    return isinstance(place, At) and isinstance(place.place, str) and not isinstance(place.place, OperandWord)


_CLEAR = xor(A)
