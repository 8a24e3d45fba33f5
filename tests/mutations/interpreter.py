"""Small breakages of the interpreter, of the machine's parts and of what guards the edges, each of which a test must
catch.

They stand in `interpreter.toml`. Each is made in a copy of the package; its test is run on the copy, in a fork of a
process that has everything but the package loaded. `python -m tests.mutations.interpreter` says which are caught.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

#: Where the packages are, by what the names of their files begin with; those of msxkit do without.
PACKAGES = {"battleship": Path("pyport/battleship"), "msxkit": Path("tools/msxkit")}
TESTS = "tests/msxkit"
#: Seconds of the processor after which a mutation that makes the interpreter run for ever counts as caught, whatever
#: else the machine does; of the clock ten times as many, for one that waits.
LIMIT = 60
#: How pytest ends when a test failed; the signal of a run that would not end.
CAUGHT = (1, -signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Mutation:
    """What is wrong, in words; the file in the package, the text replaced (it stands there once) and what replaces it;
    the test that sees it, from the folder of msxkit's tests.
    """

    what: str
    file: str
    old: str
    new: str
    test: str


MUTATIONS = [
    Mutation(**entry)
    for entry in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["mutation"]
]

_RUN = """
import json, os, resource, signal, sys
import pytest, hypothesis, numpy, lark, PIL.Image, rich, click, decimal  # what the tests need beside the package

jobs, limit = json.loads(sys.stdin.read()), int(sys.argv[1])
for folder, test in jobs:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = os.pathsep.join((folder, os.environ["PYTHONPATH"]))  # for processes of the test
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os._exit(int(pytest.main(["-x", "-q", "-p", "pytest_timeout", "-p", "no:cacheprovider", test])))
    # Here, because a test and its plugins set the timer of their own process.
    signal.signal(signal.SIGALRM, lambda *_, child=child: os.killpg(child, signal.SIGKILL))
    signal.alarm(10 * limit)
    status = os.waitpid(child, 0)[1]
    signal.alarm(0)
    print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)
"""


def _place(mutation: Mutation) -> tuple[str, Path]:
    """Return the package in which a mutation is made, and the file in it."""
    first, *rest = Path(mutation.file).parts
    return (first, Path(*rest)) if first in PACKAGES else ("msxkit", Path(mutation.file))


def broken(mutation: Mutation) -> str:
    """Return the text of the file with the mutation. Raise `ValueError` when what it replaces does not stand exactly
    once there.
    """
    package, changed = _place(mutation)
    source = (ROOT / PACKAGES[package] / changed).read_text("utf-8")
    if source.count(mutation.old) != 1:
        raise ValueError(
            f"{mutation.what}: {mutation.old!r} stands {source.count(mutation.old)} times in {mutation.file}"
        )
    return source.replace(mutation.old, mutation.new)


def _shadow(folder: Path, mutation: Mutation) -> None:
    """Make a copy of a package in `folder`, with links to all files but the changed one."""
    package, changed = _place(mutation)
    root, target = ROOT / PACKAGES[package], folder / package
    for depth in range(len(changed.parts)):
        inside = Path(*changed.parts[:depth])
        (target / inside).mkdir()
        for path in (root / inside).iterdir():
            if path.name not in ("__pycache__", changed.parts[depth]):
                (target / inside / path.name).symlink_to(path)
    (target / changed).write_text(broken(mutation), "utf-8")


def outcomes(mutations: Sequence[Mutation | None], tests: Sequence[str] = ()) -> list[int]:
    """For each mutation (None: nothing is changed) how pytest ended on the copy: 0 all passed, 1 caught, or a
    signal.

    Args:
        tests: What to run for each, instead of the mutation's own test. Raises ValueError when the text to replace
            does not stand exactly once in its file.
    """
    with tempfile.TemporaryDirectory() as name:
        jobs = []
        for number, mutation in enumerate(mutations):
            folder = Path(name) / str(number)
            folder.mkdir()
            if mutation is not None:
                _shadow(folder, mutation)
            test = tests[number] if tests else mutation.test if mutation else ""
            jobs.append((str(folder), f"{TESTS}/{test}"))
        done = subprocess.run(
            [sys.executable, "-c", _RUN, str(LIMIT)],
            input=json.dumps(jobs),
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={
                **os.environ,
                "PYTEST_ADDOPTS": "",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTHONPATH": str(ROOT),
            },
            check=True,
        )
        return [int(line) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    for mutation, code in zip(MUTATIONS, outcomes(MUTATIONS), strict=True):
        print(
            f"{'caught' if code in CAUGHT else f'NOT CAUGHT ({code})':<16} {mutation.file}: {mutation.what}"
        )
