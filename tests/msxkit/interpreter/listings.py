"""Listings that look like MSX BASIC but obey nothing: hypothesis strategies for the tests of robustness."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from msxkit.language.tokens import KEYWORDS

_CONSTANTS = (
    "0",
    "1",
    "2",
    "10",
    "255",
    "256",
    "-1",
    "32767",
    "32768",
    "-32768",
    "65535",
    "1E62",
    "1E-64",
    ".5",
    "1.5!",
    "2#",
    "&HFFFF",
    "&O17",
    "&B101",
    '""',
    '"A"',
    '"ABC',
    "99999999999999",
    "1D-30",
    "&",
    "&H",
)
_NAMES = ("A", "B", "A$", "B$", "I%", "S!", "D#", "A(1)", "B$(2)", "C(1,2)", "Z%(0)", "X", "FNA", "FNB$")
_OPERATORS = ("+", "-", "*", "/", "^", "\\", " MOD ", "=", "<", ">", "<=", "<>", " AND ", " OR ", " XOR ")
_FUNCTIONS = (
    "SGN",
    "INT",
    "ABS",
    "SQR",
    "RND",
    "SIN",
    "LOG",
    "EXP",
    "TAN",
    "ATN",
    "FIX",
    "CINT",
    "CSNG",
    "PEEK",
    "VPEEK",
    "POS",
    "STR$",
    "CHR$",
    "HEX$",
    "BIN$",
    "OCT$",
    "SPACE$",
    "LEN",
    "ASC",
    "VAL",
    "FRE",
    "INPUT$",
    "VARPTR",
    "USR",
    "BASE",
    "VDP",
    "STICK",
    "EOF",
    "LOF",
    "CVI",
    "CVD",
    "MKI$",
    "MKD$",
    "INSTR",
    "MID$",
    "LEFT$",
    "RIGHT$",
    "STRING$",
    "TAB",
    "SPC",
    "FNA",
    "FNB$",
    "NOT ",
    "-",
    "POINT",
    "DSKF",
    "FPOS",
)
_STATEMENTS = (
    "PRINT {e};{e}",
    "PRINT {e},{e}",
    "PRINT USING {e};{e}",
    "LET {n}={e}",
    "{n}={e}",
    "{n}={e}",
    "GOTO {l}",
    "GOSUB {l}",
    "RETURN",
    "FOR {n}={e} TO {e}",
    "FOR I={e} TO {e} STEP {e}",
    "NEXT",
    "NEXT {n}",
    "IF {e} THEN ",
    "ELSE ",
    "IF {e} THEN {l} ELSE {l}",
    "ON {e} GOTO {l},{l}",
    "ON {e} GOSUB {l}",
    "ON ERROR GOTO {l}",
    "RESUME",
    "RESUME NEXT",
    "RESUME {l}",
    "ERROR {e}",
    "DIM {n}",
    "DIM A({e})",
    "DIM C({e},{e})",
    "ERASE {n}",
    "SWAP {n},{n}",
    "DATA {e},{e}",
    "READ {n}",
    "RESTORE {l}",
    "DEF FNA({n})={e}",
    "DEF FNB$(X)={e}",
    "CLEAR {e}",
    "DEFINT A-Z",
    "DEFSTR A-C",
    "DEFSNG B",
    "LOCATE {e},{e}",
    "WIDTH {e}",
    "SCREEN {e}",
    "CLS",
    "COLOR {e},{e}",
    "KEY ON",
    "KEY {e},{e}",
    "POKE {e},{e}",
    "VPOKE {e},{e}",
    "OUT {e},{e}",
    "WAIT {e},{e}",
    "SOUND {e},{e}",
    "PLAY {e}",
    "BEEP",
    "TIME={e}",
    "MID$({n},{e},{e})={e}",
    "INPUT {n}",
    "INPUT {e};{n}",
    "LINE INPUT {n}",
    'OPEN "F" FOR OUTPUT AS #1',
    'OPEN "F" FOR INPUT AS #1',
    "PRINT #1,{e}",
    "INPUT #1,{n}",
    "CLOSE",
    "LIST",
    "ON INTERVAL={e} GOSUB {l}",
    "INTERVAL ON",
    "ON KEY GOSUB {l}",
    "KEY({e}) ON",
    "STOP",
    "END",
    "TRON",
    "TROFF",
    "DEFUSR={e}",
    "MAXFILES={e}",
    "LPRINT {e}",
    "RUN",
    "RUN {l}",
    "CONT",
    "NEW",
    "DELETE {l}",
    "RENUM",
    "'{e}",
    "REM {e}",
    "VDP({e})={e}",
    "BASE({e})={e}",
    "PUT SPRITE {e}",
    "SPRITE$({e})={e}",
    "PSET ({e},{e})",
    ":",
    'SAVE "G"',
    'LOAD "F"',
    'MERGE "F"',
    'KILL "F"',
    "FILES",
    "AUTO",
    "LLIST",
    "LSET {n}={e}",
    "GET #1,{e}",
    'BSAVE "B",{e},{e}',
    'BLOAD "B"',
    "CALL X",
    "COPY {e}",
    "MOTOR ON",
    "SET {e}",
    "CIRCLE ({e},{e}),{e}",
    "FIELD #1,{e} AS {n}",
    "STRIG({e}) ON",
    "SPRITE ON",
    "STOP ON",
    "ON STOP GOSUB {l}",
    "PAINT STEP({e},{e})",
)

_words = st.sampled_from(KEYWORDS)
_leaves = st.one_of(st.sampled_from(_CONSTANTS), st.sampled_from(_NAMES))


def _deeper(inner: SearchStrategy[str]) -> SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, st.sampled_from(_OPERATORS), inner).map("".join),
        st.tuples(st.sampled_from(_FUNCTIONS), inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(st.sampled_from(_FUNCTIONS), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]},{parts[2]})"
        ),
        st.tuples(st.integers(1, 90), inner).map(lambda parts: "(" * parts[0] + parts[1] + ")" * parts[0]),
        inner.map(lambda text: f"({text}"),
    )


expressions = st.recursive(_leaves, _deeper, max_leaves=8)


@st.composite
def statements(draw: st.DrawFn) -> str:
    """Return one statement, now and then with a word that has no place in it."""
    text = draw(st.sampled_from(_STATEMENTS))
    while "{" in text:
        text = text.replace("{e}", draw(expressions), 1) if "{e}" in text else text
        text = text.replace("{n}", draw(st.sampled_from(_NAMES)), 1)
        text = text.replace("{l}", str(draw(st.sampled_from((10, 20, 30, 40, 99)))), 1)
    if draw(st.integers(0, 5)) == 0:
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(_words) + text[at:]
    return text


@st.composite
def listings(draw: st.DrawFn) -> bytes:
    """Return a listing of one to five lines; half of them go on after every error."""
    lines = draw(st.lists(st.lists(statements(), min_size=1, max_size=4), min_size=1, max_size=5))
    numbered = [(10 * number, ":".join(line)) for number, line in enumerate(lines, 1)]
    if draw(st.booleans()):
        numbered = [(1, "ON ERROR GOTO 60000"), *numbered, (60000, "RESUME NEXT")]
    return b"".join(f"{number} {text}"[:250].encode("latin-1") + b"\r\n" for number, text in numbered)
