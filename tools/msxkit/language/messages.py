"""What is at a fault and what could be there, in words."""

from __future__ import annotations

from functools import lru_cache

from msxkit.language.lexer import Terminal

_SPELLING = {
    " ": "a blank behind an &B number",
    "COLON": "':'",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "HASH": "'#'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LBRACKET": "'['",
    "RBRACKET": "']'",
    "EQ": "'='",
    "MINUS": "'-'",
    "PLUS": "'+'",
    "AT": "'@'",
    "DOT": "'.'",
    "LINE": "a line number",
    "NUMBER": "a number",
    "DIGIT": "a digit",
    "STRING": "a string",
    "VARIABLE": "a variable",
    "UNKNOWN": "a character that no statement holds",
    "SPRITE_S": "SPRITE$",
    "INPUT_S": "INPUT$",
    "TAB": "TAB(",
    "SPC": "SPC(",
    "MID_S": "MID$",
    "LINE_STATEMENT": "LINE",
    "RUN_FILE": "RUN",
    "DSKO": "DSKO$",
    "KEY_EVENT": "KEY",
    "TEXT": "text",
    "LETTER": "a letter",
    "CLOCK": "DATE or TIME",
    "RASTER": "an operation such as XOR",
    "FLAG": "a letter that is an option",
}
_VALUE = {"NUMBER", "STRING", "FUNCTION"}
_VALUE_STARTS = {
    "NUMBER",
    "STRING",
    "FUNCTION",
    "FUNCTION_2",
    "VARIABLE",
    "LPAR",
    "NOT",
    "PLUS",
    "MINUS",
    "LINE",
    "READING",
    "TIME",
    "STRIG",
    "LEN",
    "MID_S",
    "VDP",
    "BASE",
    "SPRITE_S",
    "PLAY",
    "POINT",
    "USR",
    "FN",
    "INSTR",
    "VARPTR",
    "INPUT_S",
}
_OPERATORS = {"OPERATOR", "PLUS", "MINUS", "EQ"}


def found_words(terminal: Terminal) -> str:
    """Return what stands at a fault."""
    if terminal.type == "$END":
        return "the end of the line"
    return _SPELLING.get(terminal.type, terminal.text or terminal.type)


@lru_cache(maxsize=1024)
def expected_words(accepted: frozenset[str]) -> tuple[str, ...]:
    """Return what could stand there, the most useful first.

    Args:
        accepted: Types of terminals.
    """
    rest = accepted - {"BROKEN"}
    if {"LET", "IF", "GOTO"} <= rest:
        return ("a statement", *(["a line number"] if "LINE" in rest else []))
    words: list[str] = []
    if rest >= _VALUE:
        words.append("an expression")
        rest -= _VALUE_STARTS
    operators = "OPERATOR" in rest
    if operators:
        rest -= _OPERATORS
    ends = "COLON" in rest
    rest -= {"COLON", "ELSE", "$END"}
    if "THEN" in rest:
        rest -= {"COMMA"}
    words += sorted(_SPELLING.get(name, name) for name in rest)
    if operators:
        words.append("an operator")
    if ends:
        words.append("the end of the statement")
    return tuple(words)
