"""The rules of the grammar that follow from the forms of the entries."""

from __future__ import annotations

import re

from msxkit.language import tree
from msxkit.language.lexer import _WORDS
from msxkit.language.tree.entry import DECLARED, Entry

_PIECE = re.compile(
    r"\[STEP\]\(x, y\)|\.\.\.|[A-Z]+\$?(?![a-z])|(?:\[#\])?(?:\"[^\"]*\"|[a-z][a-z0-9]*(?: [a-z]+)*\$?)|[^ ]"
)
_SYMBOLS = {
    **_WORDS,
    **dict.fromkeys(("A", "R", "S"), "FLAG"),
    "(": "LPAR",
    ")": "RPAR",
    "=": "EQ",
    ",": "COMMA",
    "#": "HASH",
    "?": "PRINT",
    "/": "|",
    "...": "...",
    "SPRITE$": "SPRITE_S",
    "[STEP](x, y)": "point",
    "operation": "RASTER",
    "line": "LINE",
    "variable": "target",
    "variable$": "target",
    "array": "variable",
}


def derived(written: frozenset[str]) -> str:
    """Return the alternatives of `statement` for the classes of the tree that have an entry.

    Args:
        written: Aliases of the alternatives that are written by hand.
    """
    found: list[str] = []
    for kind, entries in DECLARED.items():
        alias = re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()
        if alias not in written and issubclass(kind, tree.Statement):
            found += [f"{rule} -> {alias}" for entry in entries for rule in _rules(entry)]
    return "\n    | ".join(dict.fromkeys(found))


def _rules(entry: Entry) -> list[str]:
    """Return the rules of an entry's forms. One that begins with a comma says that its first operand is optional."""
    word = entry.name.split()[0].partition("=")[0]
    shorter = [form for form in entry.forms if re.match(r"[A-Z ]+ ,", form)]
    rules = []
    for form in entry.forms:
        if form in shorter or not form.startswith(word):
            continue
        rule = _sequence(_PIECE.findall(form))
        rule = re.sub(
            r"(?:\[COMMA expression\] ?){2,}" if not shorter else r"(?:\[COMMA expression\] ?)+",
            lambda holes: f"[_upto{holes[0].count('COMMA')}] ",
            rule,
        ).replace("[COMMA expression] [COMMA RASTER]", "[_colour_raster]")
        if shorter:
            rule = re.sub(r"expression \[(_upto\d)\]", r"(expression [\1] | \1)", rule)
        if rule.startswith(("SET ", "GET ")):
            rule = re.sub(" (DATE|TIME) ", " CLOCK ", rule)
        rules.append(rule.strip().replace("COLOR SPRITE_S", "COLOR SPRITE_ROWS"))
    return rules


def _sequence(pieces: list[str]) -> str:
    """Take pieces up to the end or the bracket that closes a group, and return what the grammar says for them."""
    found: list[str] = []
    while pieces and (piece := pieces.pop(0)) != "]":
        if piece == "[":
            inner = _sequence(pieces)
            found.append(f"(COMMA {found[-1]})*" if inner == "COMMA ..." else f"[{inner}]")
        elif piece.startswith("[#]"):
            found.append("_file")
        else:
            found.append(_SYMBOLS.get(piece, piece if piece.isupper() else "expression"))
    return " ".join(found)
