"""The program that one client debugs: how it was launched, whether it runs, and where it stopped."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.dap.debuggee import Debuggee, ScopeRow
from msxkit.dap.fields import RequestFields
from msxkit.dap.launch import Launch, begun, loaded
from msxkit.dap.past import StopCause
from msxkit.dap.routines import Routines
from msxkit.errors import MsxError
from msxkit.language.program import Program


class Subject:
    """The program that one client debugs.

    Attributes:
        launch, debuggee: How it was launched, and the program itself; None before launch.
        program: The program as it was read.
        routines: The names of its subroutines.
        running: Whether it runs; it may wait for a key.
        stopped: Why it stopped last; None before the first stop.
        values: The rows of the last stop that the client can open, by the number that it was given for each.
    """

    def __init__(self) -> None:
        self.launch: Launch | None = None
        self.debuggee: Debuggee | None = None
        self.program = Program([])
        self.routines = Routines(self.program)
        self.running = False
        self.stopped: StopCause | None = None
        self.values: dict[int, tuple[ScopeRow, ...]] = {}
        self._text: bytes | None = None

    @property
    def debugger(self) -> Debuggee:
        """The program. Raise `MsxError` before launch."""
        if self.debuggee is None:
            raise MsxError("no program is running yet; send launch first")
        return self.debuggee

    @property
    def launched(self) -> Launch:
        """How the program was launched. Raise `MsxError` before that."""
        if self.launch is None:
            raise MsxError("no program is running yet; send launch first")
        return self.launch

    def begin(self, launch: Launch, tell: Callable[[str], None]) -> None:
        """Start the program from its beginning, and end a run that is going on. Raise `MsxError` if it cannot start.

        Args:
            tell: Called with each line for the console.
        """
        program = self.program = loaded(launch)
        self._text = _content(launch)
        self.routines = Routines(program)
        self.end()
        self.debuggee, self.launch = begun(launch, program, tell), launch

    def compare(self) -> None:
        """Tell the user, once, when the file is no longer what runs: rows are still those of what runs."""
        if self._text is not None and self.launch is not None and _content(self.launch) != self._text:
            self._text = None
            self.debugger.tell(
                f"{self.launch.path.name} has changed since the run began: lines are still those of the program that "
                "runs; restart to run the new one\n"
            )

    def end(self) -> None:
        """End the run, and an emulator with it."""
        debugger, self.debuggee = self.debuggee, None
        if debugger is not None:
            debugger.close()

    def leave(self) -> None:
        """Write back the files that the program has changed, and end the run."""
        if self.debuggee is not None and self.launch is not None:
            try:
                self.launch.write_back(self.debuggee.files)
            finally:
                self.end()

    def named(self, arguments: RequestFields) -> str:
        """Return the variable that a request is about: `name`, which may be a row of `variablesReference`."""
        name = arguments.text("name")
        rows = self.values.get(arguments.number("variablesReference", 0), ())
        found = next((value.target for value in rows if value.name == name and value.target), name)
        return self.program.classic_names(found)

    def stand(self) -> None:
        """Require that the program stands or waits for a key. Raise `MsxError` while it runs."""
        if self.running and not self.debugger.waiting:
            raise MsxError("the program is running; pause it first")


def _content(launch: Launch) -> bytes:
    """Return the bytes of the program's file; none if it is gone."""
    try:
        return launch.path.read_bytes()
    except OSError:
        return b""
