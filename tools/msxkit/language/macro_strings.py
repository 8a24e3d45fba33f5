"""The strings that DRAW and PLAY read: in the statements themselves, and in the variables that these read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msxkit.language import tree
from msxkit.language.once import once
from msxkit.language.program import Line
from msxkit.language.references import assigned
from msxkit.language.tokens import CODES
from msxkit.language.uses import Use, constants, holding, leaves, macros, uses, uses_in_macro

#: Functions whose results hold no name.
_NAMELESS = frozenset(("STR$", "HEX$", "OCT$", "BIN$", "SPACE$"))
_NUMERIC = ("%", "!", "#")
_DRAWING = CODES["DRAW"], CODES["PLAY"]


class Macro(NamedTuple):
    """A string that DRAW or PLAY reads, or would read in the right variable.

    Attributes:
        target: The variable that holds it; None in DRAW and PLAY.
        uses: The names in its constants.
        parts: The variables whose text is a part of it.
        known: Whether all its names are known: they stand in constants, or in variables of `parts`.
    """

    target: Use | None
    uses: tuple[Use, ...]
    parts: tuple[Use, ...]
    known: bool


class LineMacros(NamedTuple):
    """The macros of a line.

    Attributes:
        written: The variables whose text it changes in other ways: READ, INPUT, MID$, SWAP.
    """

    macros: tuple[Macro, ...]
    written: tuple[Use, ...]


@once
def line_macros(line: Line) -> LineMacros:
    """Return the macros of a line, and those that it would be if DRAW or PLAY read the variable."""
    by_start = {use.start: use for use in uses(line) if not use.quoted}
    found: list[Macro] = []
    written: list[Use] = []
    for statement in line.statements:
        for node in tree.walk(statement):
            if isinstance(node, tree.Statement):
                found += [_macro(None, text, by_start) for _, text in macros(node)]
            match node:
                case tree.Let(target=target, value=text):
                    if target.suffix not in _NUMERIC and not isinstance(text, tree.Number):
                        found.append(_macro(by_start.get(target.start), text, by_start))
                case tree.Statement() if not tree.taking(node, tree.Part.DIMENSIONS, tree.Part.ERASED):
                    written += [by_start[part.start] for part in assigned(node) if part.start in by_start]
    return LineMacros(tuple(found), tuple(written))


def _macro(target: Use | None, text: tree.Expression, by_start: dict[int, Use]) -> Macro:
    parts: list[Use] = []
    known = all(run.is_known for run in constants(text))
    for leaf in leaves(text):
        match leaf:
            case tree.Variable() | tree.Element() if leaf.start in by_start:
                parts.append(by_start[leaf.start])
            case tree.String():
                pass
            case tree.Function(name=name) if name in _NAMELESS:
                pass
            case _:
                known = False
    return Macro(target, tuple(uses_in_macro(text)), tuple(parts), known)


class MacroStrings:
    """The macros of a program. Only lines that DRAW or PLAY, or hold a variable that these read, are parsed.

    Args:
        lines: The lines of the program.
        key: Returns the name by which the machine knows a variable, with its type.
    """

    def __init__(self, lines: Sequence[Line], key: Callable[[Use], str]) -> None:
        self._key = key
        found: set[str] = set()
        drawing = [line for line in lines if any(code in line.stored for code in _DRAWING)]
        self._lines = {line.number: line for line in drawing}
        pending = [macro for line in drawing for macro in line_macros(line).macros if macro.target is None]
        while pending:
            macro = pending.pop()
            # A string among the names is one after X: it is read, too.
            for use in (*macro.parts, *macro.uses):
                name = key(use)
                if name in found or not name.rstrip("(").endswith("$"):
                    continue
                found.add(name)
                for line in holding(lines, use.name):
                    self._lines[line.number] = line
                    macros = line_macros(line).macros
                    pending += [each for each in macros if each.target and key(each.target) == name]
        #: The string variables that DRAW and PLAY read.
        self.read = frozenset(found)

    def uses(self, line: Line) -> Iterator[Use]:
        """Yield the names in those strings of a line that are read when a variable is."""
        if line.number in self._lines:
            for macro in line_macros(line).macros:
                if macro.target is not None and macro.uses and self._key(macro.target) in self.read:
                    yield from macro.uses

    def unknown(self) -> list[Line]:
        """Return the lines that make a macro whose names are not known before the program runs."""
        return [line for _, line in sorted(self._lines.items()) if self._is_unknown(line_macros(line))]

    def _is_unknown(self, found: LineMacros) -> bool:
        return any(
            not macro.known and (macro.target is None or self._key(macro.target) in self.read)
            for macro in found.macros
        ) or any(self._key(use) in self.read for use in found.written)
