"""Windows is not available for tests, so every module is at least imported without what that system lacks."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: The libraries come first, for theirs is this system; then the modules and functions of Unix go.
WITHOUT_UNIX = """
import asyncio, concurrent.futures.process, multiprocessing.connection, os, signal, subprocess, sys, tempfile
import click, numpy, PIL.Image, rich.console, textual.app
from importlib import import_module
from pkgutil import walk_packages

for name in ("curses", "fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGTSTP", "SIGUSR1", "SIGWINCH", "SIGXCPU",
             "pthread_sigmask", "setitimer"):
    delattr(signal, name)
for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "fchmod", "getpgid", "getuid", "killpg", "mkfifo", "openpty",
             "statvfs"):
    delattr(os, name)
sys.platform = "win32"
multiprocessing.connection.PipeConnection = type("PipeConnection", (), {})

import battleship, msxkit
for package in (msxkit, battleship):
    for module in walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
            print(module.name)
"""


@pytest.mark.slow
def test_every_module_is_imported_without_unix() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_UNIX], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) > 400
