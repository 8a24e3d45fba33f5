"""The programs that come with the page: each is sound, runs, and shows something."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.language.check import check
from msxkit.web import gallery
from msxkit.web.gallery import BY_NAME, EXAMPLES, Example

#: What the page promises.
FEWEST = 12
#: Their pictures take seconds of the processor.
LONG = ("fern", "mandel", "snake")


def test_there_are_enough_and_each_listing_is_one_of_them() -> None:
    folder = Path(gallery.__file__).parent / "examples"
    assert {path.stem for path in folder.glob("*.bas")} == set(BY_NAME)
    assert len(EXAMPLES) >= FEWEST
    assert all(example.title and example.about.endswith(".") for example in EXAMPLES)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_checker_finds_nothing(name: str) -> None:
    assert check(BY_NAME[name].program, target="disk") == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in BY_NAME]
)
def test_it_runs_and_its_picture_shows_something(name: str) -> None:
    picture = Image.open(io.BytesIO(BY_NAME[name].picture())).convert("RGB")
    colours = picture.getcolors(1 << 16)
    assert colours is not None
    # More than a ground and a border.
    assert len(colours) > 1
    assert max(count for count, _ in colours) < 0.995 * picture.width * picture.height


def test_an_example_that_fails_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Example, "listing", property(lambda _: b"10 GOTO 99\n"))
    with pytest.raises(MsxError, match="the example rings fails: Undefined line number in 10"):
        BY_NAME["rings"].picture()


def test_the_snake_eats_and_dies() -> None:
    """A game is more than its first picture: it counts, ends, and begins again."""
    session = BY_NAME["snake"].session()
    assert "Apples 1" in session.screen.text()
    session.run(until=session.t_states + 40_000_000)
    assert "GAME OVER" in session.screen.text()


def test_maze() -> None:
    """As many ways between neighbours as squares, less one: no circle, and nothing apart."""
    screen = BY_NAME["maze"].session().screen
    open_ = {
        (row, column) for row in range(22) for column in range(32) if screen.cells[32 * row + column] != 0x80
    }
    ways = sum((row + 1, column) in open_ for row, column in open_)
    ways += sum((row, column + 1) in open_ for row, column in open_)
    assert ways == len(open_) - 1


def test_the_calendar_knows_its_days() -> None:
    import calendar

    for year, month in ((1983, 6), (2000, 2), (1900, 2), (1600, 1), (2026, 12)):
        session = Session(BY_NAME["calendar"].program)
        session.keys.press(f"{year},{month}\r".encode())
        session.run()
        shown = [row.split() for row in session.screen.text().splitlines()[5:17:2]]
        first, days = calendar.monthrange(year, month)
        assert [int(day) for row in shown for day in row] == list(range(1, days + 1))
        assert len(shown[0]) == 7 - first
