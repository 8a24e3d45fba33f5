"""How a program can run: its statements as a graph, and what follows from it.

Only what holds on every run is reported: a condition is taken to go either way, a subroutine to come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msxkit.carrying import Trait
from msxkit.language import tree
from msxkit.language.program import Line, Program
from msxkit.language.references import CALLS, references
from msxkit.language.scanner import TokenKind
from msxkit.language.tree.entry import START
from msxkit.language.vocabulary import entry_of


class PlacedStatement:
    """A statement in its place; None for a line without one.

    Attributes:
        next: What comes after it.
        targets: Where it can jump.
        falls: Whether what comes after it can run next.
    """

    __slots__ = ("falls", "line", "next", "statement", "targets")

    def __init__(
        self, line: Line, statement: tree.Statement | None, following: PlacedStatement | None
    ) -> None:
        self.line = line
        self.statement = statement
        self.next = following
        self.targets: list[PlacedStatement] = []
        self.falls = True


def _leaves(statement: tree.Statement) -> bool:
    """Return whether what comes after a statement cannot run next, unless the statement fails."""
    entry = entry_of(statement)
    leaves = entry is not None and entry.leaves
    return bool(getattr(statement, leaves)) if isinstance(leaves, str) else leaves


def clears(statement: tree.Statement | None) -> bool:
    """Return whether no variable is left after a statement, and every name has the type of the start again."""
    entry = None if statement is None else entry_of(statement)
    return bool(entry and entry.traits and Trait.CLEARS in entry.traits)


class Flow:
    """A program as a graph of steps.

    Attributes:
        first: The first step of each line.
        steps: All of them.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.steps: list[PlacedStatement] = []
        following: PlacedStatement | None = None
        firsts: list[PlacedStatement] = []
        for line in reversed(program.lines):
            following = self._chain(line, line.statements, following) or self._step(line, None, following)
            firsts.append(following)
        self.first = firsts[::-1]
        self._looked_at: Line | None = None
        self._found: list[PlacedStatement] = []
        for step in self.steps:
            if step.statement is not None:
                self._connect(step, step.statement)

    def at(self, number: int) -> PlacedStatement | None:
        """Return the first step of the line with this number."""
        position = self.program.index.get(number)
        return None if position is None else self.first[position]

    def reachable(self, starts: Iterable[PlacedStatement]) -> set[PlacedStatement]:
        """Return everything that can run after `starts`, themselves included."""
        seen: set[PlacedStatement] = set()
        waiting = list(starts)
        while waiting:
            step = waiting.pop()
            if step in seen:
                continue
            seen.add(step)
            if step.falls and step.next is not None:
                waiting.append(step.next)
            waiting += step.targets
        return seen

    def leading(self, marks: Mapping[PlacedStatement, int]) -> dict[PlacedStatement, int]:
        """Return for each step the bits of all marked steps that can have run before it, its own included.

        No way is missed: RETURN leads after every GOSUB, RESUME to everything.

        Args:
            marks: Step -> its bits.
        """
        found = dict.fromkeys(self.steps, 0)
        found.update(marks)
        behind = self.behind_calls()
        returned = resumed = 0
        changed = True
        while changed:
            # Steps were made from the end of the program on, so one pass takes most bits where they go.
            changed = False
            for step in reversed(self.steps):
                bits = found[step]
                if not bits:
                    continue
                if step.falls and step.next is not None and bits & ~found[step.next]:
                    found[step.next] |= bits
                    changed = True
                for other in step.targets:
                    if bits & ~found[other]:
                        found[other] |= bits
                        changed = True
                kind = type(step.statement)
                if kind is tree.Return and not step.targets and bits & ~returned:
                    returned |= bits
                    for other in behind:
                        found[other] |= bits
                    changed = True
                elif kind is tree.Resume and not step.targets and bits & ~resumed:
                    resumed |= bits
                    for other in self.steps:
                        found[other] |= bits
                    changed = True
        return found

    def behind_calls(self) -> list[PlacedStatement]:
        """Return what RETURN can lead to: the steps after subroutine calls."""
        return [step.next for step in self.steps if step.next and type(step.statement) in CALLS]

    def _chain(
        self, line: Line, statements: Sequence[tree.Statement], after: PlacedStatement | None
    ) -> PlacedStatement | None:
        """Make the steps for the statements of one line, the last of which leads to `after`. Return the first."""
        following = after
        for statement in reversed(statements):
            step = self._step(line, statement, following)
            if type(statement) is tree.If:
                # What follows an IF on its line belongs to its branches.
                step.next = after
                step.falls = statement.otherwise is None
                for branch in (statement.then, statement.otherwise):
                    if branch is not None:
                        start = self._chain(line, branch.statements, after)
                        if branch.line is None:
                            step.targets += [start] if start else [after] if after else []
            elif type(statement) is tree.Else:
                # The machine passes over the rest of the line.
                self._chain(line, statement.branch.statements, after)
                step.next = after
            following = step
        return following if statements else None

    def _step(
        self, line: Line, statement: tree.Statement | None, following: PlacedStatement | None
    ) -> PlacedStatement:
        step = PlacedStatement(line, statement, following)
        self.steps.append(step)
        return step

    def _connect(self, step: PlacedStatement, statement: tree.Statement) -> None:
        if statement.fault is not None:
            # The meaning is unknown: it may go to any of the lines that are named.
            step.targets += self._named(step.line)
            return
        kind = type(statement)
        if kind is tree.Else:
            return  # never carried out
        self._aim(step, (found.target.line for found in references(statement) if found.jumps))
        if _leaves(statement):
            step.falls = False
            if tree.taking(statement, START) and not step.targets:
                step.targets.append(self.first[0])

    def _named(self, line: Line) -> list[PlacedStatement]:
        """Return the steps that the line numbers in a line name; looked for once, however many faults the line has."""
        if self._looked_at is not line:
            numbers = dict.fromkeys(token.line for token in line.tokens if token.kind is TokenKind.LINE)
            self._looked_at = line
            self._found = [target for number in numbers if (target := self.at(number)) is not None]
        return self._found

    def _aim(self, step: PlacedStatement, numbers: Iterable[int]) -> None:
        for number in numbers:
            target = self.at(number)
            if target is not None:
                step.targets.append(target)
