"""The characters of machines of other countries: in text, pictures, memory and keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.charset import OTHER_SETS, UNICODE
from msxkit.cli import main
from msxkit.display.font import font, patterns
from msxkit.interpreter import Session
from msxkit.language.source import decode_program
from msxkit.machine.model import MODELS

TEXTS = {
    "japan": "アイウエオ 月火水 かな゛ ♠●「ヲ」",
    "russia": "Привет, мир! ЖЩЫ ёжъ".replace("ё", "е"),
    "brazil": "ÁÀÂ Ó É ção ₢ ¨",
}


@pytest.mark.parametrize("name", TEXTS)
def test_shapes(name: str) -> None:
    characters = OTHER_SETS[name]
    shapes = patterns(characters)
    blank = {" ", "\u2003", "\u3000", "␀", "°", "▮"}
    own = {
        character: shapes[code]
        for code, character in enumerate(characters)
        if character not in UNICODE and character not in blank
    }
    assert all(map(any, own.values()))
    # In SCREEN 0 only six dots of a character are seen.
    assert all(row & 0b11 == 0 for rows in own.values() for row in rows)
    alike = [(one, other) for one in own for other in own if one < other and own[one] == own[other]]
    assert alike in ([], [("へ", "ヘ")])
    assert [rows for code, rows in enumerate(shapes) if characters[code] == UNICODE[code] != "\\"] == [
        rows for code, rows in enumerate(patterns()) if characters[code] == UNICODE[code] != "\\"
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_text(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.bas"
    path.write_text(f'10 PRINT "{TEXTS[name]}":A$=INPUT$(1):PRINT A$\n', "utf-8")
    given = ["run", str(path), "--encoding", name, "--type", TEXTS[name][1], "--variables"]
    assert main(given) == 0
    out, error = capfd.readouterr()
    assert (out.splitlines()[:2], error) == ([TEXTS[name], TEXTS[name][1]], "")
    assert f"A$ = '{TEXTS[name][1]}'" in out
    assert main([*given, "--screen", "ansi"]) == 0
    assert TEXTS[name] in capfd.readouterr().out
    assert main([*given, "--screen", "json"]) == 0
    codes = json.loads(capfd.readouterr().out)["screen"][0]
    assert "".join(OTHER_SETS[name][ord(code)] for code in codes) == TEXTS[name]


@pytest.mark.parametrize("name", TEXTS)
def test_picture(name: str) -> None:
    program = decode_program(f'10 SCREEN 1:PRINT "{TEXTS[name]}":A$=INPUT$(1)\n'.encode(), "a", name)
    session = Session(program)
    session.run()
    characters = OTHER_SETS[name]
    shown = bytes(session.video.chip.vram[:2048])
    assert shown[:-8] == font(characters)[:-8]
    assert session.video.shapes.keys() <= {255}
    rom = MODELS["msx2"]
    assert [session.memory.peek(0x1BBF + at) for at in range(0, 2040, 97)] == [*font(characters)[:2040:97]]
    assert rom.characters == UNICODE


def test_graphic_text() -> None:
    program = decode_program(
        '10 SCREEN 2:OPEN "GRP:" AS 1:PRINT #1,"カ":A$=INPUT$(1)\n'.encode(), "a", "japan"
    )
    session = Session(program)
    session.run()
    assert bytes(session.video.chip.vram[:8]) == patterns(OTHER_SETS["japan"])[0xB6]


def test_yen() -> None:
    shapes = patterns(OTHER_SETS["japan"])
    assert shapes[0x5C] == patterns()[UNICODE.index("¥")] != patterns()[0x5C]
