"""The pytest plugin `msx`: tests for BASIC programs, on the interpreter, on a real ROM in openMSX, or compiled
in openMSX with the free C-BIOS.

Fixtures: `msx`, a fresh machine for each test, and `msx_shared`, one machine for a whole test file.
Options: --msx-on, --msx-machine, --msx-update, --msx-record, --msx-coverage. Described in docs/testing.md.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pytest

from msxkit.errors import MsxError, printable

if TYPE_CHECKING:
    from msxkit.backends.target import Target
    from msxkit.openmsx.basic import Basic
    from msxkit.openmsx.settings import Choice
    from msxkit.testbench.msx import Msx

BACKENDS = ("interpreter", "openmsx", "cartridge")
#: The machine that the backend cartridge runs on.
CARTRIDGE_MACHINE = "C-BIOS_MSX1"
#: The backends that `both` means.
_BOTH = ("interpreter", "openmsx")
_POOL = pytest.StashKey["_Pool"]()
_COVERAGE = pytest.StashKey[dict[str, dict[int, bool]]]()
#: Folder of a test -> its snapshots that tests have compared or written.
_SNAPSHOTS = pytest.StashKey[dict[Path, set[Path]]]()
#: The machine of a test's fixture, for the report of a failure.
_MACHINE = pytest.StashKey["Msx"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("msx", "MSX BASIC programs")
    group.addoption(
        "--msx-on",
        choices=(*BACKENDS, "both"),
        help="What the programs run on [default: ini msx_on, or interpreter].",
    )
    group.addoption("--msx-backend", choices=(*BACKENDS, "both"), help=argparse.SUPPRESS)
    group.addoption(
        "--msx-machine", metavar="NAME", help="The openMSX machine [default: MSXKIT_MACHINE, or the first]."
    )
    group.addoption(
        "--msx-update", action="store_true", help="Write the screens of assert_screen instead of comparing."
    )
    group.addoption(
        "--msx-record", metavar="DIR", help="Write the last run of each test into this folder as a recording."
    )
    group.addoption("--msx-coverage", action="store_true", help="Show which BASIC lines ran.")
    parser.addini("msx_on", "interpreter, openmsx, cartridge or both (of the first two)")
    parser.addini("msx_backend", "the old name of msx_on")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "msx(backend): the test is for this backend only: interpreter, openmsx or cartridge"
    )
    if config.getoption("--msx-backend") or config.getini("msx_backend"):
        warning = "--msx-backend and msx_backend are now --msx-on and msx_on; write those"
        config.issue_config_time_warning(pytest.PytestDeprecationWarning(warning), stacklevel=2)
    config.stash[_POOL] = _Pool(config)
    config.stash[_COVERAGE] = {}
    config.stash[_SNAPSHOTS] = {}


def pytest_unconfigure(config: pytest.Config) -> None:
    pool = config.stash.get(_POOL, None)
    if pool is not None:
        pool.close()


class _Pool:
    """One booted emulator for all tests. Each test gets it as it was at the prompt: booting again takes longer."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._choice: Choice | None = None
        self._basic: Basic | None = None
        self._state: Path | None = None

    def boot(self) -> Basic:
        """Return a machine of its own, at its prompt."""
        from msxkit.openmsx.settings import choose

        if self._choice is None:
            # Only once: finding the first machine with BASIC takes seconds.
            self._choice = choose(self._config.getoption("--msx-machine"), folder=self._config.rootpath)
        return self._choice.boot()

    def fresh(self) -> Basic:
        """Return the pool's machine, as it was when it had booted."""
        from msxkit.openmsx.basic import Basic

        if self._basic is None or self._basic.machine.emulator.closed:
            self._basic = self.boot()
            self._state = self._basic.machine.save_state()
            return self._basic
        assert self._state is not None
        self._basic.cover(False)
        self._basic.machine.load_state(self._state)
        return Basic(self._basic.machine)

    def close(self) -> None:
        if self._basic is not None:
            self._basic.machine.close()


def _backends(config: pytest.Config) -> tuple[str, ...]:
    old = config.getoption("--msx-backend") or config.getini("msx_backend")
    chosen = config.getoption("--msx-on") or config.getini("msx_on") or old or "interpreter"
    if chosen == "both":
        return _BOTH
    if chosen not in BACKENDS:
        raise pytest.UsageError(f"msx_on must be {', '.join(BACKENDS)} or both, not {chosen!r}")
    return (chosen,)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "msx_backend" in metafunc.fixturenames:
        backends = _backends(metafunc.config)
        # One backend leaves the names of the tests as they are.
        if len(backends) > 1:
            metafunc.parametrize("msx_backend", backends, scope="session")


@pytest.fixture(scope="session")
def msx_backend(request: pytest.FixtureRequest) -> str:
    """The backend of this test: interpreter, openmsx or cartridge."""
    return str(getattr(request, "param", _backends(request.config)[0]))


@pytest.fixture
def msx(request: pytest.FixtureRequest, msx_backend: str) -> Iterator[Msx]:
    """A fresh MSX: `msx.load("game.bas")`, `msx.run()`, `msx.type(" ")`, `msx.screen[3]`..."""
    _check_marker(request, msx_backend)
    machine = _make(request.config, msx_backend, request.path.parent, shared=False)
    yield from _used(request, machine)


@pytest.fixture(scope="module")
def msx_shared(request: pytest.FixtureRequest, msx_backend: str) -> Iterator[Msx]:
    """One MSX for all tests of a file: what one test leaves, the next one finds."""
    machine = _make(request.config, msx_backend, request.path.parent, shared=True)
    yield from _used(request, machine)


def _check_marker(request: pytest.FixtureRequest, backend: str) -> None:
    marker = request.node.get_closest_marker("msx")
    wanted = None if marker is None else (marker.kwargs.get("backend") or next(iter(marker.args), None))
    if wanted is not None and wanted != backend:
        pytest.skip(f"for the backend {wanted}: --msx-on {wanted}")


def _make(config: pytest.Config, backend: str, folder: Path, shared: bool) -> Msx:
    from msxkit.testbench.msx import Msx

    return Msx(_target(config, backend, shared), folder)


def _target(config: pytest.Config, backend: str, shared: bool) -> Target:
    if backend == "interpreter":
        from msxkit.backends.interpreter import InterpreterTarget

        return InterpreterTarget("msx2", counting=True, polling=True)
    if backend == "cartridge":
        from msxkit.backends.cartridge import CartridgeTarget

        return CartridgeTarget(config.getoption("--msx-machine") or CARTRIDGE_MACHINE, polling=True)
    from msxkit.backends.openmsx import OpenmsxTarget

    pool = config.stash[_POOL]
    try:
        basic = pool.boot() if shared else pool.fresh()
    except MsxError as error:
        pytest.fail(str(error), pytrace=False)
    target = OpenmsxTarget(lambda: basic, tidy=True, lent=not shared)
    target.switch_on()
    return target


def _used(request: pytest.FixtureRequest, machine: Msx) -> Iterator[Msx]:
    request.node.stash[_MACHINE] = machine
    machine.update = bool(request.config.getoption("--msx-update"))
    machine.artifacts = _artifacts(request.node)
    yield machine
    try:
        _keep(request, machine)
    finally:
        machine.close()
        del request.node.stash[_MACHINE]  # pytest keeps every test until its end


def _keep(request: pytest.FixtureRequest, machine: Msx) -> None:
    """Note what the test has run, and write its recording, where that is wanted."""
    config = request.config
    config.stash[_SNAPSHOTS].setdefault(request.path.parent, set()).update(machine.snapshots)
    if config.getoption("--msx-coverage") and machine.program is not None:
        _add_coverage(config, _shown_name(machine, config.rootpath), machine.lines())
    folder = config.getoption("--msx-record")
    if folder and machine.state:
        from msxkit.recording import dumps
        from msxkit.written import save

        name = re.sub(r"[^\w.-]+", "-", request.node.name)
        try:
            recording = machine.recording(name)
        except MsxError:
            return  # keys were held, or time passed at a wait: no recording can hold that
        Path(folder).mkdir(parents=True, exist_ok=True)
        try:
            save(Path(folder) / f"{name}.json", dumps(recording).encode("ascii"))
        except MsxError as error:
            pytest.fail(str(error), pytrace=False)


def _shown_name(machine: Msx, root: Path) -> str:
    """Return how a table names the program: by its path, since two folders can have programs of one name."""
    if machine.path is None:
        return machine.program_name
    path = machine.path.resolve()
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


def _add_coverage(config: pytest.Config, name: str, lines: Mapping[int, bool]) -> None:
    known = config.stash[_COVERAGE].setdefault(name, {})
    for line, ran in lines.items():
        known[line] = known.get(line, False) or ran


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what a worker of pytest-xdist has noted to the process that prints it."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["msx_coverage"] = {
            name: list(lines.items()) for name, lines in session.config.stash[_COVERAGE].items()
        }
        output["msx_snapshots"] = {
            str(folder): [*map(str, used)] for folder, used in session.config.stash[_SNAPSHOTS].items()
        }


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a worker of pytest-xdist has noted."""
    output = getattr(node, "workeroutput", {})
    for name, lines in output.get("msx_coverage", {}).items():
        _add_coverage(node.config, name, dict(lines))
    for folder, used in output.get("msx_snapshots", {}).items():
        node.config.stash[_SNAPSHOTS].setdefault(Path(folder), set()).update(map(Path, used))


@pytest.fixture
def assert_frame(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`assert_frame("title")`: the picture of `msx` is the one in frames/title.png beside the test.

    With --msx-update the file is written. Another machine can be given: `assert_frame("title", msx_shared)`.
    """

    def check(name: str, machine: Msx | None = None) -> None:
        __tracebackhide__ = True
        chosen = machine or request.getfixturevalue("msx")
        # A machine that is shared shows its differences under the test that found them.
        chosen.artifacts = _artifacts(request.node)
        chosen.assert_frame(name)

    return check


@pytest.fixture
def assert_screen(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`assert_screen("title")`: the screen of `msx` is the one in screens/title.txt beside the test.

    With --msx-update the file is written. Another machine can be given: `assert_screen("title", msx_shared)`.
    """

    def check(name: str, machine: Msx | None = None) -> None:
        __tracebackhide__ = True
        (machine or request.getfixturevalue("msx")).assert_screen(name)

    return check


def _with_lines(excinfo: pytest.ExceptionInfo[BaseException]) -> None:
    """Give every entry of the traceback of an error, and of those that it comes from, a line.

    A signal, such as that of a timeout or Ctrl-C, may come at a jump back of a loop, which has no line in Python 3.11.
    pytest computes with the line, and would fail.
    """
    errors: list[BaseException] = [excinfo.value]
    for error in errors:
        error.__traceback__ = _numbered(error.__traceback__)
        errors += [
            other
            for other in (error.__cause__, error.__context__)
            if other is not None and other not in errors
        ]
    made = excinfo.value.__traceback__
    if made is not None and made is not excinfo.tb:
        excinfo.traceback = type(excinfo.traceback)(made)


def _numbered(traceback: TracebackType | None) -> TracebackType | None:
    entries: list[TracebackType] = []
    entry = traceback
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    if any(entry.tb_lineno is None for entry in entries):
        traceback = None
        for entry in reversed(entries):
            lines = entry.tb_frame.f_code.co_lines()
            before = [line for start, _, line in lines if line is not None and start <= entry.tb_lasti]
            line = entry.tb_lineno or max(before[-1:], default=entry.tb_frame.f_code.co_firstlineno)
            traceback = TracebackType(traceback, entry.tb_frame, entry.tb_lasti, line)
    return traceback


@pytest.hookimpl(tryfirst=True)
def pytest_keyboard_interrupt(excinfo: pytest.ExceptionInfo[BaseException]) -> None:
    _with_lines(excinfo)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[None]:
    if call.excinfo is not None:
        _with_lines(call.excinfo)
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.when != "call" or not report.failed:
        return
    for machine in _machines(item):
        try:
            report.sections.append(("MSX", machine.describe() + _picture_and_log(item, machine)))
        except Exception as error:  # the boundary: a report that fails would end pytest
            told = str(error) if isinstance(error, MsxError) else f"{type(error).__name__}: {error}"
            report.sections.append(("MSX", told))


def _artifacts(node: pytest.Item | pytest.Collector) -> Path:
    folder = node.config.rootpath / "build" / "msx"
    return folder / re.sub(r"[^\w-]+", "-", node.nodeid)


def _machines(item: pytest.Item) -> Iterator[Msx]:
    for node in (item, item.getparent(pytest.Module)):
        if node is not None:
            machine = node.stash.get(_MACHINE, None)
            if machine is not None:
                yield machine


def _picture_and_log(item: pytest.Item, machine: Msx) -> str:
    """Return the path of a picture of the machine, and the log of an emulator."""
    path = _artifacts(item).with_suffix(".png")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        shown = machine.save_picture(path)
        picture = f"\npicture: {path}" if shown else ""
    except (MsxError, OSError) as error:
        picture = f"\npicture: none ({error})"
    log = machine.log()
    return picture + (f"\nopenMSX log:\n{log}" if log else "")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    _show_coverage(terminalreporter, config.stash[_COVERAGE])
    unused = [*_unused_snapshots(terminalreporter, config)]
    if unused:
        terminalreporter.section("MSX snapshots that no test uses")
    for path in unused:
        shown = path.relative_to(config.rootpath) if path.is_relative_to(config.rootpath) else path
        terminalreporter.write_line(f"{printable(str(shown))}: delete it, or write a test for it")


def _unused_snapshots(reporter: pytest.TerminalReporter, config: pytest.Config) -> Iterator[Path]:
    """Yield the snapshots that no test has used, in folders whose tests have all run and passed."""
    if config.option.keyword or config.option.markexpr or any("::" in each for each in config.args):
        return
    ran: dict[bool, set[Path]] = {True: set(), False: set()}
    for outcome, reports in reporter.stats.items():
        for report in reports:
            if outcome and hasattr(report, "nodeid"):
                ran[outcome == "passed"].add(config.rootpath / report.nodeid.partition("::")[0])
    patterns = config.getini("python_files")
    for folder, used in sorted(config.stash[_SNAPSHOTS].items()):
        tests = {path for pattern in patterns for path in folder.glob(pattern)}
        if tests <= ran[True] - ran[False]:
            yield from sorted({*folder.glob("screens/*.txt"), *folder.glob("frames/*.png")} - used)


def _show_coverage(reporter: pytest.TerminalReporter, programs: dict[str, dict[int, bool]]) -> None:
    if programs:
        reporter.section("MSX BASIC line coverage")
    for name, lines in sorted(programs.items()):
        ran = sum(lines.values())
        missed = [str(line) for line, done in sorted(lines.items()) if not done]
        rest = f"; never ran: {' '.join(missed)}" if missed else ""
        reporter.write_line(
            f"{printable(name)}: {ran} of {len(lines)} lines, {100 * ran // max(1, len(lines))}%{rest}"
        )
