"""The vocabulary is complete, agrees with token table and tree, and what is made from it is whole."""

from __future__ import annotations

import json
import re

import pytest
from docs.make_reference import files, page_name, recorded, reference, shown, snippets

from msxkit.basic_errors import TEXTS
from msxkit.language import tree
from msxkit.language.program import Program
from msxkit.language.tokens import CODES
from msxkit.language.vocabulary import ENTRIES, Entry, entry_of, table
from msxkit.lsp.meaning import words_of
from tests.conftest import ROOT

#: Nodes that are no word's: operands, parts of statements, and what does not parse.
_WORDLESS = {
    tree.Number,
    tree.LineReference,
    tree.CurrentLine,
    tree.String,
    tree.Variable,
    tree.Element,
    tree.Parenthesis,
    tree.Point,
    tree.Missing,
    tree.Broken,
}
_STORED = {"TAB(": "TAB", "SPC(": "SPC", "MAX": "MAXFILES", "?": "PRINT"}


def test_names_and_pages_are_unique() -> None:
    assert len({(entry.role, entry.name) for entry in ENTRIES}) == len(ENTRIES)
    assert len({page_name(entry) for entry in ENTRIES}) == len(ENTRIES)


def test_every_token_is_a_word_of_an_entry() -> None:
    words = {word for entry in ENTRIES for word in words_of(entry)}
    words |= {word for entry in ENTRIES for form in entry.forms for word in ("GO TO",) if word in form}
    assert not {_STORED.get(word, word) for word in CODES} - words


def test_every_node_of_the_tree_has_an_entry() -> None:
    entries_of = {node for entry in ENTRIES for node in entry.nodes}
    named = {tree.Function, tree.Reading, tree.Binary, tree.Unary}
    classes = {kind for kind in vars(tree).values() if isinstance(kind, type) and issubclass(kind, tree.Node)}
    plain = {tree.Node, tree.Statement, tree.Expression}
    assert classes - plain - entries_of - named == _WORDLESS


def test_errors_are_the_machines_own() -> None:
    assert not {error for entry in ENTRIES for error in entry.errors} - set(TEXTS.values())
    assert not {entry.need.machine for entry in ENTRIES if entry.need} - set(TEXTS.values())


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.example], ids=page_name)
def test_examples(entry: Entry) -> None:
    program = Program.from_ascii(entry.example.encode("latin-1"))
    used = {
        found.name
        for line in program.lines
        for statement in line.statements
        for node in tree.walk(statement)
        if (found := entry_of(node)) is not None
    }
    assert entry.name in used
    assert not [problem for line in program.lines for problem in line.statements if problem.fault]
    seen = recorded().get((entry.example, entry.typed))
    if seen is not None:
        rows = [row.strip() for row in seen]
        assert [row for row in rows if row not in ("", "Ok", "\xff")] == [
            row.strip() for row in shown(entry) if row
        ]


def test_extension_has_its_files() -> None:
    manifest = json.loads((ROOT / "tools/vscode/package.json").read_text("utf-8"))["contributes"]
    named = {each["path"] for kind in ("grammars", "snippets") for each in manifest[kind]}
    assert {ROOT / "tools/vscode" / path for path in named} == files().keys()


def test_reference_builds() -> None:
    pages = reference()
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", pages["index.md"])) | {"index.md"} == set(pages)


def test_snippets_are_forms_that_parse() -> None:
    made = snippets()
    assert len(made) == sum(entry.snippet is not None for entry in ENTRIES)
    assert set(made) <= set(table("statement")) | set(table("function"))
