"""USR of the BIOS entries that BASIC programs call without registers.

Source: the BIOS entry list of the MSX2 Technical Handbook, appendix 1.
"""

from __future__ import annotations

from collections.abc import Callable

from msxkit import basic_errors
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.keyboard import Keyboard
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import FUNCTION_KEYS
from msxkit.machine.video.text_screen import TextScreen
from msxkit.machine.work_area import RomEntry


def entries(
    screens: Screens,
    text: TextScreen,
    keyboard: Keyboard,
    wait_key: Callable[[], object],
    beep: Callable[[], object],
    silence: Callable[[], object],
) -> dict[int, Callable[[], object]]:
    """Return entry -> what a call of it does."""

    def restart() -> None:
        raise RaisedError(basic_errors.ILLEGAL_CALL, note="the machine would restart here")

    def function_keys() -> None:
        text.state.function_keys[:] = FUNCTION_KEYS

    return {
        RomEntry.CHKRAM: restart,
        RomEntry.INITIO: silence,
        RomEntry.INIFNK: function_keys,
        RomEntry.DISSCR: lambda: screens.show(False),
        RomEntry.ENASCR: lambda: screens.show(True),
        RomEntry.GICINI: silence,
        RomEntry.INITXT: lambda: screens.set_mode(0),
        RomEntry.INIT32: lambda: screens.set_mode(1),
        RomEntry.SETTXT: lambda: screens.set_chip(0),
        RomEntry.SETT32: lambda: screens.set_chip(1),
        RomEntry.SETGRP: lambda: screens.set_chip(2),
        RomEntry.SETMLT: lambda: screens.set_chip(3),
        RomEntry.CHGET: wait_key,
        RomEntry.BEEP: beep,
        RomEntry.CLS: text.clear,
        RomEntry.ERAFNK: lambda: text.set_keys(False),
        RomEntry.DSPFNK: lambda: text.set_keys(True),
        RomEntry.KILBUF: keyboard.state.queue.clear,
    }
