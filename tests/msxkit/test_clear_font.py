"""Letters that are easier to read: seen in the picture, never in video memory."""

from __future__ import annotations

import pytest

from msxkit.display.font import clear_patterns, cleared, font, patterns
from msxkit.interpreter import Session


def test_no_two_letters_look_alike() -> None:
    shown = [clear_patterns()[code] for code in range(33, 127)]
    assert len(set(shown)) == len(shown)


def test_they_fit_into_the_six_dots_of_screen_0() -> None:
    assert all(row & 0b111 == 0 for rows in clear_patterns().values() for row in rows)


@pytest.mark.parametrize("screen", ["SCREEN 0:WIDTH 40", "SCREEN 0:WIDTH 80", "SCREEN 1"])
def test_only_the_picture_changes(screen: str) -> None:
    session = Session(f'10 {screen}:PRINT "essence":A$=INPUT$(1)')
    session.run()
    content = session.video.content
    assert session.video.clear_frame != session.video.frame
    assert session.video.content == content
    assert session.video.clear_frame.palette == session.video.frame.palette


def test_drawings_stay() -> None:
    session = Session('10 SCREEN 1:FOR I=0 TO 7:VPOKE 8*101+I,255-I:NEXT:PRINT "e":A$=INPUT$(1)')
    session.run()
    assert session.video.clear_frame == session.video.frame
    session = Session('10 SCREEN 2:OPEN "GRP:" AS 1:PRINT #1,"essence":A$=INPUT$(1)')
    session.run()
    assert session.video.clear_frame == session.video.frame


def test_the_cursor_is_the_inverse_of_the_letter_below_it() -> None:
    own, clear = patterns()[ord("e")], clear_patterns()[ord("e")]
    shapes = bytearray(font())
    shapes[-8:] = bytes(row ^ 0xFF for row in own)
    assert cleared(bytes(shapes))[-8:] == bytes(row ^ 0xFF for row in clear)
