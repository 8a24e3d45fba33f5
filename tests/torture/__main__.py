"""Run the tortures, and print the results: `python -m tests.torture [NAME...] [--effort E] [--seed N] [--jobs N]`."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import pkgutil
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Threads of a library would not live on in forked children.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import msxkit
import tests.torture
from tests.torture import Effort, Row, child

PREFIX = "torture_"
#: Where the page of the docs has the tables.
PAGE = Path(__file__).parents[2] / "docs" / "notes" / "reliability.md"
_TABLES = re.compile(r"(?<=<!-- tables -->\n).*(?=<!-- end of tables -->)", re.S)
#: Failures of a row that are printed.
SHOWN = 20
#: A disk in memory, which no trial waits for, and the room that it must have.
_MEMORY, _ROOM = Path("/dev/shm"), 1 << 30


def chapters() -> list[str]:
    """Return the names of all chapters."""
    names = (module.name for module in pkgutil.iter_modules(tests.torture.__path__))
    return sorted(name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX))


def markdown(heading: str, text: str, rows: list[Row], effort: Effort, seconds: float) -> str:
    """Return a chapter as it stands in the docs."""
    took = f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{seconds:.0f} seconds"
    tried = f"Tried with {_version()}, `--effort {effort.scale:g} --seed {effort.seed}`, in {took}."
    lines = [
        f"## {heading}",
        "",
        text,
        "",
        tried,
        "",
        "| what | tried | failed | worst |",
        "|---|---|---|---|",
    ]
    lines += [f"| {row.what} | {row.tried:,} | {len(row.failures)} | {row.figure or '-'} |" for row in rows]
    return "\n".join([*lines, "", ""])


def _version() -> str:
    """Return which version is tried; what is changed in this page does not count."""
    git = ["git", "-C", str(PAGE.parent)]
    try:
        commit = subprocess.check_output([*git, "rev-parse", "--short=8", "HEAD"], text=True).strip()
        changed = subprocess.check_output([*git, "status", "--porcelain", "-uno", ":/", f":!{PAGE.name}"])
    except (OSError, subprocess.CalledProcessError):
        return f"msxkit {msxkit.__version__}"
    return f"commit {commit}" + " and changes" * bool(changed)


def _prepare() -> None:
    """Make this process one from which children are forked: quick to start, and with the usual signals."""
    # A shell that has started this in the background, or nohup, has had some signals ignored.
    for number in (signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "TMPDIR" not in os.environ and os.access(_MEMORY, os.W_OK):
        programs_run = not os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC
        if programs_run and shutil.disk_usage(_MEMORY).free > _ROOM:
            os.environ["TMPDIR"] = str(_MEMORY)
    child.preload()
    gc.freeze()


def titles(name: str) -> tuple[str, str]:
    """Return heading and text of a chapter."""
    module = importlib.import_module(f"tests.torture.{PREFIX}{name}")
    heading, _, text = (module.__doc__ or name).strip().partition("\n")
    return heading.rstrip("."), text.strip()


def write(made: dict[str, str]) -> None:
    """Put chapters into the page; the others stay as they are."""
    page = PAGE.read_text("utf-8")
    for section in re.split(r"^(?=## )", _TABLES.findall(page)[0], flags=re.M):
        for name in chapters():
            if name not in made and section.startswith(f"## {titles(name)[0]}\n"):
                made[name] = section.rstrip() + "\n\n"
    texts = "".join(made[name] for name in chapters() if name in made)
    PAGE.write_text(_TABLES.sub(lambda _: "\n" + texts, page), "utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"chapters: {', '.join(chapters())}")
    parser.add_argument("--effort", type=float, default=1.0, help="how much is tried, 1 for the docs")
    parser.add_argument("--seed", type=int, default=1, help="of everything random")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes that share the work [one a core]"
    )
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.name}")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - set(chapters())
    if unknown:
        parser.error(f"no such chapter: {', '.join(sorted(unknown))}; there are {', '.join(chapters())}")
    effort = Effort(options.effort, options.seed, options.jobs)
    _prepare()
    made: dict[str, str] = {}
    failed = 0
    for name in options.names or chapters():
        module = importlib.import_module(f"tests.torture.{PREFIX}{name}")
        started = time.monotonic()
        rows = []
        for row in module.torture(effort):
            rows.append(row)
            print(
                f"{name}: {row.what}: {row.tried} tried, {len(row.failures)} failed, {row.figure}",
                file=sys.stderr,
            )
        seconds = time.monotonic() - started
        made[name] = markdown(*titles(name), rows, effort, seconds)
        print(made[name], flush=True)
        for row in rows:
            failed += len(row.failures)
            for failure in row.failures[:SHOWN]:
                print(f"{row.what}: {failure}", file=sys.stderr, flush=True)
        print(f"({name}: {seconds:.0f} s)\n", file=sys.stderr, flush=True)
    if options.write:
        write(made)
    print(f"{failed} failures" if failed != 1 else "1 failure", file=sys.stderr)
    return int(failed > 0)


# Notes and locks of what is tried, and of what is killed, are not among the user's.
with tempfile.TemporaryDirectory(prefix="torture-") as state:
    os.environ["XDG_STATE_HOME"] = state
    sys.exit(main(sys.argv[1:]))
