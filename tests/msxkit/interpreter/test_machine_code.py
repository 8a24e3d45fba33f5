"""Machine code of programs: USR and BLOAD ,R, and the BIOS that it calls (MSX2 Technical Handbook, appendix 1)."""

from __future__ import annotations

import pytest

from msxkit.backends.cartridge import running
from msxkit.interpreter import Session
from msxkit.interpreter.repeating import run_until_repeat
from msxkit.language.program import Program
from msxkit.machine.clock import FRAME, SECOND
from msxkit.native.compiler import compile_program
from msxkit.stop_reason import StopReason
from tests.programs import needs

_POKES = 'READ C$:FOR I=1 TO LEN(C$) STEP 2:POKE {place}+(I-1)/2,VAL("&H"+MID$(C$,I,2)):NEXT'


def listing(code: str, rest: str, place: int = 0xD000) -> str:
    return f"10 CLEAR 200,{place}:{_POKES.format(place=place)}:DEFUSR={place}\n20 {rest}\n30 DATA {code}\n"


def run(code: str, rest: str, keys: str = "", until: int = 60 * SECOND) -> Session:
    session = Session(listing(code, rest), machine="msx1", keys=keys)
    session.run(until=until)
    return session


@needs("openmsx")
def test_the_bios_does_what_that_of_a_machine_does() -> None:
    """Video memory after FILVRM, LDIRVM, LDIRMV, WRTVRM, SETWRT and RDVRM: C-BIOS in openMSX is the other machine."""
    code = bytes.fromhex(
        "210020 010003 3E2A CD5600 2100D0 112023 012000 CD5C00 212023 1140D1 011000 CD5900"
        "3A42D1 210024 CD4D00 210525 CD5300 3E77 D398 00 00 D398 210525 CD4A00 32F8F7 AF 32F9F7 C9"
    )
    text = listing(code.hex(), "SCREEN 2:X%=USR(0):VPOKE &H2506,X%:A$=INPUT$(1)")
    session = Session(text, machine="msx1")
    session.run()
    with running(compile_program(Program.from_file(text.encode()))) as run_there:
        assert run_there.go() is StopReason.KEY
        memory = run_there.machine.read(0, 0x4000, "VRAM")
    assert bytes(session.memory.vpeek(place) for place in range(0x2000, 0x2800)) == memory[0x2000:0x2800]
    assert memory[0x2320:0x2340] == code[:32]
    assert memory[0x2505:0x2507] == b"\x77\x77"


def test_keys_are_waited_for_within_the_code() -> None:
    # CHGET, CHPUT, again until a RETURN.
    session = run("CD9F00CDA200FE0D20F6C9", 'X%=USR(0):PRINT:PRINT "DONE"')
    event = session.event
    assert event is not None
    assert (event.at, event.line) == ("key", 20)
    session.keys.press("HI\r")
    session.run()
    assert session.screen.rows()[:2] == ["HI", "DONE"]


def test_looking_for_a_key_for_ever_is_a_wait_for_one() -> None:
    # CHSNS until one is there.
    session = run("CD9C0028FBC9", 'X%=USR(0):PRINT "DONE"')
    assert session.event is not None
    assert session.event.at == "key"


def test_endless_code_stops_at_limits() -> None:
    session = run("18FE", "X%=USR(0)", until=2 * SECOND)
    assert session.event is not None
    assert session.event.at == "limit"
    assert 2 * SECOND <= session.t_states < 2 * SECOND + 2 * FRAME[50]
    steps = session.snapshot().state.machine_code.processor.pc
    session.run(until=3 * SECOND)
    assert 3 * SECOND <= session.t_states < 3 * SECOND + 2 * FRAME[50]
    assert steps == 0xD000


@pytest.mark.slow
def test_without_limits_it_stops_too() -> None:
    session = Session(listing("18FE", "X%=USR(0)"), machine="msx1")
    session.run()
    assert session.event is not None
    assert session.event.at == "limit"


def test_a_run_begins_its_calls_anew() -> None:
    session = run("CD9F00C9", 'X%=USR(0):PRINT "DONE"')
    session.interrupt()
    assert session.enter(b"RUN")
    session.run()
    session.keys.press("x")
    session.run()
    assert "DONE" in session.screen.rows()


@pytest.mark.parametrize("place", [0, 0x20, 0x4000, 0x7FFE, 0x9000, 0xF380, 0xFFFF])
def test_any_address_ends_somehow(place: int) -> None:
    session = Session(f"10 DEFUSR={place}:X=USR(1):PRINT X\n", machine="msx1")
    session.run(until=20 * SECOND)
    assert session.event is not None


def test_bios_characters() -> None:
    text = listing("3E41CD8D003E42CDA500C9", "SCREEN 2:PRESET(8,8):X%=USR(0):A$=INPUT$(1)")
    session = Session(text, machine="msx1")
    session.run()
    drawn = Session('10 SCREEN 2:OPEN"GRP:"AS 1:PRESET(8,8):PRINT #1,"A";:A$=INPUT$(1)', machine="msx1")
    drawn.run()
    assert session.video.frame == drawn.video.frame
    assert session.files.printed == b"B"


@needs("openmsx")
@pytest.mark.parametrize(
    ("before", "entry"), [(1, 0x7E), (2, 0x7B), (1, 0x81), (0, 0x7E)], ids=lambda value: f"{value:x}"
)
def test_bios_set_mode(before: int, entry: int) -> None:
    """SCREEN 1 with the patterns of SCREEN 2 is how listings get letters of many colours: as C-BIOS does it."""
    text = f'10 SCREEN {before}:DEFUSR={entry}:X=USR(0):VPOKE 0,1:PRINT "HERE":A$=INPUT$(1)\n'
    session = Session(text, machine="msx1")
    session.run()
    with running(compile_program(Program.from_file(text.encode()))) as run_there:
        assert run_there.go() is StopReason.KEY
        registers = run_there.machine.read(0, 8, "VDP regs")
        row = run_there.machine.read(0x1800, 32, "VRAM")
    found = session.state.video.chip.registers
    assert list(found[:8]) == list(registers)
    if before == 1:
        assert bytes(session.memory.vpeek(place) for place in range(0x1800, 0x1820)) == row
        assert b"HERE" in row


_TAKEN = "POKE &HFDA0,0:POKE &HFDA1,&HD0:T=TIME:POKE &HFD9F,&HC3"


def hooked(code: str, rest: str) -> str:
    return listing(code, f"POKE &HD100,0:{rest}")


def put(code: str, place: int) -> str:
    """Return statements that put code into memory."""
    return f'FOR I=0 TO {len(code) // 2 - 1}:POKE {place}+I,VAL("&H"+MID$("{code}",I*2+1,2)):NEXT'


def test_hook_at_each_interrupt() -> None:
    # A tone of another pitch each time; then it only repeats itself, as far as BASIC knows.
    text = hooked("2100D1347E5F3E00CD9300C9", f"{_TAKEN}\n25 GOTO 25")
    session = Session(text, machine="msx1")
    session.sound.record()
    event = run_until_repeat(session, until=2 * SECOND)
    assert event.at == "limit"
    pitches = [value for _, register, value in session.sound.writes() if register == 0]
    assert pitches[:60] == list(range(1, 61))


def test_endless_hook_stepped_back() -> None:
    session = Session(hooked("18FE", f"A=1:PRINT 1\n25 {_TAKEN}:A=2\n27 A=A+1:GOTO 27"), machine="msx1")
    session.run(1)
    before = session.snapshot()
    asked = []

    def poll() -> bool:
        asked.append(1)
        return len(asked) > 3

    assert session.run(poll=poll).at == "limit"
    session.restore(before)
    assert session.run(5_000).at == "limit"


#: Counts the interrupts at D100H, and never comes back from the fifth.
_ENDLESS = "2100D1347EFE05200218FEC9"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("rest", ['PLAY "T32L1CDEFGAB":END', "A$=INPUT$(1)"])
def test_endless_hook_without_a_statement(rest: str) -> None:
    """At the end of the program, while its music is heard to the end; and while time passes for a script of keys."""
    session = Session(hooked(_ENDLESS, f"{_TAKEN}:{rest}"), machine="msx1")
    session.sound.record()
    asked: list[int] = []

    def poll() -> bool:
        asked.append(1)
        return len(asked) > 20

    session.run(poll=poll)
    assert session.event is not None
    if session.event.at == "key":
        assert not session.let_pass(1000 * SECOND, poll)
    assert len(asked) == 21
