"""The checker: what MSX BASIC would stop at, and what an author wants to know before it runs.

Every check has a name and can be switched off. Errors are what the machine refuses when it loads the
line or runs into it; warnings are likely mistakes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from msxkit import charset, room
from msxkit.errors import ProgramError
from msxkit.language import ast
from msxkit.language.data import first_read_past_data
from msxkit.language.flow import Flow, Step
from msxkit.language.parser import Fault
from msxkit.language.program import LISTED_LIMIT, Line, Program
from msxkit.language.scanner import Kind, Token
from msxkit.language.targets import TARGETS, need


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. row, column: from 1, in the listing; for a tokenised file row 0 and the LISTed line. Row 0
    without a line: about the whole program.

    message: a sentence; machine: what MSX says when it gets there, or nothing; text: the line itself;
    width: how many characters the finding is about.
    """

    check: str
    severity: str
    row: int
    column: int
    line: int | None
    message: str
    machine: str
    text: str
    width: int = 1
    expected: tuple[str, ...] = ()


#: Name -> what it finds, in the order of the report.
CHECKS: dict[str, str] = {
    "load": "rows that LOAD refuses: no line number, numbers out of range, lines too long to store",
    "syntax": "statements that MSX BASIC cannot read",
    "arguments": "too few or too many arguments",
    "missing-line": "jumps and RESTOREs to lines that are not there",
    "unreachable": "lines that nothing leads to",
    "next-without-for": "NEXT that no FOR leads to",
    "variable-collision": "variables that differ only after the second letter",
    "keyword-in-name": "keywords hidden in names",
    "line-too-long": "lines that LIST and SAVE cut off",
    "read-past-data": "READ when DATA is known to have run out",
    "target": "statements that the target machine has not got",
    "memory": "programs that are too long for the target, or for any MSX",
}


def check(program: Program, *, target: str = "disk", off: Collection[str] = ()) -> list[Finding]:
    """All findings in a program, by line. off: names from `CHECKS` that are left out."""
    report = _Report(program, target)
    found = [finding for name, run in _RUN.items() if name not in off for finding in run(report)]
    order = list(CHECKS)
    return sorted(found, key=lambda finding: (finding.row, finding.line or 0, order.index(finding.check)))


class _Report:
    """What the checks look at, and how they place a finding."""

    def __init__(self, program: Program, target: str) -> None:
        self.program = program
        self.target = target
        self.flow = Flow(program)

    def statements(self) -> Iterator[tuple[Line, ast.Statement]]:
        for line, tree in zip(self.program.lines, self.flow.trees, strict=True):
            if not isinstance(tree, Fault):
                for statement in tree:
                    yield line, statement

    def nodes(self) -> Iterator[tuple[Line, ast.Node]]:
        for line, statement in self.statements():
            for node in ast.walk(statement):
                yield line, node

    def finding(
        self,
        name: str,
        line: Line,
        start: int,
        message: str,
        machine: str = "",
        *,
        end: int | None = None,
        expected: tuple[str, ...] = (),
    ) -> Finding:
        text = line.source.text if line.source else line.listed()
        column = line.column(start)
        width = max(1, line.column(end) - column) if end is not None else 1
        severity = "error" if name in ("load", "syntax", "arguments") else "warning"
        return Finding(
            check=name,
            severity=severity,
            row=line.source.row if line.source else 0,
            column=len(charset.decode(text[: column - 1])) + 1,
            line=line.number,
            message=message,
            machine=f"{machine} in {line.number}" if machine else "",
            text=charset.decode(text),
            width=width,
            expected=expected,
        )


def _load(report: _Report) -> Iterator[Finding]:
    for problem in report.program.problems:
        yield Finding(
            check="load",
            severity="error",
            row=problem.row,
            column=problem.column,
            line=None,
            message=problem.advice,
            machine=problem.message,
            text=charset.decode(problem.text),
        )
    if not report.program.problems:  # a damaged tokenised file
        for note in report.program.notes:
            yield _of_the_whole("load", "error", note, "")


def _syntax(report: _Report) -> Iterator[Finding]:
    for line, fault in zip(report.program.lines, report.flow.trees, strict=True):
        if isinstance(fault, Fault):
            message = f"{fault.found} where {_either(fault.expected)} should be"
            hidden = _hidden_at(line, fault.start)
            if hidden:
                message += f"; {hidden[0]} holds the keyword {hidden[1]}, which MSX finds inside names"
            yield report.finding(
                *("syntax", line, fault.start, message, fault.message), end=fault.end, expected=fault.expected
            )


def _either(words: tuple[str, ...]) -> str:
    if not words:
        return "nothing more"
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _arguments(report: _Report) -> Iterator[Finding]:
    for line, node in report.nodes():
        if isinstance(node, ast.Call) and node.name in _FUNCTION_ARGUMENTS:
            least, most = _FUNCTION_ARGUMENTS[node.name]
            count = len(node.arguments)
        elif isinstance(node, ast.Command) and node.word in _STATEMENT_ARGUMENTS and not node.words:
            least, most = _STATEMENT_ARGUMENTS[node.word]
            count = len(node.operands) + len(node.gaps)
            if any(gap < least for gap in node.gaps) and count > 1:
                count = 0
        else:
            continue
        name = node.name if isinstance(node, ast.Call) else node.word
        if not least <= count <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            message = f"{name} takes {wanted} argument{'s' if wanted != '1' else ''}"
            yield report.finding("arguments", line, node.start, message, "Syntax error")


_STATEMENT_ARGUMENTS = {
    **dict.fromkeys(("POKE", "VPOKE", "OUT", "SOUND", "DSKO$", "KEY"), (2, 2)),
    **dict.fromkeys(("ERROR", "WIDTH", "DRAW", "KILL"), (1, 1)),
    "WAIT": (2, 3),
}
_ONE_ARGUMENT = """
SGN INT ABS SQR RND SIN LOG EXP COS TAN ATN FRE INP POS LEN STR$ VAL ASC CHR$ PEEK VPEEK SPACE$ OCT$ HEX$ BIN$
CINT CSNG CDBL FIX STICK STRIG PDL PAD EOF
"""
_FUNCTION_ARGUMENTS = {
    **dict.fromkeys(_ONE_ARGUMENT.split(), (1, 1)),
    **dict.fromkeys(("LEFT$", "RIGHT$", "STRING$", "POINT"), (2, 2)),
    **dict.fromkeys(("MID$", "INSTR"), (2, 3)),
}


def _missing_line(report: _Report) -> Iterator[Finding]:
    present = report.program.index
    for line, node in report.nodes():
        targets: list[ast.LineNumber | None] = []
        if isinstance(node, ast.Jump) and not (
            node.word == "RESUME" and node.target and not node.target.line
        ):
            targets = [node.target]
        elif isinstance(node, ast.OnJump) and not (node.event == "ERROR" and _stops_trapping(node)):
            targets = list(node.targets)
        elif isinstance(node, ast.Branch):
            targets = [node.line]
        for target in targets:
            if target is not None and target.line not in present:
                message = f"there is no line {target.line}"
                yield report.finding("missing-line", line, target.start, message, "Undefined line number")


def _stops_trapping(node: ast.OnJump) -> bool:
    return all(target is None or target.line == 0 for target in node.targets)


def _unreachable(report: _Report) -> Iterator[Finding]:
    flow = report.flow
    reached = {id(step.line) for step in flow.reachable(flow.first[:1])}
    run: list[Line] = []
    for line, tree in zip(report.program.lines, flow.trees, strict=True):
        if not isinstance(tree, Fault) and all(_is_passive(statement) for statement in tree):
            continue
        if id(line) not in reached:
            run.append(line)
            continue
        yield from _unreached(report, run)
        run = []
    yield from _unreached(report, run)


def _unreached(report: _Report, run: list[Line]) -> Iterator[Finding]:
    if run:
        many = f"lines {run[0].number} to {run[-1].number} are" if len(run) > 1 else "this line is"
        yield report.finding("unreachable", run[0], 0, f"{many} never reached")


def _is_passive(statement: ast.Statement) -> bool:
    return isinstance(statement, ast.Text) and statement.word in ("REM", "'", "DATA")


def _next_without_for(report: _Report) -> Iterator[Finding]:
    flow = report.flow
    loops: dict[str, list[Step]] = defaultdict(list)
    for step in flow.steps:
        if isinstance(step.statement, ast.For):
            loops[step.statement.variable.name[:2]].append(step)
    every = [step for steps in loops.values() for step in steps]
    after: dict[str, set[Step]] = {}
    for step in flow.steps:
        if not isinstance(step.statement, ast.Next):
            continue
        variables = step.statement.variables
        for name in [variable.name[:2] for variable in variables] or [""]:
            if name not in after:
                after[name] = flow.reachable(loops.get(name, []) if name else every, returns=True)
            if step not in after[name]:
                what = f"no FOR {name} leads here" if name else "no FOR leads here"
                yield report.finding(
                    "next-without-for", step.line, step.statement.start, what, "NEXT without FOR"
                )


def _variable_collision(report: _Report) -> Iterator[Finding]:
    names: dict[str, dict[str, tuple[Line, ast.Variable]]] = defaultdict(dict)
    for line, node in report.nodes():
        if isinstance(node, ast.Variable) and len(node.name) > 1:
            names[node.short].setdefault(node.name, (line, node))
    for same in names.values():
        (_, (first_line, first)), *others = same.items()
        for name, (line, node) in others:
            message = (
                f"{name}{node.suffix} is the same variable as {first.name}{node.suffix} in line "
                f"{first_line.number}: MSX goes by the first two characters"
            )
            yield report.finding("variable-collision", line, node.start, message)


def _keyword_in_name(report: _Report) -> Iterator[Finding]:
    """`SCORE` is SC OR E. Reported where the rest of the program sets its keywords apart."""
    apart = together = 0
    hidden: dict[str, tuple[Line, Token, Token, str]] = {}
    for line, tree in zip(report.program.lines, report.flow.trees, strict=True):
        tokens = line.tokens
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if token.kind is not Kind.OPERATOR or not token.text.isalpha() or before.text == "PASSW":
                continue
            if before.end < token.start or token.end < after.start:
                apart += 1
            elif before.kind is Kind.NAME and after.kind is Kind.NAME and not isinstance(tree, Fault):
                word = before.text + token.text + after.text
                if word in hidden:
                    together -= 1
                hidden.setdefault(word, (line, before, after, token.text))
            else:
                together += 1
    if apart <= together:
        return
    for word, (line, before, after, keyword) in hidden.items():
        message = f"MSX reads {word} as {word.replace(keyword, f' {keyword} ', 1)}"
        yield report.finding("keyword-in-name", line, before.start, message, end=after.end)


def _hidden_at(line: Line, start: int) -> tuple[str, str] | None:
    """The word around a syntax error and the keyword inside it, if the scanner cut the word there."""
    pieces: list[Token] = []
    for token in line.tokens:
        wordy = (
            token.kind in (Kind.NAME, Kind.KEYWORD, Kind.OPERATOR, Kind.FUNCTION) and token.text[0].isalpha()
        )
        if wordy and pieces and pieces[-1].end == token.start:
            pieces.append(token)
        elif token.start > start:
            break
        else:
            pieces = [token] if wordy else []
    words = [piece for piece in pieces if piece.kind is not Kind.NAME]
    if len(pieces) < 2 or not words or len(words) == len(pieces) or pieces[-1].end < start:
        return None
    return "".join(piece.text for piece in pieces), words[-1].text


def _line_too_long(report: _Report) -> Iterator[Finding]:
    for line in report.program.lines:
        length = line.listed_size
        if length > LISTED_LIMIT:
            message = (
                f"listed, the line has {length} characters; LIST and SAVE in ASCII stop at {LISTED_LIMIT}"
            )
            yield report.finding("line-too-long", line, len(line.stored), message)


def _read_past_data(report: _Report) -> Iterator[Finding]:
    found = first_read_past_data(report.flow)
    if found:
        step, target = found
        message = "all DATA has been read by then"
        yield report.finding("read-past-data", step.line, target.start, message, "Out of DATA")


def _target(report: _Report) -> Iterator[Finding]:
    offers = TARGETS[report.target]
    for line, node in report.nodes():
        needed = need(node)
        if needed and needed[0] not in offers:
            what = "an MSX2" if needed[0] == "MSX2" else "Disk BASIC"
            message = f"{needed[1]} needs {what}; the target is {report.target}"
            machine = "Syntax error" if needed[0] == "MSX2" else "Illegal function call"
            yield report.finding("target", line, node.start, message, machine)


def _memory(report: _Report) -> Iterator[Finding]:
    size = report.program.size
    try:
        room.require(size, "")
    except ProgramError as error:
        yield _of_the_whole("memory", "error", str(error).removeprefix(": "))
        return
    surplus = -room.left(size)[report.target]
    if surplus > 0:
        message = f"the program is {surplus} bytes too long for the target, {room.NAMES[report.target]}"
        yield _of_the_whole("memory", "warning", message)


def _of_the_whole(name: str, severity: str, message: str, machine: str = "Out of memory") -> Finding:
    """A finding that is about no line."""
    return Finding(name, severity, row=0, column=1, line=None, message=message, machine=machine, text="")


_RUN: dict[str, Callable[[_Report], Iterator[Finding]]] = {
    "load": _load,
    "syntax": _syntax,
    "arguments": _arguments,
    "missing-line": _missing_line,
    "unreachable": _unreachable,
    "next-without-for": _next_without_for,
    "variable-collision": _variable_collision,
    "keyword-in-name": _keyword_in_name,
    "line-too-long": _line_too_long,
    "read-past-data": _read_past_data,
    "target": _target,
    "memory": _memory,
}
