"""Boot, load, run, record, replay and doctor, on the toy BASIC that keeps the documented hooks and variables."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from msxkit import recording
from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.backends.replaying import TargetBackend, TargetRun
from msxkit.cli import main
from msxkit.errors import MachineError, ProgramError
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell, Hook
from msxkit.media.disk import Disk
from msxkit.openmsx.basic import Basic, Failure
from msxkit.openmsx.control import Emulator
from msxkit.openmsx.doctor import inspect
from msxkit.openmsx.machine import EmulatedMachine
from msxkit.openmsx.settings import choose
from msxkit.recording import DRAW, KEY
from msxkit.verify import Seen
from tests.conftest import LEFT_OUT
from tests.msxkit.openmsx import minibasic
from tests.programs import needs

pytestmark = needs("openmsx")

LISTING = (
    '10 SCREEN1\n20 CLS\n30 PRINT"HELLO"\n40 X=RND(-TIME)\n50 X=RND(-TIME)\n60 A$=INPUT$(1)\n'
    '70 X=RND(-TIME)\n80 A$=INPUT$(1)\n90 GOTO110\n100 REM\n110 PRINT"I win"\n120 END\n'
)


def program(text: str) -> Program:
    return Program.from_ascii(text.replace("\n", "\r\n").encode())


@pytest.mark.parametrize("name", ["Toy_BASIC", "Toy_Question", "Toy_PolledQuestion", "Toy_Expanded"])
def test_boot_answers_questions_and_says_what_it_found(toy: dict[str, str], name: str) -> None:
    with EmulatedMachine(name) as machine:
        basic = Basic(machine)
        assert basic.boot().at == "end"
        assert machine.screen.text().endswith("Ok")
        assert basic.version == "MSX BASIC 0.1 with Disk BASIC 0.2, 50 Hz"
        assert basic.machine_title == "Toy BASIC"
        assert basic.generation == 0


@pytest.mark.parametrize(("variant", "generation"), [("", 0), ("expanded", 0), ("MSX2", 1)])
def test_the_rom_is_read_out_of_its_slot(toy: dict[str, str], variant: str, generation: int) -> None:
    with EmulatedMachine(f"Toy_{variant.title() or 'BASIC'}") as machine:
        basic = Basic(machine)
        basic.boot()
        assert basic.rom_sha1() == hashlib.sha1(minibasic.main_rom(variant)).hexdigest()
        assert basic.generation == generation


def test_program_that_starts_by_itself(toy: dict[str, str]) -> None:
    with EmulatedMachine("Toy_Autostart") as machine:
        basic = Basic(machine)
        event = basic.boot()
        assert (event.at, event.line) == ("key", 10)
        assert basic.type("x").at == "end"
        assert basic.variables["A$"] == "x"
    with EmulatedMachine("Toy_Autostart") as machine:
        event = Basic(machine).boot(to_program=True)
        assert (event.at, event.line) == ("limit", 10)
        assert machine.screen_or_none() is not None
        assert Basic(machine).go().at == "key"


#: What a Philips VG 8020/20 and an NMS 8250 called while they ran 37 programs: hook, CURLIN, HL less TXTTAB, A.
HOOKS = json.loads((Path(__file__).parent / "hooks.json").read_bytes())
UNKNOWN = ("IF ", "=", "FOR", "ON ", "DATA", "DEF", "1/0", "PRNT", "TRON", "CLEAR", "LOCATE", "RETURN 20")


def called(listing: str) -> list[tuple[str, int, int | None, int | None]]:
    """Return the hooks that the toy calls while it runs a program: name, CURLIN, HL less TXTTAB, A, as far as they
    matter.
    """
    basic = choose("Toy_BASIC").boot()
    with basic.machine as machine:
        basic.load(program(listing))
        machine.command("set ::called {}")
        values = f"[peek16 {int(Cell.CURLIN)}] [expr {{[reg HL] - [peek16 {int(Cell.TXTTAB)}]}}] [reg A]"
        for hook in (Hook.H_READ, Hook.H_NEWS, Hook.H_GONE, Hook.H_ERRO):
            name = hook.name.replace("_", ".")
            machine.command(f"debug set_bp {int(hook)} {{}} {{lappend ::called {name} {values}}}")
        basic.start()
        basic.go()
        words = iter(machine.command("set ::called").split())
        return that_matter([[name, int(next(words)), int(next(words)), int(next(words))] for name in words])


def that_matter(trace: list[list[Any]]) -> list[tuple[str, int, int | None, int | None]]:
    """Call up to H.READ. HL and A of H.READ and H.ERRO, and A after a statement, are whatever it has left there."""
    found: list[tuple[str, int, int | None, int | None]] = []
    for hook, line, offset, code in trace:
        placed = hook in ("H.NEWS", "H.GONE")
        behind = hook == "H.NEWS" and found and found[-1][0] == "H.GONE"
        found.append((hook, line, offset if placed else None, code if placed and not behind else None))
        if hook == "H.READ":
            break
    return found


@pytest.mark.parametrize(
    "entry",
    [entry for entry in HOOKS["Philips_VG_8020-20"] if not any(word in entry["program"] for word in UNKNOWN)],
    ids=lambda entry: str(entry["program"]),
)
def test_the_toy_calls_its_hooks_as_genuine_machines_do(toy: dict[str, str], entry: dict[str, Any]) -> None:
    assert called(entry["program"]) == that_matter(entry["trace"])


@pytest.mark.parametrize("name", ["Toy_BASIC", "Toy_Expanded", "Toy_Msx2"])
def test_a_program_from_event_to_event(toy: dict[str, str], name: str) -> None:
    basic = choose(name).boot()
    with basic.machine as machine:
        text = program(LISTING)
        basic.load(text)
        assert machine.read(0x8001, len(text.memory())) == text.memory()
        basic.cover()
        basic.start(time=23456)
        event = basic.go(10, draws=True)
        assert (event.at, event.line) == ("draw", 40)
        assert basic.draw in (23456, 23457, 23458)
        basic.set_draw(777)
        assert basic.draw == 777
        event = basic.go(10, draws=True)
        assert (event.at, event.line) == ("draw", 50)
        assert machine.screen[1].strip() == "7"
        event = basic.go(10)
        assert (event.at, event.line) == ("key", 60)
        event = basic.type("zy")
        assert (event.at, event.line, event.error) == ("end", None, None)
        assert basic.variables["A$"] == "y"
        assert basic.covered == {10, 20, 30, 40, 50, 60, 70, 80, 90, 110, 120}


def test_errors_lines_and_endless_programs(toy: dict[str, str]) -> None:
    basic = choose("Toy_BASIC").boot()
    with basic.machine:
        basic.load(program("10 CLS\n20 ERROR5\n"))
        event = basic.run()
        assert event.error == Failure(5, 20)
        assert str(event.error) == "Illegal function call in 20"
        basic.load(program("10 CLS\n20 GOTO10\n"))
        assert basic.run(limit=0.5).at == "limit"


def test_record_and_replay(toy: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing, keys = tmp_path / "toy.bas", tmp_path / "keys"
    listing.write_text(LISTING)
    keys.write_bytes(b"ab")
    outputs = [tmp_path / f"run{number}.json" for number in (1, 2)]
    for output in outputs:
        arguments = ["record", str(listing), "--machine", "Toy_BASIC", "--keys", str(keys), "--seed", "3"]
        assert main([*arguments, "-o", str(output)]) == 0
    one, two = (recording.load(output) for output in outputs)
    assert (one.times, one.steps) == (two.times, two.steps)
    assert [step.at for step in one.steps] == ["draw", "draw", "key", "draw", "key", "end"]
    assert [step.line for step in one.steps] == [40, 50, 60, 70, 80, None]
    # The kit knows no game, so nobody has won.
    assert (one.keys, one.outcome) == ((97, 98), None)
    fields = {"emulator", "machine", "machine_id", "basic", "rom_sha1"}
    assert set(one.recorded_on) == fields
    # The same keys as the recordings of genuine machines, but for what is the game's own.
    genuine = json.loads(Path("tests/recordings/game-000.json").read_text())
    of_the_game = {"style", "outcome", "fleets", "sha256"}
    written = list(json.loads(outputs[0].read_text()))
    assert [key for key in written if key not in of_the_game] == [
        key for key in genuine if key not in of_the_game
    ]
    assert set(genuine["recorded_on"]) == fields | {"placing_seconds"}
    assert main(["replay", *map(str, outputs), "--machine", "Toy_BASIC"]) == 0
    # Another TIME shows on the screen: replay must see it.
    changed = json.loads(outputs[0].read_text())
    changed["times"][1] = 9 if changed["times"][1] < 20000 else 19999
    del changed["sha256"]
    outputs[0].write_text(json.dumps(changed))
    capsys.readouterr()
    assert main(["replay", str(outputs[0]), "--machine", "Toy_BASIC"]) == 1
    assert "step 2, at the start, TIME" in capsys.readouterr().out


def test_a_program_with_an_error_is_not_recorded(
    toy: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "bad.bas"
    listing.write_text("10 SCREEN1\n20 ERROR9\n")
    assert main(["record", str(listing), "--machine", "Toy_BASIC", "-o", str(tmp_path / "out.json")]) == 1
    assert "stopped with Subscript out of range in 20" in capsys.readouterr().err
    assert not (tmp_path / "out.json").exists()


def test_doctor(toy: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    names = ("Toy_BASIC", "C-BIOS_MSX1", "Philips_VG_8020-20")
    code = main(["openmsx", "doctor", "--json", *(word for name in names for word in ("--machine", name))])
    found = {machine["name"]: machine for machine in json.loads(capsys.readouterr().out)["machines"]}
    assert found["Toy_BASIC"]["basic"] == "MSX BASIC 0.1 with Disk BASIC 0.2, 50 Hz"
    assert found["C-BIOS_MSX1"]["basic"] is None
    # On a machine with this ROM none is missing.
    philips = found["Philips_VG_8020-20"]
    if philips["complete"]:
        assert code == 0
    else:
        assert philips["missing"]["sha1"] == "e998f0c441f4f1800ef44e42cd1659150206cf79"
        assert code == 1
    assert main(["openmsx", "doctor", "--machine", "Toy_BASIC"]) == 0
    assert "ready    Toy_BASIC" in capsys.readouterr().out
    assert main(["openmsx", "doctor", "--machine", "No_Such"]) == 2


def test_run_starts_a_program(toy: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    listing = tmp_path / "toy.bas"
    listing.write_text(LISTING)
    assert (
        main(["openmsx", "run", str(listing), "--machine", "Toy_BASIC", "--max-emulated-seconds", "0.2"]) == 0
    )


@pytest.mark.parametrize("source", ["option", "environment", "project"])
def test_where_the_machine_is_named(
    source: str, toy: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing: dict[str, Callable[[], str]] = {
        "option": lambda: choose("X", folder=tmp_path).machine,
        "environment": lambda: choose(environment={"MSXKIT_MACHINE": "X"}, folder=tmp_path).machine,
        "project": lambda: choose(environment={}, folder=tmp_path).machine,
    }
    if source == "project":
        (tmp_path / "pyproject.toml").write_text('[tool.msxkit]\nmachine = "X"\n')
    assert choosing[source]() == "X"


@pytest.mark.parametrize("ending", ["cas", "wav"])
@pytest.mark.parametrize(
    ("option", "command"), [((), "CLOAD\rRUN"), (("--ascii",), 'RUN"CAS:"'), (("none",), "CLOAD\rRUN")]
)
def test_how_a_tape_is_started(option: tuple[str, ...], command: str, ending: str, tmp_path: Path) -> None:
    from msxkit.commands.openmsx import tape_command

    listing, tape = tmp_path / "toy.bas", tmp_path / f"toy.{ending}"
    listing.write_text(LISTING)
    if option == ("none",):
        tape.write_bytes(b"ZXTape!")
    else:
        assert main(["tape", "new", "-o", str(tape), str(listing), *option]) == 0
    assert tape_command(tape) == command


def test_rom_folder(tmp_path: Path) -> None:
    user, elsewhere = tmp_path / "share", tmp_path / "elsewhere"
    minibasic.install(user)
    (user / "systemroms").rename(elsewhere)
    environment = dict(os.environ) | {"OPENMSX_USER_DATA": str(user)}
    environment.pop("MSXKIT_SYSTEMROMS", None)
    (missed,) = inspect(environment, ["Toy_BASIC"]).machines
    assert missed.missing is not None
    assert missed.missing.sha1 == hashlib.sha1(minibasic.main_rom()).hexdigest()
    (found,) = inspect(environment | {"MSXKIT_SYSTEMROMS": f"/none:{elsewhere}"}, ["Toy_BASIC"]).machines
    assert found.complete
    assert found.basic is not None


def test_disks_are_copies_whose_changes_can_be_read(toy: dict[str, str], tmp_path: Path) -> None:
    image = tmp_path / "a.dsk"
    listing = tmp_path / "toy.bas"
    listing.write_text(LISTING)
    assert main(["disk", "new", "-o", str(image), str(listing), "--boot", "toy.bas"]) == 0
    before = image.read_bytes()
    basic = choose("Toy_Drive").boot(disk=image)
    with basic.machine as machine:
        assert "toy.bas" in machine.command("diskmanipulator dir diska")
        copy = machine.insert_disk(image, "b")
        (tmp_path / "new.txt").write_text("new")
        machine.command(f"diskmanipulator import diskb {tmp_path / 'new.txt'}")
        machine.eject_disk("b")
        assert "NEW.TXT" in [entry.name for entry in Disk.load(copy.read_bytes()).entries()]
        with pytest.raises(MachineError, match="no disk drive C:"):
            machine.insert_disk(image, "c")
    assert image.read_bytes() == before
    (found,) = inspect(toy, ["Toy_Drive"]).machines
    assert found.disk


def test_a_program_goes_where_txttab_says_if_it_fits(toy: dict[str, str]) -> None:
    basic = choose("Toy_BASIC").boot()
    with basic.machine as machine:
        machine.poke16(Cell.TXTTAB, 0x9001)
        text = program(LISTING)
        basic.load(text)
        assert machine.read(0x9000, 1 + len(text.memory(0x9001))) == b"\0" + text.memory(0x9001)
        assert machine.peek16(Cell.VARTAB) == 0x9001 + len(text.memory())
        assert (basic.run().line, basic.type("ab").at) == (60, "end")
        machine.poke16(Cell.STKTOP, 0x9001 + 256 + len(text.memory()) - 1)
        with pytest.raises(ProgramError, match="has room for"):
            basic.load(text)
        machine.poke16(Cell.TXTTAB, 0x4001)
        machine.poke16(Cell.STKTOP, 0xF000)
        with pytest.raises(MachineError, match="no RAM for a program at 4001h"):
            basic.load(text)


def test_a_graphic_program_is_recorded_and_replayed(
    toy: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    listing = tmp_path / "game.bas"
    listing.write_text(
        '10 SCREEN1\n20 A$=INPUT$(1)\n30 SCREEN2\n40 A$=INPUT$(1)\n50 SCREEN1\n60 PRINT"BYE"\n70 END\n'
    )
    made = tmp_path / "made.json"
    machine = ["--machine", "Toy_BASIC"]
    assert main(["record", str(listing), *machine, "--type", "xy", "-o", str(made)]) == 0
    steps = recording.load(made).steps
    assert [step.shot is not None for step in steps] == [False, True, False]
    assert steps[1].shot is not None
    assert steps[1].shot.mode == 2
    assert main(["replay", str(made), *machine]) == 0
    data = json.loads(made.read_text())
    data["steps"][1]["registers"][7] ^= 0x0F
    del data["sha256"]
    made.write_text(json.dumps(data))
    assert main(["replay", str(made), *machine]) == 1
    shown = capsys.readouterr().out
    assert "register 7: recorded" in shown
    assert "40 A$=INPUT$(1)" in shown
    assert (tmp_path / "build" / "replay" / "made" / "step-1-difference.png").is_file()


@pytest.mark.parametrize("wrong", [None, 5, pytest.param(150, marks=LEFT_OUT)])
@pytest.mark.one_in(2)
def test_foreseen_interrupts(wrong: int | None, toy: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws, keys, another mode in between, the end; also where an event comes that was not foreseen."""
    listing = (
        '10 SCREEN1\n20 X=RND(-TIME)\n30 A$=INPUT$(1)\n40 PRINT"A"\n50 A$=INPUT$(1)\n60 SCREEN0\n70 GOTO20\n'
    )
    text = program(listing)
    inputs = [(DRAW if number % 3 == 0 else KEY, 65 + number % 26) for number in range(200)]
    foreseen = list(inputs)
    if wrong is not None:
        foreseen[wrong:] = [(KEY if at == DRAW else DRAW, value) for at, value in inputs[wrong:]]
    command, asked = Emulator.command, [0]

    def counted(self: Emulator, tcl: str, timeout: float | None = None) -> str:
        asked[-1] += 1
        return command(self, tcl, timeout)

    monkeypatch.setattr(Emulator, "command", counted)
    told: list[list[Seen]] = []
    with TargetBackend(OpenmsxTarget(choose("Toy_BASIC").boot), lambda wanted: text) as backend:
        for foresight in ([], [], foreseen):
            asked.append(0)
            run = TargetRun(backend.target, text, foresight)
            told.append([run.seen(), *(run.send(value) for _, value in inputs)])
    assert told[1] == told[2]
    assert [seen.at for seen in told[1]][:-1] == [at for at, _ in inputs]
    if wrong is None:
        assert asked[3] < asked[2] / 4
