"""Make the reference of MSX BASIC, and the editors' grammar and snippets, from the vocabulary.

`make docs` builds the reference, a page for each entry, with the site (.ci/mkdocs_pages.py), and `make vscode` the
grammars and the snippets with the extension.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from msxkit.basic_errors import TEXTS
from msxkit.charset import glyphs
from msxkit.display.screen import CURSOR_CODE
from msxkit.files import write_atomic
from msxkit.interpreter import Session
from msxkit.language.vocabulary import ENTRIES, MSX2_PLUS, Entry, table
from msxkit.language.vocabulary.classes import word_classes
from msxkit.media.host_files import make_folder

ROOT = Path(__file__).parents[1]
EXTENSION = ROOT / "tools" / "vscode"
TITLES = {"statement": "Statements", "function": "Functions", "operator": "Operators"}
#: Statements that an example may run, with a graphic mode or a file.
LIMIT = 200_000
_SIGNS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided-by",
    "\\": "integer-divided-by",
    "^": "to-the-power-of",
    "=": "equal",
    "<>": "not-equal",
    "<": "less",
    "<=": "at-most",
    ">": "greater",
    ">=": "at-least",
    "'": "apostrophe",
}


def page_name(entry: Entry) -> str:
    """Return the name of an entry's page: `left-string` for LEFT$, `time-statement` for TIME =."""
    name = entry.name
    if name in _SIGNS:
        return _SIGNS[name]
    ending = "-function" if entry.role == "function" and name in table("statement") else ""
    if name.endswith(" ="):
        name, ending = name.removesuffix(" ="), "-statement"
    for sign, word in (
        ("$", "-string"),
        ("#", "file"),
        ("?", "-verify"),
        ("(n)", "-number"),
        ("()", "-function"),
        ("=", "-"),
    ):
        name = name.replace(sign, word)
    return re.sub(r"[^a-z]+", "-", name.lower()).strip("-") + ending


@cache
def recorded() -> dict[tuple[str, str], list[str]]:
    """Return program and typed text -> rows, of what genuine machines ran."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted((ROOT / "tests" / "conformance").glob("*.json")):
        for case in json.loads(path.read_text("utf-8")):
            if isinstance(case, dict) and "screen" in case:
                found[case["program"].strip("\n"), case.get("typed", "")] = case["screen"]
    return found


def _machine(entry: Entry) -> str:
    """Return the machine that an example runs on."""
    return "msx2plus" if entry.need is not None and entry.need.what == MSX2_PLUS else "msx2"


def shown(entry: Entry) -> list[str]:
    """Return the rows that the example leaves, without `Ok` and the cursor."""
    session = Session(entry.example, machine=_machine(entry), keys=entry.typed, keys_after=150, width=40)
    session.run(max_steps=LIMIT)
    rows = [row for row in session.screen if row.strip() not in ("Ok", glyphs([CURSOR_CODE]))]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def page(entry: Entry) -> str:
    """Return the page of an entry, in Markdown."""
    parts = [f"# {entry.name}", _fenced("basic", entry.forms), entry.does]
    if entry.parts:
        parts.append(_listed((f"`{word}`", text) for word, text in entry.parts.items()))
    ranges = [
        (f"`{name}`", f"{operand.low} to {operand.high}")
        for name, operand in entry.operands.items()
        if operand.low is not None
    ]
    if ranges:
        parts.append("Takes:\n\n" + _listed(ranges))
    if entry.need is not None:
        parts.append(f"Needs {entry.need.what}; without it: {entry.need.machine}.")
    if entry.errors:
        parts.append("Its own errors: " + ", ".join(map(_error, entry.errors)) + ".")
    if entry.example:
        typed = f" (typed: `{entry.typed.rstrip(chr(13))}`)" if entry.typed else ""
        parts += ["## Example", _fenced("basic", entry.example.split("\n")), f"shows{typed}"]
        parts.append(_fenced("text", shown(entry) or ["(nothing)"]))
        known = (entry.example, entry.typed) in recorded()
        option = "" if _machine(entry) == "msx2" else f" --machine {_machine(entry)}"
        parts.append(
            "This was recorded on a Philips NMS 8250."
            if known
            else f"This is what `msxkit run{option}` shows; it has not been recorded."
        )
    parts.append("[All words](index.md)")
    return "\n\n".join(parts) + "\n"


def _fenced(language: str, rows: Iterable[str]) -> str:
    return "\n".join((f"```{language}", *rows, "```"))


def _listed(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {word}: {text}" for word, text in pairs)


def _error(text: str) -> str:
    numbers = [number for number, message in TEXTS.items() if message == text]
    return f"{text} ({numbers[0]})" if numbers else text


def index() -> str:
    """Return the page that names all others."""
    parts = [
        "# MSX BASIC, word by word",
        "This is every statement, function and operator of MSX BASIC 1.0 to 2.1 with Disk BASIC: how to write it, what "
        "it does, its errors, and a program that shows it. Editors show the same texts ([editors](../editors.md)). The "
        "tests run the examples.",
    ]
    for role, title in TITLES.items():
        entries = sorted((entry for entry in ENTRIES if entry.role == role), key=lambda entry: entry.name)
        rows = [
            f"- [{entry.name}]({page_name(entry)}.md): {entry.does.split('. ')[0].rstrip('.')}"
            for entry in entries
        ]
        parts += [f"## {title}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _scope(match: str, name: str) -> dict[str, str]:
    return {"match": match, "name": f"{name}.msxbasic"}


def _words(form: str) -> list[dict[str, str]]:
    """Return the rules of all words of MSX BASIC, which stand in the regular expression in place of `WORDS`."""
    scopes = {
        "function": "support.function",
        "control": "keyword.control",
        "other": "keyword.other",
        "operator": "keyword.operator.word",
    }
    classes = word_classes()
    found = []
    for kind, name in scopes.items():
        ordered = sorted(classes[kind], key=lambda word: (-len(word), word))
        found.append(_scope(form.replace("WORDS", "|".join(map(re.escape, ordered))), name))
    return found


_STRING = {"begin": '"', "end": '"|$', "name": "string.quoted.double.msxbasic"}
_DATA = {
    "end": "(?=:|$)",
    "beginCaptures": {"0": {"name": "keyword.other.msxbasic"}},
    "contentName": "string.unquoted.data.msxbasic",
    "patterns": [{"include": "#string"}],
}
_NUMBERS = [
    _scope("(?i)&H[0-9A-F]*|&O[0-7]*|&B[01]*", "constant.numeric"),
    _scope(r"(?i)(\d+\.?\d*|\.\d+)([ED][-+]?\d+)?[!#%]?", "constant.numeric"),
]


def modern_grammar() -> dict[str, Any]:
    """Return the grammar of TextMate for sources with labels and long names."""
    label = "entity.name.tag.label"
    block = "comment.block.msxbasic"
    return {
        "name": "MSX BASIC without line numbers",
        "scopeName": "source.msxmodern",
        "patterns": [
            {"begin": r"^\s*###", "end": "###", "name": block},
            {"begin": r"^\s*''\s*$", "end": r"^\s*''\s*$", "name": block},
            _scope(r"(?i)##.*$|'.*$|\brem\b.*$", "comment.line"),
            {"include": "#string"},
            _scope(r"(?i)^\s*((#[a-z_]\w*)+|(define|declare|include|keep)\b)", "keyword.control.directive"),
            _scope(r"(?i)\[\s*([a-z_]\w*|\?)\s*\]", "entity.name.constant"),
            _scope(r"(?i)\{\s*(@|[a-z_]\w*)\s*\}", label),
            _scope(r"(?i)\b(func|ret|exit|endif|true|false)\b", "keyword.control"),
            {"begin": r"(?i)\bdata\b", **_DATA},
            *_words(r"(?i)\b(WORDS)(?![a-z0-9_])"),
            _scope(r"(?i)\b[a-z_]\w*\s*\{|\}", label),
            *_NUMBERS,
            _scope(r"(?i)\.\s*[a-z_]\w*", "entity.name.function"),
            _scope(r"(?i)~?[a-z_]\w*[$%!#]?", "variable.other"),
            _scope(r"[-+*/^\\=<>]", "keyword.operator"),
        ],
        "repository": {"string": _STRING},
    }


def grammar() -> dict[str, Any]:
    """Return the grammar of TextMate, which VS Code and others highlight by."""
    jumps = "GO ?TO|GOSUB|THEN|ELSE|RESTORE|RESUME|RETURN|RUN"
    label = "entity.name.tag.line-number.msxbasic"
    return {
        "name": "MSX BASIC",
        "scopeName": "source.msxbasic",
        "patterns": [
            {"match": r"^\s*(\d+)", "captures": {"1": {"name": label}}},
            _scope("(?i)(REM|').*$", "comment.line"),
            {"begin": "(?i)DATA", **_DATA},
            {"include": "#string"},
            {
                "match": rf"(?i)\b({jumps})(\s*)(\d+(?:\s*,\s*\d+)*)",
                "captures": {"1": {"name": "keyword.control.msxbasic"}, "3": {"name": label}},
            },
            *_words("(?i)(WORDS)"),
            *_NUMBERS,
            _scope("(?i)[A-Z][A-Z0-9]*[$%!#]?", "variable.other"),
            _scope(r"[-+*/^\\=<>]", "keyword.operator"),
        ],
        "repository": {"string": _STRING},
    }


def snippets() -> dict[str, Any]:
    """Return the snippets of the extension."""
    found = {}
    for entry in ENTRIES:
        if entry.snippet is not None:
            prefix, body, description = entry.snippet
            rows = body.split("\n")
            found[entry.name] = {
                "prefix": prefix,
                "body": rows if len(rows) > 1 else body,
                "description": description,
            }
    return found


def reference() -> dict[str, str]:
    """Return the pages of the reference by their file names."""
    return {"index.md": index()} | {f"{page_name(entry)}.md": page(entry) for entry in ENTRIES}


def files() -> dict[Path, str]:
    """Return the files of the extension that follow from the vocabulary, and their texts."""
    made = {
        "syntaxes/msxbasic.tmLanguage.json": grammar(),
        "syntaxes/msxmodern.tmLanguage.json": modern_grammar(),
        "snippets/msxbasic.json": snippets(),
    }
    return {EXTENSION / name: json.dumps(data, indent=2) + "\n" for name, data in made.items()}


def main() -> None:
    """Write the files of the extension."""
    for path, text in files().items():
        make_folder(path.parent)
        write_atomic(path, text.encode("utf-8"))


if __name__ == "__main__":
    main()
