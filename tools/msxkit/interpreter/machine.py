"""The running machine: compiled program, variables, stack, and the loop that runs it.

The state between two statements is plain data; a statement that has to wait raises `Pause` and starts again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from decimal import Context, Decimal
from operator import length_hint
from typing import Any

from msxkit import decimal14
from msxkit.decimal14 import BasicError, Number
from msxkit.interpreter import errors, strings
from msxkit.interpreter.arrays import SIZES, Array, Key, dimension
from msxkit.interpreter.bios import CALLS
from msxkit.interpreter.compiler import CompiledLine, LineCompiler, Place, Statement
from msxkit.interpreter.data import DataReader
from msxkit.interpreter.devices import Devices
from msxkit.interpreter.display import Display
from msxkit.interpreter.editor import Editor, Interrupted
from msxkit.interpreter.errors import Pause, RaisedError, Stopped
from msxkit.interpreter.expressions import DEFAULT_TYPES, STRING, Lit
from msxkit.interpreter.fields import Fields
from msxkit.interpreter.file_statements import FILE_STATEMENTS
from msxkit.interpreter.files import Files
from msxkit.interpreter.io_statements import IO_STATEMENTS
from msxkit.interpreter.lexemes import Layout, Line
from msxkit.interpreter.memory import FREE_MEMORY, HIMEM, Memory
from msxkit.interpreter.printing import ScreenPrinter
from msxkit.interpreter.programfiles import ProgramFiles
from msxkit.interpreter.sprites import Sprites
from msxkit.interpreter.statements import STATEMENTS
from msxkit.interpreter.strings import StringSpace, byte
from msxkit.interpreter.textscreen import TextScreen
from msxkit.interpreter.using import Using
from msxkit.language.program import Line as StoredLine
from msxkit.rnd import INITIAL
from msxkit.rnd import seed as rnd_seed
from msxkit.rnd import step as rnd_step

ALL_STATEMENTS: dict[str, Statement] = {**STATEMENTS, **IO_STATEMENTS, **FILE_STATEMENTS}
#: Statements that a real machine runs in one interrupt of the video chip, on average (1.6 ms each at 50 Hz).
STATEMENTS_PER_JIFFY = 12
#: TIME when the run begins: the machine was switched on twelve seconds ago.
START_JIFFY = 600
#: INKEY$ found nothing this many times in a row: the program waits for a key.
IDLE_POLLS = 200_000
_EXACT = Context(prec=20)
FOR_BYTES, GOSUB_BYTES, SIMPLE_BYTES = 25, 7, 3


class Unset(int):
    """The 0 of a numeric variable that nothing was assigned to: it does not exist yet."""


class UnsetString(Lit):
    """The "" of a string variable that nothing was assigned to."""


class Uncompiled(Exception):  # noqa: N818 - a request, not an error
    """The run came to a place that has no code yet."""


def _uncompiled() -> int:
    raise Uncompiled


Code = Callable[[], int]
#: FOR: variable, offset behind it, limit, step. GOSUB: None, offset to return to.
Frame = tuple[Any, ...]


class Machine:
    """One MSX with a program. Everything that goes in is an argument.

    times: TIME for each draw (RND of a negative TIME), in order; when there are no more, the machine's own clock.
    """

    def __init__(
        self, layout: Layout, kind: str, times: Iterator[int], files: MutableMapping[str, bytes]
    ) -> None:
        self.kind = kind
        self.layout = layout
        self.times = times
        self.screen: TextScreen = TextScreen(kind)
        self.screen_out = ScreenPrinter(self.screen)
        self.files = Files(files, self.screen_out)
        self.space = StringSpace(self.live_strings)
        self.keys: deque[int] = deque()
        #: INKEY$ finds no key before this TIME; a wait for a key jumps there.
        self.keys_from = 0
        self.devices: Devices = Devices(kind, self._polled)
        self.jiffy = START_JIFFY
        #: Statements until the next jiffy.
        self.ticks = STATEMENTS_PER_JIFFY
        self.stack: list[Frame] = []
        self.names: dict[str, Any] = {}
        self.variables: dict[str, str] = {}
        self.arrays: dict[str, Array] = {}
        self.array_bytes = 0
        self.functions: dict[str, tuple[int, tuple[tuple[str, str], ...]]] = {}
        self.types = DEFAULT_TYPES
        self.traps: dict[tuple[str, int], dict[str, Any]] = {}
        self.usr: dict[int, int] = {}
        self.cache: dict[tuple[int, str], CompiledLine] = {}
        self.programs = ProgramFiles(self)
        # The run
        self.pc = layout.lines[0].start if layout.lines else layout.end
        self.rnd_state = INITIAL
        self.err = self.erl = 0
        self.error_note = ""
        self.error_line: int | None = None
        self.error_pc = 0
        self.handler: int | None = None
        self.handling = False
        self.continue_pc: int | None = None
        self.trace = False
        self.counts: dict[int, int] | None = None
        # Events
        self.stepping = False
        self.granted = False
        self.paused_pc: int | None = None
        #: The statement at `pc` has begun already: it is neither counted nor traced again.
        self.resumed = False
        self.answers: list[int] = []
        self.answer_index = 0
        self.saved_rnd = INITIAL
        self.idle = 0
        #: Polls in vain that count as a wait for a key; None: they never do.
        self.idle_limit: int | None = IDLE_POLLS
        self.editor: Editor | None = None
        self.fields: Fields | None = None
        self.input_start = 0
        self.memory = Memory(self)
        self.display = Display(kind, self.screen, self.memory)
        self.sprites = Sprites(self.screen, self.memory, self.space.made)
        self.data = DataReader(layout)
        self.code: list[Code] = []
        self.places: dict[int, Place] = {}
        self._bind()
        self.load(layout)

    # Program

    def load(self, layout: Layout) -> None:
        """Takes a program; nothing else changes."""
        self.layout = layout
        self.memory.put_text(layout.data)
        if self.counts is not None:
            self.counts.clear()
        self.cache = _CACHE.get(layout.data)
        self.data = DataReader(layout)
        self.names["read_number"] = self.data.number
        self.names["read_string"] = self.data.string
        self._forget_code()

    def _forget_code(self) -> None:
        size = self.layout.end + 1
        if self.layout.direct is not None:
            size = self.layout.direct.end + 2
        self.code[:] = [_uncompiled] * size
        self.code[self.layout.end] = self._off_the_end
        if self.layout.direct is not None:
            self.code[self.layout.direct.end + 1] = self._end_of_direct
        self.places.clear()

    def compile_at(self, pc: int) -> None:
        """Compiles the line that offset `pc` lies in."""
        line = self.layout.line_at(pc)
        if line is None:
            raise RuntimeError(f"the run left the program: offset {pc}")
        if line is self.layout.direct:
            compiled = self._compile(line)
        else:
            key = (line.start, self.types)
            found = self.cache.get(key)
            if found is None:
                found = self.cache[key] = self._compile(line)
            compiled = found
        self._install(compiled)

    def _compile(self, line: Line) -> CompiledLine:
        return LineCompiler(self.layout, line, self.types, ALL_STATEMENTS).compile()

    def _install(self, compiled: CompiledLine) -> None:
        names = self.names
        names.update(compiled.unit.constants)
        for python, kind in compiled.unit.variables.items():
            if python not in names:
                self.variables[python] = kind
                names[python] = UnsetString("") if kind == STRING else Unset(0)
        for python, (name, kind) in compiled.unit.arrays.items():
            if python not in names:
                names[python] = self.arrays[python] = Array(name, kind, self.reserve)
        exec(compiled.code, names)
        for pc, place in compiled.places.items():
            self.code[pc] = names[f"o{pc}"]
            self.places[pc] = place

    # Names that compiled code uses

    def _bind(self) -> None:
        space, memory, files = self.space, self.memory, self.files
        names = self.names
        for module, words in (
            (
                decimal14,
                "add sub mul div neg power int_divide modulo to_int16 csng cdbl sqr log exp sin cos tan atn "
                "fix int_ val",
            ),
            (strings, "asc instr cvi cvs cvd byte"),
            (
                space,
                "copy cat cat_held hold release left right mid chr_ str_ hex_ oct_ bin_ space string_code "
                "string_of replaced mki mks mkd made",
            ),
            (memory, "peek poke vpeek vpoke base set_base vdp set_vdp inp out wait_port"),
            (
                files,
                "open_file close_file set_maxfiles channel_out printer_out lpos eof loc lof dskf input_from "
                "file_number",
            ),
            (self.devices, "sound play playing beep set_clock date time_of_day stick strig pdl pad"),
            (
                self.display,
                "locate set_width set_screen cls color color_reset color_palette key_line key_list key_text pos "
                "csrlin text_only",
            ),
            (self.sprites, "set_sprite put_sprite sprite_pattern"),
            (
                self,
                "fail mismatch always enter draw now rnd inkey input_characters input_begin line_input_begin "
                "input_line input_again input_end field_number field_string push_for push_gosub pop_gosub find_for "
                "next_unnamed on_error on_trap switch_trap resume raise_error end stop run_again run_file clear cont "
                "erase must_exist deftype define call_fn def_usr usr restore set_trace set_time fpos "
                "pointer file_pointer free_strings free_memory list_lines to_prompt",
            ),
        ):
            for word in words.split():
                names[word] = getattr(module, word) if word != "usr" else self.call_usr
        names["sign"] = decimal14.sign
        names["absolute"] = decimal14.absolute
        names["using"] = Using
        names["dim"] = dimension
        names["m"] = self
        names["stack"] = self.stack
        names["screen_out"] = self.screen_out
        names["programs"] = self.programs
        names["file_string"] = lambda: space.made(files.file_string())
        names["file_line"] = lambda number: space.made(files.file_line(number))

    # Errors

    def fail(self, number: int, note: str = "") -> int:
        """Raises a BASIC error."""
        raise RaisedError(number, note=note)

    def mismatch(self, *_values: object) -> Any:
        """Type mismatch, after the operands are computed."""
        raise RaisedError(errors.TYPE_MISMATCH)

    def always(self, *_values: object) -> int:
        """A relation that always holds."""
        return -1

    def raise_error(self, number: int) -> None:
        """ERROR n."""
        if not number:
            raise RaisedError(errors.ILLEGAL_CALL)
        raise RaisedError(number)

    def on_error(self, target: int | None) -> None:
        """ON ERROR GOTO; 0 inside a handler raises the error again."""
        self.handler = target
        if target is None and self.handling:
            self.handling = False
            raise RaisedError(self.err, line=self.erl)

    def resume(self, how: str) -> int:
        """RESUME, RESUME NEXT, RESUME line."""
        if not self.handling:
            raise RaisedError(errors.RESUME_WITHOUT_ERROR)
        self.handling = False
        place = self._place(self.error_pc)
        return place.following if how == "next" else place.statement

    def _place(self, pc: int) -> Place:
        if pc not in self.places:
            self.compile_at(pc)
        return self.places[pc]

    def line_number(self, pc: int) -> int | None:
        """The line that an offset lies in; None in direct mode."""
        line = self.layout.line_at(pc)
        if line is None and pc == self.layout.end and self.layout.lines:
            # CURLIN still names the last line when the run goes off the end.
            line = self.layout.lines[-1]
        return None if line is None or line is self.layout.direct else line.number

    def current_line(self) -> int:
        """CURLIN."""
        number = self.line_number(self.pc)
        return 0xFFFF if number is None else number

    # Events

    def enter(self, pc: int) -> None:
        """At the start of a function that can pause: knows whether it starts again after a pause."""
        self.answer_index = 0
        if self.paused_pc == pc:
            self.paused_pc = None
            self.rnd_state = self.saved_rnd
        else:
            self.answers.clear()
            self.saved_rnd = self.rnd_state

    def _answer(self, at: str) -> int:
        """The TIME of a draw or the code of a key: the one given before the pause, or a new one."""
        index = self.answer_index
        if index < len(self.answers):
            self.answer_index += 1
            return self.answers[index]
        if self.stepping and not self.granted:
            raise Pause(at)
        if at == "draw":
            value = next(self.times, self.jiffy) & 0xFFFF
        elif self.keys:
            value = self._take_key()
        else:
            raise Pause(at)
        self.granted = False
        self.answers.append(value)
        self.answer_index += 1
        return value

    def _take_key(self) -> int:
        """A key for a statement that waits for one."""
        self.idle = 0
        self.jiffy = max(self.jiffy, self.keys_from)
        return self.keys.popleft()

    def draw(self) -> int:
        """TIME in the argument of RND."""
        return self._answer("draw")

    def now(self) -> int:
        """TIME."""
        return self.jiffy

    def set_time(self, x: Number) -> None:
        """TIME =."""
        self.jiffy = decimal14.to_address(x)

    def rnd(self, x: Number) -> Number:
        """RND."""
        if x < 0:
            digits = -x if type(x) is int else int("".join(map(str, Decimal(x).as_tuple().digits)))
            self.rnd_state = rnd_step(rnd_seed(digits))
        elif x > 0:
            self.rnd_state = rnd_step(self.rnd_state)
        return _EXACT.scaleb(self.rnd_state, -14) if self.rnd_state else 0

    def inkey(self) -> str:
        """INKEY$: never waits; but a program that only polls it waits for a key."""
        index = self.answer_index
        if index < len(self.answers):
            self.answer_index += 1
            code = self.answers[index]
        else:
            code = self.keys.popleft() if self.keys and self.jiffy >= self.keys_from else -1
            if code < 0:
                self._polled()
            else:
                self.idle = 0
            self.answers.append(code)
            self.answer_index += 1
        return "" if code < 0 else self.space.made(chr(code))

    def _polled(self) -> None:
        """A key or trigger was looked for and not found."""
        self.idle += 1
        if self.idle_limit is not None and self.idle > self.idle_limit:
            self.idle = 0
            raise Pause("key")

    def wait_key(self) -> int:
        """CHGET: a key, waited for."""
        return self._answer("key")

    def input_characters(self, count: Number, channel: Number | None = None) -> str:
        """INPUT$."""
        number = byte(count)
        if not number:
            raise RaisedError(errors.ILLEGAL_CALL)
        if channel is not None:
            return self.space.made(self.files.characters(number, channel))
        codes = []
        for _ in range(number):
            codes.append(chr(self._answer("key")))
        return self.space.made("".join(codes))

    # INPUT

    def input_begin(self, prompt: str) -> None:
        """INPUT: the prompt and the question mark."""
        self.screen.write(prompt + "? ")
        self.editor = None
        self.fields = None

    def line_input_begin(self, prompt: str) -> None:
        """LINE INPUT: the prompt."""
        self.screen.write(prompt)
        self.editor = None

    def _edit(self) -> str:
        """A line from the screen editor; raises `Pause` whenever a key is missing."""
        if self.editor is None:
            self.editor = Editor(self.screen)
        while True:
            if self.stepping and not self.granted:
                raise Pause("key")
            if not self.keys:
                raise Pause("key")
            self.granted = False
            try:
                line = self.editor.key(self._take_key())
            except Interrupted:
                self.editor = None
                raise Stopped("break") from None
            if line is not None:
                self.editor = None
                return line

    def input_line(self, start: int, whole: bool = False) -> str | None:
        """The line for INPUT (None: empty, nothing is assigned) or LINE INPUT (whole)."""
        line = self._edit()
        if whole:
            return self.space.made(line)
        self.input_start = start
        self.fields = Fields(line)
        return line or None

    def _field(self) -> Fields:
        assert self.fields is not None
        while self.fields.exhausted:
            if self.editor is None and not self.fields.asked:
                self.screen.write("?? ")
                self.fields.asked = True
            self.fields = Fields(self._edit())
        return self.fields

    def field_string(self) -> str | None:
        """The next item of INPUT for a string; None: start again."""
        text = self._field().string()
        return None if text is None else self.space.made(text)

    def field_number(self) -> Number | None:
        """The next item of INPUT for a number; None: start again."""
        return self._field().number()

    def input_again(self) -> int:
        """?Redo from start."""
        self.screen.write("?Redo from start")
        self.screen.newline()
        return self.input_start

    def input_end(self) -> None:
        """?Extra ignored, if the line has more items than the statement has variables."""
        if self.fields is not None and not self.fields.exhausted:
            self.screen.write("?Extra ignored")
            self.screen.newline()
        self.fields = None

    # Loops and subroutines

    def push_for(self, name: str, pc: int, limit: Number, step: Number) -> None:
        """FOR: a loop that starts again at the same place drops what it left on the stack."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            frame = stack[index]
            if frame[0] is None:
                break
            if frame[1] == pc and frame[0] == name:
                del stack[index:]
                break
        stack.append((name, pc, limit, step))
        if not len(stack) & 63:
            self._check_memory()

    def push_gosub(self, pc: int) -> None:
        """GOSUB."""
        self.stack.append((None, pc))
        if not len(self.stack) & 63:
            self._check_memory()

    def pop_gosub(self) -> int:
        """RETURN: drops the loops of the subroutine."""
        stack = self.stack
        while stack:
            frame = stack.pop()
            if frame[0] is None:
                if len(frame) > 2:
                    self._trap_done(frame[2])
                return int(frame[1])
        raise RaisedError(errors.RETURN_WITHOUT_GOSUB)

    def find_for(self, name: str) -> Frame:
        """NEXT variable: the nearest loop of it; inner loops are dropped."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            frame = stack[index]
            if frame[0] is None:
                break
            if frame[0] == name:
                del stack[index + 1 :]
                return frame
        raise RaisedError(errors.NEXT_WITHOUT_FOR)

    def next_unnamed(self) -> int:
        """NEXT without a variable: offset of the loop's body, -1 when the loop has ended."""
        stack = self.stack
        if not stack or stack[-1][0] is None:
            raise RaisedError(errors.NEXT_WITHOUT_FOR)
        name, pc, limit, step = stack[-1]
        names = self.names
        value = names[name] + step
        if type(value) is not int or not -99999 < value < 99999:
            value = decimal14.add(names[name], step)
            if name[-1] == "s":
                value = decimal14.csng(value)
        if name[-1] == "i" and not -32768 <= value <= 32767:
            raise RaisedError(errors.OVERFLOW)
        names[name] = value
        if value <= limit if step >= 0 else value >= limit:
            return int(pc)
        stack.pop()
        return -1

    # Memory

    def reserve(self, size: int) -> None:
        if size > self.free_bytes():
            raise RaisedError(errors.OUT_OF_MEMORY)
        self.array_bytes += size

    def variable_bytes(self) -> int:
        """Memory of the simple variables that exist."""
        return sum(
            SIMPLE_BYTES + SIZES[kind]
            for python, kind in self.variables.items()
            if type(self.names[python]) not in (Unset, UnsetString)
        )

    def free_bytes(self) -> int:
        """FRE(0)."""
        stack = sum(GOSUB_BYTES if frame[0] is None else FOR_BYTES for frame in self.stack)
        used = len(self.layout.data) - 2 + self.variable_bytes() + self.array_bytes + stack
        return FREE_MEMORY[self.kind] - used - (self.space.size - strings.DEFAULT_SPACE)

    def _check_memory(self) -> None:
        if self.free_bytes() < 0:
            self.stack.clear()
            raise RaisedError(errors.OUT_OF_MEMORY)

    def free_memory(self, _x: Number) -> int:
        """FRE(number)."""
        return self.free_bytes()

    def free_strings(self, _text: str) -> int:
        """FRE(string): after a collection."""
        return self.space.free()

    def live_strings(self) -> int:
        """Bytes of string space that variables use."""
        names = self.names
        total = 0
        for python, kind in self.variables.items():
            if kind == STRING and type(names[python]) is str:
                total += len(names[python])
        for array in self.arrays.values():
            if array.kind == STRING:
                total += sum(len(text) for text in array.values() if type(text) is str)
        return total

    def reset_variables(self) -> None:
        """RUN, NEW, CLEAR: variables, arrays, functions, types, DATA, RND, traps, stack, files."""
        for python, kind in self.variables.items():
            self.names[python] = UnsetString("") if kind == STRING else Unset(0)
        for array in self.arrays.values():
            array.erase()
        self.array_bytes = 0
        self.functions.clear()
        self.stack.clear()
        self.traps.clear()
        self.space.reset(self.space.size)
        self.data.restore(None)
        self.rnd_state = INITIAL
        self.handler = None
        self.handling = False
        self.files.close_file(None)
        self.set_types(DEFAULT_TYPES)

    def set_types(self, types: str) -> None:
        """Default types of the 26 letters; other types are other code."""
        if types != self.types:
            self.types = types
            self._forget_code()

    def deftype(self, kind: str, first: str, last: str) -> None:
        """DEFINT, DEFSNG, DEFDBL, DEFSTR."""
        start, end = ord(first) - 65, ord(last) - 65
        if end < start:
            raise RaisedError(errors.SYNTAX)
        self.set_types(self.types[:start] + kind * (end - start + 1) + self.types[end + 1 :])

    def clear(self, space: Number | None, top: Number | None) -> None:
        """CLEAR [string space [, highest address]]."""
        if space is not None:
            if space < 0:
                raise RaisedError(errors.ILLEGAL_CALL)
            if space - self.space.size > self.free_bytes() + self.array_bytes + self.variable_bytes():
                raise RaisedError(errors.OUT_OF_MEMORY)
        if top is not None and decimal14.to_address(top) > HIMEM[self.kind]:
            raise RaisedError(errors.ILLEGAL_CALL)
        if space is not None:
            self.space.size = int(space)
        self.reset_variables()

    def erase(self, array: Array) -> None:
        """ERASE."""
        if array.tops is None:
            raise RaisedError(errors.ILLEGAL_CALL)
        self.array_bytes -= array.bytes_for(array.tops)
        array.erase()

    def must_exist(self, value: object) -> None:
        """The second variable of SWAP must have a value."""
        if type(value) in (Unset, UnsetString):
            raise RaisedError(errors.ILLEGAL_CALL)

    def pointer(self, python: str, key: Key | None = None, *, made: bool = False) -> int:
        """VARPTR: an address in the area of variables; nothing is stored there."""
        base = self.memory.peek(0xF6C2) | self.memory.peek(0xF6C3) << 8
        if python in self.arrays:
            array = self.arrays[python]
            assert key is not None
            if key not in array:
                key = array.place(key)
            address = base + 1024 + array.offset(key) * SIZES[array.kind]
        else:
            if not made:
                self.must_exist(self.names[python])
            address = base + 3 + 11 * list(self.variables).index(python)
        return address - 0x10000 if address > 32767 else address

    def file_pointer(self, number: Number) -> int:
        """VARPTR(#n)."""
        self.files.channel(number)
        return HIMEM[self.kind] - 0x10000

    # Functions

    def define(self, key: str, pc: int, parameters: tuple[tuple[str, str], ...]) -> None:
        """DEF FN."""
        if self.line_number(pc) is None:
            raise RaisedError(errors.ILLEGAL_DIRECT)
        self.functions[key] = (pc, parameters)

    def call_fn(self, key: str, values: list[tuple[str, Any]]) -> Any:
        """FN: binds the parameters, computes the body, restores the variables."""
        found = self.functions.get(key)
        if found is None:
            raise RaisedError(errors.UNDEFINED_FUNCTION)
        pc, parameters = found
        if len(values) != len(parameters):
            raise RaisedError(errors.SYNTAX)
        names = self.names
        if f"f{pc}" not in names:
            self.compile_at(pc)
        saved = [(python, names[python]) for python, _ in parameters]
        converted = [
            self._convert(value, kind == STRING, target)
            for (kind, value), (_, target) in zip(values, parameters, strict=True)
        ]
        for (python, _), value in zip(parameters, converted, strict=True):
            names[python] = value
        try:
            return names[f"f{pc}"]()
        finally:
            names.update(saved)

    def _convert(self, value: Any, is_string: bool, kind: str) -> Any:
        if is_string != (kind == STRING):
            raise RaisedError(errors.TYPE_MISMATCH)
        if kind == "i":
            return decimal14.to_int16(value)
        return decimal14.csng(value) if kind == "s" else value

    def def_usr(self, number: int, address: Number) -> None:
        """DEFUSR."""
        self.usr[number] = decimal14.to_address(address)

    def call_usr(self, number: int, value: Any) -> Any:
        """USR of BIOS entries; other machine code is not run: the value comes back as from a lone RET."""
        if number not in self.usr:
            raise RaisedError(errors.ILLEGAL_CALL)
        address = self.usr[number]
        self.devices.record("usr", number, address, value)
        if address in CALLS:
            CALLS[address](self)
        return value

    # Running on and stopping

    def end(self, pc: int) -> None:
        """END."""
        self.files.close_file(None)
        self._continue_at(pc)
        raise Stopped("ok")

    def _continue_at(self, pc: int) -> None:
        if self.line_number(pc) is not None:
            self.continue_pc = pc

    def stop(self, pc: int) -> None:
        """STOP."""
        self._continue_at(pc)
        raise Stopped("break")

    def _off_the_end(self) -> int:
        if self.handling:
            raise RaisedError(errors.NO_RESUME)
        self.files.close_file(None)
        self.continue_pc = None
        raise Stopped("ok")

    def _end_of_direct(self) -> int:
        raise Stopped("ok")

    def to_prompt(self) -> None:
        """LIST ends the run."""
        raise Stopped("ok")

    def start_direct(self, stored: StoredLine) -> None:
        """Makes a line of direct mode the next thing to run; variables and the program stay."""
        line = self.layout.set_direct(stored)
        self._forget_code()
        self.pc = line.start
        self.paused_pc = None
        self.handling = False
        self.editor = None

    def stop_trapped(self) -> bool:
        """CTRL-STOP: True when ON STOP GOSUB takes it."""
        trap = self.traps.get(("STOP", 0))
        if trap is None or trap["state"] == "OFF" or trap["target"] is None:
            return False
        if trap["state"] == "ON":
            trap["state"] = "STOP"
            self.stack.append((None, self.pc, ("STOP", 0)))
            self.pc = trap["target"]
            self.paused_pc = None
        return True

    def statement_at(self, pc: int) -> int:
        """Offset of the statement that offset `pc` lies in."""
        return self._place(pc).statement if self.code[pc] is not self._off_the_end else pc

    def start_pc(self) -> int:
        """Offset of the first statement."""
        return self.layout.lines[0].start if self.layout.lines else self.layout.end

    def run_again(self, target: int | None) -> int:
        """RUN [line]."""
        self.reset_variables()
        return self.start_pc() if target is None else target

    def run_file(self, name: str, keep: bool) -> int:
        """RUN "file" [,R]: with R the files stay open."""
        channels = dict(self.files.channels) if keep else {}
        start = self.programs.load(name, True)
        self.files.channels.update(channels)
        return start

    def cont(self) -> int:
        """CONT."""
        if self.continue_pc is None or self.line_number(self.pc) is not None:
            raise RaisedError(errors.CANT_CONTINUE)
        return self.continue_pc

    def set_trace(self, on: bool) -> None:
        """TRON, TROFF."""
        self.trace = on
        self.attention = True

    def restore(self, number: int | None) -> None:
        """RESTORE."""
        self.data.restore(number)

    # Traps

    def on_trap(self, name: str, period: Number, targets: list[int]) -> None:
        """ON INTERVAL/KEY/STOP/STRIG/SPRITE GOSUB."""
        if name == "INTERVAL" and not period:
            raise RaisedError(errors.ILLEGAL_CALL)
        for index, target in enumerate(targets):
            trap = self.traps.setdefault((name, index), {"state": "OFF", "due": 0, "pending": False})
            trap["target"] = target
            trap["period"] = decimal14.to_address(period)

    def switch_trap(self, name: str, number: Number, state: str) -> None:
        """ON, OFF or STOP of a trap."""
        index = byte(number)
        if name == "KEY":
            if not 1 <= index <= 10:
                raise RaisedError(errors.ILLEGAL_CALL)
            index -= 1
        trap = self.traps.setdefault(
            (name, index), {"state": "OFF", "due": 0, "pending": False, "target": None, "period": 0}
        )
        trap["state"] = state
        if state == "ON":
            trap["due"] = self.jiffy + trap["period"]

    def _trap_due(self) -> Frame | None:
        """A trap whose time has come: its frame for the stack and where to go."""
        for key, trap in self.traps.items():
            if key[0] != "INTERVAL" or trap["state"] == "OFF" or not trap["period"]:
                continue
            if self.jiffy >= trap["due"]:
                trap["due"] = self.jiffy + trap["period"]
                trap["pending"] = True
            if trap["pending"] and trap["state"] == "ON" and trap["target"] is not None:
                trap["pending"] = False
                trap["state"] = "STOP"
                return (None, trap["target"], key)
        return None

    def _trap_done(self, key: tuple[str, int]) -> None:
        trap = self.traps.get(key)
        if trap is not None and trap["state"] == "STOP":
            trap["state"] = "ON"

    def list_lines(self, first: int, last: int, printer: bool) -> None:
        """LIST and LLIST."""
        from msxkit.language.lister import list_line

        for line in self.layout.lines:
            if first <= line.number <= last:
                stored = line.stored
                text = list_line(stored.number, stored.stored, stored.tokens).decode("latin-1").rstrip("\r\n")
                if printer:
                    self.files.line_printer.string(text)
                    self.files.line_printer.newline()
                else:
                    self.screen.write(text)
                    self.screen.newline()

    def fpos(self, _number: Number) -> int:
        """FPOS."""
        raise RaisedError(errors.ILLEGAL_CALL)

    # The loop

    def execute(self, budget: int | None = None, poll: Callable[[], bool] | None = None) -> str:
        """Runs on from `pc` until something happens: `ok`, `break`, `error`, `draw`, `key` or `limit`.

        budget: statements at most. poll: asked now and then; True stops with `limit`.
        """
        code = self.code
        pc = self.pc
        rounds = 0
        self.attention = self.trace or self.counts is not None
        resumed = self.resumed
        self.resumed = False
        while True:
            count = self.ticks if budget is None or budget > self.ticks else budget
            ticks = iter(range(count))
            undone = 0
            stop = ""
            try:
                if self.attention:
                    for _ in ticks:
                        if code[pc] is _uncompiled:
                            self.compile_at(pc)
                        if not resumed:
                            self._watch(pc)
                        resumed = False
                        pc = code[pc]()
                else:
                    for _ in ticks:
                        pc = code[pc]()
            except Uncompiled:
                undone = 1
                self.compile_at(pc)
                if code[pc] is _uncompiled:
                    raise RuntimeError(f"the run came to offset {pc}, where no statement begins") from None
            except (BasicError, RecursionError, MemoryError) as error:
                self.pc = pc
                known = error if isinstance(error, BasicError) else RaisedError(errors.OUT_OF_MEMORY)
                handler = self._handle(known, pc)
                if handler is None:
                    stop = "error"
                else:
                    pc = handler
            except Pause as pause:
                undone = 1
                self.paused_pc = pc
                self.resumed = True
                stop = pause.at
            except Stopped as stopped:
                if stopped.kind == "new":
                    pc = self.start_pc()
                self.pc = pc
                if stopped.kind == "break" and self.continue_pc is None:
                    self._continue_at(self.statement_at(pc))
                stop = stopped.kind
            done = count - length_hint(ticks) - undone
            self.ticks -= done
            if budget is not None:
                budget -= done
            if stop:
                self.pc = pc
                return stop
            if not self.ticks:
                self.ticks = STATEMENTS_PER_JIFFY
                self.jiffy = (self.jiffy + 1) & 0xFFFF
                if self.traps:
                    frame = self._trap_due()
                    if frame is not None:
                        self.stack.append((None, pc, frame[2]))
                        pc = int(frame[1])
                rounds += 1
                if poll is not None and not rounds & 127 and poll():
                    budget = 0
            if budget is not None and budget <= 0:
                self.pc = pc
                return "limit"

    def _watch(self, pc: int) -> None:
        """Before each function while tracing or counting."""
        if self.trace:
            line = self.layout.line_at(pc)
            if line is not None and line.start == pc and line is not self.layout.direct:
                self.screen.write(f"[{line.number}]")
        if self.counts is not None:
            place = self.places.get(pc)
            if place is None or place.first:
                self.counts[pc] = self.counts.get(pc, 0) + 1

    def _handle(self, error: BasicError, pc: int) -> int | None:
        """An error: where the program's own handler is, or None when it has none."""
        self.space.held.clear()
        self.editor = None
        line = self.line_number(pc)
        stated = getattr(error, "line", None)
        number = line if stated is None else stated
        self.err = error.number
        self.erl = 65535 if number is None else number
        self.error_line = number
        self.error_note = getattr(error, "note", "")
        self.error_pc = pc
        if self.handler is not None and not self.handling and line is not None:
            self.handling = True
            return self.handler
        self.handling = False
        if line is not None:
            self.continue_pc = None
        return None


class _CodeCache:
    """Compiled lines of the programs used last: a second session of a program compiles nothing."""

    def __init__(self, size: int = 32) -> None:
        self._programs: dict[bytes, dict[tuple[int, str], CompiledLine]] = {}
        self._size = size

    def get(self, data: bytes) -> dict[tuple[int, str], CompiledLine]:
        lines = self._programs.pop(data, None)
        if lines is None:
            lines = {}
            if len(self._programs) >= self._size:
                del self._programs[next(iter(self._programs))]
        self._programs[data] = lines
        return lines


_CACHE = _CodeCache()
