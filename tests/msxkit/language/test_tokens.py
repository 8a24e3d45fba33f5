from __future__ import annotations

import re

from msxkit.language import tokens
from tests.msxkit.language.conftest import ROOT


def test_every_code_from_81_to_fc_has_one_word() -> None:
    assert sorted(tokens.STATEMENT_WORDS) == list(range(0x81, 0xFD))
    assert sorted(tokens.FUNCTION_WORDS) == list(range(0x81, 0xB1))
    words = [*tokens.STATEMENT_WORDS.values(), *tokens.FUNCTION_WORDS.values()]
    assert len(set(words)) == len(words)


def test_codes_of_the_technical_handbook() -> None:
    known = {
        "END": "81",
        "PRINT": "91",
        "GOTO": "89",
        "ELSE": "3aa1",
        "'": "3a8fe6",
        "TAB(": "db",
        "\\": "fc",
    }
    known |= {"MKD$": "ffb0", "LEFT$": "ff81", "INTERVAL": "", "INKEY$": "ec", "MAX": "cd", "?": "91"}
    for word, code in known.items():
        assert tokens.CODES.get(word, b"").hex() == code


def test_a_longer_keyword_is_never_shadowed_by_a_shorter_one() -> None:
    from msxkit.language.scanner import crunch

    for word in tokens.KEYWORDS:
        assert crunch(word.encode()) == tokens.CODES[word], word


def test_no_other_module_spells_the_token_codes() -> None:
    package = ROOT / "tools" / "msxkit" / "language"
    for path in package.glob("*.py"):
        if path.name != "tokens.py":
            assert not re.search(r"0x(8[1-9a-f]|9[0-9a-f])\b", path.read_text("utf-8")), path
