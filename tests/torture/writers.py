"""Everything that writes a file, and a trial of one of them with a fault in a folder of its own."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from battleship.cli import main as battleship
from msxkit.cli import main as msxkit
from tests.torture import child
from tests.torture.faulty import KINDS, Fault, FaultySystem

ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EMFILE)
_GAME = b'10 PRINT "NEW"\n20 FOR I=1 TO 3:PRINT I:LPRINT I:NEXT\n'
_OLD = b'10 PRINT "AN OLDER PROGRAM":LPRINT "OLD"\n'
_SAVING = (
    b'10 OPEN "OUT.DAT" FOR OUTPUT AS #1\n'
    b'20 FOR I=1 TO 200:PRINT #1,"LINE";I;"OF MANY":NEXT:CLOSE\n30 SAVE "OUT.BAS"\n'
)
_BOARD = b"..........\n" * 4 + b"...X......\n" + b"..........\n" * 5


@dataclass(frozen=True, slots=True)
class Writer:
    """A command and the files that it writes.

    Attributes:
        stdin: Its input.
        before: Commands that prepare the folder.
        older: What is replaced in the command by what, so that it writes other contents, which are there before;
            None for one that changes what is there.
    """

    command: str
    outputs: tuple[str, ...]
    stdin: bytes = b""
    before: tuple[str, ...] = ()
    older: tuple[str, str] | None = ("game.bas", "old.bas")
    main: Callable[[list[str]], int] = field(default=msxkit)


@dataclass(frozen=True, slots=True)
class Limit:
    """The disk is full after so many bytes of a file. This is an error or, if `kills`, the end of the process."""

    size: int
    kills: bool

    def __str__(self) -> str:
        return f"{'killed' if self.kills else 'full'} after {self.size} bytes"


WRITERS = (
    Writer("tokenise game.bas -o out.bas", ("out.bas",)),
    Writer("list game.bas -o out.bas --force", ("out.bas",)),
    Writer("format --renum game.bas -o out.bas --force", ("out.bas",)),
    Writer("run game.bas -o out.txt --force", ("out.txt",)),
    Writer("run game.bas --screen png -o out.png", ("out.png",)),
    Writer("run game.bas --printer out.txt --screen json -o out.json --force", ("out.txt", "out.json")),
    Writer("run saving.bas --files .", ("OUT.DAT", "OUT.BAS"), older=("saving.bas", "old-saving.bas")),
    Writer("basic game.bas", ("OUT.BAS",), stdin=b'SAVE"OUT.BAS"\nSYSTEM\n'),
    Writer("disk new -o out.dsk game.bas:A.BAS --size 360", ("out.dsk",)),
    Writer(
        "disk put out.dsk game.bas:A.BAS --force", ("out.dsk",), before=("disk new -o out.dsk",), older=None
    ),
    Writer(
        "disk rm out.dsk GAME.BAS", ("out.dsk",), before=("disk new -o out.dsk game.bas old.bas",), older=None
    ),
    Writer(
        "disk get game.dsk --force",
        ("A.BAS", "B.BAS"),
        before=(
            "disk new -o game.dsk game.bas:A.BAS game.bas:B.BAS",
            "disk new -o old.dsk old.bas:A.BAS old.bas:B.BAS",
        ),
        older=("game.dsk", "old.dsk"),
    ),
    Writer("tape new -o out.cas game.bas --name A", ("out.cas",)),
    Writer("tape new -o out.wav game.bas --baud 2400 --rate 22050", ("out.wav",)),
    Writer(
        "tape convert game.cas -o out.wav --baud 2400 --rate 22050",
        ("out.wav",),
        before=("tape new -o game.cas game.bas", "tape new -o old.cas old.bas"),
        older=("game.cas", "old.cas"),
    ),
    Writer(
        "tape get game.cas -o out.bas --force",
        ("out.bas",),
        before=("tape new -o game.cas game.bas", "tape new -o old.cas old.bas"),
        older=("game.cas", "old.cas"),
    ),
    Writer("cartridge -o out.rom game.bas", ("out.rom",)),
    Writer(
        "media a/game.bas -o build --baud 2400 --rate 22050",
        (
            *(f"build/game.{kind}" for kind in ("bas", "asc", "dsk", "cas", "wav", "rom")),
            "build/game-native.rom",
            "build/SHA1SUMS",
        ),
        older=("a/", "b/"),
    ),
    Writer(
        "play --plain --seed 3 --record out.json --force",
        ("out.json",),
        stdin=b"A1\nB2\nquit\n",
        older=("--seed 3", "--seed 4"),
        main=battleship,
    ),
    Writer(
        "hint board.txt --rules hasbro --plot out.png",
        ("out.png",),
        older=("board.txt", "other.txt"),
        main=battleship,
    ),
)


class Bench:
    """One writer, whose folder is created again for each trial.

    Attributes:
        old: Files of another content are in its way.
    """

    def __init__(self, writer: Writer, template: Path, old: bool) -> None:
        self._writer = writer
        self._template = template
        _furnish(template)
        for command in writer.before:
            self._run(template, command, msxkit)
        if old and writer.older is not None:
            self._run(template, writer.command.replace(*writer.older), writer.main)
        self._before = child.tree(template)
        if not writer.stdin:
            with self._copy() as folder:
                child.warm(writer.main, writer.command, folder)
        with self._copy() as folder:
            self._run(folder, writer.command, writer.main)
            self._after = child.tree(folder)
            self._sizes = [(folder / name).stat().st_size for name in writer.outputs]
        for name in writer.outputs:
            assert self._before.get(name) != self._after[name], (
                f"{writer.command}: {name} is not written anew"
            )

    @contextlib.contextmanager
    def _copy(self) -> Iterator[Path]:
        with child.folder() as folder:
            shutil.copytree(self._template, folder, dirs_exist_ok=True)
            folder.chmod(0o777)
            yield folder

    def _run(self, folder: Path, command: str, main: Callable[[list[str]], int]) -> None:
        """Without faults."""
        outcome = child.run(lambda: main(command.split()), folder, stdin=self._writer.stdin)
        assert outcome.code == 0, f"{command}: {outcome.err}"

    def faults(self) -> list[Fault | Limit]:
        """Return every single fault: at each call with each error, before and after it, and after so many bytes."""
        counts = self._counts()
        plan: list[Fault | Limit] = []
        for kind in KINDS:
            for number in range(1, counts.get(kind, 0) + 1):
                plan += [Fault(kind, number, error) for error in ERRORS]
                plan += [Fault(kind, number, dies=when) for when in ("before", "after") if kind != "read"]
        for last in sorted({part for size in self._sizes for part in (0, 1, size // 2, size - 1)}):
            plan += [Limit(last, kills) for kills in (False, True)]
        return plan

    def _counts(self) -> dict[str, int]:
        reader, writer = os.pipe()

        def work() -> int:
            system = FaultySystem()
            code = self._main()
            os.write(writer, json.dumps(system.calls).encode())
            return code

        with self._copy() as folder:
            child.run(work, folder, stdin=self._writer.stdin)
        os.close(writer)
        with open(reader, "rb") as pipe:  # noqa: PTH123
            counts: dict[str, int] = json.loads(pipe.read())
        return counts

    def _main(self) -> int:
        return self._writer.main(self._writer.command.split())

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
            outcome = child.run(work, folder, prepare=prepare, stdin=self._writer.stdin, piped=True)
            after = child.tree(folder)
        killed = fault.kills if isinstance(fault, Limit) else bool(fault.dies)
        codes = (*child.CODES, -signal.SIGKILL, -signal.SIGXFSZ) if killed else child.CODES
        hidden = [name for name in after if killed and Path(name).name.startswith(".")]
        found = outcome.complaints(codes)
        found += self._differences({name: after[name] for name in after if name not in hidden})
        if outcome.code == 0 and not killed and self._writer.main is not msxkit:
            found += self._unfinished(after)
        return self._named(str(fault), found)

    def lock(self, what: str) -> list[str]:
        """Return what is wrong after a run without privileges, where the folder or the files are read-only."""
        with self._copy() as folder:
            # Existing files are somebody else's, too.
            places = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
            for path in places if what == "folder" else ():
                path.chmod(0o555)
            for name in self._writer.outputs:
                (folder / name).chmod(0o444)
            outcome = child.run(
                self._main, folder, prepare=child.without_privileges, stdin=self._writer.stdin, piped=True
            )
            after = child.tree(folder)
            found = outcome.complaints()
            found += [f"{name} was changed" for name in after if after[name] != self._before.get(name)]
            for path in places:
                path.chmod(0o777)
        return self._named(f"read-only {what}", found)

    def _differences(self, after: dict[str, str]) -> list[str]:
        """Return what is neither as it was before nor as it is when nothing goes wrong."""
        found = []
        for name in after.keys() | self._before.keys():
            good = {self._before.get(name)}
            if name in self._writer.outputs or name in self._after.keys() - self._before.keys():
                good.add(self._after.get(name))
            if after.get(name) not in good:
                found.append(f"{name} is {'neither old nor new' if name in after else 'gone'}")
        return found

    def _unfinished(self, after: dict[str, str]) -> list[str]:
        return [
            f"{name} is not written" for name in self._writer.outputs if after.get(name) != self._after[name]
        ]

    def _named(self, fault: str, found: list[str]) -> list[str]:
        return [f"{self._writer.command}, {fault}: {complaint}" for complaint in found]


def _furnish(folder: Path) -> None:
    """The files that the commands read."""
    for name, data in (
        ("game.bas", _GAME),
        ("old.bas", _OLD),
        ("a/game.bas", _GAME),
        ("b/game.bas", _OLD),
        ("saving.bas", _SAVING),
        ("old-saving.bas", _SAVING.replace(b"MANY", b"LESS")),
        ("board.txt", _BOARD),
        ("other.txt", _BOARD.replace(b"X", b".")),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
