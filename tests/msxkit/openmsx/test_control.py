"""The control of the emulator process: against a scripted openMSX that misbehaves, and against the real one."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from msxkit.errors import CommandError, EmulatorError, EmulatorMissingError, EmulatorTimeoutError
from msxkit.openmsx.control import Emulator
from tests.processes import alive
from tests.programs import needs

FAKE = Path(__file__).with_name("fake_openmsx.py")


def fake(tmp_path: Path, mode: str) -> dict[str, str]:
    """Return an environment in which openMSX is the scripted one."""
    program = tmp_path / "openmsx"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n')
    program.chmod(0o755)
    return dict(os.environ) | {"MSXKIT_OPENMSX": str(program), "FAKE_MODE": mode, "TMPDIR": str(tmp_path)}


def wait_until(condition: Callable[[], bool]) -> bool:
    limit = time.monotonic() + 20
    while not condition() and time.monotonic() < limit:
        time.sleep(0.01)
    return condition()


def wait_until_dead(pid: int) -> bool:
    return wait_until(lambda: not alive(pid))


@pytest.mark.parametrize("mode", ["correct", "split", "no frame", "head", "floods"])
@pytest.mark.one_in(4)
def test_commands_are_answered(tmp_path: Path, mode: str) -> None:
    with Emulator(environment=fake(tmp_path, mode)) as emulator:
        assert emulator.command("echo <a> & 'b'") == "<a> & 'b'"
        big = "echo " + "x" * 300_000
        assert emulator.command(big) == big[5:]
        with pytest.raises(CommandError, match=r"refused 'refuse': no, never"):
            emulator.command("refuse")
        assert emulator.command("echo after") == "after"


def test_noise_and_logs_are_kept_apart_from_replies(tmp_path: Path) -> None:
    with Emulator(environment=fake(tmp_path, "babbles")) as emulator:
        assert emulator.command("echo 1") == "1"
        assert {entry.level for entry in emulator.log} == {"noise", "warning"}


def test_slow_and_silent_emulator(tmp_path: Path) -> None:
    with Emulator(environment=fake(tmp_path, "slow"), timeout=20) as emulator:
        assert emulator.command("echo 1") == "1"
    with Emulator(environment=fake(tmp_path, "silent"), timeout=20) as emulator:
        with pytest.raises(EmulatorTimeoutError, match="no reply to 'x'"):
            emulator.command("x", timeout=0.3)
        assert emulator.closed
        assert wait_until_dead(emulator.process.pid)
        with pytest.raises(EmulatorError, match="closed"):
            emulator.command("x")


@pytest.mark.slow
def test_frozen_emulator(tmp_path: Path) -> None:
    with Emulator(environment=fake(tmp_path, "silent"), timeout=20) as emulator:
        emulator.timeout = 0.3
        with pytest.raises(EmulatorTimeoutError, match=r"has not answered for 0\.3 s"):
            emulator.wait_stopped(60)
    with Emulator(environment=fake(tmp_path, "correct"), timeout=20) as emulator:
        emulator.timeout = 1.0
        with pytest.raises(EmulatorTimeoutError, match="did not stop within 2 s"):
            emulator.wait_stopped(2)


def test_a_dying_emulator_is_told_with_its_last_words(tmp_path: Path) -> None:
    emulator = Emulator(environment=fake(tmp_path, "dies"))
    with pytest.raises(EmulatorError, match="ended with status 7") as caught:
        emulator.command("x")
    assert "the last words" in str(caught.value)
    assert "ALSA" not in str(caught.value)


def test_one_killed_from_outside_is_told(tmp_path: Path) -> None:
    emulator = Emulator(environment=fake(tmp_path, "correct"))
    emulator.process.kill()
    with pytest.raises(EmulatorError, match="by signal SIGKILL"):
        emulator.command("echo 1")


@pytest.mark.parametrize(
    ("mode", "error", "words"),
    [
        ("dies at once", EmulatorError, "Illegal instruction, or so"),
        ("no such machine", EmulatorMissingError, "Put the ROM file into"),
        ("old", EmulatorError, "too old: version 18.0"),
        ("other", EmulatorError, "calls itself 'Nethack 3.6'"),
    ],
)
def test_impossible_options(tmp_path: Path, mode: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Emulator(environment=fake(tmp_path, mode))


def test_a_missing_openmsx_is_named_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(EmulatorMissingError, match="apt-get install openmsx cbios"):
        Emulator(environment={"PATH": str(tmp_path), "HOME": str(tmp_path)})
    with pytest.raises(EmulatorMissingError, match="MSXKIT_OPENMSX=/none/such is not a program"):
        Emulator(environment={"PATH": str(tmp_path), "MSXKIT_OPENMSX": "/none/such"})


OWNER = """
import os, sys, time
from msxkit.openmsx.control import Emulator
emulator = Emulator([{arguments}])
print(emulator.process.pid, emulator.home.path, flush=True)
{setup}
{then}
"""


def _owned(setup: str, then: str) -> tuple[int, Path]:
    """Return process and folder of an emulator whose owner has ended in some way."""
    code = OWNER.format(arguments="'-machine', 'C-BIOS_MSX1'", setup=setup, then=then)
    owner = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    pid, home = owner.stdout.split()
    return int(pid), Path(home)


@needs("openmsx")
@pytest.mark.parametrize(
    "then",
    [
        "sys.exit(0)",
        "raise RuntimeError",
        "os._exit(1)",
        "os.kill(os.getpid(), 9)",
        "os.kill(os.getpid(), 15)",
        "emulator.command('set power on'); os.kill(os.getpid(), 9)",
        "emulator.process.stdin.close()",
        "emulator.process.stdin.close(); os.kill(os.getpid(), 9)",
    ],
)
@pytest.mark.one_in(4)
def test_no_emulator_outlives_its_owner(then: str, tmp_path: Path) -> None:
    # The watcher has to do it alone, without the emulator's own look at its owner.
    pid, home = _owned("emulator.command('proc ::msxkit::watch {owner} {}')", then)
    assert wait_until_dead(pid)
    assert wait_until(lambda: not home.exists())


@needs("openmsx")
@pytest.mark.slow
def test_owner_watched_by_openmsx() -> None:
    then = "os.kill(emulator._watcher.pid, 9); emulator.command('set power on'); os.kill(os.getpid(), 9)"
    pid, home = _owned("", then)
    assert wait_until_dead(pid)
    shutil.rmtree(home)


@needs("openmsx")
def test_starting_thread_ends() -> None:
    import threading

    started: list[Emulator] = []
    thread = threading.Thread(target=lambda: started.append(Emulator(["-machine", "C-BIOS_MSX1"])))
    thread.start()
    thread.join()
    with started[0] as emulator:
        assert emulator.command("machine_info config_name") == "C-BIOS_MSX1"


@needs("openmsx")
def test_several_emulators_do_not_know_of_each_other() -> None:
    with Emulator(["-machine", "C-BIOS_MSX1"]) as one, Emulator(["-machine", "C-BIOS_MSX2"]) as two:
        one.command("set ::mine 1")
        assert two.command("info exists ::mine") == "0"
        assert one.home.path != two.home.path
        assert [e.command("machine_info config_name") for e in (one, two)] == ["C-BIOS_MSX1", "C-BIOS_MSX2"]


@needs("openmsx")
def test_commands_with_any_characters_are_answered() -> None:
    from msxkit.openmsx.protocol import word

    with Emulator(["-machine", "C-BIOS_MSX1"]) as emulator:
        text = "<>&\"'{[$\\ } é 🮯 \t\r\n ;#"
        assert emulator.command(f"set x {word(text)}") == text


@needs("openmsx")
def test_the_users_folder_is_left_alone(tmp_path: Path) -> None:
    user = tmp_path / "user" / "share"
    (user / "machines").mkdir(parents=True)
    (user / "settings.xml").write_text(
        "<settings><settings><setting id='speed'>50</setting></settings></settings>"
    )
    before = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*"))
    environment = dict(os.environ) | {"HOME": str(tmp_path), "OPENMSX_USER_DATA": str(user)}
    with Emulator(["-machine", "C-BIOS_MSX2"], environment=environment) as emulator:
        assert emulator.command("set speed") == "100"
        emulator.command("set save_settings_on_exit")
    assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*")) == before


@needs("openmsx")
@pytest.mark.slow
def test_a_hundred_starts_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def cycle() -> int:
        with Emulator(["-machine", "C-BIOS_MSX1"]) as emulator:
            return emulator.process.pid

    def children() -> list[str]:
        listed = subprocess.run(
            ["ps", "--ppid", str(os.getpid()), "-o", "comm="], capture_output=True, text=True
        )
        return [name for name in listed.stdout.split() if name != "ps"]

    before = children()
    files = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(10):
        cycle()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pids = [cycle() for _ in range(90)]
    assert not any(alive(pid) for pid in pids)
    assert children() == before
    assert list(tmp_path.iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == files
    # Kilobytes. A start keeps at least its log and messages: 90 leaks would show.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 4000
