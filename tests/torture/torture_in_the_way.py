"""Files in the way

Every option that names a file to write gets one that is there already: of another kind, or of the same kind and
somebody's own, by its name, through a link and with a second name, with `--force` and without. It gets links that lead
nowhere, folders, a full device, each file that the command reads, and a standard output that the shell has made one
of these files (`>`, `>>`). What is in the way stays without `--force`, a link stays a link, and the second name keeps
the old bytes. Every other file is unchanged, nothing is left over, and what is refused is refused with a message.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.output_options import LISTING, NOTES, OWN, WRITERS, command, furnish
from tests.torture import Effort, Row, Trial, child, rows

_THERE = {"notes": NOTES, "listing": LISTING}
#: They may write the program that they read, when somebody says so.
_IN_PLACE = ("msxkit format -o", "msxkit renumber -o")


@dataclass(frozen=True, slots=True)
class _Case:
    """One option and what is in its way.

    Attributes:
        there: The bytes that are there.
        shape: How they are there, or what else is.
        read: The file that the command reads and is to write, if it is one.
    """

    writer: str
    shape: str
    template: Path
    there: bytes = b""
    force: bool = False
    read: str = ""


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row for each thing in the way."""
    with ExitStack() as folders:
        template = folders.enter_context(child.folder())
        child.run(furnish, template)
        given = [case for writer in WRITERS for case in _cases(writer, template)]
        found: dict[str, list[_Case]] = {}
        for what, case in given:
            found.setdefault(what, []).append(case)
        source = random.Random(effort.seed)
        chosen = {what: source.sample(cases, effort.of(len(cases))) for what, cases in found.items()}
        yield from rows(effort, _tried, [(what, case) for what, cases in chosen.items() for case in cases])


def _cases(writer: str, template: Path) -> Iterator[tuple[str, _Case]]:
    own = {"own work": OWN[writer]} if writer in OWN else {}
    for force in (False, True):
        with_force = ", --force" * force
        for name, there in (_THERE | own).items():
            what = "somebody's own work" if name == "own work" else "a file of another kind"
            for shape in ("file", "link", "second name"):
                yield what + with_force, _Case(writer, shape, template, there, force)
        for shape in ("link to nothing", "link to no folder", "folder", "full device"):
            yield (
                "a link to nothing, a folder, a full device" + with_force,
                _Case(writer, shape, template, b"", force),
            )
        for read in sorted(set(WRITERS[writer][0].split()) & set(os.listdir(template))):  # noqa: PTH208
            for shape in ("read", "link to read", ">>"):
                yield "a file that is read" + with_force, _Case(writer, shape, template, b"", force, read)
        for shape in (">", ">>"):
            yield "a file of the shell (`>`, `>>`)" + with_force, _Case(writer, shape, template, NOTES, force)


@cache
def _made(writer: str, template: Path) -> frozenset[str]:
    """Return the files that a command makes besides."""
    with child.folder() as folder:
        shutil.copytree(template, folder, dirs_exist_ok=True)
        out = "new" + WRITERS[writer][1]
        outcome = child.run(lambda: _run(writer, out), folder, stdin=b"quit\n")
        assert outcome.code == 0, f"{writer}: {outcome.err}"
        assert (folder / out).stat().st_size
        return frozenset(child.tree(folder).keys() - child.tree(template).keys() - {out})


def _run(writer: str, out: str, *more: str) -> int:
    main, words = command(writer, out)
    return main([*words, *more])


def _tried(case: _Case) -> Trial:
    with child.folder() as folder:
        shutil.copytree(case.template, folder, dirs_exist_ok=True)
        return Trial([f"{case.writer}, {_named(case)}: {each}" for each in _wrong(case, folder)])


def _named(case: _Case) -> str:
    return f"{case.shape} {case.read or case.there[:20]!r}" + ", --force" * case.force


def _wrong(case: _Case, folder: Path) -> list[str]:
    """Return what is wrong after the command with this in its way."""
    ending = WRITERS[case.writer][1]
    out, target = _put(case, folder, ending)
    before, node = child.tree(folder), (folder / target).stat().st_ino if (folder / target).exists() else 0
    redirected = case.shape in (">", ">>")

    def redirect() -> None:
        flags = os.O_WRONLY | (os.O_TRUNC if case.shape == ">" else os.O_APPEND)
        os.dup2(os.open(target, flags), 1)

    outcome = child.run(
        lambda: _run(case.writer, out, *["--force"] * case.force),
        folder,
        prepare=redirect if redirected else None,
        stdin=b"quit\n",
    )
    after = child.tree(folder)
    wrong = outcome.complaints((0, 2))
    done = outcome.code == 0
    if done and _must_be_refused(case):
        wrong.append("it is not refused")
    may = {target, *_made(case.writer, case.template)} if done else {target} if redirected else set()
    for name in sorted(before.keys() | after.keys()):
        inside = done and target == "folder" + ending and name.startswith(target + "/")
        if before.get(name) != after.get(name) and name not in may and not inside:
            wrong.append(f"{name} is {'changed' if name in before and name in after else 'gone or new'}")
    if redirected and not case.read:
        file = folder / target
        if file.stat().st_ino != node or not (case.shape == ">" or file.read_bytes().startswith(NOTES)):
            wrong.append("the file of the shell is replaced")
    elif done and case.shape not in ("folder", "read") and not case.read:
        written = (folder / target).read_bytes() if (folder / target).is_file() else b""
        if written in (b"", case.there):
            wrong.append("nothing is written")
    return wrong


def _must_be_refused(case: _Case) -> bool:
    if case.read:
        return not (case.force and case.writer in _IN_PLACE)
    return case.shape in ("link to no folder", "full device") or bool(
        case.there and not case.force and case.shape in ("file", "link", "second name")
    )


def _put(case: _Case, folder: Path, ending: str) -> tuple[str, str]:
    """Put something in the way; return the name that the command gets, and what it would write."""
    out, target = "out" + (ending or ".bas"), "mine" + (ending or ".bas")
    if case.shape in (">", ">>"):
        (folder / target).write_bytes(case.there)
        (folder / out).symlink_to("/dev/stdout")
        return (out if ending else "/dev/stdout"), case.read or target
    if case.shape == "read":
        return case.read, case.read
    if case.shape == "folder":
        (folder / f"folder{ending}").mkdir()
        return f"folder{ending}", f"folder{ending}"
    if case.there:
        (folder / target).write_bytes(case.there)
    if case.shape == "file":
        return target, target
    if case.shape == "second name":
        (folder / out).hardlink_to(folder / target)
        return out, out
    leads = {"link to no folder": "none/out", "full device": "/dev/full", "link to read": case.read}
    (folder / out).symlink_to(leads.get(case.shape, target))
    return out, case.read or target
