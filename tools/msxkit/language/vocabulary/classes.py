"""What each word of BASIC is to somebody who reads a listing: the classes by which editors highlight words."""

from __future__ import annotations

from collections.abc import Mapping

from msxkit.language.tokens import CODES
from msxkit.language.tree import flow
from msxkit.language.vocabulary import ENTRIES, table

#: Words that begin a statement, though their entries begin otherwise; and those that only look as if they did.
_STATEMENTS, _NONE = {"DEF", "TIME", "BASE", "VDP"}, {"MID$", "STRIG(n)"}
#: Words of the control of a program that belong to no statement of their own, and words of such statements that stand
#: for what they are about.
_CONTROL, _SUBJECTS = {"THEN", "ELSE", "TO", "STEP"}, {"KEY", "SPRITE", "STRIG", "TRON", "TROFF"}


def word_classes() -> Mapping[str, frozenset[str]]:
    """Return the words that are an `operator`, a `function`, of the `control` of a program, or `other`."""
    words = {word for word in CODES if word[0].isalpha() and word != "REM"}
    operators = words & table("operator").keys()
    statements = {entry.name.split()[0] for entry in ENTRIES if entry.role == "statement"} | _STATEMENTS
    functions = {
        word
        for word in words
        if word.rstrip("(") in table("function") and word.rstrip("(") not in statements - _NONE
    }
    flowing = [entry for entry in ENTRIES if any(node.__module__ == flow.__name__ for node in entry.nodes)]
    control = {word for entry in flowing for word in entry.name.split() if word in words}
    control = (control | _CONTROL) - _SUBJECTS - operators
    others = {*words, "USING", "OFF"} - functions - operators - control - {"GO TO"}
    return {
        "operator": frozenset(operators),
        "function": frozenset(functions),
        "control": frozenset(control),
        "other": frozenset(others),
    }
