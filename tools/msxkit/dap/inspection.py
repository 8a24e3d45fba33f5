"""A stopped program as the client sees it: frames, variables, expressions, changes, typed keys."""

from __future__ import annotations

import re
from typing import Any

from msxkit.dap import views
from msxkit.dap.debuggee import Value
from msxkit.dap.expressions import codes
from msxkit.dap.subject import Subject
from msxkit.errors import MsxError
from msxkit.machine.input_script import typed_codes

THREAD = 1
#: At the console LET gives a variable a value; `A=5` alone asks whether it is.
_ASSIGNMENT = re.compile(r"LET\s+([^=]+?)\s*=\s*(.+)", re.IGNORECASE)


class Inspection:
    """The requests of the protocol that look at the program."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    def exception_info(self, _arguments: dict[str, Any]) -> Any:
        number = self.subject.debugger.error_number
        text = self.subject.stopped.text if self.subject.stopped is not None else ""
        return {"exceptionId": f"Error {number}", "description": text, "breakMode": "unhandled"}

    def threads(self, _arguments: dict[str, Any]) -> Any:
        return {"threads": [{"id": THREAD, "name": "MSX BASIC"}]}

    def stack(self, arguments: dict[str, Any]) -> Any:
        found = self.subject.debugger.frames(self.subject.titles)
        launch = self.subject.launched
        rows = []
        for number, frame in enumerate(found):
            place = frame.place
            row: dict[str, Any] = {"id": number, "name": frame.name, "line": 0, "column": 0}
            if place is not None:
                row |= {
                    "line": place.row,
                    "column": place.column,
                    "endLine": place.row,
                    "endColumn": place.end,
                }
                row["source"] = launch.source()
            if frame.subtle:
                row["presentationHint"] = "subtle"
            rows.append(row)
        start = int(arguments.get("startFrame") or 0)
        count = int(arguments.get("levels") or 0) or len(rows)
        return {"stackFrames": rows[start : start + count], "totalFrames": len(rows)}

    def scopes(self, _arguments: dict[str, Any]) -> Any:
        scopes = []
        for name, rows in (
            ("Variables", self.subject.debugger.variables()),
            ("Machine", self.subject.debugger.machine_state()),
        ):
            number = self._reference(tuple(rows))
            scopes.append({"name": name, "variablesReference": number, "expensive": False})
        return {"scopes": scopes}

    def _reference(self, rows: tuple[Value, ...]) -> int:
        number = len(self.subject.values) + 1
        self.subject.values[number] = rows
        return number

    def variables(self, arguments: dict[str, Any]) -> Any:
        rows = self.subject.values.get(int(arguments["variablesReference"]))
        if rows is None:
            raise MsxError("this view is of an earlier stop; open it again")
        start = int(arguments.get("start") or 0)
        count = int(arguments.get("count") or 0) or len(rows)
        return {"variables": [self._row(value) for value in rows[start : start + count]]}

    def _row(self, value: Value) -> dict[str, Any]:
        row: dict[str, Any] = {
            "name": value.name,
            "value": value.value,
            "type": value.type,
            "variablesReference": 0,
        }
        if value.children:
            row["variablesReference"] = self._reference(value.children)
            row["indexedVariables"] = len(value.children)
        if value.target:
            row["evaluateName"] = value.target
        else:
            row["presentationHint"] = {"attributes": ["readOnly"]}
        return row

    def set_variable(self, arguments: dict[str, Any]) -> Any:
        self.subject.stand()
        name = str(arguments["name"])
        for value in self.subject.values.get(int(arguments["variablesReference"]), ()):
            if value.name == name:
                if not value.target and name in {each.name for each in self.subject.debugger.machine_state()}:
                    raise MsxError(f"{name} can be viewed, but not changed")
                return self._assigned(value.target or name, str(arguments["value"]))
        raise MsxError(f"there is no {name}")

    def set_expression(self, arguments: dict[str, Any]) -> Any:
        self.subject.stand()
        return self._assigned(str(arguments["expression"]), str(arguments["value"]))

    def _assigned(self, target: str, text: str) -> Any:
        self.subject.debugger.assign(codes(target).decode("latin-1"), codes(text).decode("latin-1"))
        return {"value": views.shown(self.subject.debugger.evaluate(codes(target)))}

    def evaluate(self, arguments: dict[str, Any]) -> Any:
        text = str(arguments["expression"]).strip()
        if arguments.get("context") == "repl":
            if text.startswith(">"):
                self._type(typed_codes(text[1:].lstrip(" ")))
                return {"result": "typed", "variablesReference": 0}
            match = _ASSIGNMENT.fullmatch(text)
            if match is not None:
                self.subject.stand()
                return {"result": self._assigned(*match.groups())["value"], "variablesReference": 0}
        found = self.subject.debugger.evaluate(codes(text))
        return {"result": views.shown(found), "variablesReference": 0}

    def sources(self, _arguments: dict[str, Any]) -> Any:
        return {"sources": [self.subject.launch.source()] if self.subject.launch is not None else []}

    def source(self, _arguments: dict[str, Any]) -> Any:
        if self.subject.launch is None:
            raise MsxError("no program is running yet")
        return {"content": self.subject.launch.listing(), "mimeType": "text/x-msxbasic"}

    def type(self, arguments: dict[str, Any]) -> Any:
        """`msxkit/type`: type keys for the program: `text`, or `codes`, a list of MSX codes."""
        given = arguments.get("codes")
        self._type(bytes(given) if isinstance(given, list) else typed_codes(str(arguments["text"])))

    def _type(self, codes: bytes) -> None:
        self.subject.debugger.type(codes)
