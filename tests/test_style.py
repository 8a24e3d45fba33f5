"""Text follows docs/style.md: the phrases that it rejects occur nowhere."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

AVOIDED = (
    r"\b(?:has|have|had) not got\b",
    r"\bis no (?:folder|file|number|name|program|picture|recording|directory|listing)\b",
    r"\b[Ss]ay --[a-z]",
    r"\bof its behind\b",
    r"\bthe begin of\b",
    r"\band (?:its|their) kin\b",
    r"\b[Ww]ho[e]ver\b",
    r"\bso that who\b",
    r"\bthe same for ever\b",
    r"\bare no (?:disk|tokens|constants|integers|keywords)\b",
)
#: A class docstring that begins with its fields, in place of a noun and `Attributes:`.
FIELDS = re.compile(r"[a-z_]+(?:, [a-z_]+)*: ")
#: docs/style.md quotes the phrases; the changelog tells of what was.
_QUOTING = {"docs/style.md", "CHANGELOG.md", "tests/test_style.py"}
_TEXTS = sorted(
    path
    for folder in (
        "tools/msxkit",
        "tools/vscode/src",
        "tools/vscode/walkthrough",
        "pyport",
        "docs",
        "tests",
        ".",
    )
    for pattern in ("*.py", "*.md", "*.asm", "*.js", "*.ts", "*.html")
    for path in (ROOT.glob(pattern) if folder == "." else (ROOT / folder).rglob(pattern))
    if str(path.relative_to(ROOT)) not in _QUOTING
)


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8", errors="replace")


@pytest.mark.parametrize("phrase", AVOIDED)
def test_a_phrase_stands_nowhere(phrase: str) -> None:
    found = re.compile(rf"(?<!there )(?<!There ){phrase}")
    places = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in _TEXTS
        for match in found.finditer(_text(path))
    ]
    assert not places


def test_fields_of_a_class_are_attributes() -> None:
    places = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in _TEXTS
        if path.suffix == ".py"
        # To parse all of the project takes seconds, and few files have such a line anywhere.
        if re.search(rf'"""\s*{FIELDS.pattern}', text := _text(path))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and FIELDS.match(ast.get_docstring(node) or "")
    ]
    assert not places
