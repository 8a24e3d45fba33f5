"""A line of direct mode while a program stands: what a debugger's console runs."""

from __future__ import annotations

from msxkit.basic_errors import text_of
from msxkit.errors import MsxError
from msxkit.interpreter.machine import Machine
from msxkit.language.scanner import CrunchError, crunch
from msxkit.machine.state_codec import copied
from msxkit.stop_reason import StopReason

#: Statements that a line may run.
BUDGET = 10_000


def command(machine: Machine, text: bytes) -> None:
    """Run a line of direct mode. The program then goes on where it stood.

    Raise `MsxError`, with nothing changed, for an error, a wait for a key, and a line that goes on in the program.
    """
    shown = text.decode("latin-1")
    kept, run = copied(machine.state), machine.state.run
    pc, steps, resumed = run.pc, run.steps, run.resumed
    try:
        with machine.code.alone():
            machine.start_direct(crunch(text))
            machine.limits.breaks = None
            at = machine.loop.execute(BUDGET)
    except CrunchError as error:
        raise MsxError(f"{shown}: {error.message}") from None
    if at is not StopReason.END:
        number = machine.state.on_error.err
        machine.put_back(kept)
        raise MsxError(f"{shown}: {text_of(number) if at is StopReason.ERROR else _reason(at)}")
    run.pc, run.steps, run.resumed = pc, steps, resumed


def _reason(at: StopReason) -> str:
    if at is StopReason.LIMIT:
        return "it goes on in the program, or does not end; set the next statement instead"
    return "it cannot be run while the program is stopped"
