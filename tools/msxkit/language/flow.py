"""How a program can run: its statements as a graph, and what follows from it.

Only what holds on every run is reported: a condition is taken to go either way, a subroutine to come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msxkit.language import ast
from msxkit.language.parser import Fault, parse
from msxkit.language.program import Line, Program
from msxkit.language.scanner import Kind


@dataclass(eq=False, slots=True)
class Step:
    """A statement where it stands. next: what comes after it; targets: where it can jump."""

    line: Line
    statement: ast.Statement | None
    next: Step | None = None
    targets: list[Step] = field(default_factory=list)
    falls: bool = True

    def successors(self) -> Iterator[Step]:
        if self.falls and self.next is not None:
            yield self.next
        yield from self.targets


@dataclass(eq=False)
class Flow:
    """The parsed program. trees: statements or the syntax error of each line; first: its first step."""

    program: Program
    trees: list[tuple[ast.Statement, ...] | Fault] = field(default_factory=list)
    first: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.trees = [parse(line.tokens) for line in self.program.lines]
        following: Step | None = None
        firsts: list[Step] = []
        for line, tree in zip(reversed(self.program.lines), reversed(self.trees), strict=True):
            statements = () if isinstance(tree, Fault) else tree
            following = self._chain(line, statements, following) or self._step(line, None, following)
            firsts.append(following)
        self.first = firsts[::-1]
        for step in self.steps:
            self._connect(step)

    def at(self, number: int) -> Step | None:
        """The first step of the line with this number."""
        position = self.program.index.get(number)
        return None if position is None else self.first[position]

    def reachable(self, starts: Iterable[Step], *, returns: bool = False) -> set[Step]:
        """Everything that can run after `starts`, themselves included.

        returns: RETURN leads to behind every GOSUB and RESUME NEXT to everything, for questions that must not
        miss a path.
        """
        behind = (
            [step.next for step in self.steps if _is_gosub(step.statement) and step.next] if returns else []
        )
        seen: set[Step] = set()
        waiting = list(starts)
        while waiting:
            step = waiting.pop()
            if step in seen:
                continue
            seen.add(step)
            waiting.extend(step.successors())
            statement = step.statement
            if returns and isinstance(statement, ast.Jump) and statement.target is None:
                if statement.word == "RETURN":
                    waiting.extend(behind)
                elif statement.word == "RESUME":
                    waiting.extend(self.steps)
        return seen

    def _chain(self, line: Line, statements: Sequence[ast.Statement], after: Step | None) -> Step | None:
        """Steps for statements of one line, the last of which leads to `after`; the first of them."""
        following = after
        for statement in reversed(statements):
            step = self._step(line, statement, following)
            if isinstance(statement, ast.If):
                # What follows an IF on its line belongs to its branches.
                step.next = after
                step.falls = statement.otherwise is None
                for branch in (statement.then, statement.otherwise):
                    if branch is not None:
                        start = self._chain(line, branch.statements, after)
                        if branch.line is None:
                            step.targets.extend([start] if start else [after] if after else [])
            elif isinstance(statement, ast.Skipped):
                self._chain(line, statement.branch.statements, after)
                step.next = after
            following = step
        return following if statements else None

    def _step(self, line: Line, statement: ast.Statement | None, following: Step | None) -> Step:
        step = Step(line, statement, following)
        self.steps.append(step)
        return step

    def _connect(self, step: Step) -> None:
        statement = step.statement
        if statement is None:
            tokens = step.line.tokens
            self._aim(step, (token.line for token in tokens if token.kind is Kind.LINE))
        elif isinstance(statement, ast.Jump):
            step.falls = statement.word in ("GOSUB", "RESTORE")
            if statement.word == "RUN" and statement.target is None:
                step.targets.append(self.first[0])
            elif statement.target is not None and statement.word != "RESTORE":
                self._aim(step, [statement.target.line])
        elif isinstance(statement, ast.OnJump):
            self._aim(step, (target.line for target in statement.targets if target))
        elif isinstance(statement, ast.If):
            branches = (statement.then, statement.otherwise)
            self._aim(step, (branch.line.line for branch in branches if branch and branch.line))
        elif isinstance(statement, ast.Command):
            step.falls = statement.word not in ("END", "NEW", "RUN")

    def _aim(self, step: Step, numbers: Iterable[int]) -> None:
        for number in numbers:
            target = self.at(number)
            if target is not None:
                step.targets.append(target)


def _is_gosub(statement: ast.Statement | None) -> bool:
    if isinstance(statement, ast.OnJump):
        return statement.gosub
    return isinstance(statement, ast.Jump) and statement.word == "GOSUB"


def assigned(statement: ast.Statement) -> Iterator[ast.Variable]:
    """The variables that a statement sets."""
    if isinstance(statement, ast.Assign) and isinstance(statement.target, ast.Variable):
        yield statement.target
    elif isinstance(statement, ast.Read):
        yield from (target for target in statement.targets if isinstance(target, ast.Variable))
    elif isinstance(statement, ast.Command):
        yield from statement.sets
    elif isinstance(statement, ast.For):
        yield statement.variable
