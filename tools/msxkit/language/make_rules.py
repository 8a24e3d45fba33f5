"""The rules of the grammar that follow from the forms of the entries."""

from __future__ import annotations

import re

from msxkit.language import tree
from msxkit.language.lexer import _WORDS
from msxkit.language.tree.entry import DECLARED, Entry

#: Parts of forms that the grammar has a rule for.
_PARTS = {
    "[line][-line]": "[range]",
    **dict.fromkeys(("[STEP](x, y)", "[STEP](x1, y1)", "[STEP](x2, y2)"), "point"),
    "width AS variable$": "field_part",
    "name(top[, ...])": "target",
}
_PIECE = re.compile(
    "|".join(map(re.escape, _PARTS))
    + r"|\.\.\.|[A-Z]+\$?(?![a-z])|(?:\[#\])?(?:\"[^\"]*\"|[a-z][a-z0-9]*(?: [a-z]+)*\$?)|[^ ]"
)
_SYMBOLS = {
    **_WORDS,
    **_PARTS,
    **dict.fromkeys(("A", "B", "BF", "R", "S"), "FLAG"),
    **dict.fromkeys(("new", "old"), "_place"),
    "(": "LPAR",
    ")": "RPAR",
    "=": "EQ",
    ",": "COMMA",
    "#": "HASH",
    ";": "SEMICOLON",
    "-": "MINUS",
    "?": "PRINT",
    "...": "...",
    "SPRITE$": "SPRITE_S",
    '"prompt"': "STRING",
    "digit": "DIGIT",
    "step": "LINE",
    "operation": "RASTER",
    "line": "LINE",
    "variable": "target",
    "variable$": "target",
    "array": "variable",
}


#: Operands behind commas that may be left out, while others follow.
_HOLES = re.compile(
    r"\[COMMA expression\](?: \[COMMA FLAG\](?= \[COMMA RASTER))?(?: \[COMMA (?:expression|RASTER)\])*"
)


def derived(written: frozenset[str]) -> tuple[str, str]:
    """Return the alternatives of `statement` for the classes of the tree that have an entry, and the rules that these
    need.

    Args:
        written: Aliases of the alternatives that are written by hand.
    """
    found: list[str] = []
    behind: dict[str, str] = {}
    for kind, entries in DECLARED.items():
        alias = re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()
        if alias not in written and issubclass(kind, tree.Statement):
            found += [f"{rule} -> {alias}" for entry in entries for rule in _rules(entry, behind)]
    rules = (f"{name}: {rule}" for name, rule in behind.items())
    return "\n    | ".join(dict.fromkeys(found)), "\n".join(rules)


def _rules(entry: Entry, behind: dict[str, str]) -> list[str]:
    """Return the rules of an entry's forms. One with a comma where an operand could be says that it is optional.

    Args:
        behind: Takes the rules for operands that may be left out.
    """
    word = re.split("[ =(]", entry.name)[0]
    shorter = [form for form in entry.forms if re.search("[A-Z,] ,", form)]
    rules = []
    for form in entry.forms:
        if form in shorter or not form.startswith(word):
            continue
        rule = _sequence(_PIECE.findall(form))
        if holes := _HOLES.search(rule):
            symbols = re.findall(r"COMMA (\w+)", holes[0])
            if shorter or len(symbols) > 1:
                rule = rule.replace(holes[0], f"[{_holes(symbols, behind)}]")
        if shorter:
            rule = re.sub(r"(expression|point) \[(_upto\w+)\]", r"(\1 [\2] | \2)", rule)
        if rule.startswith(("SET ", "GET ")):
            rule = re.sub(" (DATE|TIME) ", " CLOCK ", rule)
        rule = rule.replace("COLOR SPRITE_S", "COLOR SPRITE_ROWS").replace(
            "RUN expression", "RUN_FILE expression"
        )
        rules.append(rule.replace("KEY LPAR", "KEY_EVENT LPAR"))
    return rules


def _holes(symbols: list[str], behind: dict[str, str]) -> str:
    """Return the name of a rule for operands that may be left out, but no comma behind the last one."""
    first, *others = symbols
    name = "_upto_" + "".join(symbol[0] for symbol in symbols).lower()
    rest = _holes(others, behind) if others else ""
    behind[name] = f"COMMA ({first} [{rest}] | {rest})" if rest else f"COMMA {first}"
    return name


def _sequence(pieces: list[str]) -> str:
    """Take pieces up to the end or the bracket that closes a group, and return what the grammar says for them."""
    found: list[str] = []
    while pieces and (piece := pieces.pop(0)) != "]":
        if piece == "[":
            inner = _sequence(pieces)
            found.append(f"(COMMA {found[-1]})*" if inner == "COMMA ..." else f"[{inner}]")
        elif piece == "/":
            found[-1] = " | ".join(dict.fromkeys((found[-1], _symbol(pieces.pop(0)))))
        else:
            found.append(_symbol(piece))
    return " ".join(f"({each})" if "|" in each and each[0] not in "[(" else each for each in found)


def _symbol(piece: str) -> str:
    """Return what the grammar says for a piece of a form."""
    if piece.startswith("[#]"):
        return "_file"
    return _SYMBOLS.get(piece, piece if piece.isupper() else "expression")
