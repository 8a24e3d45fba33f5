"""The places where the client wants to stop: breakpoints, errors, data. A restart keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msxkit.dap.breaks import Breakpoint
from msxkit.dap.expressions import codes
from msxkit.dap.fields import RequestFields
from msxkit.dap.subject import Subject
from msxkit.errors import MsxError


class Wishes:
    """The requests of the protocol about breakpoints of all kinds."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        #: By the path of the file.
        self._wished: dict[str, list[dict[str, Any]]] = {}
        self._filters: list[str] = ["uncaught", "stop"]
        self._watched: list[str] = []
        self._numbers = 0

    def apply(self) -> None:
        """Set all breakpoints in a program that has just begun."""
        self._placed()
        self._filter()
        for refusal in filter(None, self.subject.debugger.watch(self._watched)):
            self.subject.debugger.tell(f"{refusal}\n")

    def set_breakpoints(self, arguments: RequestFields) -> Any:
        source = arguments.data.get("source")
        if not isinstance(source, dict):
            raise MsxError("source: must have the path of the program")
        path = str(source.get("path") or source.get("name") or "")
        wished = arguments.objects("breakpoints") or [
            RequestFields({"line": line}) for line in arguments.items("lines")
        ]
        self._wished[path] = [_wish(entry) for entry in wished]
        if self.subject.launch is not None and self._file(path) is None:
            return {
                "breakpoints": [
                    {"verified": False, "message": f"{path} is not being debugged"}
                    for _ in self._wished[path]
                ]
            }
        if self.subject.debuggee is not None:
            self.subject.compare()
        return {"breakpoints": self._placed(path)}

    def file(self, arguments: RequestFields) -> str | None:
        """Return the included file that a request is about; empty for the program itself, None for another file."""
        source = arguments.data.get("source")
        return self._file(str(source.get("path") or "")) if isinstance(source, dict) else ""

    def _file(self, path: str) -> str | None:
        """Return the included file of a path; empty for the program itself, None for another file."""
        included = {place.file for place in self.subject.debugger.places.all if place.file}
        found = next((file for file in included if Path(file).absolute() == Path(path).absolute()), None)
        return "" if found is None and self.subject.launched.is_source(path) else found

    def _placed(self, asked: str = "") -> list[dict[str, Any]]:
        """Set all breakpoints. Return what there is to tell of those of one file."""
        debugger = self.subject.debuggee
        if debugger is None:
            return [{"verified": False} for _ in self._wished.get(asked, ())]
        told: list[dict[str, Any]] = []
        all_told: dict[str, list[dict[str, Any]]] = {asked: told}
        points: list[Breakpoint] = []
        for path, wish in [(path, wish) for path, wishes in self._wished.items() for wish in wishes]:
            if (file := self._file(path)) is None:
                continue
            told = all_told.setdefault(path, [])
            self._numbers += 1
            place = debugger.places.in_row(wish["line"], wish.get("column"), file)
            if place is None:
                told.append(
                    {"id": self._numbers, "verified": False, "message": "there is no statement here or below"}
                )
                continue
            try:
                condition = wish.get("condition") or ""
                codes(condition, self.subject.program.characters)
                point = Breakpoint(
                    self._numbers,
                    place,
                    condition,
                    wish.get("hitCondition") or "",
                    wish.get("logMessage") or "",
                )
            except MsxError as error:
                told.append({"id": self._numbers, "verified": False, "message": str(error)})
                continue
            points.append(point)
            told.append({"id": self._numbers, "verified": True, **place.marked})
        debugger.set_breaks(points)
        return all_told[asked]

    def locations(self, arguments: RequestFields) -> Any:
        first = arguments.number("line")
        last = arguments.number("endLine", first)
        file = self.file(arguments)
        places = self.subject.debugger.places.all
        found = [place.marked for place in places if first <= place.row <= last and place.file == file]
        return {"breakpoints": found}

    def set_filters(self, arguments: RequestFields) -> Any:
        self._filters = [str(name) for name in arguments.items("filters")]
        self._filter()
        return {"breakpoints": []}

    def _filter(self) -> None:
        if self.subject.debuggee is not None:
            chosen = self._filters
            self.subject.debuggee.set_filters(
                uncaught="uncaught" in chosen or "all" in chosen,
                errors="all" in chosen,
                stops="stop" in chosen,
            )

    def data_info(self, arguments: RequestFields) -> Any:
        try:
            name = self.subject.debugger.watchable(self.subject.named(arguments))
        except MsxError as error:
            return {"dataId": None, "description": str(error)}
        return {
            "dataId": name,
            "description": f"{name} is written",
            "accessTypes": ["write"],
            "canPersist": True,
        }

    def set_watches(self, arguments: RequestFields) -> Any:
        self._watched = [entry.text("dataId") for entry in arguments.objects("breakpoints")]
        told = self.subject.debugger.watch(self._watched)
        return {
            "breakpoints": [{"verified": not text, **({"message": text} if text else {})} for text in told]
        }


def _wish(entry: RequestFields) -> dict[str, Any]:
    """Return a breakpoint as the client wants it. Raise `MsxError` for a field of a wrong type."""
    texts = {name: entry.text(name, "") for name in ("condition", "hitCondition", "logMessage")}
    found: dict[str, Any] = {"line": entry.number("line"), **texts}
    return found if entry.data.get("column") is None else {**found, "column": entry.number("column")}
