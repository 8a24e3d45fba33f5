"""The worker's side of the site, in plain Python: what a page asks of it."""

from __future__ import annotations

import base64
import gc
import itertools
import json
import random
import subprocess
import sys
import time
import tracemalloc
from types import SimpleNamespace
from typing import Any

import pytest

from battleship.players import TABLE
from battleship.verification.sources import FILES, FOLDER, own_recordings
from battleship.web.desk import ABSENT, PLAYERS, GameDesk
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.recording import load
from msxkit.web.compiled import RomVideo
from msxkit.web.console import Console
from msxkit.web.desk import Desk


def ask(desk: Desk, command: str, /, **arguments: Any) -> Any:
    """Return the answer to a command. Fail when it is an error."""
    reply = json.loads(desk.call(json.dumps({"do": command, **arguments})))
    assert "error" not in reply, reply
    return reply["answer"]


@pytest.fixture
def desk() -> GameDesk:
    return GameDesk()


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The listings and recordings that the site's builder puts into the pack."""
    found = {f"recordings/{path.name}": path for path in own_recordings()}
    found |= {f"listings/{name}": FOLDER / name for name in FILES}
    monkeypatch.setattr("battleship.web.desk._page_file", lambda name: found[name].read_bytes())


def run(desk: Desk, program: str, **options: Any) -> dict[str, Any]:
    """Run a program until it waits or has ended."""
    ask(desk, "write", text=program)
    ask(desk, "run", **options)
    while desk.advance(0.02, None):
        pass
    found: dict[str, Any] = ask(desk, "state")
    return found


@pytest.mark.slow
def test_it_needs_nothing_but_python() -> None:
    """A browser has no numpy, Pillow or lark, nor what only commands use."""
    program = (
        "import sys\nfor name in ('numpy', 'PIL', 'lark', 'click', 'rich', 'textual'): sys.modules[name] = None\n"
        "from battleship.web.desk import GameDesk\nimport json\ndesk = GameDesk()\n"
        "desk.call(json.dumps({'do': 'begin', 'rules': 'marmsx', 'player': 'density'}))\n"
        "desk.call(json.dumps({'do': 'write', 'text': '10 SCREEN 2:A$=INPUT$(1)'}))\n"
        "desk.call(json.dumps({'do': 'run'}))\nwhile desk.advance(1, None): pass\n"
        "print(desk.picture()[:2], [len(desk.made(kind)) > 9 for kind in ('dsk', 'cas', 'rom', 'native')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["(256,", "192)", "[True,", "True,", "True,", "True]"], done.stderr


def test_the_seed_is_that_of_the_command(desk: GameDesk) -> None:
    program = "10 FOR I=1 TO 5:PRINT INT(RND(-TIME)*1000):NEXT"
    source = random.Random(7)
    session = Session(program, clock=iter(lambda: source.randrange(1, 65536), None))
    session.run()
    assert run(desk, program, seed=7)["text"] == session.screen.text()


def test_nothing_is_told_while_only_time_passes(desk: GameDesk) -> None:
    run(desk, "10 A$=INPUT$(1):PRINT A$:GOTO 10")
    assert json.loads(desk.told())["status"] == "key"
    for _ in range(20):
        desk.advance(0.2, 1)
        assert not desk.told()
    ask(desk, "key", name="A", down=True, text="a")
    desk.advance(0.2, 1)
    assert json.loads(desk.told())["text"].split() == ["a"]


def test_steps_and_back(desk: GameDesk) -> None:
    ask(desk, "write", text='10 A=A+1:B=B+RND(-TIME)\n20 K$=INKEY$:IF K$="" THEN 10')
    ask(desk, "run", seed=3)
    states = []
    for _ in range(30):
        states.append((ask(desk, "step"), ask(desk, "variables")))
    for state, variables in reversed(states[:-1]):
        assert ask(desk, "back") == state | {"kept": True}
        assert ask(desk, "variables") == variables


def stops(desk: GameDesk, listing: str, *names: str, lines: tuple[int, ...] = ()) -> list[str]:
    """Run a program to its end and return why it stopped on the way."""
    ask(desk, "write", text=listing)
    ask(desk, "run")
    assert ask(desk, "breaks", lines=[[line, "", ""] for line in lines], names=list(names)) == [""] * len(
        names
    )
    found = []
    while (state := ask(desk, "state"))["status"] != "end":
        if state["status"] == "paused":
            found.append(state["why"])
            ask(desk, "pause", on=False)
        desk.advance(0.1, None)
    return found


def test_a_slice_without_a_statement(desk: GameDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msxkit.web.console.LONG_SLICE", -1)
    assert stops(desk, "10 A=1\n20 A=2\n30 A=3\n", lines=(20, 30)) == ["Breakpoint"] * 2


def test_breaks(desk: GameDesk) -> None:
    assert stops(desk, "10 VPOKE 9000,7\n20 A=1\n", "VRAM(9000)", lines=(20,)) == [
        "VRAM(9000): 0 -> 7, by line 10"
    ]
    assert stops(desk, "10 A=1\n20 A=2\n", lines=(20,)) == ["Breakpoint"]
    assert stops(desk, "10 READ X,Y,X\n20 DATA 1,2,3\n", "X") == [
        "X: 0 -> 1, by line 10; X: 1 -> 3, by line 10"
    ]


def test_step_over_and_out(desk: GameDesk) -> None:
    ask(desk, "write", text="10 GOSUB 30\n20 END\n30 A=1\n40 RETURN\n")
    for commands, line in (["over"], 20), (["step", "out"], 20), (["step", "over"], 40):
        ask(desk, "run", paused=True)
        for command in commands:
            ask(desk, command)
            desk.advance(0.1, None)
        assert ask(desk, "state")["line"] == line
        assert ask(desk, "state")["status"] == "paused"


def test_step_tells_what_was_written(desk: GameDesk) -> None:
    ask(desk, "breaks", lines=[], names=["A"])
    ask(desk, "write", text="10 A=1\n20 B=1\n")
    ask(desk, "run", paused=True)
    assert ask(desk, "step")["why"] == "A: 0 -> 1, by line 10"
    assert ask(desk, "step")["why"] == ""


def test_back_ends_where_nothing_is_kept(desk: GameDesk) -> None:
    ask(desk, "write", text="10 GOTO 10")
    ask(desk, "run")
    ask(desk, "step")
    assert ask(desk, "back")["kept"]
    assert not ask(desk, "back")["kept"]


LONG_PAINT = "10 SCREEN 5:PAINT(5,5),6:LINE(10,10)-(200,150),8,BF:A$=INPUT$(1)"


def test_a_slice_that_ends_breaks_no_statement_off() -> None:
    """A PAINT that began again would end where it was: a slice may end in its middle on a busy machine."""
    late = itertools.count()
    console = Console(Program.from_ascii(LONG_PAINT.encode()), lambda: next(late))
    for _ in range(20):
        console.advance(0.02, None)
    assert console.status == "key"
    session = Session(LONG_PAINT, machine="msx2")
    session.run()
    assert console.session.video.frame == session.video.frame


def test_a_statement_without_an_end_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msxkit.web.console._LONGEST", 0)
    console = Console(Program.from_ascii(LONG_PAINT.encode()), time.perf_counter)
    for _ in range(3):
        console.advance(0.02, None)
    assert console.status == "running"
    console.stop()
    assert console.status == "stopped"


def test_held_key(desk: GameDesk) -> None:
    run(desk, "10 A$=A$+INPUT$(1):PRINT LEN(A$):GOTO 10")
    ask(desk, "key", name="SPACE", down=True)
    for _ in range(20):
        desk.advance(0.2, 10)
    assert ask(desk, "state")["text"].split() == ["1"]
    ask(desk, "key", name="SPACE", down=True, repeated=True)
    desk.advance(0.2, 10)
    assert ask(desk, "state")["text"].split() == ["1", "2"]


@pytest.mark.usefixtures("packed")
def test_the_original_hurries_to_its_first_key(desk: GameDesk) -> None:
    """The ships are where they would be, and afterwards the machine keeps its pace."""
    ask(desk, "open", name="battle")
    ask(desk, "run", seed=5, machine="msx1")
    while desk.advance(0.1, None):
        pass
    slow = ask(desk, "state")
    state = ask(desk, "run", seed=5, machine="msx1", hurry=60)
    assert (state["status"], state["cells"], state["steps"]) == ("key", slow["cells"], slow["steps"])
    desk.advance(0.5, 1)
    assert abs(ask(desk, "state")["seconds"] - state["seconds"] - 0.5) < 0.1


def test_a_hurry_ends_in_time(desk: GameDesk) -> None:
    ask(desk, "write", text="10 GOTO 10")
    begun = time.perf_counter()
    assert ask(desk, "run", hurry=0.05)["status"] == "running"
    assert time.perf_counter() - begun < 30


@pytest.mark.parametrize("speed", [1, 2, 10])
@pytest.mark.parametrize("slice_", [0.003, 0.016, 0.025])
@pytest.mark.parametrize(
    "program", ["10 GOTO 10", "10 A$=INPUT$(1)", "10 SCREEN 2:LINE(0,0)-(99,99),5,BF:GOTO 10"]
)
@pytest.mark.one_in(4)
def test_the_machine_keeps_its_pace(program: str, speed: float, slice_: float) -> None:
    """The pace is right however often the page asks, within an interrupt and the time of one statement."""
    console = Console(Program.from_file(program.encode("ascii")), lambda: 0.0)
    passed = 0.0
    while passed < 20:
        console.advance(slice_, speed)
        passed += slice_
        if passed > 5:
            assert (
                -0.1 < console.session.t_states / SECOND - passed * speed < (4 if "LINE" in program else 0.1)
            )


def test_pace_after_step(desk: GameDesk) -> None:
    ask(desk, "write", text="10 GOTO 10")
    ask(desk, "run")
    assert desk.console is not None
    session = desk.console.session
    for _ in range(5):
        desk.advance(0.01, None)
    for command in ("step", "back"):
        ask(desk, command)
        ask(desk, "pause", on=False)
        begun = session.t_states
        for _ in range(50):
            desk.advance(0.01, 1)
        assert abs((session.t_states - begun) / SECOND - 0.5) < 0.1


@pytest.mark.parametrize("kind", ["bas", "asc", "dsk", "cas", "rom"])
def test_every_file_comes_back(desk: GameDesk, kind: str) -> None:
    listing = ask(desk, "open", name="guess")["listing"]
    data, error = desk.file(kind)
    assert not error
    other = GameDesk()
    assert json.loads(other.load(f"program.{kind}", data))["answer"]["listing"] == listing


@pytest.mark.parametrize("name", ["a.bas", "a.dsk", "a.cas", "a.rom", "a.txt"])
@pytest.mark.parametrize("data", [b"", b"AB", b"\xff\x01", bytes(range(256)) * 40])
def test_any_file_is_answered(desk: GameDesk, name: str, data: bytes) -> None:
    reply = json.loads(desk.load(name, data))
    assert reply.keys() in ({"answer"}, {"error"})


@pytest.mark.parametrize("data", [b"", b"Dear Sir,\n\n", b"\x89PNG\r\n\x1a\n" + bytes(99), b"\xff"])
def test_not_a_program(desk: GameDesk, data: bytes) -> None:
    reply = json.loads(desk.load("a.bas", data))["error"]
    assert "no BASIC lines" in reply or "it is a picture" in reply


def test_error_is_a_sentence(desk: GameDesk) -> None:
    for command in (
        {"do": "open", "name": "nothing"},
        {"do": "begin", "rules": "chess", "player": "density"},
        {"do": "begin", "rules": "hasbro", "player": "nobody"},
        {"do": "recorded", "name": "../secret"},
        {"do": "step"},
    ):
        assert "error" in json.loads(desk.call(json.dumps(command))), command


@pytest.mark.usefixtures("packed")
@pytest.mark.parametrize("number", [0, 40])
def test_a_recorded_game_goes_on_from_any_step(desk: GameDesk, number: int) -> None:
    recording = load(own_recordings()[number])
    last = len(recording.steps) - 1
    for step in (0, last // 3, last // 2, last):
        state = ask(desk, "resume", name=recording.name, step=step)
        expected = recording.steps[step]
        assert state["cells"] == expected.screen.cells.hex()
        assert state["status"] == {"draw": "running", "key": "key", "end": "end"}[expected.at]
    assert (
        "steps 0 to"
        in json.loads(desk.call(json.dumps({"do": "resume", "name": recording.name, "step": last + 1})))[
            "error"
        ]
    )


@pytest.mark.usefixtures("packed")
def test_somebody_plays_on_from_a_recorded_step(desk: GameDesk) -> None:
    """The other keys of the game lead to its end."""
    recording = load(own_recordings()[3])
    middle = next(n for n, step in enumerate(recording.steps) if n > 60 and step.at == "key")
    ask(desk, "resume", name=recording.name, step=middle)
    waits = [step for step in recording.steps[middle + 1 :] if step.at != "draw"]
    left = recording.keys[sum(step.at == "key" for step in recording.steps[:middle]) :]
    for key, step in zip(left, waits, strict=False):
        ask(desk, "type", text=chr(key))
        while desk.advance(0.1, None):
            pass
        assert ask(desk, "state")["cells"] == step.screen.cells.hex()


@pytest.mark.parametrize(
    "player", [pytest.param(name, marks=[pytest.mark.slow] * (name == "exact")) for name in PLAYERS]
)
@pytest.mark.one_in(4)
def test_a_full_game_ends(desk: GameDesk, player: str) -> None:
    game = ask(desk, "begin", rules="marmsx", player=player, seed=2)
    for row in range(10):
        for column in range(10):
            if not game["ending"]:
                game = ask(desk, "shoot", row=row, column=column)
    assert "move" in game["ending"]
    assert game["told"]


def test_every_player_is_offered_or_left_out_with_a_reason(desk: GameDesk) -> None:
    choices = ask(desk, "choices")
    assert set(PLAYERS) | set(ABSENT) == set(TABLE)
    for name, found in choices["rules"].items():
        assert sorted([*found["players"], *found["absent"]]) == sorted(TABLE), name
        assert all(found["absent"].values())
    assert {"density", "exact"} <= set(choices["rules"]["marmsx"]["players"])


@pytest.mark.nightly
def test_memory_does_not_grow(desk: GameDesk) -> None:
    """Memory stays limited in ten minutes of the machine with sound, sprites, draws, strings and keys."""
    ask(
        desk,
        "write",
        text="10 SCREEN 1:ON INTERVAL=5 GOSUB 40:INTERVAL ON\n20 A$=INKEY$+A$:SOUND 0,TIME AND 255\n"
        "30 PUT SPRITE 0,(RND(-TIME)*255,9),15,1:GOTO 20\n40 BEEP:A$=LEFT$(A$,20):RETURN",
    )
    ask(desk, "run", seed=1)
    assert desk.console is not None
    session, sizes = desk.console.session, []
    tracemalloc.start()
    try:
        for minute in range(10):
            while session.t_states < (minute + 1) * 60 * 3_579_545:
                desk.advance(0.01, 1000)
                desk.sounds()
                ask(desk, "key", name="A", down=True, text="a")
                ask(desk, "key", name="A", down=False)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert ask(desk, "state")["status"] == "running"
    # All the moments to step back to are kept before the third minute is over.
    assert max(sizes[3:]) < sizes[2] + 100_000, sizes


def test_a_square_is_shot_at_where_it_is_tapped(packed: None) -> None:
    desk = GameDesk()
    ask(desk, "open", name="battle")
    ask(desk, "run", seed=3, machine="msx1", hurry=60)
    assert not ask(desk, "tap", column=5, row=5)
    assert ask(desk, "tap", column=27, row=6)
    for _ in range(100):
        desk.advance(0.1, None)
    assert desk.console is not None
    assert desk.console.session.screen.row(6)[27] != "."
    assert not ask(desk, "tap", column=27, row=6)


def test_a_variable_is_changed() -> None:
    desk = GameDesk()
    ask(desk, "write", text='10 A=1:B$="X":C(2)=3\n20 D=INKEY$="":GOTO 20')
    ask(desk, "run")
    desk.advance(0.5, None)
    for name, value in ask(desk, "variables")[:4]:
        ask(desk, "assign", name=name, value="7" if "$" not in name else '"Y"')
        assert value != dict(ask(desk, "variables"))[name]


_ROWS = [0, 60, 66, 129, 129, 66, 60, 255]
_LARGE = [*_ROWS, *range(24)]


@pytest.mark.parametrize("form", ["sprite", "data"])
@pytest.mark.parametrize("pattern", [_ROWS, _LARGE], ids=len)
def test_drawn_sprite_is_read_back(desk: GameDesk, pattern: list[int], form: str) -> None:
    lines = ask(desk, "drawn", number=0, pattern=pattern, form=form)
    text = "".join(f"{10 * at} {line}\n" for at, line in enumerate(lines))
    assert ask(desk, "pattern", text=text, row=0) == {"number": 0, "pattern": pattern, "rows": len(lines)}
    text = "".join(f"{line}\n" for line in ("main{", *lines, "exit", "}"))
    found = ask(desk, "pattern", text=text, row=1, name="game.dmx")
    assert found == {"number": 0, "pattern": pattern, "rows": len(lines)}


@pytest.mark.parametrize(
    ("text", "row", "number", "pattern"),
    [
        ('10 CLS\n20 SPRITE$(3)=CHR$(1)+STRING$(7,255)\n', 1, 3, [1] + [255] * 7),
        ('10 SCREEN 2:FOR I=4 TO 5:READ A$:SPRITE$(I)=A$:NEXT\n20 DATA ABCDEFGH,B', 0, 4, [*b"ABCDEFGH"]),
        ("10 GOTO 30\n20 DATA 1,2,3,4,5,6,7,&H08,9\n30 END", 1, 0, [*range(1, 9)]),
        ("10 SCREEN 1:GOSUB 30\n20 SPRITE$(1)=A$\n30 A$=STRING$(8,7):RETURN", 1, 1, [7] * 8),
    ],
)  # fmt: skip
def test_pattern_of_a_line(desk: GameDesk, text: str, row: int, number: int, pattern: list[int]) -> None:
    found = ask(desk, "pattern", text=text, row=row)
    assert (found["number"], found["pattern"]) == (number, pattern)


@pytest.mark.parametrize("text", ["", "10 CLS", "10 GOTO 10:SPRITE$(1)=A$", "10 SPRITE$(1)=A", "DATA 1"])
def test_line_without_a_pattern(desk: GameDesk, text: str) -> None:
    assert "error" in json.loads(desk.call(json.dumps({"do": "pattern", "text": text, "row": 0})))


def test_video_memory(desk: GameDesk) -> None:
    """A dot of pattern 65, of sprite pattern 1, and of page 2 stand where they are looked for."""
    run(desk, "10 SCREEN 1,2:VPOKE 65*8,128:SPRITE$(1)=CHR$(128):PUT SPRITE 5,(9,8),7,1:A$=INPUT$(1)")
    found = ask(desk, "video")
    page, patterns = found["pages"][0], found["patterns"]
    dots = base64.b64decode(page["pixels"])
    assert [dots[16 * 256 + 8 + x] for x in range(8)] == [15] + [4] * 7
    assert (page["width"], page["height"], patterns["width"], patterns["height"]) == (256, 64, 256, 64)
    assert [at for at, dot in enumerate(base64.b64decode(patterns["pixels"])) if dot] == [16]
    assert [(each["plane"], each["x"], each["y"], each["colour"]) for each in found["sprites"]] == [
        (5, 9, 8, 7)
    ]
    palette = ask(desk, "palette")
    assert (len(palette), palette[8]) == (16, [7, 1, 1])
    run(desk, "10 SCREEN 5:SET PAGE 0,2:PSET(3,4),9:A$=INPUT$(1)")
    pages = [base64.b64decode(each["pixels"]) for each in ask(desk, "video")["pages"]]
    assert [page[4 * 256 + 3] == 9 for page in pages] == [False, False, True, False]


def test_condition_of_a_breakpoint(desk: GameDesk) -> None:
    ask(desk, "breaks", lines=[[20, "I=3", ""]], names=[])
    found = run(desk, "10 FOR I=1 TO 5\n20 A=I:NEXT\n")
    assert (found["status"], found["line"], found["why"]) == ("paused", 20, "Breakpoint")
    assert dict(ask(desk, "variables"))["I#"] == "3"


def test_frames_in_an_included_file(desk: GameDesk) -> None:
    lib = b"func .add(points)\n  points += 1:\n  total = points\nret\n"
    ask(desk, "give", files={"lib.dmx": base64.b64encode(lib).decode(), "DATA.TXT": "eA=="})
    assert ask(desk, "disk") == {"DATA.TXT": "eA=="}
    ask(desk, "breaks", lines=[[3, "points = 8", "lib.dmx"]], names=[])
    ask(desk, "write", text='score = 7\n.add(score)\nend\ninclude "lib.dmx"\n', name="game.dmx")
    ask(desk, "run")
    while desk.advance(0.02, None):
        pass
    state = ask(desk, "state")
    assert (state["status"], state["file"], state["row"]) == ("paused", "lib.dmx", 3)
    assert ask(desk, "frames") == [["lib.dmx row 3", 3, "lib.dmx"], ["row 2", 2, ""]]


@pytest.mark.parametrize(("encoding", "shown"), [("auto", "▚"), ("japan", "チ"), ("russia", "а")])
def test_tokenised_file_of_another_machine(desk: GameDesk, encoding: str, shown: str) -> None:
    """The characters are those of the published tables."""
    data = Program.from_ascii(b'10 PRINT "\xc1"').file()
    found = json.loads(desk.load("a.bas", data, encoding))["answer"]["listing"]
    assert found == f'10 PRINT "{shown}"\n'


def test_frames(desk: GameDesk) -> None:
    ask(desk, "breaks", lines=[[40, "", ""]], names=[])
    run(desk, "10 FOR I=1 TO 5\n20 GOSUB 40:NEXT\n30 END\n40 A=I:RETURN")
    assert [line for _, line, _ in ask(desk, "frames")] == [40, 20, 10]


def test_who_wrote(desk: GameDesk) -> None:
    run(desk, "10 A=1\n20 B=2\n30 A$=INPUT$(1)")
    found = ask(desk, "who", name="A")
    assert (found["status"], found["line"]) == ("paused", 10)
    reply = json.loads(desk.call(json.dumps({"do": "who", "name": "C"})))
    assert "nothing has written it" in reply["error"]


def test_kana() -> None:
    desk = Desk()
    assert run(desk, '10 PRINT "ヲア"\n')["status"] == "end"
    assert desk.console is not None
    assert desk.console.session.screen[0] == "ヲア"
    assert ask(desk, "running")["listing"] == '10 PRINT "ヲア"\n'
    assert ask(desk, "check", text='10 PRINT "ア"\n')["findings"] == []
    assert [each["check"] for each in ask(desk, "check", text='10 PRINT "アж"\n')["findings"]] == [
        "characters"
    ] * 2


def test_video_chip_of_a_compiled_program() -> None:
    """TMS9918A data manual: a frame sets bit 7 of the status, R#1 lets it interrupt, and a read clears it."""
    video = RomVideo(0)
    assert not video.write(SimpleNamespace(to_py=lambda: b"\x99\x20\x99\x81"))
    assert video.end_frame()
    assert [video.read(0x99) & 0xFF80 for _ in range(2)] == [0x80, 0]
    # An address, and two bytes there.
    video.write(SimpleNamespace(to_py=lambda: b"\x99\x34\x99\x52\x98\x01\x98\x02\x99\x34\x99\x12"))
    assert [video.read(0x98) for _ in range(3)] == [1, 2, 0]
