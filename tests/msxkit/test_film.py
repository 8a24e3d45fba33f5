"""Films: the frames that Pillow reads back are the pictures of the run, at the times of the machine."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from msxkit.cli import main
from msxkit.display.film import Film
from msxkit.interpreter import Session
from msxkit.interpreter.filming import Filming
from msxkit.machine.clock import FRAME, SECOND
from tests.terminal import Terminal, command

COLOURS = [(value, 255 - value, value // 2) for value in range(0, 256, 16)]


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Return each frame as RGB, with how many milliseconds it is shown."""
    film = Image.open(io.BytesIO(data))
    found = []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        found.append((film.convert("RGB"), int(film.info.get("duration", 0))))
    return found


def picture(pixels: bytes, palette: int = 0) -> Image.Image:
    made = Image.frombytes("P", (4, 4), pixels)
    made.putpalette([channel for colour in COLOURS[palette:] + COLOURS[:palette] for channel in colour])
    return made


@given(
    st.lists(
        st.tuples(
            st.binary(min_size=16, max_size=16).map(lambda data: bytes(byte % 16 for byte in data)),
            st.integers(0, 2),
            st.integers(2, 900),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_round_trip(shown: list[tuple[bytes, int, int]]) -> None:
    film, time, wanted = Film(1 << 20), 0, []
    for pixels, palette, duration in shown:
        made = picture(pixels, palette)
        film.show(made, time / 100)
        time += duration
        wanted.append((made.convert("RGB"), duration * 10))
    read = frames(film.finish(time / 100))
    assert len(read) == len(wanted)
    for (seen, milliseconds), (expected, duration) in zip(read, wanted, strict=True):
        assert np.array_equal(np.asarray(seen), np.asarray(expected))
        assert milliseconds == duration


def test_short_frames_of_a_film() -> None:
    film = Film(1 << 20)
    for number in range(10):
        film.show(picture(bytes([number] * 16)), number / 100)
    read = frames(film.finish(0.5))
    assert sum(duration for _, duration in read) == 500
    assert read[-1][0].getpixel((0, 0)) == COLOURS[9]
    assert all(duration >= 20 for _, duration in read)


def test_a_long_still_is_as_long_as_it_was() -> None:
    film = Film(1 << 20)
    film.show(picture(bytes(16)), 0)
    assert sum(duration for _, duration in frames(film.finish(2000.0))) == 2_000_000


MOVING = "10 SCREEN 2:FOR X=0 TO 9:T=TIME\n20 IF TIME<T+10 THEN 20\n30 PSET(X,0),8:NEXT\n40 GOTO 40\n"


def test_a_frame_comes_when_the_picture_changes() -> None:
    session = Session(MOVING)
    filming = Filming(session, 0.0, None)
    session.run(until=4 * SECOND)
    read = frames(filming.finish())
    # The text screen, nothing, and ten dots.
    assert len(read) == 12
    dots = [
        sum(shown.getpixel((16 + 2 * x, 36)) != (36, 36, 255) for x in range(10)) for shown, _ in read[1:]
    ]
    assert dots == list(range(11))
    between = [duration for _, duration in read[2:-1]]
    assert np.mean(between) == pytest.approx(1000 * 11 * FRAME[50] / SECOND, rel=0.15)


def test_from_and_to_are_seconds_of_the_machine(tmp_path: Path) -> None:
    program, film = tmp_path / "a.bas", tmp_path / "a.gif"
    program.write_text(MOVING)
    run = ["run", str(program), "-o", str(film)]
    assert main([*run, "--from", "1", "--to", "2"]) == 0
    part = frames(film.read_bytes())
    assert sum(duration for _, duration in part) == pytest.approx(1000, abs=30)
    assert 3 <= len(part) <= 7
    assert main([*run, "--to", "3", "--max-emulated-seconds", "1.5"]) == 3
    assert sum(duration for _, duration in frames(film.read_bytes())) == pytest.approx(2500, abs=30)
    program.write_text("10 END\n")
    assert main([*run, "--from", "50"]) == 0
    assert len(frames(film.read_bytes())) == 1


def test_a_film_is_of_the_mode_of_each_moment(tmp_path: Path) -> None:
    program, film = tmp_path / "a.bas", tmp_path / "a.gif"
    program.write_text(
        "10 FOR M=0 TO 8:SCREEN M:COLOR 15,4,M\n20 T=TIME\n30 IF TIME<T+5 THEN 30\n40 NEXT\n",
        encoding="ascii",
    )
    assert main(["run", str(program), "-o", str(film)]) == 0
    read = frames(film.read_bytes())
    assert {shown.size for shown, _ in read} == {(544, 456)}
    assert len({shown.getpixel((0, 0)) for shown, _ in read}) >= 6


def test_a_film_has_a_largest_size() -> None:
    session = Session(MOVING)
    filming = Filming(session, 0.0, None, limit=1000)
    assert session.run(max_steps=100_000).at == "limit"
    assert filming.full
    assert len(filming.finish()) < 1600


@pytest.mark.slow
def test_a_long_run_shows_how_far_it_is(tmp_path: Path) -> None:
    program = tmp_path / "a.bas"
    program.write_text("10 GOTO 10\n")
    run = ["run", str(program), "-o", str(tmp_path / "a.gif"), "--max-seconds", "3", "--to", "100000"]
    with Terminal(command("msxkit", *run)) as terminal:
        terminal.wait_for("/100000")
        assert terminal.ends() == 3
        assert sum(bool(row.strip()) for row in terminal.display) == 1
