"""The debug adapter: requests of the protocol, answered by a `Debugger`."""

from __future__ import annotations

import base64
import queue
import re
import time
from collections.abc import Callable
from typing import Any, BinaryIO

from msxkit import charset
from msxkit.dap import views
from msxkit.dap.breaks import Breakpoint
from msxkit.dap.debuggee import Debuggee, Goal, Stopped, Value
from msxkit.dap.launch import Launch, begun, loaded
from msxkit.dap.wire import Message, Wire, WireError
from msxkit.errors import CharsetError, MsxError
from msxkit.machine.inputscript import typed_codes

THREAD = 1
#: At the console LET gives a variable a value; `A=5` alone asks whether it is.
_ASSIGNMENT = re.compile(r"LET\s+([^=]+?)\s*=\s*(.+)", re.IGNORECASE)
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsDataBreakpoints": True,
    "supportsStepBack": True,
    "supportsSetVariable": True,
    "supportsSetExpression": True,
    "supportsEvaluateForHovers": True,
    "supportsRestartRequest": True,
    "supportsGotoTargetsRequest": True,
    "supportsBreakpointLocationsRequest": True,
    "supportsExceptionInfoRequest": True,
    "supportsTerminateRequest": True,
    "supportsLoadedSourcesRequest": True,
    "exceptionBreakpointFilters": [
        {"filter": "uncaught", "label": "Errors that end the program", "default": True},
        {"filter": "all", "label": "Errors that ON ERROR GOTO handles", "default": False},
        {"filter": "stop", "label": "STOP", "default": True},
    ],
}


class Adapter:
    """One client and the program that it debugs."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._debugger: Debuggee | None = None
        self._launch: Launch | None = None
        self._titles: dict[int, str] = {}
        self._running = self._over = False
        self._stopped: Stopped | None = None
        self._values: dict[int, tuple[Value, ...]] = {}
        self._points: dict[str, list[Breakpoint]] = {}
        self._wished: list[dict[str, Any]] = []
        self._filters: list[str] = ["uncaught", "stop"]
        self._watched: list[str] = []
        self._numbers = 0
        self._told_waiting = False

    # The conversation

    def serve(self) -> None:
        """Answers until the client has gone. A program that runs is asked for requests in between."""
        try:
            while not self._over:
                if self._running and not self.debugger.waiting:
                    try:
                        message = self.wire.inbox.get_nowait()
                    except queue.Empty:
                        self._guarded(self._slice)
                        continue
                else:
                    message = self.wire.inbox.get()
                if message is None:
                    break
                self._answer(message)
        except (BrokenPipeError, ConnectionError):
            pass
        finally:
            self._leave()

    def _answer(self, message: Message) -> None:
        if message.get("type") != "request":
            return
        command = str(message.get("command"))
        arguments = message.get("arguments")
        response: Message = {
            "type": "response",
            "request_seq": message.get("seq", 0),
            "command": command,
            "success": True,
        }
        handler = _HANDLERS.get(command)
        behind: Callable[[], None] | None = None
        try:
            if handler is None:
                raise MsxError(f"{command}: this debugger has no such request")
            answer = handler(self, arguments if isinstance(arguments, dict) else {})
            if isinstance(answer, tuple):
                answer, behind = answer
            if answer is not None:
                response["body"] = answer
        except MsxError as error:
            response |= {"success": False, "message": str(error)}
            response["body"] = {"error": {"id": 1, "format": str(error), "showUser": True}}
        except (KeyError, TypeError, ValueError) as error:
            text = f"{command}: the request is not whole ({type(error).__name__}: {error})"
            response |= {"success": False, "message": text}
        self.wire.send(response)
        if behind is not None:
            self._guarded(behind)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Does what nobody waits for an answer to; where it fails the run has come to its end."""
        try:
            work()
        except MsxError as error:
            self._fell(error)

    def _event(self, name: str, body: Any = None) -> None:
        message: Message = {"type": "event", "event": name}
        if body is not None:
            message["body"] = body
        self.wire.send(message)

    def _tell(self, text: str, category: str = "console") -> None:
        self._event("output", {"category": category, "output": text})

    @property
    def debugger(self) -> Debuggee:
        """The program. Raises `MsxError` before launch."""
        if self._debugger is None:
            raise MsxError("no program runs yet; send launch first")
        return self._debugger

    # Running

    def _slice(self) -> None:
        debugger, launch = self.debugger, self._launch
        assert launch is not None
        since, seconds = time.monotonic(), debugger.seconds if launch.speed else 0.0
        stopped = debugger.slice()
        if stopped is not None:
            self._stop(stopped)
        elif debugger.waiting:
            self._show()
            line = debugger.place.line if debugger.place is not None else 0
            self._event("msxkit/waiting", {"line": line})
            if not self._told_waiting:
                self._told_waiting = True
                self._tell("the program waits for a key: type > and the keys here, or type into the screen\n")
        elif launch.speed:
            due = (debugger.seconds - seconds) / launch.speed
            left = since + due - time.monotonic()
            if left > 0:
                time.sleep(min(left, 0.25))
            self._show()

    def _fell(self, error: MsxError) -> None:
        """The run cannot go on: its emulator has died."""
        self._running = False
        self._tell(f"{error}\n", "stderr")
        self._end_run()
        self._event("terminated")

    def _end_run(self) -> None:
        debugger, self._debugger = self._debugger, None
        if debugger is not None:
            debugger.close()

    def _stop(self, stopped: Stopped) -> None:
        self._running = False
        self._stopped = stopped
        self._values.clear()
        self._show()
        launch = self._launch
        assert launch is not None
        if stopped.reason == "end" and not launch.stop_at_end:
            self._tell(f"{stopped.text}\n")
            self._event("terminated")
            return
        body: dict[str, Any] = {
            "reason": "pause" if stopped.reason == "end" else stopped.reason,
            "threadId": THREAD,
            "allThreadsStopped": True,
        }
        if stopped.text:
            body["text"] = body["description"] = stopped.text
        if stopped.points:
            body["hitBreakpointIds"] = list(stopped.points)
        self._event("stopped", body)

    def _show(self) -> None:
        """Sends the picture of the screen, when it is another one."""
        launch = self._launch
        if launch is None or not launch.screen:
            return
        picture = self.debugger.picture()
        if picture is not None:
            data = base64.b64encode(picture).decode("ascii")
            self._event("msxkit/screen", {"mime": "image/png", "data": data})

    def _go(self, goal: Goal) -> tuple[dict[str, Any], Callable[[], None]]:
        debugger = self.debugger
        if self._running:
            raise MsxError("the program runs already; pause it first")

        def behind() -> None:
            if debugger.ended:
                self._event("terminated")
                return
            debugger.go(goal)
            self._running = True

        return {"allThreadsContinued": True}, behind

    def _leave(self) -> None:
        if self._debugger is not None and self._launch is not None:
            try:
                self._launch.write_back(self._debugger.files)
            finally:
                self._end_run()

    # Requests: the session

    def initialize(self, _arguments: dict[str, Any]) -> Any:
        return CAPABILITIES, lambda: None

    def launch(self, arguments: dict[str, Any]) -> Any:
        self._launch = Launch.of(arguments)
        self._begin()

        def behind() -> None:
            if self.debugger.abilities:
                self._event("capabilities", {"capabilities": dict(self.debugger.abilities)})
            self._event("initialized")
            self._event(
                "process", {"name": self._launch.path.name, "startMethod": "launch"} if self._launch else {}
            )

        return None, behind

    def _begin(self) -> None:
        launch = self._launch
        assert launch is not None
        program, self._titles = loaded(launch)
        self._end_run()
        self._debugger = begun(launch, program, self._tell)
        self._place_breaks()
        self._apply_filters()
        if self._watched:
            self._debugger.watch(self._watched)

    def configured(self, _arguments: dict[str, Any]) -> Any:
        debugger, launch = self.debugger, self._launch
        assert launch is not None

        def behind() -> None:
            if launch.stop_on_entry:
                self._stop(Stopped("entry"))
            elif launch.no_debug:
                debugger.set_breaks([])
                debugger.set_filters(uncaught=False, errors=False, stops=False)
                self._running = True
            else:
                first = debugger.first_hit()
                if first is not None:
                    self._stop(first)
                else:
                    self._running = True

        return None, behind

    def restart(self, arguments: dict[str, Any]) -> Any:
        given = arguments.get("arguments")
        if isinstance(given, dict):
            self._launch = Launch.of(given)
        self._running = False
        self._begin()
        return self.configured({})

    def disconnect(self, _arguments: dict[str, Any]) -> Any:
        self._over = True
        return None

    def terminate(self, _arguments: dict[str, Any]) -> Any:
        self._running = False

        def behind() -> None:
            self._event("terminated")

        return None, behind

    # Requests: break points

    def set_breakpoints(self, arguments: dict[str, Any]) -> Any:
        path = str(arguments["source"].get("path") or arguments["source"].get("name") or "")
        self._wished = list(
            arguments.get("breakpoints") or [{"line": line} for line in arguments.get("lines", [])]
        )
        if self._launch is not None and not self._launch.is_source(path):
            return {
                "breakpoints": [
                    {"verified": False, "message": f"{path} is not debugged"} for _ in self._wished
                ]
            }
        return {"breakpoints": self._place_breaks()}

    def _place_breaks(self) -> list[dict[str, Any]]:
        debugger = self._debugger
        if debugger is None:
            return [{"verified": False} for _ in self._wished]
        told: list[dict[str, Any]] = []
        points: list[Breakpoint] = []
        for wish in self._wished:
            self._numbers += 1
            place = debugger.places.in_row(int(wish["line"]), wish.get("column"))
            if place is None:
                told.append(
                    {"id": self._numbers, "verified": False, "message": "no statement stands here or below"}
                )
                continue
            try:
                point = Breakpoint(
                    *(self._numbers, place, str(wish.get("condition") or "")),
                    *(str(wish.get("hitCondition") or ""), str(wish.get("logMessage") or "")),
                )
            except MsxError as error:
                told.append({"id": self._numbers, "verified": False, "message": str(error)})
                continue
            points.append(point)
            told.append(
                {
                    "id": self._numbers,
                    "verified": True,
                    "line": place.row,
                    "column": place.column,
                    "endLine": place.row,
                    "endColumn": place.end,
                }
            )
        debugger.set_breaks(points)
        return told

    def locations(self, arguments: dict[str, Any]) -> Any:
        first = int(arguments["line"])
        last = int(arguments.get("endLine", first))
        found = [place for place in self.debugger.places.all if first <= place.row <= last]
        return {
            "breakpoints": [
                {"line": place.row, "column": place.column, "endColumn": place.end} for place in found
            ]
        }

    def set_filters(self, arguments: dict[str, Any]) -> Any:
        self._filters = [str(name) for name in arguments.get("filters", [])]
        self._apply_filters()
        return {"breakpoints": []}

    def _apply_filters(self) -> None:
        if self._debugger is not None:
            chosen = self._filters
            self._debugger.set_filters(
                uncaught="uncaught" in chosen or "all" in chosen,
                errors="all" in chosen,
                stops="stop" in chosen,
            )

    def data_info(self, arguments: dict[str, Any]) -> Any:
        name = str(arguments["name"])
        reference = arguments.get("variablesReference")
        for value in self._values.get(reference, ()) if isinstance(reference, int) else ():
            if value.name == name and value.target:
                name = value.target
        return {
            "dataId": name,
            "description": f"{name} is written",
            "accessTypes": ["write"],
            "canPersist": True,
        }

    def set_watches(self, arguments: dict[str, Any]) -> Any:
        self._watched = [str(entry["dataId"]) for entry in arguments.get("breakpoints", [])]
        told = self.debugger.watch(self._watched)
        return {
            "breakpoints": [{"verified": not text, **({"message": text} if text else {})} for text in told]
        }

    def exception_info(self, _arguments: dict[str, Any]) -> Any:
        number = self.debugger.error_number
        text = self._stopped.text if self._stopped is not None else ""
        return {"exceptionId": f"Error {number}", "description": text, "breakMode": "unhandled"}

    # Requests: going on

    def go_on(self, _arguments: dict[str, Any]) -> Any:
        return self._go(Goal.RUN)

    def step_in(self, _arguments: dict[str, Any]) -> Any:
        return self._go(Goal.IN)

    def step_over(self, _arguments: dict[str, Any]) -> Any:
        return self._go(Goal.OVER)

    def step_out(self, _arguments: dict[str, Any]) -> Any:
        return self._go(Goal.OUT)

    def step_back(self, _arguments: dict[str, Any]) -> Any:
        self._standing()
        stopped = self.debugger.step_back()
        return None, lambda: self._stop(stopped)

    def reverse(self, _arguments: dict[str, Any]) -> Any:
        self._standing()
        stopped = self.debugger.reverse()
        return None, lambda: self._stop(stopped)

    def go_to_step(self, arguments: dict[str, Any]) -> Any:
        """`msxkit/goToStep`: back to any moment, by the number of its step."""
        self._standing()
        step = int(arguments["step"])
        if self.debugger.step and not 0 <= step <= self.debugger.step:
            raise MsxError(f"step {step}: the run has steps from 0 to {self.debugger.step}")
        stopped = self.debugger.go_to_step(step)
        return {"step": step}, lambda: self._stop(stopped)

    def _standing(self) -> None:
        if self._running and not self.debugger.waiting:
            raise MsxError("the program runs; pause it first")
        self._running = False

    def pause(self, _arguments: dict[str, Any]) -> Any:
        def behind() -> None:
            if self._running:
                self._stop(self.debugger.pause())

        return None, behind

    def goto_targets(self, arguments: dict[str, Any]) -> Any:
        place = self.debugger.places.in_row(int(arguments["line"]), arguments.get("column"))
        if place is None:
            raise MsxError("no statement stands here or below")
        return {
            "targets": [
                {"id": place.offset, "label": f"line {place.line}", "line": place.row, "column": place.column}
            ]
        }

    def goto(self, arguments: dict[str, Any]) -> Any:
        self._standing()
        place = self.debugger.places.by_offset.get(int(arguments["targetId"]))
        if place is None:
            raise MsxError("no statement stands there")
        self.debugger.jump(place)
        return None, lambda: self._stop(Stopped("goto"))

    def type(self, arguments: dict[str, Any]) -> Any:
        """`msxkit/type`: keys for the program: `text`, or `codes`, a list of MSX codes."""
        codes = arguments.get("codes")
        self._type(bytes(codes) if isinstance(codes, list) else _codes(str(arguments["text"])))

    def _type(self, codes: bytes) -> None:
        self.debugger.type(codes)

    # Requests: looking

    def threads(self, _arguments: dict[str, Any]) -> Any:
        return {"threads": [{"id": THREAD, "name": "MSX BASIC"}]}

    def stack(self, arguments: dict[str, Any]) -> Any:
        launch = self._launch
        assert launch is not None
        found = self.debugger.frames(self._titles)
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
            ("Variables", self.debugger.variables()),
            ("Machine", self.debugger.machine_state()),
        ):
            number = self._reference(tuple(rows))
            scopes.append({"name": name, "variablesReference": number, "expensive": False})
        return {"scopes": scopes}

    def _reference(self, rows: tuple[Value, ...]) -> int:
        number = len(self._values) + 1
        self._values[number] = rows
        return number

    def variables(self, arguments: dict[str, Any]) -> Any:
        rows = self._values.get(int(arguments["variablesReference"]))
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
        self._standing()
        name = str(arguments["name"])
        for value in self._values.get(int(arguments["variablesReference"]), ()):
            if value.name == name:
                if not value.target:
                    raise MsxError(f"{name} cannot be changed here")
                return self._assigned(value.target, str(arguments["value"]))
        raise MsxError(f"there is no {name}")

    def set_expression(self, arguments: dict[str, Any]) -> Any:
        self._standing()
        return self._assigned(str(arguments["expression"]), str(arguments["value"]))

    def _assigned(self, target: str, text: str) -> Any:
        self.debugger.assign(_bytes(target).decode("latin-1"), _bytes(text).decode("latin-1"))
        return {"value": views.shown(self.debugger.evaluate(_bytes(target)))}

    def evaluate(self, arguments: dict[str, Any]) -> Any:
        text = str(arguments["expression"]).strip()
        if arguments.get("context") == "repl":
            if text.startswith(">"):
                self._type(_codes(text[1:].lstrip(" ")))
                return {"result": "typed", "variablesReference": 0}
            match = _ASSIGNMENT.fullmatch(text)
            if match is not None:
                self._standing()
                return {"result": self._assigned(*match.groups())["value"], "variablesReference": 0}
        found = self.debugger.evaluate(_bytes(text))
        return {"result": views.shown(found), "variablesReference": 0}

    def sources(self, _arguments: dict[str, Any]) -> Any:
        return {"sources": [self._launch.source()] if self._launch is not None else []}

    def source(self, _arguments: dict[str, Any]) -> Any:
        if self._launch is None:
            raise MsxError("no program runs yet")
        return {"content": self._launch.listing(), "mimeType": "text/x-msxbasic"}


def _bytes(text: str) -> bytes:
    try:
        return charset.encode(text)
    except CharsetError as error:
        raise MsxError(str(error)) from None


def _codes(text: str) -> bytes:
    """Keys as the user writes them: with `\\r` and `\\x1c`."""
    return typed_codes(text)


_HANDLERS: dict[str, Callable[[Adapter, dict[str, Any]], Any]] = {
    "initialize": Adapter.initialize,
    "launch": Adapter.launch,
    "configurationDone": Adapter.configured,
    "restart": Adapter.restart,
    "disconnect": Adapter.disconnect,
    "terminate": Adapter.terminate,
    "setBreakpoints": Adapter.set_breakpoints,
    "breakpointLocations": Adapter.locations,
    "setExceptionBreakpoints": Adapter.set_filters,
    "dataBreakpointInfo": Adapter.data_info,
    "setDataBreakpoints": Adapter.set_watches,
    "exceptionInfo": Adapter.exception_info,
    "continue": Adapter.go_on,
    "next": Adapter.step_over,
    "stepIn": Adapter.step_in,
    "stepOut": Adapter.step_out,
    "stepBack": Adapter.step_back,
    "reverseContinue": Adapter.reverse,
    "pause": Adapter.pause,
    "gotoTargets": Adapter.goto_targets,
    "goto": Adapter.goto,
    "threads": Adapter.threads,
    "stackTrace": Adapter.stack,
    "scopes": Adapter.scopes,
    "variables": Adapter.variables,
    "setVariable": Adapter.set_variable,
    "setExpression": Adapter.set_expression,
    "evaluate": Adapter.evaluate,
    "loadedSources": Adapter.sources,
    "source": Adapter.source,
    "msxkit/type": Adapter.type,
    "msxkit/goToStep": Adapter.go_to_step,
}


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Debugs for one client on a pair of streams, until it goes. Raises `WireError` for what is no message."""
    wire = Wire(source, sink)
    Adapter(wire).serve()
    if wire.fault:
        raise WireError(wire.fault)
