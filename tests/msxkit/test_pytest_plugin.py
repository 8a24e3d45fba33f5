"""The pytest plugin, run on small projects of its own."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.msxkit.openmsx import minibasic

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


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    (pytester.path / "hello.bas").write_text(PROGRAM)
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    known = {point.value for point in entry_points(group="pytest11")}
    plugin = () if "msxkit.pytest_plugin" in known else ("-p", "msxkit.pytest_plugin")
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *plugin, *arguments)
    return project.run(*command)


def test_the_interpreter(project: pytest.Pytester) -> None:
    project.makepyfile(TESTS)
    run(project).assert_outcomes(passed=3)


@pytest.mark.openmsx
def test_the_same_tests_on_both(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (shutil.which("openmsx") and minibasic.CBIOS.exists()):
        pytest.skip("no openMSX here: apt-get install openmsx cbios")
    minibasic.install(project.path / "user")
    monkeypatch.setenv("OPENMSX_USER_DATA", str(project.path / "user"))
    project.makepyfile(
        TESTS
        + "\n\ndef test_wrong(msx):\n    msx.load('hello.bas')\n    msx.run()\n    assert msx.screen[3] == 'x'\n"
    )
    result = run(project, "--msx-backend", "both", "--msx-machine", "Toy_BASIC", "--msx-coverage")
    result.assert_outcomes(passed=6, failed=2)
    result.stdout.fnmatch_lines(["*openmsx, SCREEN 1*", "line: 50 A$=INPUT$(1)", "picture: *.png"])
    result.stdout.fnmatch_lines(["hello.bas: 7 of 8 lines, 87%; never ran: 70"])
    assert len(list((project.path / "build" / "msx").glob("*.png"))) == 1


def test_a_failure_shows_screen_line_and_keys(project: pytest.Pytester) -> None:
    project.makepyfile(
        "def test_it(msx):\n    msx.load('hello.bas')\n    msx.run()\n    assert msx.screen[0] == 'BYE'\n"
    )
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["interpreter, SCREEN 1*key", "line: 50 A$=INPUT$(1)", "last keys: none", "*0|*HELLO*|"]
    )


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
    result.stdout.fnmatch_lines(["*keep it by --msx-update*"])
    run(project, "--msx-update").assert_outcomes(passed=1)
    run(project).assert_outcomes(passed=1)
    golden = project.path / "screens" / "title.txt"
    assert "HELLO" in golden.read_text("utf-8")
    golden.write_text(golden.read_text("utf-8").replace("HELLO", "HALLO"), "utf-8")
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*- |*HALLO*", "*+ |*HELLO*"])


def test_a_shared_machine_keeps_what_the_last_test_left(project: pytest.Pytester) -> None:
    project.makepyfile(
        "def test_one(msx_shared):\n    msx_shared.load('hello.bas')\n    msx_shared.run()\n"
        "def test_two(msx_shared):\n    assert msx_shared.type('x') == 'end'\n"
    )
    run(project).assert_outcomes(passed=2)


def test_recordings_and_the_marker(project: pytest.Pytester) -> None:
    from msxkit import recording

    project.makepyfile(
        "import pytest\n"
        "def test_it(msx):\n    msx.load('hello.bas')\n    msx.run(times=[7])\n    msx.type('k')\n"
        "@pytest.mark.msx('openmsx')\ndef test_other(msx):\n    raise AssertionError\n"
    )
    run(project, "--msx-record", "runs").assert_outcomes(passed=1, skipped=1)
    run_ = recording.load(project.path / "runs" / "test_it.json")
    assert (run_.times, run_.keys, run_.steps[-1].at) == ((7,), (107,), "end")


MISUSES = [
    ("msx.run()", "load one first"),
    ("msx.load('none.bas')", "none.bas: cannot be read"),
    ("msx.load('hello.bas'); msx.run(); msx.type('abc')", "the program has ended"),
    ("msx.load('10 GOTO 10\\n'); msx.run(limit=1)", "neither ended nor waited"),
    ("msx.load('hello.bas'); msx.run(); msx.wait_for_text('never')", "waits for a key"),
    ("msx.variables['T()']", "no array T#"),
]


def test_misuse_is_told(project: pytest.Pytester) -> None:
    # All in one run: each start of pytest costs more than the tests.
    project.makepyfile("\n".join(f"def test_{n}(msx):\n    {code}\n" for n, (code, _) in enumerate(MISUSES)))
    result = run(project)
    result.assert_outcomes(failed=len(MISUSES))
    for _, words in MISUSES:
        assert words in result.stdout.str()


def test_no_machine_with_basic_is_a_failure_with_the_cure(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MSXKIT_OPENMSX", str(tmp_path / "none"))
    project.makepyfile("def test_it(msx):\n    pass\n")
    result = run(project, "--msx-backend", "openmsx", "--msx-machine", "X")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*MSXKIT_OPENMSX=* is not a program*"])
