"""The assembler: source text to parts, the pieces that the linker takes or leaves as a whole.

    part    name            begins a part; what follows goes into its code, behind the label `name` or its own first one
    ram                     what follows goes into its variables (labels, ds, align)
    code                    back to the code
    include "file.asm"      another file of the same folder
    name    equ expression  a constant, known everywhere
    label:  ld a,(label+1)  a label; `.label` belongs to its part, outside it is part.label
    db 1,"text",'c'         bytes; dw: words; ds n: n zero bytes; align n
    rept n ... endm         the lines in between n times; `.4 inc hl`: an instruction four times
    macro name,a,b ... endm     from here on, in later files too, `name 1,2` stands for these lines, with 1 for a ...
    ldi a,(hl)              ld a,(hl) and inc hl; ldd: dec hl; ldi de,(hl): both bytes
    ld bc,hl  ld hl,ix  ld hl,(ix+2)  sub hl,de     other pairs too; all these are what sjasmplus makes of them
    ld hl,(hl)  ld bc,a  neg hl     the word at HL (A is lost); a byte as a word; 0 - HL (A is lost)
    cp hl,de                sub hl,de and add hl,de
    swapnib                 four times rrca: the halves of A change places

Instructions as Zilog writes them, numbers 12 0Ch 0x0C 1100b, operators of C, `high` and `low`, `;` for comments.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import TypeAlias

from msxkit.native.asm.expressions import AsmExpression, ExpressionError, parse
from msxkit.native.asm.instructions import (
    BYTE,
    CONDITIONS,
    MNEMONICS,
    NUMBERED,
    REGISTERS,
    WORD,
    InstructionForm,
)
from msxkit.native.asm.parts import (
    Assembly,
    AssemblyError,
    CodeCell,
    CodeItem,
    Part,
    filled,
    form_of,
    item_of,
)
from msxkit.native.asm.z80 import Code

#: Text of an included file by its name.
Loader: TypeAlias = Callable[[str], str]
#: Lines of text, and code as values among them.
Source: TypeAlias = Iterable[str | Code]
#: Operands and numbered lines of a macro by its name.
_Macros: TypeAlias = dict[str, tuple[list[str], list[tuple[int, str]]]]

_LABEL = re.compile(r"\s*([A-Za-z_.][\w.]*):")
_EQUATE = re.compile(r"\s*([A-Za-z_][\w.]*)\s+equ\s+(.+)", re.IGNORECASE)
_WORDS = re.compile(r"(\S+)\s*(.*)", re.DOTALL)
_INDEXED = re.compile(r"\(\s*(IX|IY)\s*([-+].*)\)$", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_.][\w.]*")
_CONDITIONAL = frozenset(("JP", "JR", "CALL", "RET"))
_PAIRS = ("bc", "de", "hl")
#: What stands for several instructions; loads with a step besides.
_SEVERAL = {
    "ld hl,(hl)": ("ld a,(hl)", "inc hl", "ld h,(hl)", "ld l,a"),
    "neg hl": ("xor a", "sub l", "ld l,a", "sbc a,a", "sub h", "ld h,a"),
    "swapnib": ("rrca",) * 4,
    **{
        f"ld {pair},{one}": (f"ld {pair[1]},{one}", f"ld {pair[0]},0") for pair in _PAIRS for one in "abcdehl"
    },
    **{f"ld {to},{of}": (f"ld {to[0]},{of[0]}", f"ld {to[1]},{of[1]}") for to, of in permutations(_PAIRS, 2)},
    **{f"ld {pair},{index}": (f"push {index}", f"pop {pair}") for pair in _PAIRS for index in ("ix", "iy")},
    **{f"sub hl,{pair}": ("or a", f"sbc hl,{pair}") for pair in _PAIRS},
    **{f"cp hl,{pair}": ("or a", f"sbc hl,{pair}", f"add hl,{pair}") for pair in _PAIRS},
}
_STEPS = {"ldi": "inc", "ldd": "dec"}
_STEPPED = re.compile(r"\((bc|de|hl)\)")
_INDEXED_WORD = re.compile(r"(?:(bc|de|hl),)?\((i[xy][+-].+)\)(?:,(bc|de|hl))?")
_REPEATED = re.compile(r"\.([2-9])$")


def assemble(source: str | Source, name: str, load: Loader | None = None) -> Assembly:
    """Return the parts of a source.

    Raise `AssemblyError`.

    Args:
        source: A text, or what the compiler has written; only a text has `rept` and macros.
        name: The file name in errors.
        load: Returns the text of included files.
    """
    assembler = _Assembler(load)
    return assembler.run(source, name) if isinstance(source, str) else assembler.take(source, name)


class _Assembler:
    def __init__(self, load: Loader | None) -> None:
        self.load = load
        self.unit = Assembly()
        self.part: Part | None = None
        self.in_ram = False
        self.scope = ""
        self.place = ""
        self.open: list[str] = []
        self.macros: _Macros = {}

    def run(self, text: str, name: str) -> Assembly:
        self.open.append(name)
        for number, line in _lines(text, name, self.macros):
            self.place = f"{name}:{number}"
            try:
                self.line(line)
            except ExpressionError as error:
                raise AssemblyError(f"{self.place}: {error}") from None
        self.open.pop()
        return self.unit

    def take(self, source: Source, name: str) -> Assembly:
        """Take what the compiler has written."""
        for line in source:
            self.place = name
            if not isinstance(line, str):
                self.add(item_of(line))
                continue
            try:
                self.line(line)
            except ExpressionError as error:
                raise AssemblyError(f"{name}: {line.strip()}: {error}") from None
        return self.unit

    def line(self, line: str) -> None:
        code = _without_comment(line).rstrip()
        if not code:
            return
        equate = _EQUATE.match(code)
        if equate:
            name, value = equate.groups()
            if name in self.unit.constants:
                raise self.error(f"{name} is defined already, in {self.unit.constants[name][1]}")
            self.unit.constants[name] = (parse(value, self.scope), self.place)
            return
        label = _LABEL.match(code)
        if label:
            name = label[1]
            if name.startswith("."):
                name = self.scope + name
            self.add(CodeItem(self.place, f"{label[1]}:", label=name))
            code = code[label.end() :]
        statement = _WORDS.match(code.strip())
        if statement:
            self.statement(statement[1], statement[2], code.strip())

    def statement(self, word: str, rest: str, text: str) -> None:
        directive = getattr(self, f"_{word.lower()}", None)
        if directive is not None and word.lower() in _DIRECTIVES:
            directive(rest)
        elif several := _stands_for(word, rest):
            for line in several:
                name, _, operands = line.partition(" ")
                self.statement(name, operands, line)
        elif word.upper() not in MNEMONICS:
            raise self.error(f"{word!r} is not an instruction")
        else:
            form, cells = self.instruction(word.upper(), _operands(rest))
            self.add(CodeItem(self.place, text, cells=cells, form=form))

    def error(self, message: str) -> AssemblyError:
        return AssemblyError(f"{self.place}: {message}")

    def add(self, item: CodeItem) -> None:
        if self.part is None:
            raise self.error("this stands before the first `part`")
        code = self.part.code
        if not (self.in_ram or code or item.align > 1) and ("." in item.label or not item.label):
            code.append(CodeItem(self.part.source, f"{self.part.name}:", label=self.part.name))
        (self.part.ram if self.in_ram else code).append(item)

    # Directives

    def _part(self, name: str) -> None:
        if any(part.name == name for part in self.unit.parts):
            raise self.error(f"there is a part {name} already")
        self.part = Part(name, self.place)
        self.unit.parts.append(self.part)
        self.in_ram = False
        self.scope = name

    def _bank(self, rest: str) -> None:
        if self.part is None:
            raise self.error("bank stands before the first `part`")
        self.part.bank = parse(rest).value({})

    def _ram(self, _: str) -> None:
        self.in_ram = True

    def _code(self, _: str) -> None:
        self.in_ram = False

    def _include(self, rest: str) -> None:
        name = rest.strip("\"' ")
        if self.load is None:
            raise self.error("nothing can be included here")
        if name in self.open:
            raise self.error(f"{name} includes itself")
        place = self.place
        try:
            text = self.load(name)
        except OSError as error:
            raise self.error(f"{name}: cannot be read: {error.strerror or error}") from error
        self.run(text, name)
        self.place = place

    def _db(self, rest: str) -> None:
        cells: list[CodeCell] = []
        for operand in _operands(rest):
            if len(operand) >= 2 and operand[0] == operand[-1] == '"':
                try:
                    cells += operand[1:-1].encode("latin-1")
                except UnicodeEncodeError:
                    raise self.error(f"{operand}: a character above 255") from None
            else:
                cells.append((BYTE, parse(operand, self.scope)))
        self.add(CodeItem(self.place, f"db {rest}", cells=tuple(cells)))

    def _dw(self, rest: str) -> None:
        cells = tuple((WORD, parse(operand, self.scope)) for operand in _operands(rest))
        self.add(CodeItem(self.place, f"dw {rest}", cells=cells))

    def _ds(self, rest: str) -> None:
        self.add(CodeItem(self.place, f"ds {rest}", space=parse(rest, self.scope)))

    def _align(self, rest: str) -> None:
        size = parse(rest)
        if size.names or (value := size.value({})) < 1 or value & value - 1:
            raise self.error(f"align takes a power of two, not {rest}")
        self.add(CodeItem(self.place, f"align {rest}", align=value))

    # Instructions

    def instruction(self, mnemonic: str, operands: list[str]) -> tuple[InstructionForm, tuple[CodeCell, ...]]:
        """Return the form of an instruction and its cells, the expressions filled in."""
        key: list[str] = []
        values: list[AsmExpression] = []
        for index, operand in enumerate(operands):
            plain = "".join(operand.split()).upper()
            indexed = _INDEXED.match(operand)
            if plain in ("(IX)", "(IY)") and mnemonic != "JP":
                indexed = _INDEXED.match(f"{plain[:-1]}+0)")
            if index == 0 and mnemonic in NUMBERED:
                key.append(str(self.number(operand)))
            elif indexed:
                key.append(f"({indexed[1].upper()}+d)")
                values.append(parse(indexed[2], self.scope))
            elif plain in REGISTERS or (index == 0 and mnemonic in _CONDITIONAL and plain in CONDITIONS):
                key.append(plain)
            else:
                value = parse(operand, self.scope)
                key.append("(n)" if _in_parentheses(operand) else "n")
                values.append(value)
        form = form_of(mnemonic, key)
        if form is None:
            raise self.error(f"{mnemonic} does not take {', '.join(operands) or 'no operands'}")
        return form, filled(form, iter(values))

    def number(self, operand: str) -> int:
        """Return a number that is part of an opcode: it has to be known at once."""
        expression = parse(operand, self.scope)
        symbols: dict[str, int] = {}
        for name in expression.names:
            constant = self.unit.constants.get(name)
            if constant is None or constant[0].names:
                raise self.error(f"{operand}: {name} is not known here")
            symbols[name] = constant[0].value({})
        return expression.value(symbols)


_DIRECTIVES = frozenset(("part", "bank", "ram", "code", "include", "db", "dw", "ds", "align"))


def _lines(text: str, name: str, macros: _Macros) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, `rept` and macros unrolled.

    Args:
        macros: Those of the files before, to which the text adds its own.
    """
    pending = deque(enumerate(text.splitlines(), 1))

    def body(kind: str) -> list[tuple[int, str]]:
        """Take the lines up to endm."""
        taken: list[tuple[int, str]] = []
        while pending:
            number, line = pending.popleft()
            words = _without_comment(line).lower().split()[:1]
            if words == ["endm"]:
                return taken
            if words in (["rept"], ["macro"]):
                raise AssemblyError(f"{name}:{number}: {kind} holds no {words[0]}")
            taken.append((number, line))
        raise AssemblyError(f"{name}: {kind} without endm")

    while pending:
        number, line = pending.popleft()
        words = _without_comment(line).split(None, 1)
        word = words[0].lower() if words else ""
        rest = words[1].strip() if len(words) > 1 else ""
        if word == "rept":
            try:
                times = parse(rest).value({}) if rest else -1
            except (ExpressionError, KeyError):
                times = -1
            if not 0 <= times <= 256:
                raise AssemblyError(f"{name}:{number}: rept takes a number up to 256")
            pending.extendleft(reversed(body("rept") * times))
        elif word == "macro":
            title, *parameters = _operands(rest)
            macros[title.lower()] = parameters, body("macro")
        elif word == "endm":
            raise AssemblyError(f"{name}:{number}: endm without rept or macro")
        elif word in macros:
            parameters, lines = macros[word]
            given = _operands(rest)
            if len(given) != len(parameters):
                raise AssemblyError(
                    f"{name}:{number}: {word} has {len(given)} operands and needs {len(parameters)}"
                )
            values = dict(zip(parameters, given, strict=True))
            pending.extendleft((at, _replaced(text, values)) for at, text in reversed(lines))
        else:
            yield number, line


def _stands_for(word: str, rest: str) -> list[str]:
    """Return the instructions for which one stands that the Z80 does not have."""
    if times := _REPEATED.match(word):
        return [rest] * int(times[1])
    if word in _STEPS and (pointer := _STEPPED.search(rest)):
        pair = next((name for name in _operands(rest) if name in _PAIRS), "")
        loads = [rest.replace(pair, half) for half in reversed(pair)] if pair else [rest]
        step = f"{_STEPS[word]} {pointer[1]}"
        return [line for load in loads for line in (f"ld {load}", step)]
    if word == "ld" and (found := _INDEXED_WORD.fullmatch(rest)):
        to, place, of = found.groups("")
        halves = zip(reversed(to or of), (place, f"{place}+1"), strict=False)
        return [f"ld {half},({at})" if to else f"ld ({at}),{half}" for half, at in halves]
    return [*_SEVERAL.get(f"{word} {rest}".rstrip(), ())]


def _replaced(line: str, values: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: values.get(found[0], found[0]), line)


def _without_comment(line: str) -> str:
    if ";" not in line:
        return line
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character == '"' or (character == "'" and line[index - 2 : index].upper() != "AF"):
            quote = character
        elif character == ";":
            return line[:index]
    return line


def _operands(text: str) -> list[str]:
    """Return the operands between the commas that stand outside quotes and parentheses."""
    if not text:
        return []
    if not any(character in text for character in "\"'("):
        return [operand.strip() for operand in text.split(",")]
    found, start, depth, quote = [], 0, 0, ""
    for index, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character == '"' or (character == "'" and text[max(0, index - 2) : index].upper() != "AF"):
            quote = character
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character == "," and not depth:
            found.append(text[start:index].strip())
            start = index + 1
    return [*found, text[start:].strip()]


def _in_parentheses(operand: str) -> bool:
    """Return whether one pair of parentheses encloses the whole operand."""
    if not operand.startswith("("):
        return False
    depth = 0
    for index, character in enumerate(operand):
        depth += (character == "(") - (character == ")")
        if not depth:
            return index == len(operand) - 1
    return False
