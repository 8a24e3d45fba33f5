"""A stopped program as the client sees it: frames, variables, expressions, changes, typed keys."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msxkit.charset import decode
from msxkit.dap import views
from msxkit.dap.debuggee import VIDEO, ScopeRow
from msxkit.dap.debuggee import read as read_bytes
from msxkit.dap.expressions import DirectLine, codes
from msxkit.dap.fields import RequestFields
from msxkit.dap.subject import Subject
from msxkit.decimal14 import format_number
from msxkit.errors import MsxError
from msxkit.language import tree
from msxkit.machine.input_script import typed_codes
from msxkit.machine.keyboard import position

THREAD = 1
#: At the console LET gives a variable a value; `A=5` alone asks whether A is 5.
_ASSIGNMENT = re.compile(r"LET\s+([^=:]+?)\s*=\s*([^:]+)", re.IGNORECASE)
_WHO = re.compile(r"WHO\s+(.+)", re.IGNORECASE)
_ARRAY = re.compile(r"([A-Z][A-Z0-9]*)([%!#$]?)\s*\(\s*\)", re.IGNORECASE)
#: Columns of a print zone.
_ZONE = 14
#: How many instructions are disassembled at once.
_INSTRUCTIONS = 5000


class Inspection:
    """The requests of the protocol that look at the program."""

    def __init__(self, subject: Subject, show: Callable[..., None]) -> None:
        self.subject = subject
        #: Shows the client where the program stands now, or that its state has changed.
        self.show = show

    def exception_info(self, _arguments: RequestFields) -> Any:
        number = self.subject.debugger.error_number
        text = self.subject.stopped.text if self.subject.stopped is not None else ""
        return {"exceptionId": f"Error {number}", "description": text, "breakMode": "unhandled"}

    def threads(self, _arguments: RequestFields) -> Any:
        return {"threads": [{"id": THREAD, "name": "MSX BASIC"}]}

    def stack(self, arguments: RequestFields) -> Any:
        found = self.subject.debugger.frames(self.subject.routines)
        launch = self.subject.launched
        rows = []
        for number, frame in enumerate(found):
            place = frame.place
            name = self.subject.program.in_source(frame.name)
            row: dict[str, Any] = {"id": number, "name": name, "line": 0, "column": 0}
            if place is not None:
                row |= place.marked | {"source": launch.source(place.file)}
            if not number and (code := self.subject.debugger.code_address) is not None:
                row["instructionPointerReference"] = f"0x{code:04X}"
            if frame.subtle:
                row["presentationHint"] = "subtle"
            rows.append(row)
        start = arguments.number("startFrame", 0)
        count = arguments.number("levels", 0) or len(rows)
        return {"stackFrames": rows[start : start + count], "totalFrames": len(rows)}

    def scopes(self, _arguments: RequestFields) -> Any:
        scopes = []
        long = self.subject.program.long_name
        for name, rows in (
            (
                "Variables",
                [replace(value, name=long(value.name)) for value in self.subject.debugger.variables()],
            ),
            ("Machine", self.subject.debugger.machine_state()),
        ):
            number = self._reference(tuple(rows))
            scopes.append({"name": name, "variablesReference": number, "expensive": False})
        return {"scopes": scopes}

    def _reference(self, rows: tuple[ScopeRow, ...]) -> int:
        number = len(self.subject.values) + 1
        self.subject.values[number] = rows
        return number

    def variables(self, arguments: RequestFields) -> Any:
        rows = self.subject.values.get(arguments.number("variablesReference"))
        if rows is None:
            raise MsxError("this view is of an earlier stop; open it again")
        start = arguments.number("start", 0)
        count = arguments.number("count", 0) or len(rows)
        return {"variables": [self._row(value) for value in rows[start : start + count]]}

    def _row(self, value: ScopeRow) -> dict[str, Any]:
        row: dict[str, Any] = {
            "name": value.name,
            "value": value.value,
            "type": value.type,
            "variablesReference": 0,
        }
        if value.children:
            row["variablesReference"] = self._reference(value.children)
            row["indexedVariables"] = len(value.children)
        if value.memory:
            row["memoryReference"] = value.memory
        if value.target:
            row["evaluateName"] = value.target
        else:
            row["presentationHint"] = {"attributes": ["readOnly"]}
        return row

    def set_variable(self, arguments: RequestFields) -> Any:
        self.subject.stand()
        name = arguments.text("name")
        for value in self.subject.values.get(arguments.number("variablesReference"), ()):
            if value.name == name:
                if not value.target and name in {each.name for each in self.subject.debugger.machine_state()}:
                    raise MsxError(f"{name} can be viewed, but not changed")
                return self._assigned(value.target or name, arguments.text("value"))
        raise MsxError(f"there is no {name}")

    def set_expression(self, arguments: RequestFields) -> Any:
        self.subject.stand()
        return self._assigned(arguments.text("expression"), arguments.text("value"))

    def _assigned(self, target: str, text: str) -> Any:
        target = self.subject.program.classic_names(target)
        text = self.subject.program.classic_names(text)
        self.subject.debugger.assign(
            self._codes(target).decode("latin-1"), self._codes(text).decode("latin-1")
        )
        return {"value": self._shown(target)}

    def _codes(self, text: str) -> bytes:
        return codes(text, self.subject.program.characters)

    def _shown(self, text: str) -> str:
        """Return the value of an expression, for the user."""
        found = self.subject.debugger.evaluate(self._codes(text))
        return views.shown(found, self.subject.program.characters)

    def evaluate(self, arguments: RequestFields) -> Any:
        program, text = self.subject.program, arguments.text("expression").strip()
        is_console = arguments.data.get("context") == "repl"
        if is_console and text.startswith(">"):
            self.subject.debugger.type(self._typed(text[1:].lstrip(" ")))
            return _said("typed")
        text = program.classic_names(text)
        try:
            return self._console(text) if is_console else self._value(text)
        except MsxError as error:
            raise MsxError(program.in_source(str(error))) from None

    def _value(self, text: str) -> dict[str, Any]:
        array = self._array(text)
        if array is not None:
            return {
                "result": array.value,
                "type": array.type,
                "variablesReference": self._reference(array.children),
                "indexedVariables": len(array.children),
            }
        return _said(self._shown(text))

    def _array(self, text: str) -> ScopeRow | None:
        """Return the row of an array if the text names a whole one, `A()`; else None."""
        match = _ARRAY.fullmatch(text)
        if match is None:
            return None
        letters, sign = match.group(1)[:2].upper(), match.group(2)
        names = [f"{letters}{kind}()" for kind in (sign or "#%!$")]
        found = next((value for value in self.subject.debugger.variables() if value.name in names), None)
        if found is None:
            raise MsxError(f"{text}: there is no such array yet")
        return found

    def _console(self, text: str) -> Any:
        """Answer at the console: an expression, a statement, `who` and a name."""
        if match := _WHO.fullmatch(text):
            self.subject.stand()
            stopped = self.subject.debugger.past.who_wrote(match.group(1))
            return _said(self.subject.program.in_source(stopped.text)), lambda: self.show(stopped)
        if match := _ASSIGNMENT.fullmatch(text):
            self.subject.stand()
            return _said(self._assigned(*match.groups())["value"])
        line = DirectLine.of(self._codes(text))
        if (printed := line.printed()) is not None:
            return _said(self._printed(printed))
        if not line.statements or (len(line.statements) == 1 and isinstance(line.statements[0], tree.Let)):
            return self._value(text)  # A=5 is a question here
        try:
            return self._value(text)
        except MsxError:
            if line.statements[0].fault is not None:
                raise
        self.subject.stand()
        self.subject.debugger.command(line.text)
        self.subject.values.clear()
        return _said(""), self.show

    def _printed(self, expressions: list[tuple[bytes, bool]]) -> str:
        """Return what PRINT would write."""
        row = ""
        for expression, zone in expressions:
            if zone:
                row = row.ljust(-(-(len(row) + 1) // _ZONE) * _ZONE)
            found = self.subject.debugger.evaluate(expression)
            characters = self.subject.program.characters
            row += (
                decode(found.encode("latin-1"), characters)
                if isinstance(found, str)
                else f"{format_number(found)} "
            )
        return row

    # Memory

    def read_memory(self, arguments: RequestFields) -> Any:
        address, video = _place(arguments)
        count = arguments.number("count")
        data = read_bytes(self.subject.debugger.target, address, count, video=video) if address >= 0 else b""
        return {
            "address": f"{VIDEO if video else ''}0x{max(0, address):04X}",
            "data": base64.b64encode(data).decode("ascii"),
            "unreadableBytes": max(0, count - len(data)),
        }

    def write_memory(self, arguments: RequestFields) -> Any:
        self.subject.stand()
        address, video = _place(arguments)
        try:
            data = base64.b64decode(arguments.text("data"), validate=True)
        except ValueError:
            raise MsxError("data: must be bytes in Base64") from None
        if address < 0 or len(
            read_bytes(self.subject.debugger.target, address, len(data), video=video)
        ) < len(data):
            raise MsxError(
                f"{arguments.text('memoryReference')[:40]}: there is no memory for {len(data)} bytes"
            )
        self.subject.debugger.target.write(address, data, video=video)
        return {"bytesWritten": len(data)}, self.show

    def disassemble(self, arguments: RequestFields) -> Any:
        from msxkit.native.asm.disassembler import as_byte, disassembled

        address, _ = _place(arguments)
        count = max(0, min(arguments.number("instructionCount"), _INSTRUCTIONS))
        ahead = arguments.number("instructionOffset", 0)
        memory = read_bytes(self.subject.debugger.target, 0, 0x10000, video=False)

        def read(place: int) -> int:
            return memory[place & 0xFFFF]

        # It is unknown where the instructions before this one begin: they are shown as bytes.
        before = [as_byte(read, address + offset) for offset in range(max(ahead, -_INSTRUCTIONS), 0)][:count]
        skipped = max(0, min(ahead, _INSTRUCTIONS))
        after = list(disassembled(read, address & 0xFFFF, skipped + count - len(before)))[skipped:]
        return {
            "instructions": [
                {
                    "address": f"0x{row.address:04X}",
                    "instructionBytes": row.code.hex(" ").upper(),
                    "instruction": row.text,
                }
                for row in (*before, *after)
            ]
        }

    def sources(self, _arguments: RequestFields) -> Any:
        return {"sources": [self.subject.launch.source()] if self.subject.launch is not None else []}

    def source(self, _arguments: RequestFields) -> Any:
        if self.subject.launch is None:
            raise MsxError("no program is running yet")
        return {"content": self.subject.launch.listing(), "mimeType": "text/x-msxbasic"}

    def type(self, arguments: RequestFields) -> Any:
        """Type keys for the program. Answers `msxkit/type`.

        Args:
            arguments: `text`, or `codes`, a list of MSX codes; or `down` and `up`, lists of keys of the matrix, which
                are held from now on, and no longer.
        """
        debugger = self.subject.debugger
        down, up = ([str(name).upper() for name in arguments.items(way)] for way in ("down", "up"))
        for name in (*down, *up):
            position(name)
        if up:
            debugger.release(up)
        if down:
            debugger.hold(down)
        if up or down:
            return
        given = arguments.items("codes")
        if not all(type(code) is int and 0 <= code < 256 for code in given):
            raise MsxError("codes: must be a list of numbers from 0 to 255")
        debugger.type(bytes(given) if given else self._typed(arguments.text("text")))

    def _typed(self, text: str) -> bytes:
        return typed_codes(text, characters=self.subject.program.characters)


def _said(text: str) -> dict[str, Any]:
    return {"result": text, "variablesReference": 0}


def _place(arguments: RequestFields) -> tuple[int, bool]:
    """Return the address that a request is about, and whether it is in video memory."""
    reference = arguments.text("memoryReference")
    video = reference.startswith(VIDEO)
    try:
        address = int(reference.removeprefix(VIDEO)[:20], 0)
    except ValueError:
        raise MsxError(f"{reference[:40]}: is not an address; write 0xC000, or {VIDEO}0x1800") from None
    return address + arguments.number("offset", 0), video
