from __future__ import annotations

from msxkit.language import tokens


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
