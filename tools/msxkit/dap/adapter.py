"""The debug adapter: requests of the protocol, answered by a `Debugger`."""

from __future__ import annotations

import base64
import logging
import os
import queue
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from msxkit.dap.breakpoint_requests import Wishes
from msxkit.dap.debuggee import Goal
from msxkit.dap.fields import RequestFields
from msxkit.dap.inspection import THREAD, Inspection
from msxkit.dap.launch import Launch
from msxkit.dap.past import Past, StopCause
from msxkit.dap.positions import Positions
from msxkit.dap.subject import Subject
from msxkit.dap.wire import UNREADABLE, Wire, WireError, WireMessage
from msxkit.errors import MsxError

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
    "supportsReadMemoryRequest": True,
    "supportsWriteMemoryRequest": True,
    "supportsDisassembleRequest": True,
    "exceptionBreakpointFilters": [
        {"filter": "uncaught", "label": "Errors that end the program", "default": True},
        {"filter": "all", "label": "Errors that ON ERROR GOTO handles", "default": False},
        {"filter": "stop", "label": "STOP", "default": True},
    ],
}

#: Requests that only look. Editors send them again at every stop, and show an error in place of the value.
_LOOKS = frozenset(("evaluate", "exceptionInfo", "scopes", "stackTrace", "variables"))
_LOG = logging.getLogger(__name__)


class Adapter:
    """One client and the program that it debugs."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.subject = subject = Subject()
        self.wishes = wishes = Wishes(subject)
        self.positions = Positions()
        self._over = False
        self._told_waiting = self._waited = False
        #: Whether the client understands the event `invalidated`.
        self._invalidates = False
        look = Inspection(subject, self._shown)
        self._handlers: dict[str, Callable[[RequestFields], Any]] = {
            "initialize": self.initialize,
            "launch": self.launch,
            "configurationDone": self.configured,
            "restart": self.restart,
            "disconnect": self.disconnect,
            "terminate": self.terminate,
            "setBreakpoints": wishes.set_breakpoints,
            "breakpointLocations": wishes.locations,
            "setExceptionBreakpoints": wishes.set_filters,
            "dataBreakpointInfo": wishes.data_info,
            "setDataBreakpoints": wishes.set_watches,
            "exceptionInfo": look.exception_info,
            "continue": partial(self._go, Goal.RUN),
            "next": partial(self._go, Goal.OVER),
            "stepIn": partial(self._go, Goal.IN),
            "stepOut": partial(self._go, Goal.OUT),
            "stepBack": lambda _: self._back(lambda past: past.step_back()),
            "reverseContinue": lambda _: self._back(lambda past: past.reverse()),
            "pause": self.pause,
            "gotoTargets": self.goto_targets,
            "goto": self.goto,
            "threads": look.threads,
            "stackTrace": look.stack,
            "scopes": look.scopes,
            "variables": look.variables,
            "setVariable": look.set_variable,
            "setExpression": look.set_expression,
            "evaluate": look.evaluate,
            "loadedSources": look.sources,
            "source": look.source,
            "readMemory": look.read_memory,
            "writeMemory": look.write_memory,
            "disassemble": look.disassemble,
            "msxkit/type": look.type,
            "msxkit/goToStep": self.go_to_step,
            "msxkit/whoWrote": self.who_wrote,
        }

    # The conversation

    def serve(self) -> None:
        """Answer until the client has gone. While a program runs, look for requests in between."""
        try:
            while not self._over:
                if self.subject.running and not self.subject.debugger.waiting:
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
            self.subject.leave()

    def _answer(self, message: WireMessage) -> None:
        if message.get("type") == UNREADABLE:
            _LOG.warning("%s", message["fault"])
            self._tell(f"{message['fault']}\n", "stderr")
        if message.get("type") != "request":
            return
        command = str(message.get("command"))
        arguments = message.get("arguments")
        response: WireMessage = {
            "type": "response",
            "request_seq": message.get("seq", 0),
            "command": command,
            "success": True,
        }
        handler = self._handlers.get(command)
        behind: Callable[[], None] | None = None
        try:
            if handler is None:
                raise MsxError(f"{command}: this debugger does not know the request")
            answer = handler(
                RequestFields(self.positions.read(arguments) if isinstance(arguments, dict) else {})
            )
            if isinstance(answer, tuple):
                answer, behind = answer
            if answer is not None:
                response["body"] = self.positions.written(answer)
        except Exception as error:  # the boundary: whatever a client sends gets an answer
            text = str(error) if isinstance(error, MsxError) else _unforeseen(command, error)
            response |= {"success": False, "message": text}
            response["body"] = {"error": {"id": 1, "format": text, "showUser": command not in _LOOKS}}
        self.wire.send(response)
        if behind is not None:
            self._guarded(behind)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do something that answers no request. If it fails, end the run."""
        try:
            work()
        except (BrokenPipeError, ConnectionError):
            raise
        except MsxError as error:
            self._fell(str(error))
        except Exception as error:  # the boundary, too
            self._fell(_unforeseen("the run", error))

    def _event(self, name: str, body: Any = None) -> None:
        message: WireMessage = {"type": "event", "event": name}
        if body is not None:
            message["body"] = body
        self.wire.send(message)

    def _tell(self, text: str, category: str = "console") -> None:
        self._event("output", {"category": category, "output": text})

    # Running

    def _slice(self) -> None:
        debugger, launch = self.subject.debugger, self.subject.launched
        self._goes_on()
        since, seconds = time.monotonic(), debugger.target.seconds if launch.speed else 0.0
        stopped = debugger.slice()
        if stopped is not None:
            self._stop(stopped)
        elif debugger.waiting:
            self._show()
            line = debugger.place.line if debugger.place is not None else 0
            self._waited = True
            program = self.subject.program
            place = program.in_source(f"line {line}").removeprefix(
                f"{Path(program.modern_file).parent}{os.sep}"
            )
            self._event("msxkit/waiting", {"line": line, "place": place})
            if not self._told_waiting:
                self._told_waiting = True
                self._tell("the program waits for a key: type > and the keys here, or type into the screen\n")
        elif launch.speed:
            due = (debugger.target.seconds - seconds) / launch.speed
            left = since + due - time.monotonic()
            if left > 0:
                time.sleep(min(left, 0.25))
            self._show()

    def _goes_on(self) -> None:
        """Tell the client that the program no longer waits for a key."""
        if self._waited:
            self._waited = False
            self._event("msxkit/running")

    def _fell(self, text: str) -> None:
        """End the run because its emulator has died, or because of a defect."""
        self.subject.running = False
        self._tell(f"{text}\n", "stderr")
        self.subject.end()
        self._event("terminated")

    def _stop(self, stopped: StopCause) -> None:
        self._goes_on()
        self.subject.running = False
        self.subject.stopped = stopped
        self.subject.values.clear()
        self._show()
        launch = self.subject.launched
        if stopped.reason == "end" and not launch.stop_at_end:
            self._tell(f"{self.subject.program.in_source(stopped.text)}\n")
            self._event("terminated")
            return
        body: dict[str, Any] = {
            "reason": "pause" if stopped.reason == "end" else stopped.reason,
            "threadId": THREAD,
            "allThreadsStopped": True,
        }
        if stopped.text:
            body["text"] = body["description"] = self.subject.program.in_source(stopped.text)
        if stopped.points:
            body["hitBreakpointIds"] = list(stopped.points)
        self._event("stopped", body)

    def _show(self) -> None:
        """Send the picture of the screen if it has changed."""
        launch = self.subject.launch
        if launch is None or not launch.screen:
            return
        picture = self.subject.debugger.picture()
        if picture is not None:
            data = base64.b64encode(picture).decode("ascii")
            self._event("msxkit/screen", {"mime": "image/png", "data": data})

    def _shown(self, stopped: StopCause | None = None) -> None:
        """Show where the program stands after a request that has moved it, or that its state has changed."""
        if stopped is not None:
            self._stop(stopped)
        elif not self.subject.running:
            self._show()
            if self._invalidates:
                self._event("invalidated", {"areas": ["all"]})

    def _go(self, goal: Goal, _arguments: RequestFields) -> Any:
        debugger = self.subject.debugger
        if self.subject.running:
            raise MsxError("the program is already running; pause it first")

        def behind() -> None:
            if debugger.ended:
                self._event("terminated")
                return
            debugger.go(goal)
            self.subject.running = True

        return {"allThreadsContinued": True}, behind

    # Requests: the session

    def initialize(self, arguments: RequestFields) -> Any:
        self.positions = Positions(
            0 if arguments.data.get("linesStartAt1") is False else 1,
            0 if arguments.data.get("columnsStartAt1") is False else 1,
        )
        self._invalidates = arguments.data.get("supportsInvalidatedEvent") is True
        return CAPABILITIES, lambda: None

    def launch(self, arguments: RequestFields) -> Any:
        self.subject.begin(Launch.of(dict(arguments.data)), self._tell)
        self._begun()

        name = self.subject.launched.path.name

        def behind() -> None:
            if self.subject.debugger.abilities:
                self._event("capabilities", {"capabilities": dict(self.subject.debugger.abilities)})
            self._event("initialized")
            self._event("process", {"name": name, "startMethod": "launch"})

        return None, behind

    def _begun(self) -> None:
        """Set up a program that has just begun as the client wants it."""
        self.subject.debugger.asked = lambda: not self.wire.inbox.empty()
        self.wishes.apply()

    def configured(self, _arguments: RequestFields) -> Any:
        debugger, launch = self.subject.debugger, self.subject.launched

        def behind() -> None:
            if launch.stop_on_entry:
                self._stop(StopCause("entry"))
            elif launch.no_debug:
                debugger.set_breaks([])
                debugger.set_filters(uncaught=False, errors=False, stops=False)
                self.subject.running = True
            else:
                first = debugger.first_hit()
                if first is not None:
                    self._stop(first)
                else:
                    self.subject.running = True

        return None, behind

    def restart(self, arguments: RequestFields) -> Any:
        given = arguments.data.get("arguments")
        launch = Launch.of(given) if isinstance(given, dict) else self.subject.launched
        self.subject.running = False
        self.subject.begin(launch, self._tell)
        self._begun()
        return self.configured(RequestFields({}))

    def disconnect(self, _arguments: RequestFields) -> Any:
        self._over = True
        return None

    def terminate(self, _arguments: RequestFields) -> Any:
        self.subject.running = False

        def behind() -> None:
            self._event("terminated")

        return None, behind

    # Requests: going on

    def _back(self, way: Callable[[Past], StopCause], body: Any = None) -> Any:
        self.subject.stand()
        stopped = way(self.subject.debugger.past)
        return body, lambda: self._stop(stopped)

    def who_wrote(self, arguments: RequestFields) -> Any:
        """Go back to the statement that wrote `name` last. Answers `msxkit/whoWrote`."""
        self.subject.stand()
        stopped = self.subject.debugger.past.who_wrote(self.subject.named(arguments))
        return {"text": stopped.text}, lambda: self._stop(stopped)

    def go_to_step(self, arguments: RequestFields) -> Any:
        """Go to any moment that the run has reached, by the number of its step. Answers `msxkit/goToStep`."""
        step = arguments.number("step")
        return self._back(lambda past: past.go_to_step(step), {"step": step})

    def pause(self, _arguments: RequestFields) -> Any:
        def behind() -> None:
            if self.subject.running:
                self._stop(self.subject.debugger.pause())

        return None, behind

    def goto_targets(self, arguments: RequestFields) -> Any:
        file = self.wishes.file(arguments)
        places = self.subject.debugger.places
        row, column = arguments.number("line"), arguments.number("column", 1)
        place = None if file is None else places.in_row(row, column, file)
        if place is None:
            raise MsxError("there is no statement here or below")
        return {"targets": [{"id": place.offset, "label": f"line {place.line}", **place.marked}]}

    def goto(self, arguments: RequestFields) -> Any:
        self.subject.stand()
        place = self.subject.debugger.places.by_offset.get(arguments.number("targetId"))
        if place is None:
            raise MsxError("there is no statement there")
        self.subject.debugger.jump(place)
        return None, lambda: self._stop(StopCause("goto"))


def _unforeseen(what: str, error: Exception) -> str:
    """Return the message about an unexpected error, and write a line about it into the log."""
    told = f"{type(error).__name__}: {error}"[:200]
    trace, where = error.__traceback__, ""
    while trace is not None:
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    _LOG.warning("%s failed at %s: %s", what, where, told)
    return f"{what}: the debugger cannot do this ({told}); check the fields of the request"


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Serve one client on a pair of streams until it goes. Raise `WireError` for what is not a message."""
    wire = Wire(source, sink)
    Adapter(wire).serve()
    if wire.fault:
        raise WireError(wire.fault)
