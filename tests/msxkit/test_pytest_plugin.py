"""The pytest plugin, run on small projects of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

# A run in this process forgets the modules that it has imported: it is to find them here.
import msxkit.backends.interpreter
import msxkit.backends.openmsx
import msxkit.testbench.pictures  # noqa: F401
from msxkit.backends import interpreter
from msxkit.errors import MachineError, MsxError
from msxkit.testbench.msx import Msx
from tests.msxkit.interpreter.test_guard import ENDLESS
from tests.msxkit.openmsx import minibasic
from tests.msxkit.openmsx.test_control import wait_until
from tests.processes import alive
from tests.programs import needs

pytest_plugins = ["pytester"]

PROGRAM = '10 SCREEN1\n20 CLS\n30 PRINT"HELLO"\n40 X=RND(-TIME)\n50 A$=INPUT$(1)\n60 GOTO80\n70 CLS\n80 END\n'
TESTS = """
def test_event_by_event(msx):
    msx.load("hello.bas")
    assert msx.run(times=[7]) == "key"
    assert msx.line == 50
    assert "HELLO" in msx.screen.text()
    assert msx.type("z") == "end"
    assert msx.variables["A$"] == "z"
    assert (msx.error, msx.line, msx.keys) == (None, None, ["'z'"])

def test_waits(msx):
    msx.load("hello.bas")
    msx.start()
    msx.wait_for_text("HELLO")
    assert msx.type("q") == "end"

def test_text(msx):
    msx.load("10 CLS\\n20 ERROR5\\n")
    assert msx.run() == "error"
    assert msx.error == "Illegal function call in 20"
"""
# The toy machine of the emulator's tests knows neither types nor INKEY$.
TYPES = """
def test_polling_is_waiting(msx):
    msx.load('10 CLS\\n20 N=N+1:LOCATE0,0:PRINT N:A$=INKEY$:IF A$="" THEN 20\\n30 PRINT A$;"!"\\n')
    assert msx.run() == "key"
    assert msx.line == 20
    msx.wait_for_text("200")
    assert msx.type("x") == "end"
    assert msx.screen[1] == "x!"

def test_types(msx):
    msx.load('10 DEFINTA-Z:DEFSTRN:A=5:N="x":DIMT(3):T(2)=7:B#=1.5\\n20 END\\n')
    assert msx.run() == "end"
    assert [msx.variables[n] for n in ("A", "A%", "N", "T(2)", "T%(2)", "B#")] == [5, 5, "x", 7, 7, 1.5]
"""
# Whether a machine ends with its test: 500 tests took 400 MB.
MANY = """
import gc, pytest, weakref
machines = []

@pytest.mark.parametrize("number", range(4))
def test_is_the_only_machine(msx, number):
    msx.load("hello.bas")
    msx.run(times=[7])
    gc.collect()
    assert [machine() for machine in machines] == [None] * number
    machines.append(weakref.ref(msx))
"""


#: Two plugins of the environment warn of settings of their own.
PLUGINS = ("-p", "no:cacheprovider", "-p", "no:asyncio", "-p", "no:pytest-lsp")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    (pytester.path / "hello.bas").write_text(PROGRAM)
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest in this process, which is much faster than in a new one."""
    return project.runpytest_inprocess("-p", "msx", *PLUGINS, *arguments)


def run_apart(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return project.run(sys.executable, "-m", "pytest", *PLUGINS, *arguments)


@pytest.mark.parametrize(
    "asked",
    [
        (),
        pytest.param(("-p", "msxkit.pytest_plugin"), marks=pytest.mark.slow),
        pytest.param(("-p", "no:msx"), marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_it_is_there_once_however_it_is_asked_for(project: pytest.Pytester, asked: tuple[str, ...]) -> None:
    project.makepyfile("def test_it(request):\n    request.getfixturevalue('msx')\n")
    there = "no:msx" not in asked
    run_apart(project, *asked).assert_outcomes(passed=int(there), failed=int(not there))


def test_a_machine_that_cannot_be_shown_is_told(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.makepyfile("def test_it(msx):\n    msx.load('10 END')\n    msx.run()\n    assert 0\n")

    def fail(_machine: Msx) -> str:
        raise IndexError("no such cell")

    monkeypatch.setattr(Msx, "describe", fail)
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["IndexError: no such cell"])


#: The jump back of this loop has no line in Python 3.11; a signal may come there.
LOOP = """
import sys
from types import TracebackType

def loop():
    for number in range(2):
        if number < 2 and number > 0:
            break
    return sys._getframe()

def raised():
    frame = loop()
    gone = [start for start, _, line in frame.f_code.co_lines() if line is None]
    return KIND("from outside").with_traceback(TracebackType(None, frame, (gone or [0])[-1], -1))

def test_it():
    try:
        raise raised()
    except BaseException as error:
        raise KIND("again") from error
"""


@pytest.mark.parametrize("kind", ["ValueError", "KeyboardInterrupt"])
@pytest.mark.one_in(2)
def test_signal_without_a_line(project: pytest.Pytester, kind: str) -> None:
    project.makepyfile(LOOP.replace("KIND", kind))
    result = project.runpytest_inprocess(*PLUGINS, "--full-trace", no_reraise_ctrlc=True)
    result.stdout.no_fnmatch_line("*INTERNALERROR*")
    result.stdout.fnmatch_lines(["*from outside*"])


@pytest.mark.slow
def test_other_projects_do_not_notice_it(project: pytest.Pytester) -> None:
    project.makepyfile(
        "import sys\n"
        "def test_it():\n    assert not {'PIL', 'lark', 'numpy', 'textual', 'msxkit.testbench'} & set(sys.modules)\n"
    )
    run_apart(project, "-W", "error", "--strict-markers", "--strict-config").assert_outcomes(passed=1)


@needs("openmsx")
def test_runs_on_a_real_machine_are_alike_too(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    _toy(project, monkeypatch)
    project.makepyfile(_twice(first=1))  # the toy has no SCREEN at its prompt
    run(project, "--msx-on", "openmsx", "--msx-machine", "Toy_BASIC").assert_outcomes(passed=1)


@needs("openmsx")
@pytest.mark.slow
def test_a_killed_run_leaves_no_emulator(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    _toy(project, monkeypatch)
    project.makepyfile(
        "import time\n"
        "def test_it(msx):\n"
        "    emulator = msx.basic.machine.emulator\n"
        "    with open('pids.part', 'w') as file:\n"
        "        print(emulator.process.pid, emulator.home.path, file=file)\n"
        "    __import__('os').rename('pids.part', 'pids')\n"
        "    time.sleep(100)\n"
    )
    command = (sys.executable, "-m", "pytest", "--msx-on", "openmsx", "--msx-machine", "Toy_BASIC")
    noted = project.path / "pids"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as running:
        assert wait_until(noted.exists)
        running.kill()
    pid, home = noted.read_text().split()
    assert wait_until(lambda: not alive(int(pid)))
    assert wait_until(lambda: not Path(home).exists())


def _twice(first: int) -> str:
    return (
        "def test_it(msx):\n"
        f"    msx.load('10 GOTO40\\n20 SCREEN{1 - first}\\n30 END\\n40 A$=INPUT$(1)\\n50 GOTO20\\n')\n"
        "    for key in '', 'x', 'y':\n"
        "        assert msx.run() == 'key'\n"
        f"        assert (msx.screen.mode, msx.line) == ({first}, 40)\n"
        "        assert msx.covered == ({10, 40} if key < 'y' else {10, 20, 30, 40, 50})\n"
        "        if key:\n"
        "            assert msx.type(key) == 'end'\n"
        f"            assert msx.screen.mode == {1 - first}\n"
        "    msx.load('10 END\\n')\n"
        "    assert msx.covered == set()\n"
        "    assert (msx.run(), msx.covered) == ('end', {10})\n"
    )


def _toy(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    minibasic.install(project.path / "user")
    monkeypatch.setenv("OPENMSX_USER_DATA", str(project.path / "user"))


@needs("openmsx")
def test_a_cartridge(project: pytest.Pytester) -> None:
    # It counts faster than a test that waits for one number can look.
    project.makepyfile(TESTS + TYPES.replace('    msx.wait_for_text("200")\n', ""))
    run(project, "--msx-on", "cartridge").assert_outcomes(passed=5)


@needs("openmsx")
def test_the_same_tests_on_both(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    _toy(project, monkeypatch)
    project.makepyfile(
        TESTS
        + "\n\ndef test_wrong(msx):\n    msx.load('hello.bas')\n    msx.run()\n    assert msx.screen[3] == 'x'\n"
    )
    result = run(project, "--msx-on", "both", "--msx-machine", "Toy_BASIC", "--msx-coverage")
    result.assert_outcomes(passed=6, failed=2)
    result.stdout.fnmatch_lines(["*openmsx, SCREEN 1*", "line: 50 A$=INPUT$(1)", "picture: *.png"])
    result.stdout.fnmatch_lines(["hello.bas: 7 of 8 lines, 87%; never ran: 70"])
    assert len(list((project.path / "build" / "msx").glob("*.png"))) == 1


@pytest.mark.parametrize(
    "code",
    [
        "assert msx.screen[0] == 'BYE'",
        "assert 'BYE' in msx.screen",
        "msx.wait_for_text('BYE', seconds=1)",
        "msx.assert_screen('none')",
        "msx.type('xyz')",
        "msx.variables['NO']",
    ],
)
def test_a_failure_shows_the_screen_once(code: str, project: pytest.Pytester) -> None:
    project.makepyfile(f"def test_it(msx):\n    msx.load('hello.bas')\n    msx.run()\n    {code}\n")
    result = run(project)
    result.assert_outcomes(failed=1)
    shown = result.stdout.str()
    rows = re.findall(r"^ ?\d+\|.*\|$", shown, re.M)
    assert len(rows) == (3 if "type" in code else 1), rows  # Ok and the cursor, when the program has ended
    assert "HELLO" in rows[0]
    assert shown.count("+----") == 2
    assert "cells=" not in shown
    if "BYE" in code:
        lines = ["interpreter, SCREEN 1*key", "line: 50 A$=INPUT$(1)", "last keys: none", "*0|*HELLO*|"]
        result.stdout.fnmatch_lines(lines)


def test_a_listing_needs_no_line_end(project: pytest.Pytester) -> None:
    (project.path / "2048.bas").write_text("10 A=2048\n")
    (project.path / "10 A=5").write_text("10 A=99\n")
    project.makepyfile(
        "import pytest\n"
        "from msxkit.errors import FileError, ProgramError\n"
        "def test_it(msx):\n"
        "    for text, value in (('10 A=1', 1), (' 20A=2', 2), ('2048.bas', 2048), ('10 A=5', 99)):\n"
        "        msx.load(text)\n"
        "        assert msx.run() == 'end'\n"
        "        assert msx.variables['A'] == value\n"
        "    for name in ('3.bas', '10print.bas', 'none', '10.txt'):\n"
        "        with pytest.raises(FileError, match='cannot be read'):\n"
        "            msx.load(name)\n"
        "    with pytest.raises(ProgramError, match=':1:1: Overflow|the listing'):\n"
        "        msx.load('10 A%=1E99%')\n"
    )
    run(project).assert_outcomes(passed=1)


def test_golden_screens(project: pytest.Pytester) -> None:
    project.makepyfile(
        "def test_it(msx, assert_screen):\n"
        "    msx.load('hello.bas')\n"
        "    msx.run(times=[7])\n"
        "    assert_screen('title')\n"
        "    msx.assert_screen('title')\n"
    )
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*keep it with --msx-update*"])
    run(project, "--msx-update").assert_outcomes(passed=1)
    run(project).assert_outcomes(passed=1)
    golden = project.path / "screens" / "title.txt"
    assert "HELLO" in golden.read_text("utf-8")
    golden.write_text(golden.read_text("utf-8").replace("HELLO", "HALLO"), "utf-8")
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*- |*HALLO*", "*+ |*HELLO*"])


def test_recordings_and_the_marker(project: pytest.Pytester) -> None:
    from msxkit import recording

    project.makepyfile(
        "import pytest\n"
        "def test_it(msx):\n    msx.load('hello.bas')\n    msx.run(times=[7])\n    msx.type('k')\n"
        "@pytest.mark.msx('openmsx')\ndef test_other(msx):\n    raise AssertionError\n"
    )
    run(project, "--msx-record", "runs").assert_outcomes(passed=1, skipped=1)
    file = project.path / "runs" / "test_it.json"
    run_ = recording.load(file)
    assert (run_.times, run_.keys, run_.steps[-1].at) == ((7,), (107,), "end")
    run(project, "--msx-record", "runs").assert_outcomes(passed=1, skipped=1)
    # A game of that name is somebody's own.
    mine = file.read_bytes().replace(b'"test"', b'"sharp"')
    file.write_bytes(mine)
    result = run(project, "--msx-record", "runs")
    result.assert_outcomes(passed=1, skipped=1, errors=1)
    result.stdout.fnmatch_lines(["*test_it.json already exists and is not as this program wrote it*"])
    assert file.read_bytes() == mine


MISUSES = [
    ("msx.run()", "load one first"),
    ("msx.load('none.bas')", "none.bas: cannot be read"),
    ("msx.load('hello.bas'); msx.run(); msx.type('abc')", "the program has ended"),
    ("msx.load('10 GOTO 10\\n'); msx.run(limit=1)", "neither ended nor waited"),
    ("msx.load('hello.bas'); msx.run(); msx.wait_for_text('never')", "waits for a key"),
    ("msx.variables['T()']", "no array T#"),
    ("msx.load('10 LIVES=3:N$=\"x\"\\n'); msx.run(); msx.variables['SCORE']", "the program has: LI#, N$"),
]


def test_misuse_is_told(project: pytest.Pytester) -> None:
    # All in one run: each start of pytest costs more than the tests.
    project.makepyfile("\n".join(f"def test_{n}(msx):\n    {code}\n" for n, (code, _) in enumerate(MISUSES)))
    result = run(project)
    result.assert_outcomes(failed=len(MISUSES))
    shown = result.stdout.str()
    for _, words in MISUSES:
        assert words in shown
    # Where the test said it, and nothing of how the kit came to it.
    assert "The above exception" not in shown
    assert "During handling" not in shown
    assert not [line for line in shown.splitlines() if re.match(r"\S*(msxkit|tools)\S*\.py:\d+: ", line)]


def test_no_machine_with_basic_is_a_failure_with_the_cure(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MSXKIT_OPENMSX", str(tmp_path / "none"))
    project.makepyfile("def test_it(msx):\n    pass\n")
    result = run(project, "--msx-on", "openmsx", "--msx-machine", "X")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*MSXKIT_OPENMSX=* is not a program*"])


PICTURES = """
def test_picture(msx, assert_frame):
    msx.load('10 SCREEN2\\n20 A$=INPUT$(1)\\n30 SCREEN1\\n40 PRINT"DONE"\\n50 A$=INPUT$(1)\\n')
    assert msx.run() == "key"
    assert (msx.frame.width, msx.frame.height) == (256, 192)
    assert 0 <= msx.pixel(255, 191) < 16
    assert msx.sprites == {}
    assert len(msx.psg) == 14
    assert_frame("empty")
    assert msx.run_for(0.5) in ("key", "limit")
    assert msx.type("x") == "key"
    assert "DONE" in msx.screen.text()
    assert msx.line == 50
    assert_frame("done")
"""


def _pictures(project: pytest.Pytester, *options: str) -> None:
    """A picture is kept, compared, and different once the program has changed."""
    project.makepyfile(PICTURES)
    run(project, *options).assert_outcomes(failed=1)
    run(project, *options, "--msx-update").assert_outcomes(passed=1)
    assert sorted(path.name for path in (project.path / "frames").iterdir()) == ["done.png", "empty.png"]
    run(project, *options).assert_outcomes(passed=1)
    project.makepyfile(PICTURES.replace('PRINT"DONE"', 'PRINT"DONE!"'))
    result = run(project, *options)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the picture differs from *done.png*", "*first wrong byte: VRAM *"])
    for name in ("expected", "actual", "difference"):
        (shown,) = (project.path / "build" / "msx").glob(f"*/done-{name}.png")
        result.stdout.fnmatch_lines([f"*{name}:*{shown}"])


def test_pictures(project: pytest.Pytester) -> None:
    _pictures(project)
    result = run(project)
    result.stdout.fnmatch_lines(['*drawn by line 40: PRINT"DONE!"*'])


@needs("openmsx")
@pytest.mark.slow
def test_pictures_of_a_real_machine(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    _toy(project, monkeypatch)
    _pictures(project, "--msx-on", "openmsx", "--msx-machine", "Toy_BASIC")


PRESSES = """
GAME = (
    '10 X=100:KEY OFF:SCREEN 1\\n20 S=STICK(0):IF S=3 THEN X=X+1\\n30 IF S=7 THEN X=X-1\\n40 IF STRIG(0) THEN F=1\\n'
    '50 LOCATE 0,0:PRINT X;F;S;"  "\\n60 GOTO 20\\n'
)

def test_press(msx):
    def seen():
        return [int(word) for word in msx.screen[0].split()]

    msx.load(GAME)
    msx.start()
    msx.run_for(1)
    assert seen() == [100, 0, 0]
    assert msx.press("RIGHT", seconds=1) == "limit"
    x, fired, stick = seen()
    assert x > 105 and (fired, stick) == (0, 3)
    msx.run_for(0.2)
    assert seen()[2] == 0
    still = seen()[0]
    msx.press("UP", "RIGHT", seconds=0.3)
    assert seen() == [still, 0, 2]
    msx.press("LEFT", "SPACE", seconds=1)
    x, fired, stick = seen()
    assert x < still - 5 and (fired, stick) == (1, 7)

def test_it_types(msx):
    msx.load('10 A$=INPUT$(1):PRINT ASC(A$)\\n20 GOTO 10\\n')
    assert msx.run() == "key"
    msx.press("A")
    msx.press("SHIFT", "B")
    msx.press("RIGHT")
    assert [msx.screen[row] for row in range(3)] == [" 97", " 66", " 28"]
"""


SHARED = """
def test_one(msx_shared):
    msx_shared.load('hello.bas')
    msx_shared.run()

def test_two(msx_shared):
    assert msx_shared.type('x') == 'end'
"""
ERROR = """
def test_it(msx):
    msx.load('10 CLS\\n20 A=1/0')
    assert (msx.run(), msx.line, msx.error) == ('error', 20, 'Division by zero in 20')
    assert msx.variables['A'] == 0
    raise AssertionError
"""
GRAPHIC = "def test_it(msx):\n    msx.load('10 SCREEN 2\\n20 X=RND(1):GOTO 20\\n')\n    msx.run()\n"


@pytest.mark.parametrize(
    ("tests", "outcomes", "lines"),
    [
        pytest.param(TESTS + TYPES, {"passed": 5}, [], id="the interpreter"),
        pytest.param(PRESSES, {"passed": 2}, [], id="presses"),
        pytest.param(MANY, {"passed": 4}, [], id="machines end with their tests"),
        pytest.param(_twice(first=0), {"passed": 1}, [], id="runs are alike and their coverage adds up"),
        pytest.param(SHARED, {"passed": 2}, [], id="a shared machine keeps what the last test left"),
        pytest.param(
            ERROR, {"failed": 1}, ["line: 20 A=1/0", "error: Division by zero in 20"], id="where an error was"
        ),
        pytest.param(
            GRAPHIC, {"failed": 1}, ["interpreter, SCREEN 2, still running"], marks=pytest.mark.slow
        ),
    ],
)
def test_outcomes(project: pytest.Pytester, tests: str, outcomes: dict[str, int], lines: list[str]) -> None:
    project.makepyfile(tests)
    result = run(project)
    result.assert_outcomes(**outcomes)
    result.stdout.fnmatch_lines(lines)


@needs("openmsx")
def test_presses_on_a_cartridge(project: pytest.Pytester) -> None:
    """The matrix of openMSX's keyboard, which C-BIOS reads."""
    project.makepyfile(PRESSES)
    run(project, "--msx-on", "cartridge").assert_outcomes(passed=2)


@pytest.mark.parametrize("what", ["commands of the video chip", "FN"])
def test_work_limit(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "_WORK_AT_LEAST", 200_000)
    machine = Msx(interpreter.InterpreterTarget("msx2", polling=True))
    machine.load(ENDLESS[what])
    with pytest.raises(MachineError, match="does too much in 2 emulated seconds"):
        machine.run(limit=2)
    machine.load("10 SCREEN 5:LINE(0,0)-(255,211),3,BF:PAINT(9,9),4,3:END\n")
    assert machine.run(limit=200) == "end"


@pytest.mark.parametrize("name", ["a\0.bas", "x" * 5000 + ".bas"])
def test_a_name_that_no_file_has_is_told(name: str) -> None:
    with pytest.raises(MsxError, match="cannot be read: "):
        Msx(interpreter.InterpreterTarget()).load(name)


def test_a_name_does_not_control_the_terminal(project: pytest.Pytester) -> None:
    (project.path / "a\x1b[31mb.bas").write_text("10 ERROR 5\n")
    project.makepyfile(
        'def test_it(msx):\n    msx.load("a\\x1b[31mb.bas")\n    msx.run()\n    assert msx.screen[1] == "Ok"\n'
    )
    found = run(project, "--msx-coverage")
    found.assert_outcomes(passed=1)
    assert "a\\x1b[31mb.bas: 1 of 1 lines" in found.stdout.str()


def test_coverage_of_workers(project: pytest.Pytester) -> None:
    for folder, listing in (("a", PROGRAM), ("b", "10 END\n")):
        (project.path / folder).mkdir()
        (project.path / folder / "hello.bas").write_text(listing)
        (project.path / folder / f"test_{folder}.py").write_text(
            "def test_it(msx):\n    msx.load('hello.bas')\n    msx.run()\n"
        )
    told = run_apart(project, "-n", "2", "--msx-coverage").stdout.str()
    assert "a/hello.bas: 5 of 8 lines, 62%; never ran: 60 70 80" in told
    assert "b/hello.bas: 1 of 1 lines, 100%" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), ["frames/old.png", "screens/old.txt"]),
        (("-k", "it"), []),
        (("test_one.py",), []),
        pytest.param(("-n", "2"), ["frames/old.png", "screens/old.txt"], marks=pytest.mark.slow),
    ],
)
def test_unused_snapshots(project: pytest.Pytester, arguments: tuple[str, ...], told: list[str]) -> None:
    for name in ("one", "two"):
        (project.path / f"test_{name}.py").write_text(
            "def test_it(msx, assert_screen):\n"
            f"    msx.load('hello.bas')\n    msx.run()\n    assert_screen('{name}')\n"
        )
    run(project, "--msx-update").assert_outcomes(passed=2)
    for folder, name in (("screens", "old.txt"), ("frames", "old.png")):
        (project.path / folder).mkdir(exist_ok=True)
        (project.path / folder / name).touch()
    shown = (run_apart if "-n" in arguments else run)(project, *arguments).stdout.str()
    assert re.findall(r"^(\S+): delete it", shown, re.MULTILINE) == told


def test_snapshots_after_a_failure(project: pytest.Pytester) -> None:
    (project.path / "screens").mkdir()
    (project.path / "screens" / "late.txt").touch()
    project.makepyfile("def test_it(msx, assert_screen):\n    assert 0\n    assert_screen('late')\n")
    assert "late.txt" not in run(project).stdout.str()


def test_old_names(project: pytest.Pytester) -> None:
    project.makepyfile("def test_it(msx, msx_backend):\n    assert msx_backend == 'interpreter'\n")
    for options in (("--msx-backend", "interpreter"), ("-o", "msx_backend=interpreter")):
        result = run(project, *options)
        result.assert_outcomes(passed=1)
        result.stdout.fnmatch_lines(["*are now --msx-on and msx_on*"])
