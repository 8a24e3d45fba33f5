"""The language server in modern sources, end to end: a process, and a client that is not ours."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from markdown_it import MarkdownIt

from msxkit.cli import main
from msxkit.language.source import decode_program
from msxkit.lsp.document import Range
from msxkit.lsp.highlighting import KINDS
from msxkit.lsp.modern import ModernService
from msxkit.lsp.modern_help import RequestPlace, proposals
from msxkit.lsp.protocol import text_edits
from msxkit.lsp.sources import Sources as OpenSources
from tests.msxkit.lsp.editor import Editor, one_server, run, types

T = TypeVar("T")
GAME = """define [top][3]
screen 1
score = 0 : lives = [top]
## The loop of the game.
main{
  .show(score, lives)
  score += 10
  if score > 90 then goto {won}
}
{won}
print "won"; score, [top]
end
include "lib.dmx"
"""
LIB = """## Show the figures
## of the game.
func .show(points, left = 3)
  print points; left; ""
ret
"""


@pytest.fixture(scope="module", autouse=True)
def _server() -> Iterator[None]:
    with one_server():
        yield


class Sources:
    """game.dmx, which is open, and lib.dmx beside it."""

    def __init__(self, one: Editor, folder: Path) -> None:
        self.one = one
        self.client = one.client
        self.texts = {(folder / name).as_uri(): text for name, text in (("game.dmx", GAME), ("lib.dmx", LIB))}
        self.game, self.lib = self.texts

    def at(self, uri: str, mark: str, shift: int = 0) -> dict[str, Any]:
        """Return the arguments of a question about the first place of a text."""
        head = self.texts[uri][: self.texts[uri].index(mark) + shift]
        row = head.count("\n")
        column = len(head) - head.rfind("\n") - 1
        return {
            "text_document": types.TextDocumentIdentifier(uri),
            "position": types.Position(row, column),
        }

    def shown(self, places: list[Any]) -> list[str]:
        """Return name, row and text of locations."""
        found = []
        for place in places:
            start, end = place.range.start, place.range.end
            row = self.texts[place.uri].split("\n")[start.line]
            found.append(f"{Path(place.uri).name}:{start.line + 1} {row[start.character : end.character]}")
        return found

    async def text(self, uri: str, mark: str, shift: int = 0) -> str:
        """Return what is shown for a place."""
        found = await self.client.text_document_hover_async(types.HoverParams(**self.at(uri, mark, shift)))
        return "" if found is None else str(found.contents.value)

    async def proposed(self, uri: str, mark: str, shift: int) -> list[str]:
        """Return what is proposed at a place."""
        asked = types.CompletionParams(**self.at(uri, mark, shift))
        found = await self.client.text_document_completion_async(asked)
        return [item.label for item in found.items]

    async def type(self, row: int, text: str) -> None:
        """Put a row into the game."""
        await self.one.edit(row, 0, 0, text + "\n")
        rows = self.texts[self.game].split("\n")
        self.texts[self.game] = "\n".join([*rows[:row], text, *rows[row:]])


def sources(folder: Path, work: Callable[[Sources], Awaitable[T]]) -> T:
    """Return what a test makes of the two sources."""
    (folder / "game.dmx").write_text(GAME)
    (folder / "lib.dmx").write_text(LIB)

    async def opened(one: Editor) -> T:
        await one.open(GAME, (folder / "game.dmx").as_uri())
        return await work(Sources(one, folder))

    return run(opened)


def test_hover(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[str]:
        marks = (
            ("score +=", 0),
            (".show", 1),
            ("{won}", 1),
            ("[top]\n", 1),
            ("goto", 2),
            ("main", 0),
            ("include", 1),
        )
        return [await of.text(of.game, *mark) for mark in marks]

    score, show, won, top, goto, main, include = sources(tmp_path, work)
    assert score.split("\n\n") == [
        "Variable `score`",
        "Set first in game.dmx:3",
        "5 places",
        "`ZZ` on the machine, of any type",
    ]
    assert show.startswith("```msxmodern\nfunc .show(points, left = 3)\n```\n\nShow the figures of the game.")
    assert "Defined in lib.dmx:3" in show
    assert "Line 70 of the program" in won
    assert top.startswith("```msxmodern\ndefine [top][3]\n```")
    assert "GOTO" in goto
    assert "The loop of the game." in main
    assert include.startswith('`include "file"`')


def test_name_of_a_file_in_markdown(tmp_path: Path) -> None:
    """It is text, and not a link that runs a command of the editor."""
    name = "![a](command:x).dmx"
    (tmp_path / name).write_text("func .f()\nret\n")

    async def work(one: Editor) -> str:
        (tmp_path / "a.dmx").write_text(text := f'.f()\ninclude "{name}"\n')
        await one.open(text, (tmp_path / "a.dmx").as_uri())
        found = await one.client.text_document_hover_async(types.HoverParams(**one.at(0, 1)))
        return str(found.contents.value)

    tokens = MarkdownIt().parse(run(work))
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert kinds <= {"text", "softbreak", "code_inline"}


def test_definition(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[list[str]]:
        found = []
        for mark, shift in ((".show", 2), ("{won}", 1), ("score > 90", 1), ("[top]", 2), ("lives)", 0)):
            asked = types.DefinitionParams(**of.at(of.game, mark, shift))
            found.append(of.shown(await of.client.text_document_definition_async(asked)))
        asked = types.DefinitionParams(**of.at(of.game, "lib.dmx", 2))
        found.append(of.shown(await of.client.text_document_definition_async(asked)))
        return found

    assert sources(tmp_path, work) == [
        ["lib.dmx:3 show"],
        ["game.dmx:10 won"],
        ["game.dmx:3 score"],
        ["game.dmx:1 top"],
        ["game.dmx:3 lives"],
        ["lib.dmx:1 "],
    ]


def test_references_from_an_included_file(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[str]:
        await of.one.open(LIB, of.lib)
        asked = types.ReferenceParams(types.ReferenceContext(True), **of.at(of.lib, ".show", 2))
        return of.shown(await of.client.text_document_references_async(asked))

    assert sources(tmp_path, work) == ["game.dmx:6 show", "lib.dmx:3 show"]


def _rename(of: Sources, mark: str, shift: int, name: str) -> Any:
    return of.client.text_document_rename_async(
        types.RenameParams(new_name=name, **of.at(of.game, mark, shift))
    )


@pytest.mark.parametrize(
    ("mark", "shift", "places"),
    [
        ("score", 1, {"game.dmx": [3, 6, 7, 8, 11]}),
        ("{won", 1, {"game.dmx": [8, 10]}),
        (".show", 1, {"game.dmx": [6], "lib.dmx": [3]}),
        ("[top]\n", 1, {"game.dmx": [1, 3, 11]}),
        ("main", 1, {"game.dmx": [5]}),
    ],
)
def test_rename(tmp_path: Path, mark: str, shift: int, places: dict[str, list[int]]) -> None:
    async def work(of: Sources) -> Any:
        return await _rename(of, mark, shift, "another")

    changes = sources(tmp_path, work).changes
    assert {
        Path(uri).name: sorted(edit.range.start.line + 1 for edit in edits) for uri, edits in changes.items()
    } == places


@pytest.mark.parametrize(
    ("mark", "name", "why"),
    [
        ("score", "print", "a word of the language"),
        ("score", "lives", "there is a lives already"),
        ("score", "sc", "three or more letters"),
        ("score", "a-b", "not a name"),
        ("{won", "main", "there is a main already"),
    ],
)
def test_refused_names(tmp_path: Path, mark: str, name: str, why: str) -> None:
    async def work(of: Sources) -> str:
        try:
            await _rename(of, mark, 1, name)
        except Exception as error:
            return str(error)
        return ""

    assert why in sources(tmp_path, work)


@pytest.mark.parametrize(
    ("row", "proposed", "not_proposed"),
    [
        ("goto {", {"won", "main"}, {"score", "goto"}),
        ("if lives then goto { ", {"won", "main"}, {"goto"}),
        ("list {", {"won", "main"}, {"list"}),
        ("goto ", {"{won}", "{main}"}, {"score", "print"}),
        (".", {"show"}, {"score", "print"}),
        ("x = [t", {"top"}, {"score"}),
        ("x = sc", {"score", ".show", "[top]", "rnd", "not"}, {"print", "{won}", "func"}),
        ("if lives = 0 ", {"then", "and"}, {"print"}),
        ("if lives = 0 then ", {"print", "exit", "score", "{won}"}, {"then"}),
        ('print "sc', set(), {"score"}),
        ("## sc", set(), {"score"}),
        ('include "', {"lib.dmx"}, {"game.dmx", "score"}),
        ("x = 1.", set(), {"and"}),
        ('x$ = "a"', set(), {"and"}),
    ],
)
def test_completion(tmp_path: Path, row: str, proposed: set[str], not_proposed: set[str]) -> None:
    async def work(of: Sources) -> list[str]:
        await of.type(9, row)
        return await of.proposed(of.game, "\n" + row + "\n", len(row) + 1)

    found = set(sources(tmp_path, work))
    assert proposed <= found
    assert not not_proposed & found
    assert proposed or not found


def test_signature(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[tuple[str, int]]:
        found = []
        for row in (".show(1, (2)", "x = mid$(a$, ", "vpoke 1, "):
            await of.type(9, row)
            asked = types.SignatureHelpParams(**of.at(of.game, row, len(row)))
            help_ = await of.client.text_document_signature_help_async(asked)
            found.append((help_.signatures[0].label, help_.signatures[0].active_parameter))
        return found

    show, mid, vpoke = sources(tmp_path, work)
    assert show == ("func .show(points, left = 3)", 1)
    assert (mid[0][:5], mid[1]) == ("MID$(", 1)
    assert (vpoke[0][:5], vpoke[1]) == ("VPOKE", 1)


def test_symbols_and_folds(tmp_path: Path) -> None:
    async def work(of: Sources) -> tuple[list[Any], list[Any]]:
        document = types.TextDocumentIdentifier(of.game)
        symbols = await of.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        folds = await of.client.text_document_folding_range_async(types.FoldingRangeParams(document))
        return symbols, folds

    symbols, folds = sources(tmp_path, work)
    assert [(each.name, each.range.start.line, each.range.end.line) for each in symbols] == [
        ("[top]", 0, 0),
        ("{main}", 4, 8),
        ("{won}", 9, 9),
    ]
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(4, 8)]


def test_colours(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[int]:
        document = types.TextDocumentIdentifier(of.game)
        found = await of.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        return list(found.data)

    data = sources(tmp_path, work)
    rows = GAME.split("\n")
    row = column = 0
    found = []
    for at in range(0, len(data), 5):
        down, right, width, kind, _ = data[at : at + 5]
        row, column = row + down, right if down else column + right
        found.append((rows[row][column : column + width], KINDS[kind]))
    assert found[:6] == [
        ("define ", "keyword"),
        ("[top]", "macro"),
        ("3", "number"),
        ("screen", "keyword"),
        ("1", "number"),
        ("score", "variable"),
    ]
    assert ("## The loop of the game.", "comment") in found
    assert (".show", "function") in found
    assert ("{won}", "label") in found


def test_formatted_as_by_the_command(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[Any]:
        asked = types.DocumentFormattingParams(
            types.TextDocumentIdentifier(of.game), types.FormattingOptions(2, True)
        )
        first = await of.client.text_document_formatting_async(asked)
        await of.type(1, "goto {1a}")
        return [first, await of.client.text_document_formatting_async(asked)]

    edits, broken = sources(tmp_path, work)
    assert main(["format", str(tmp_path / "game.dmx")]) == 0
    rows = GAME.split("\n")
    for edit in edits:
        assert edit.range.start.line == edit.range.end.line
        rows[edit.range.start.line] = edit.new_text
    assert "\n".join(rows) == (tmp_path / "game.dmx").read_text() != GAME
    assert not broken


def test_formatting_removes_rows_behind_the_last(tmp_path: Path) -> None:
    opened = OpenSources()
    path = tmp_path / "game.dmx"
    opened.texts[path] = "print 1\n  end\n\n  \n"
    service = ModernService(opened, path)
    found = [(each.new_text, str(each.range)) for each in text_edits(service.text, service.formatting())]
    assert found == [("end", "1:0-1:5"), ("", "2:0-4:0")]


def test_files_to_include_are_those_that_are_open_too(tmp_path: Path) -> None:
    opened = OpenSources()
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "tiles.dmx").write_text("")
    opened.texts = {Path("game.dmx"): 'include "l', Path("lib.dmx"): ""}
    opened.texts[tmp_path / "game.dmx"] = 'include "inner/'
    found = ModernService(opened, Path("game.dmx")).complete(0, 10)
    assert [(each.text, each.range) for each in found] == [("lib.dmx", Range(0, 9, 10))]
    found = ModernService(opened, tmp_path / "game.dmx").complete(0, 15)
    assert [(each.text, each.range) for each in found] == [("tiles.dmx", Range(0, 15, 15))]


@pytest.mark.parametrize(
    ("row", "title", "repaired"),
    [
        ("prnt score", "Replace prnt by print", "print score"),
        ("liues = 3", "Replace liues by lives", "lives = 3"),
        ("print zebra", "", ""),
        ("locate scoer, 0", "Replace scoer by score", "locate score, 0"),
        ("print (score", "Close the bracket", "print (score)"),
    ],
)
def test_repairs(tmp_path: Path, row: str, title: str, repaired: str) -> None:
    async def work(of: Sources) -> list[Any]:
        await of.type(9, row)
        place = types.Position(9, 0)
        asked = types.CodeActionParams(
            types.TextDocumentIdentifier(of.game), types.Range(place, place), types.CodeActionContext([])
        )
        return list(await of.client.text_document_code_action_async(asked) or [])

    found = [
        (each.title, edit.new_text, edit.range.start.character, edit.range.end.character)
        for each in sources(tmp_path, work)
        for edits in each.edit.changes.values()
        for edit in edits
    ]
    texts = [(name, row[:start] + text + row[end:]) for name, text, start, end in found]
    assert texts == ([(title, repaired)] if title else [])


def test_an_error_in_an_included_file_stands_there(tmp_path: Path) -> None:
    async def work(of: Sources) -> tuple[list[Any], list[Any], list[Any]]:
        broken = LIB.replace("print points", "print )points")
        before = list(of.client.diagnostics.get(of.game, []))
        await of.one.open(broken, of.lib)
        await of.text(of.game, "score")  # the findings in the other file have come by then
        found = list(of.client.diagnostics[of.lib])
        await of.one.edit(3, 8, 9, "")
        await of.text(of.game, "score")
        return before, found, of.one.found

    before, found, fixed = sources(tmp_path, work)
    assert before == fixed == []
    assert [(each.code, each.range.start.line, each.range.start.character) for each in found] == [
        ("syntax", 3, 8)
    ]


def test_all_errors_are_shown(tmp_path: Path) -> None:
    async def work(of: Sources) -> list[Any]:
        await of.type(9, "goto {nowhere}")
        await of.type(3, "x = [nothing]")
        return of.one.found

    assert [(each.range.start.line, each.message) for each in sources(tmp_path, work)] == [
        (3, "Define does not exist: nothing"),
        (10, "Label does not exist: nowhere"),
    ]


def test_the_program_of_a_file_is_what_includes_it(tmp_path: Path) -> None:
    """With a choice it is one of the project's sources; what nothing includes runs itself if it has statements."""
    texts = {
        "a.dmx": '.show(1)\nend\ninclude "lib.dmx"',
        "game.dmx": GAME,
        "lib.dmx": LIB,
        "free.dmx": "print 1",
        "new.dmx": LIB,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    async def work(one: Editor) -> list[str]:
        found = []
        for name in texts:
            asked = {"uri": (tmp_path / name).as_uri()}
            answer = await one.client.protocol.send_request_async("msxkit/program", asked)
            found.append(Path(answer.path).name)
        return found

    assert run(work) == ["a.dmx", "game.dmx", "a.dmx", "free.dmx", "new.dmx"]
    (tmp_path / "msx.toml").write_text('sources = ["game.dmx"]\n')
    assert run(work) == ["a.dmx", "game.dmx", "game.dmx", "free.dmx", "game.dmx"]


def test_cost_of_an_edit(tmp_path: Path) -> None:
    """An edit and what is proposed there cost no more than twice what a command needs to read the source."""
    rows = "".join(f"value{n % 400} = value{n % 300} + {n} :print value{n % 400}; {n}\n" for n in range(1000))
    path = tmp_path / "long.dmx"
    opened = OpenSources()
    edits, readings_anew = [], []
    for number in range(1, 6):
        text = rows + "x" * number
        begun = time.process_time()
        decode_program(text.encode(), str(path))
        middle = time.process_time()
        opened.texts[path] = text
        readings = opened.readings(path)
        assert list(
            proposals(RequestPlace(readings, readings[0].files[str(path)], 1000, number), opened.beside)
        )
        readings_anew.append(middle - begun)
        edits.append(time.process_time() - middle)
    assert min(edits) < 2 * min(readings_anew), (edits, readings_anew)
