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
from msxkit.machine.work_area import Entry


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
        Entry.CHKRAM: restart,
        Entry.INITIO: silence,
        Entry.INIFNK: function_keys,
        Entry.DISSCR: lambda: screens.show(False),
        Entry.ENASCR: lambda: screens.show(True),
        Entry.GICINI: silence,
        Entry.INITXT: lambda: screens.set_mode(0),
        Entry.INIT32: lambda: screens.set_mode(1),
        Entry.SETTXT: lambda: screens.set_chip(0),
        Entry.SETT32: lambda: screens.set_chip(1),
        Entry.SETGRP: lambda: screens.set_chip(2),
        Entry.SETMLT: lambda: screens.set_chip(3),
        Entry.CHGET: wait_key,
        Entry.BEEP: beep,
        Entry.CLS: text.clear,
        Entry.ERAFNK: lambda: text.set_keys(False),
        Entry.DSPFNK: lambda: text.set_keys(True),
        Entry.KILBUF: keyboard.state.queue.clear,
    }
