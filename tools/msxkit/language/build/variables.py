"""Statements of variables, functions, DATA and remarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.language import tree
from msxkit.language.build.parts import Parts, named, nodes
from msxkit.language.lexer import Terminal


def _let(parts: Parts) -> tree.Let:
    first, value = parts[0], parts[-1]
    return tree.Let(first.start, value.end, parts[-3], value, len(parts) > 3)


def _def_fn(parts: Parts) -> tree.Statement:
    """Return a DEF FN. What is wrong from the = on shows when the function is called; anything before it, at once."""
    heads = [part for part in parts if isinstance(part, Terminal) and part.type != "EQ"]
    wrong = next((part for part in heads if part.missing), None)
    if wrong is not None:
        return tree.Broken(parts[0].start, wrong.start)
    name, suffix = named(parts[2])
    variable = tree.Variable(parts[2].start, parts[2].end, name, suffix)
    *parameters, body = nodes(parts[3:])
    return tree.DefFn(parts[0].start, parts[-1].end, variable, tuple(parameters), body)


_SUFFIXES = {"DEFINT": "%", "DEFSNG": "!", "DEFDBL": "#", "DEFSTR": "$"}


def _def_type(parts: Parts) -> tree.DefType:
    """Return a DEFINT or the like. The machine takes range after range, and stops at one that goes backwards."""
    word, *rest = parts
    ranges: list[tuple[str, str]] = []
    end: int = word.end
    fault = None
    for first, last in (part for part in rest if not isinstance(part, Terminal)):
        if not (first.text and last.text):
            break
        if last.text < first.text:
            wanted = f"a letter from {first.text} on"
            fault = tree.Fault(last.start, last.end, SYNTAX, last.text, (wanted,))
            end = last.start
            break
        ranges.append((first.text, last.text))
        end = last.end
    return tree.DefType(word.start, end, _SUFFIXES[word.text], tuple(ranges), fault=fault)


def _letters(parts: Parts) -> tuple[Terminal, Terminal]:
    """Return the first and last letter of a range."""
    return parts[0], parts[-1]


def _text(parts: Parts) -> tree.Statement:
    word = parts[0]
    text = parts[1].text if len(parts) > 1 else ""
    if word.text == "DATA":
        return tree.Data(word.start, parts[-1].end, text, word.end)
    return tree.Remark(word.start, parts[-1].end, text, word.text == "'")


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "let": _let,
    "def_fn": _def_fn,
    "def_type": _def_type,
    "letters": _letters,
    "remark": _text,
    "data": _text,
}
