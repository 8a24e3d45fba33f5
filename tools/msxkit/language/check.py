"""The checker: where MSX BASIC would stop, and what an author wants to know before the program runs.

Every check has a name and can be switched off. Errors are what the machine refuses when it loads the
line or runs into it; warnings are likely mistakes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from msxkit import basic_errors, charset, memory_size
from msxkit.errors import ProgramError
from msxkit.language import tree
from msxkit.language.data import first_read_past_data
from msxkit.language.dimensions import second_dims
from msxkit.language.faults import wording, wrong_instr
from msxkit.language.flow import Flow, PlacedStatement
from msxkit.language.hidden import hidden_keywords
from msxkit.language.program import LISTED_LIMIT, Line, Program
from msxkit.language.ranges import constant, misfit
from msxkit.language.references import references
from msxkit.language.suppressions import silenced
from msxkit.language.suspects import (
    SeenNames,
    beyond_dim,
    empty_branches,
    functions_without_call,
    letters_for_digits,
    macro_faults,
    never_set,
    open_strings,
    resumes_without_error,
    returns_without_gosub,
    rows_out_of_place,
)
from msxkit.language.targets import TARGETS, need
from msxkit.language.tree.entry import READ_LINE
from msxkit.language.turbo import is_turbo, lacking
from msxkit.language.unprepared import unprepared
from msxkit.language.value_types import Types
from msxkit.language.vocabulary import EXTENSION


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding.

    Attributes:
        row, column: From 1, in the listing; for a tokenised file row 0 and the LISTed line. Row 0 without a line:
            about the whole program.
        message: A sentence.
        machine: What MSX says when it gets there, or nothing.
        text: The line itself.
        width: How many characters the finding is about.
        expected: What the parser expected there, in words.
        instead: What was probably meant in its place; nothing if that is not known.
        other: The row of another place that belongs to it; 0 if there is none.
        file: The file of a modern source that the row is in; empty in a classic listing.
        classic: The line of a modern source as LISTed.
    """

    check: str
    severity: str
    row: int
    column: int
    line: int | None
    message: str
    machine: str = ""
    text: str = ""
    width: int = 1
    expected: tuple[str, ...] = ()
    instead: str = ""
    other: int = 0
    file: str = ""
    classic: str = ""

    @property
    def told(self) -> str:
        """The sentence, and what MSX says."""
        return self.message + (f" ({self.machine})" if self.machine else "")


#: Name -> what it finds, in the order of the report.
CHECKS: dict[str, str] = {
    "load": "rows that LOAD refuses: no line number, numbers out of range, lines too long to store",
    "label-twice": "labels that a modern source gives twice",
    "calls-itself": "functions of a modern source that call themselves",
    "misspelt": "long names of a modern source that are set and never read, and are like another",
    "left-open": "blocks of remarks and toggles in a modern source that nothing closes",
    "characters": "characters that the MSX does not have",
    "line-twice": "lines that a later row of the same number replaces",
    "line-order": "lines that stand after one with a higher number, and numbers with blanks inside, such as `20 20`",
    "syntax": "statements that MSX BASIC cannot read",
    "arguments": "too few or too many arguments",
    "type-mismatch": "strings where numbers must stand, and the other way round",
    "out-of-range": "constants that a statement, function or variable does not take",
    "second-dim": "arrays that exist already when DIM comes",
    "screen-mode": "statements and colours of graphics where no SCREEN has them",
    "no-open": "files that are used without OPEN, or without the right FOR",
    "no-def-fn": "functions FN that are called without DEF FN",
    "no-dim": "arrays that ERASE or COPY takes where no DIM has made them, or a small one",
    "missing-line": "jumps and RESTOREs to lines that do not exist",
    "subscript": "constant subscripts beyond the DIM of their array",
    "macro": "strings that PLAY and DRAW do not take",
    "return-without-gosub": "RETURN or a function that the run reaches, but from no call, and RESUME from no ON ERROR",
    "unreachable": "lines that the run can never reach",
    "next-without-for": "NEXT that the run can never reach from a FOR",
    "empty-then": "THEN with nothing behind it",
    "lone-else": "ELSE that belongs to no IF of its line, which the machine passes over",
    "open-string": "strings that are not closed, with statements in them",
    "digit-letter": "letters l, I and O in place of the digits 1 and 0",
    "missing-dollar": "functions such as CHR$ without their $, which are arrays",
    "never-set": "variables that are read and never set",
    "variable-collision": "variables that differ only after the second letter",
    "keyword-in-name": "keywords hidden in names",
    "line-too-long": "lines that LIST and SAVE cut off",
    "read-past-data": "READ when DATA is known to have run out",
    "target": "statements that the target machine does not have",
    "memory": "programs that are too long for the target, or for any MSX",
}


def check(
    program: Program, *, target: str = "disk", off: Collection[str] = (), extensions: Collection[str] = ()
) -> list[Finding]:
    """Return all findings in a program, by line.

    A remark `noqa` or `noqa: check` on a line leaves out what is found in that line. Of functions alone, which are
    there to be included, nobody knows what is called and set.

    Args:
        off: Names from `CHECKS` that are left out.
        extensions: What the machine has in addition, such as TURBO.
    """
    report = _Report(program, target, extensions)
    off = {*off, *_OF_A_RUN} if program.is_library else off
    runs = _RUN if program.is_whole else (_doubts, _missing_characters, _faults)
    found = [finding for run in runs for finding in run(report) if finding.check not in off]
    found = [finding for finding in found if not _silenced(program, finding)]
    order = {name: number for number, name in enumerate(CHECKS)}
    # The least important first, instead of a tuple for each of perhaps a million.
    found.sort(key=lambda finding: finding.column)
    found.sort(key=lambda finding: order[finding.check])
    found.sort(key=lambda finding: finding.line or 0)
    found.sort(key=lambda finding: finding.row)
    return found


def _silenced(program: Program, finding: Finding) -> bool:
    place = None if finding.line is None else program.index.get(finding.line)
    return place is not None and silenced(program.lines[place], finding.check)


#: What stops a run that gets there; the others only if the program does not trap errors, perhaps these.
_UNREADABLE = frozenset(("load", "syntax", "arguments"))
_CERTAIN = frozenset(
    (
        "type-mismatch",
        "out-of-range",
        "second-dim",
        "subscript",
        "macro",
        "screen-mode",
        "no-open",
        "no-def-fn",
        "no-dim",
        "missing-line",
        "next-without-for",
        "read-past-data",
        "return-without-gosub",
    )
)
#: What only the whole program tells.
_OF_A_RUN = ("unreachable", "never-set", "return-without-gosub")
_NAMES = (tree.Variable, tree.Element)
_GATHERED = frozenset((*_NAMES, tree.Function, tree.DefFn))


class _Report:
    """What the checks look at, gathered in one walk over the trees, and how they place a finding.

    Attributes:
        names: The names of variables and elements, two letters -> name -> where it is first.
        functions: Those of the language.
        traps: Whether the program has an ON ERROR GOTO.
        reached: What RUN can get to.
    """

    def __init__(self, program: Program, target: str, extensions: Collection[str]) -> None:
        self.program = program
        self.target = target
        self.flow = Flow(program)
        self.reached = self.flow.reachable(self.flow.first[:1])
        self._steps: dict[int, list[PlacedStatement]] = defaultdict(list)
        for step in self.flow.steps:
            self._steps[id(step.line)].append(step)
        self.names: dict[str, dict[str, tuple[Line, tree.Target]]] = defaultdict(dict)
        self.functions: list[tuple[Line, tree.Function]] = []
        #: Every statement, those after THEN and ELSE too.
        self.statements: list[tuple[Line, tree.Statement]] = [
            (step.line, step.statement) for step in self.flow.steps if step.statement is not None
        ]
        self.extensions = {name.upper() for name in extensions}
        for _, statement in self.statements:
            for name in tree.taking(statement, tree.Part.MEMORY):
                if isinstance(name, tree.String) and any(tree.taking(statement, "R")) and is_turbo(name.text):
                    self.extensions.add("TURBO")
        self.types = Types(statement for _, statement in self.statements)
        for line in program.lines:
            for statement in line.statements:
                self._gather(line, statement)
        self.traps = any(
            reference.target.line in program.index
            for _, statement in self.statements
            if type(statement) is tree.OnError
            for reference in references(statement)
        )

    def _gather(self, line: Line, statement: tree.Statement) -> None:
        functions: list[tree.Variable] = []
        for node in tree.walk(statement):
            kind = type(node)
            if kind in _GATHERED:
                if isinstance(node, _NAMES):
                    if len(node.name) > 1 and node not in functions:
                        self.names[node.short].setdefault(node.name, (line, node))
                elif isinstance(node, tree.Function):
                    self.functions.append((line, node))
                elif isinstance(node, tree.DefFn):
                    functions.append(node.name)  # no variable

    def _is_reached(self, line: Line, start: int) -> bool:
        """Return whether the run can get to a place: to the last statement that does not begin behind it."""
        steps = [
            step for step in self._steps[id(line)] if step.statement is None or step.statement.start <= start
        ]
        last = max(steps, key=lambda step: step.statement.start if step.statement else 0, default=None)
        return last is None or last in self.reached

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
        instead: str = "",
        certain: bool = True,
    ) -> Finding:
        stops = name in _UNREADABLE or (name in _CERTAIN and not self.traps and self._is_reached(line, start))
        span = line.span(start, start if end is None else end)
        return Finding(
            check=name,
            severity="error" if stops and certain else "warning",
            row=span.row,
            column=span.column,
            line=line.number,
            message=self.program.in_source(message),
            machine=f"{machine} in {line.number}" if machine else "",
            text=charset.decode(
                line.text if span.place is None else span.place.text, self.program.characters
            ),
            width=max(1, span.width),
            expected=expected,
            instead=instead,
            file="" if span.place is None else span.place.file,
            classic="" if span.place is None else line.shown,
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
            text=charset.decode(problem.text, report.program.characters),
        )
    if not report.program.problems:  # a damaged tokenised file
        for note in report.program.notes:
            yield _of_the_whole("load", "error", note, "")


def _doubts(report: _Report) -> Iterator[Finding]:
    """Find what a modern source alone tells."""
    for check, severity, place, message, instead in report.program.doubts:
        yield Finding(
            check=check,
            severity=severity,
            row=place.row,
            column=place.column,
            line=None,
            message=message,
            text=charset.decode(place.text, report.program.characters),
            width=place.width,
            instead=instead,
            file=place.file,
        )


#: What an editor shows for a byte that its encoding does not have.
_UNREAD = "\N{REPLACEMENT CHARACTER}"


def _missing_characters(report: _Report) -> Iterator[Finding]:
    sources = [(line, line.source) for line in report.program.lines if line.source is not None]
    rows = {source.row: line for line, source in sources if not source.places}
    unread = [missing for missing in report.program.missing if missing.character == _UNREAD]
    for missing in report.program.missing:
        line = rows.get(missing.line)
        message = f"{missing.what}; {missing.stands!r} stands for it"
        if missing in unread[1:]:
            continue
        if missing in unread:
            message = (
                f"the file is not in UTF-8, so {len(unread)} characters could not be read; open it in its own "
                "encoding, such as Latin-1, cp437 or cp850"
            )
        yield Finding(
            check="characters",
            severity="warning",
            row=missing.line,
            column=missing.column,
            line=None if line is None else line.number,
            message=message,
            text="" if line is None else line.shown,
        )


def _rows(report: _Report) -> Iterator[Finding]:
    """Find `line-twice` and `line-order`."""
    for found in rows_out_of_place(report.program):
        yield Finding(
            check=found.check,
            severity="warning",
            row=found.row,
            column=1,
            line=found.number,
            message=found.message,
            width=len(str(found.number)),
            other=found.other,
        )


def _blanks_in_numbers(report: _Report) -> Iterator[Finding]:
    for line in report.program.lines:
        if line.source is None:
            continue
        text = line.source.text
        number = text[: line.source.body].strip(b" \t")
        first, *rest = number.split()
        if rest:
            message = f"the machine reads {number.decode('ascii')} as line {line.number}; "
            message += f"write {first.decode('ascii')} if that is the line"
            start = text.index(number)
            yield Finding(
                check="line-order",
                severity="warning",
                row=line.source.row,
                column=start + 1,
                line=line.number,
                message=message,
                text=line.shown,
                width=len(number),
                instead=first.decode("ascii"),
            )


def _suspects(report: _Report) -> Iterator[Finding]:
    """Find what people mistype."""
    names = SeenNames(report.program)
    found = [
        *letters_for_digits(report.program, names),
        *never_set(report.program, names),
        *beyond_dim(report.program),
        *returns_without_gosub(report.flow),
        *functions_without_call(report.flow),
        *resumes_without_error(report.flow),
        *unprepared(report.flow),
        *empty_branches(report.flow),
        *(suspect for line in report.program.lines for suspect in open_strings(line)),
        *(
            suspect
            for line, statement in report.statements
            if statement.fault is None
            for suspect in macro_faults(line, statement)
        ),
    ]
    for suspect in found:
        yield report.finding(
            suspect.check,
            suspect.line,
            suspect.start,
            suspect.message,
            suspect.machine,
            end=suspect.end,
            instead=suspect.instead,
            certain=suspect.certain,
        )


def _machine(report: _Report, statement: tree.Statement, fault: tree.Fault) -> str:
    """Return the error that a fault leads to; nothing if another one comes first. RESTORE takes what is no number for
    line 0.
    """
    if report.types.mismatch(statement) is not None:
        return ""
    if tree.taking(statement, READ_LINE) == [None] and 0 not in report.program.index:
        return basic_errors.text_of(basic_errors.UNDEFINED_LINE)
    return fault.message


def _always_met(statement: tree.Statement) -> bool:
    """Return whether the machine always comes to the fault of a statement: ON jumps before it reads all lines."""
    if not isinstance(statement, tree.OnGoto | tree.OnGosub):
        return True
    whole = len(statement.targets) - (statement.targets[-1:] == (None,))
    number = constant(statement.selector)
    return not whole if number is None else not 0 < int(number) <= whole


def _always_sought(statement: tree.Statement, target: tree.LineReference) -> bool:
    """Return whether the machine always looks for a line of a statement that it gets to, or may for either value of a
    condition: ON chooses one, ELSE without IF is passed over, and MERGE can bring it.
    """
    if isinstance(statement, tree.OnGoto | tree.OnGosub):
        number = constant(statement.selector)
        return number is not None and statement.targets.index(target) == int(number) - 1
    return not isinstance(statement, tree.Else)


def _faults(report: _Report) -> Iterator[Finding]:
    """Find `syntax` and `arguments`."""
    for line, statement in report.statements:
        fault = statement.fault
        if fault is not None:
            name, message, start, end, instead = wording(line, statement, fault)
            yield report.finding(
                name,
                line,
                start,
                message,
                _machine(report, statement, fault),
                end=end,
                expected=fault.expected,
                instead=instead,
                certain=_always_met(statement),
            )
    has_types = any(isinstance(statement, tree.DefType) for _, statement in report.statements)
    for line, node in report.functions:
        if node.name == "INSTR":
            wanted = wrong_instr(node, has_types)
            if wanted is not None:
                first = "a number" if wanted == 3 else "a string"
                message = f"INSTR takes {wanted} arguments when the first is {first}"
                yield report.finding("arguments", line, node.start, message, "Syntax error")


def _type_mismatch(report: _Report) -> Iterator[Finding]:
    for line, statement in report.statements:
        # One for each statement: the machine does not come to the next.
        wrong = report.types.mismatch(statement)
        if wrong is not None:
            found = report.types.of(wrong.node)
            assert found is not None
            message = f"{found.value} where {wrong.wanted.value} must stand"
            yield report.finding(
                "type-mismatch", line, wrong.node.start, message, "Type mismatch", end=wrong.node.end
            )


def _out_of_range(report: _Report) -> Iterator[Finding]:
    for line, statement in report.statements:
        if statement.fault is None:
            wrong = misfit(statement)
            if wrong is not None:
                start, end = wrong.node.start, wrong.node.end
                yield report.finding("out-of-range", line, start, wrong.message, wrong.machine, end=end)


def _second_dim(report: _Report) -> Iterator[Finding]:
    for step, array, first in second_dims(report.flow):
        where = "in the same statement" if first is step else f"in line {first.line.number}"
        message = f"{array.name}{array.suffix}() exists already {where}; ERASE it first"
        yield report.finding(
            "second-dim", step.line, array.start, message, "Redimensioned array", end=array.end
        )


def _missing_line(report: _Report) -> Iterator[Finding]:
    present = report.program.index
    merges = any(tree.taking(statement, tree.Part.MERGED) for _, statement in report.statements)
    for line, statement in report.statements:
        for reference in references(statement):
            target = reference.target
            if reference.needed and target.line not in present and not target.address:
                message = f"there is no line {target.line}"
                yield report.finding(
                    "missing-line",
                    line,
                    target.start,
                    message,
                    "Undefined line number",
                    end=target.end,
                    certain=not merges and _always_sought(statement, target),
                )


def _unreachable(report: _Report) -> Iterator[Finding]:
    reached = {id(step.line) for step in report.reached}
    run: list[Line] = []
    for line in report.program.lines:
        if all(isinstance(statement, tree.Remark | tree.Data) for statement in line.statements):
            continue
        if id(line) not in reached:
            run.append(line)
        elif run:
            yield from _unreached(report, run)
            run = []
    yield from _unreached(report, run)


def _unreached(report: _Report, run: list[Line]) -> Iterator[Finding]:
    if run:
        many = f"lines {run[0].number} to {run[-1].number} are" if len(run) > 1 else "this line is"
        yield report.finding("unreachable", run[0], 0, f"{many} never reached")


def _next_without_for(report: _Report) -> Iterator[Finding]:
    bits: dict[str, int] = {}
    loops: dict[PlacedStatement, int] = {}
    ends: list[tuple[PlacedStatement, tree.Next]] = []
    for step in report.flow.steps:
        if type(step.statement) is tree.For:
            loops[step] = bits.setdefault(step.statement.variable.name[:2], 1 << len(bits))
        elif type(step.statement) is tree.Next:
            ends.append((step, step.statement))
    if not ends:
        return
    leading = report.flow.leading(loops)
    for step, statement in ends:
        variables = [node for node in statement.variables if isinstance(node, tree.Variable)]
        # No FOR counts with a string.
        for name in [each.name[:2] + each.suffix * (each.suffix == "$") for each in variables] or [""]:
            if not leading[step] & (bits.get(name, 0) if name else -1):
                what = f"no FOR {name} leads here" if name else "no FOR leads here"
                yield report.finding("next-without-for", step.line, statement.start, what, "NEXT without FOR")


def _variable_collision(report: _Report) -> Iterator[Finding]:
    for same in report.names.values():
        (_, (first_line, first)), *others = same.items()
        for name, (line, node) in others:
            message = (
                f"{name}{node.suffix} is the same variable as {first.name}{node.suffix} in line "
                f"{first_line.number}: MSX only looks at the first two characters"
            )
            yield report.finding("variable-collision", line, node.start, message)


def _keyword_in_name(report: _Report) -> Iterator[Finding]:
    """Find names like `SCORE`, which is SC OR E."""
    faulty = {id(line) for line, statement in report.statements if statement.fault is not None}
    for line, start, end, word, keyword in hidden_keywords(report.program, faulty):
        message = f"MSX reads {word} as {word.replace(keyword, f' {keyword} ', 1)}"
        yield report.finding("keyword-in-name", line, start, message, end=end)


#: Every other byte can be the first of something that is listed with up to so many characters more than it takes.
_SPELLED = bytes(range(0x20, 0x80))
_LONGEST_SPELLING = 12
#: Bytes of a line that is listed whole whatever they are.
_SHORT = LISTED_LIMIT // (1 + _LONGEST_SPELLING)


def _line_too_long(report: _Report) -> Iterator[Finding]:
    for line in report.program.lines:
        size = len(line.stored)
        if size <= _SHORT:
            continue
        if size + _LONGEST_SPELLING * len(line.stored.translate(None, _SPELLED)) <= LISTED_LIMIT:
            continue
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
    for line, node in [*report.statements, *report.functions]:
        needed = need(node)
        if needed is not None and needed.what not in offers and not _is_there(report, node):
            elsewhere = _ELSEWHERE.get(_word(node)) if isinstance(node, tree.Call) else None
            if elsewhere is not None:
                message = f"{needed.name} needs {elsewhere}"
                yield report.finding("target", line, node.start, message, needed.machine)
                continue
            which = "that no target has" if needed.what == EXTENSION else f"; the target is {report.target}"
            message = f"{needed.name} needs {needed.what}{' ' * (which[0] != ';')}{which}"
            yield report.finding("target", line, node.start, message, needed.machine)


def _turbo(report: _Report) -> Iterator[Finding]:
    """Find what XBASIC does not compile between CALL TURBO ON and OFF, in the order of the listing."""
    calls = {
        id(node) for _, node in report.statements if isinstance(node, tree.Call) and _word(node) == "TURBO"
    }
    inside = False
    for line in report.program.lines if calls else ():
        for node in (node for statement in line.statements for node in tree.walk(statement)):
            if id(node) in calls and isinstance(node, tree.Call):
                inside = "OFF" not in node.name.upper()
            elif inside and (name := lacking(node)) is not None:
                message = f"XBASIC does not compile {name}; put it outside CALL TURBO ON and OFF"
                yield report.finding("target", line, node.start, message)


def _japanese_format(report: _Report) -> Iterator[Finding]:
    """Find a format with @, which stands for a whole string on Japanese machines alone; elsewhere that is &."""
    for line, node in report.statements:
        for item in node.items if isinstance(node, tree.Print) else ():
            if not isinstance(item, tree.PrintUsing) or not isinstance(item.format, tree.String):
                continue
            text = item.format.text
            if "@" in text and not set("#!&\\").intersection(text):
                message = "@ in PRINT USING needs a Japanese machine; & is a whole string on the others"
                yield report.finding("target", line, item.format.start, message, "Illegal function call")


#: Extension -> the words of its CALLs.
_EXTENSIONS = {
    "TURBO": {"TURBO"},
    "MUSIC": {
        "MUSIC",
        "PITCH",
        "TEMPER",
        "TRANSPOSE",
        "VOICE",
        "BGM",
        "STOPM",
        "PLAY",
        "AUDREG",
        "AUDIO",
    },
}


#: First word of a CALL -> what has it.
_ELSEWHERE: dict[str, str] = {
    "TURBO": "XBASIC (XBASIC.BIN or its cartridge); `run --with turbo` accepts it, and `compile` leaves it out",
    **dict.fromkeys(
        _EXTENSIONS["MUSIC"], "MSX-MUSIC: an FM-PAC cartridge, many MSX2+ and the turbo R have it"
    ),
    **dict.fromkeys(
        ("KANJI", "ANK", "AKCNV", "KACNV", "KEXT", "KINSTR", "KLEN", "KMID", "KNJ", "KTYPE", "JIS", "SJIS"),
        "Kanji BASIC: Japanese MSX2+ and the turbo R have it",
    ),
    **dict.fromkeys(("PALETTE", "CLS"), "Kanji BASIC: Japanese MSX2+ and the turbo R have it"),
    **dict.fromkeys(("PAUSE", "PCMPLAY", "PCMREC"), "an MSX turbo R"),
    **dict.fromkeys(
        (
            "COM",
            "COMINI",
            "COMSTAT",
            "COMTERM",
            "COMBREAK",
            "COMDTR",
            "COMHELP",
            "COMOFF",
            "COMON",
            "COMSTOP",
        ),
        "an RS-232C interface",
    ),
}


def _word(node: tree.Call) -> str:
    """Return the first word of a CALL; the machine puts words together, so `_TURBOON` is `CALL TURBO ON`."""
    word = re.split(r"[^A-Z]", node.name.upper().strip(), maxsplit=1)[0]
    return "TURBO" if word in ("TURBOON", "TURBOOFF") else word


def _is_there(report: _Report, node: tree.Node) -> bool:
    """Return whether an extension of the machine, or one that the program loads, has a CALL."""
    if not isinstance(node, tree.Call):
        return False
    word = _word(node)
    return word in report.extensions or any(word in _EXTENSIONS.get(name, ()) for name in report.extensions)


def _memory(report: _Report) -> Iterator[Finding]:
    size = report.program.size
    try:
        memory_size.require(size, "")
    except ProgramError as error:
        yield _of_the_whole("memory", "error", str(error).removeprefix(": "))
        return
    surplus = -memory_size.left(size)[report.target]
    if surplus > 0:
        message = (
            f"the program is {surplus} bytes too long for the target, {memory_size.NAMES[report.target]}"
        )
        yield _of_the_whole("memory", "warning", message)


def _of_the_whole(name: str, severity: str, message: str, machine: str = "Out of memory") -> Finding:
    """Return a finding that is about no line."""
    return Finding(name, severity, row=0, column=1, line=None, message=message, machine=machine, text="")


_RUN: tuple[Callable[[_Report], Iterator[Finding]], ...] = (
    _load,
    _doubts,
    _missing_characters,
    _rows,
    _blanks_in_numbers,
    _faults,
    _type_mismatch,
    _out_of_range,
    _second_dim,
    _missing_line,
    _unreachable,
    _next_without_for,
    _suspects,
    _variable_collision,
    _keyword_in_name,
    _line_too_long,
    _read_past_data,
    _target,
    _japanese_format,
    _turbo,
    _memory,
)
