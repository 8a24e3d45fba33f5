"""A terminal that is closed ends a game that was told to ignore the signal for that (`nohup`)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind"),
]
_GAME = """
import signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
from battleship.cli import main
sys.exit(main(["play"]))
"""


def test_a_game_ends_with_its_terminal() -> None:
    ours, theirs = os.openpty()
    game = subprocess.Popen(
        [sys.executable, "-c", _GAME],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm-256color"},
    )
    os.close(theirs)
    shown = b""
    while b"\x1b[?1049h" not in shown:  # the full screen has begun
        shown += os.read(ours, 65536)
    os.close(ours)
    try:
        assert game.wait(60) == 128 + signal.SIGHUP
    finally:
        game.kill()
        game.wait()
