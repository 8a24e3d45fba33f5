"""What a name without a suffix is in each line: DEFINT and similar hold from when they are carried out.

They are followed along every way through the statements: into subroutines and back behind the GOSUB that called,
and from where a handler is set, or DEFINT is carried out after that, into the handler.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msxkit.basic_type import DEFAULT_TYPES, BasicType
from msxkit.language import tree
from msxkit.language.flow import Flow, PlacedStatement, clears
from msxkit.language.program import Line, Program
from msxkit.language.tree.entry import START

LetterTypes = tuple[BasicType, ...]
#: A subroutine and the types when it is called; None: the program itself.
_Call = tuple[PlacedStatement, LetterTypes] | None

#: How often each statement may be come to, in different calls or with different types, until nothing is known.
_WAYS, _LEAST = 20, 1_000
_BY_SUFFIX = {kind.suffix: kind for kind in BasicType}


class NameTypes:
    """The types of the names of a program."""

    def __init__(self, program: Program) -> None:
        #: The types that each letter may have in a line, where a name begins with it.
        self._found: dict[Line, dict[str, set[BasicType]]] = defaultdict(lambda: defaultdict(set))
        #: Where a call came from and goes on; the types that it comes back with, and the line that RETURN names.
        self._callers: dict[_Call, set[tuple[_Call, PlacedStatement | None]]] = defaultdict(set)
        self._results: dict[_Call, set[tuple[LetterTypes, PlacedStatement | None]]] = defaultdict(set)
        self._handlers: set[PlacedStatement] = set()
        self._seen: set[tuple[_Call, PlacedStatement, LetterTypes]] = set()
        self._waiting: list[tuple[_Call, PlacedStatement, LetterTypes]] = []
        self._last = DEFAULT_TYPES
        statements = (part for line in program.lines for part in line.statements)
        nodes = [node for part in statements for node in tree.walk(part)]
        self._resumes = any(isinstance(node, tree.Resume) for node in nodes)
        if any(isinstance(node, tree.DefType) for node in nodes):
            flow = Flow(program)
            self._visit(None, flow.first[0], DEFAULT_TYPES)
            while self._waiting:
                self._follow(*self._waiting.pop())
                if len(self._seen) > _LEAST + _WAYS * len(flow.steps):
                    self._found.clear()
                    break

    def of(self, line: Line) -> tuple[LetterTypes, list[str]]:
        """Return the types of names in a line, A first, and which is taken for a letter that may have several (`X#`).

        Asked for one line after the other: what is not known is as in the lines before.
        """
        for statement in line.statements:
            for node in tree.walk(statement):
                if isinstance(node, tree.DefType):
                    self._last = _defined(self._last, node)
        types, several = list(self._last), list[str]()
        for letter, found in sorted(self._found[line].items()):
            if len(found) == 1:
                (types[ord(letter) - 65],) = found
            else:
                several.append(letter + types[ord(letter) - 65].suffix)
        self._last = tuple(types)
        return self._last, several

    def _visit(self, call: _Call, step: PlacedStatement | None, types: LetterTypes) -> None:
        if step is not None and (place := (call, step, types)) not in self._seen:
            self._seen.add(place)
            self._waiting.append(place)

    def _follow(self, call: _Call, step: PlacedStatement, types: LetterTypes) -> None:
        statement = step.statement
        for letter in () if statement is None else _letters(statement):
            self._found[step.line][letter].add(types[ord(letter) - 65])
        match statement:
            case tree.DefType():
                types = _defined(types, statement)
                for handler in self._handlers:
                    self._visit((handler, types), handler, types)
            case tree.Statement() if clears(statement):
                types = DEFAULT_TYPES
        match statement:
            case tree.Gosub() | tree.OnGosub():
                for target in step.targets:
                    self._call((target, types), (call, step.next))
            case tree.Return():
                self._return(call, step, types)
            case tree.OnDevice() | tree.OnError():
                self._handlers.update(step.targets)
                for target in step.targets:
                    self._visit((target, types), target, types)
            case tree.If() if self._resumes and statement.then.line is None and step.targets:
                # Behind an error of IF, RESUME NEXT goes to the second statement of THEN.
                self._visit(call, step.targets[0].next, types)
                for target in step.targets:
                    self._visit(call, target, types)
            case _:
                for target in step.targets:
                    self._visit(None if tree.taking(statement, START) else call, target, types)
        if step.falls and not isinstance(statement, tree.Gosub):
            self._visit(call, step.next, types)

    def _call(
        self, call: tuple[PlacedStatement, LetterTypes], caller: tuple[_Call, PlacedStatement | None]
    ) -> None:
        self._callers[call].add(caller)
        self._visit(call, *call)
        for types, target in self._results[call]:
            self._come_back(caller, types, target)

    def _return(self, call: _Call, step: PlacedStatement, types: LetterTypes) -> None:
        target = step.targets[0] if step.targets else None
        self._results[call].add((types, target))
        for caller in self._callers[call]:
            self._come_back(caller, types, target)

    def _come_back(
        self, caller: tuple[_Call, PlacedStatement | None], types: LetterTypes, target: PlacedStatement | None
    ) -> None:
        outer, behind = caller
        self._visit(outer, target or behind, types)


def _defined(types: LetterTypes, statement: tree.DefType) -> LetterTypes:
    changed = list(types)
    for letter in statement.letters:
        changed[ord(letter) - 65] = _BY_SUFFIX[statement.suffix]
    return tuple(changed)


def _letters(node: tree.Node) -> Iterator[str]:
    """Yield the first letters of names without a suffix, without those in the statements of branches."""
    if isinstance(node, tree.Variable | tree.Element) and not node.suffix:
        yield node.name[0]
    for part in tree.parts(node):
        if not isinstance(part, tree.Statement):
            yield from _letters(part)
