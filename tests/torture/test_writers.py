"""Faults in everything that writes

Every command that writes a file runs with a file of yours in its place, and without. Every single call to the file
system fails once with each of the errors below. The process is killed before and after every one of these calls. The
disk is full after so many bytes, which either is an error or kills the process. The folder or the file is read-only.
Each file must be the old one or the new one, to the byte. Inputs must be unchanged, and an error must be a message that
leaves nothing behind. (Only `kill -9` can leave a hidden temporary file.)
"""

from __future__ import annotations

import contextlib
import errno
import json
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from msxkit.cli import main as msxkit
from tests.output_options import NOTES, WRITERS, command, furnish
from tests.torture import child, some
from tests.torture.faulty import KINDS, Fault, FaultySystem

pytestmark = pytest.mark.nightly
ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EMFILE)
#: Others that write, with their input. They change what is there.
MORE = {
    "run saving.bas --files .": b"",
    "basic p.bas": b'SAVE"OUT.BAS"\nSYSTEM\n',
    "disk put d.dsk board.txt --force": b"",
    "disk rm d.dsk P.BAS": b"",
    "disk get d.dsk --force": b"",
    "media p.bas -o build --baud 2400 --rate 22050": b"",
}
_SAVING = (
    b'10 OPEN "OUT.DAT" FOR OUTPUT AS #1\n'
    b'20 FOR I=1 TO 200:PRINT #1,"LINE";I;"OF MANY":NEXT:CLOSE\n30 SAVE "OUT.BAS"\n'
)
#: They start processes, or take seconds; `batch` writes into its results which input cannot be read.
_LEFT_OUT = ("battleship arena", "battleship referee", "battleship verify", "battleship batch")


@dataclass(frozen=True, slots=True)
class Limit:
    """The disk is full after so many bytes of a file. This is an error or, if `kills`, the end of the process."""

    size: int
    kills: bool


class Bench:
    """One writer, whose folder is created again for each trial."""

    def __init__(self, writer: str, template: Path, old: bool) -> None:
        out = "out" + WRITERS.get(writer, ("", ""))[1]
        main, words = (msxkit, writer.split()) if writer in MORE else command(writer, out)
        self._main: Callable[[], int] = lambda: main([*words, *["--force"] * (writer in WRITERS)])
        self._stdin = MORE.get(writer, b"A1\nB2\nquit\n")
        self._template = template
        with contextlib.chdir(template):
            furnish()
            Path("saving.bas").write_bytes(_SAVING)
            if old:
                Path(out).write_bytes(NOTES)
        self._before = child.tree(template)
        with self._copy() as folder:
            outcome = child.run(self._main, folder, stdin=self._stdin)
            assert outcome.code == 0, outcome.err
            self._after = child.tree(folder)
            self._outputs = [name for name, now in self._after.items() if now != self._before.get(name)]
            self._sizes = {
                len((folder / name).read_bytes()) for name in self._outputs if (folder / name).is_file()
            }
        assert self._outputs

    @contextlib.contextmanager
    def _copy(self) -> Iterator[Path]:
        with child.folder() as folder:
            shutil.copytree(self._template, folder, dirs_exist_ok=True)
            folder.chmod(0o777)
            yield folder

    def faults(self) -> list[Fault | Limit]:
        """Return every single fault: at each call with each error, before and after it, and after so many bytes."""

        def work() -> int:
            system = FaultySystem()
            code = self._main()
            print(f"\n{json.dumps(system.calls)}")
            return code

        with self._copy() as folder:
            out = child.run(work, folder, stdin=self._stdin).out
        counts: dict[str, int] = json.loads(out.splitlines()[-1])
        plan: list[Fault | Limit] = []
        for kind in KINDS:
            for number in range(1, counts.get(kind, 0) + 1):
                plan += [Fault(kind, number, error) for error in ERRORS]
                plan += [Fault(kind, number, dies=when) for when in ("before", "after") if kind != "read"]
        for last in sorted({part for size in self._sizes for part in (0, 1, size // 2, size - 1)}):
            plan += [Limit(last, kills) for kills in (False, True)]
        return plan

    def strike(self, fault: Fault | Limit) -> list[str]:
        """Return what is wrong after a fault."""

        def work() -> int:
            if isinstance(fault, Fault):
                FaultySystem(fault)
            return self._main()

        def prepare() -> None:
            if isinstance(fault, Limit):
                signal.signal(signal.SIGXFSZ, signal.SIG_DFL if fault.kills else signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (fault.size, fault.size))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with self._copy() as folder:
            outcome = child.run(work, folder, prepare=prepare, stdin=self._stdin)
            after = child.tree(folder)
        killed = fault.kills if isinstance(fault, Limit) else bool(fault.dies)
        codes = (*child.CODES, -signal.SIGKILL, -signal.SIGXFSZ) if killed else child.CODES
        found = outcome.complaints(codes)
        for name in after.keys() | self._before.keys():
            hidden = killed and Path(name).name.startswith(".")
            good = {self._before.get(name)}
            if name in self._outputs:
                good.add(self._after[name])
            if after.get(name) not in good and not hidden:
                found.append(f"{name} is {'neither old nor new' if name in after else 'gone'}")
        return found

    def lock(self, what: str) -> list[str]:
        """Return what is wrong after a run without privileges, where the folder or the files are read-only."""
        with self._copy() as folder:
            places = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
            for path in (
                places if what == "folder" else [path for path in folder.rglob("*") if path.is_file()]
            ):
                path.chmod(0o555 if path.is_dir() else 0o444)
            outcome = child.run(self._main, folder, prepare=child.without_privileges, stdin=self._stdin)
            after = child.tree(folder)
            for path in places:
                path.chmod(0o777)
        changed = [f"{name} was changed" for name in after if after[name] != self._before.get(name)]
        return outcome.complaints() + changed


@pytest.mark.parametrize("old", [False, True], ids=["new", "old"])
@pytest.mark.parametrize("writer", [*(name for name in WRITERS if not name.startswith(_LEFT_OUT)), *MORE])
def test_fault(writer: str, old: bool, tmp_path: Path) -> None:
    bench = Bench(writer, tmp_path, old)
    for fault in some(bench.faults(), f"{writer} {old}"):
        assert bench.strike(fault) == [], fault
    if old:
        for what in ("folder", "files")[: 1 + (writer in WRITERS)]:
            assert bench.lock(what) == [], what
