"""USR of the BIOS entries that BASIC programs call. Other machine code is not run.

Source: the BIOS entry list of the MSX2 Technical Handbook, appendix 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.video.state import FUNCTION_KEYS

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine

#: A call of this entry waits for a key.
CHGET = 0x009F


def _restart(_machine: Machine) -> None:
    raise RaisedError(errors.ILLEGAL_CALL, note="the machine would start anew here")


def _function_keys(machine: Machine) -> None:
    machine.video.text.function_keys[:] = FUNCTION_KEYS


#: Entry -> what it does.
CALLS: dict[int, Callable[[Machine], object]] = {
    0x0000: _restart,
    0x003E: _function_keys,
    0x006C: lambda machine: machine.screens.set_mode(0),
    0x006F: lambda machine: machine.screens.set_mode(1),
    CHGET: lambda machine: machine.events.wait_key(),
    0x00C0: lambda machine: machine.devices.beep(),
    0x00C3: lambda machine: machine.screen.clear(),
    0x00CC: lambda machine: machine.screen.set_keys(False),
    0x00CF: lambda machine: machine.screen.set_keys(True),
    0x0156: lambda machine: machine.events.keys.clear(),
}
