"""`msxkit watch`: a project is checked, built and tested at each save."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click

from msxkit.commands.build import project_argument
from msxkit.errors import MsxError
from msxkit.project import load

#: Milliseconds between two looks at what runs.
_LOOK = 100
#: What is saved by a person; what tests write begins no new round.
_SAVED = (".asc", ".bas", ".dmx", ".py", ".toml")
_NO_TESTS = 5
#: What runs, and its exit codes that do not end the round.
_STEPS = (
    ("build", ("msxkit", "build"), (0, 1)),
    ("test", ("pytest", "-q", "--no-header", "--tb=short", "-p", "no:cacheprovider"), (0, 1, _NO_TESTS)),
)


@click.command()
@project_argument
def watch(folder: Path) -> int:
    """Check, build and test the project in FOLDER, or that of this folder, whenever one of its files is saved.

    The screen shows what broke. CTRL-C ends.
    """
    try:
        import watchfiles
    except ImportError:
        raise MsxError("watching needs watchfiles; install it with: pip install 'msxkit[watch]'") from None

    class Saved(watchfiles.DefaultFilter):
        """Files that people write."""

        def __call__(self, change: watchfiles.Change, path: str) -> bool:
            return path.lower().endswith(_SAVED) and super().__call__(change, path)

    project = load(folder)
    folders = {path.parent for path in (project.path, *project.sources) if path.parent.is_dir()}
    saved = Saved(ignore_paths=[project.output.absolute()])
    turns: Iterator[None] = iter(())
    try:
        with closing(_Round(project.folder)) as round_:
            for changes in watchfiles.watch(
                *folders, watch_filter=saved, rust_timeout=_LOOK, yield_on_timeout=True
            ):
                if changes or round_.is_new:
                    round_.close()
                    turns = round_.run(sorted({Path(name).name for _, name in changes}))
                next(turns, None)
    except KeyboardInterrupt:
        return 0
    return 0


class _Round:
    """The steps after a save.

    Attributes:
        is_new: Whether nothing has run yet.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.is_new = True

    def run(self, saved: Sequence[str]) -> Iterator[None]:
        """Run all steps, and yield while one of them runs."""
        self.is_new = False
        told: list[str] = [f"{self._folder.absolute()}: {', '.join(saved) or 'all'}; CTRL-C ends"]
        for name, (module, *options), good in _STEPS:
            _show([*told, f"{name}: runs"])
            with tempfile.TemporaryFile() as output:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", module, *options],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    cwd=self._folder,
                    env={**os.environ, "COLUMNS": str(shutil.get_terminal_size().columns)},
                    start_new_session=True,
                )
                while self._process.poll() is None:
                    yield
                output.seek(0)
                rows = output.read().decode("utf-8", "replace").splitlines()
            code = self._process.returncode
            told += _told(name, code, rows)
            if code not in good:
                break
        _show(told, at_end=True)

    def close(self) -> None:
        """End what runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def _told(name: str, code: int, rows: list[str]) -> list[str]:
    """Return what is shown of a step: what broke, or one row."""
    if code == _NO_TESTS and name == "test":
        return [f"{name}: no tests"]
    if code == 0:
        findings = [row for row in rows if ": warning: " in row]
        return [f"{name}: {rows[-1] if rows and name == 'test' else 'done'}", *findings]
    return [f"{name}: FAILED", *(f"  {row}" for row in rows if row.strip())]


def _show(rows: list[str], *, at_end: bool = False) -> None:
    """Show rows in place of the screen, as many as fit; where there is no terminal, print them at the end."""
    if not sys.stdout.isatty():
        if at_end:
            click.echo("\n".join(rows))
        return
    width, height = shutil.get_terminal_size()
    shown = [row[: width - 1] for row in rows]
    if len(shown) >= height:
        shown = [*shown[: height - 2], f"... and {len(rows) - height + 2} more rows"]
    click.echo("\x1b[2J\x1b[H" + "\n".join(shown))
