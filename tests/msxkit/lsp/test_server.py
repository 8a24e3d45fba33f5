"""Every feature of the language server, end to end: a process, and a client that is not ours."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from msxkit.charset import UNICODE
from msxkit.language.program import Line, Program
from msxkit.language.source import read_program
from msxkit.lsp import hints
from msxkit.lsp.checking import check_aside
from msxkit.lsp.completion import complete
from msxkit.lsp.diagnostics import SHOWN, WantedChecks, quick
from msxkit.lsp.document import Document
from msxkit.lsp.hover import hover
from msxkit.lsp.signature import signatures
from tests.conftest import ROOT
from tests.msxkit.lsp.editor import SERVER, Editor, editor, one_server, run, types

BATTLE = (ROOT / "basic" / "battle.bas").read_text("utf-8")
GAME = """10 REM Game
20 DIM SPEED(5):LI=3
30 GOSUB 100
40 IF LIVES=0 THEN END ELSE 30
100 ' Move
110 SP(1)=SP(1)+LI:FOR I=1 TO 3:PRINT MID$("abc",I,1);
120 NEXT I:RETURN"""


@pytest.fixture(scope="module", autouse=True)
def _server() -> Iterator[None]:
    with one_server():
        yield


def _spans(text: str, ranges: list[Any]) -> list[str]:
    rows = text.split("\n")
    return [rows[r.start.line][r.start.character : r.end.character] for r in ranges]


def test_a_fault_hides_nothing_and_its_range_is_exact() -> None:
    async def work(one: Editor) -> list[Any]:
        return await one.open(
            "10 PRINT 1\n20 GOTO 999:PRINT )\n30 IF A PRINT 2:FOR J\n40 POKE 1\nPRINT\n50 END"
        )

    found = run(work)
    text = "10 PRINT 1\n20 GOTO 999:PRINT )\n30 IF A PRINT 2:FOR J\n40 POKE 1\nPRINT\n50 END"
    seen = [(item.range.start.line, item.code, _spans(text, [item.range])[0]) for item in found]
    assert (1, "missing-line", "999") in seen
    assert (1, "syntax", ")") in seen
    assert (2, "syntax", "PRINT") in seen
    assert (3, "arguments", "1") in seen
    assert (4, "load", "PRINT") in seen
    assert not [row for row, *_ in seen if row in (0, 5)] or all(
        rule == "unreachable" for row, rule, _ in seen if row == 5
    )


def test_a_modern_source_is_checked_as_it_is_written() -> None:
    source = "lives = 3\nmain{\n  print liives\n}\n"

    async def work(one: Editor) -> list[list[tuple[object, ...]]]:
        uri = "file:///nowhere/game.dmx"
        seen = [await one.open(source, uri), await one.edit(2, 8, 14, "lives: goto {far}")]
        return [
            [(item.code, item.range.start.line, item.range.start.character) for item in each] for each in seen
        ]

    assert run(work) == [[("never-set", 2, 8)], [("load", 2, 21)]]


def test_findings_follow_edits() -> None:
    async def work(one: Editor) -> list[list[str]]:
        seen = [[item.code for item in await one.open("10 GOTO 99\n20 END")]]
        seen.append([item.code for item in await one.edit(0, 8, 10, "20")])
        seen.append([item.code for item in await one.edit(0, 8, 10, "21 ' noqa: missing-line")])
        seen.append([item.code for item in await one.edit(1, 0, 0, "15 GOTO 9\n")])
        return seen

    first, mended, silent, more = run(work)
    assert first == ["missing-line", "unreachable"]
    assert mended == []
    assert silent == ["unreachable"]
    assert "missing-line" in more


@pytest.mark.slow
def test_settings_choose_target_and_checks() -> None:
    async def work(one: Editor) -> list[Any]:
        return await one.open("10 SCREEN 5\n20 GOTO 99")

    assert [item.code for item in run(work, target="msx1", off=["missing-line"])] == ["target"]
    assert [item.code for item in run(work)] == ["missing-line"]


def test_hover_tells_types_words_numbers_and_lines() -> None:
    async def work(one: Editor) -> list[str]:
        await one.open(GAME)
        texts = []
        for row, column in ((1, 8), (5, 5), (3, 7), (2, 4), (2, 9), (5, 43), (1, 15), (5, 44)):
            found = await one.ask("hover", row, column)
            texts.append(found.contents.value if found else "")
        return texts

    speed, sp, lives, gosub, target, *_ = run(work)
    assert "Array `SP()`: double precision" in speed
    assert "The same one as `SP`" in speed
    assert "The same one as `SPEED`" in sp
    assert "`LIVES` is `LI`" in lives
    assert "GOSUB line" in gosub
    assert "Undefined line number" in gosub
    assert "100 ' Move" in target


def test_score_holds_or() -> None:
    async def work(one: Editor) -> Any:
        await one.open("10 IF SCORE>5 THEN END")
        found = await one.ask("hover", 0, 8)
        places = await one.ask("references", 0, 6, context=types.ReferenceContext(True))
        return found.contents.value, [place.range for place in places]

    text, places = run(work)
    assert "a OR b" in text
    assert _spans("10 IF SCORE>5 THEN END", places) == ["SC"]


def test_completion_goes_by_context() -> None:
    async def work(one: Editor) -> list[dict[str, Any]]:
        await one.open(GAME + '\n130 \n140 GOTO \n150 A=L\n160 REM P\n170 PRINT "P')
        seen = []
        for row, column in ((7, 4), (8, 9), (9, 7), (10, 9), (11, 12)):
            found = await one.ask("completion", row, column)
            seen.append({item.label: item for item in found.items})
        return seen

    statement, jump, value, remark, string = run(work)
    assert {"PRINT", "FOR", "MAXFILES", "LI", "SPEED"} <= statement.keys()
    assert "LEFT$" not in statement
    assert list(jump)[:3] == ["10", "20", "30"]
    assert jump["100"].detail == "100 ' Move"
    assert {"LEFT$", "INPUT$", "LI"} <= value.keys()
    assert "PRINT" not in value
    assert not remark
    assert not string


def test_signature_help_knows_the_parameter() -> None:
    async def work(one: Editor) -> list[tuple[str, str]]:
        await one.open('10 A$=MID$("abc",1,\n20 VPOKE 5,\n30 PRINT CHR$(1):CIRCLE (1,2),')
        seen = []
        for row, column in ((0, 20), (1, 11), (2, 30)):
            found = await one.ask("signatureHelp", row, column)
            form = found.signatures[found.active_signature]
            start, end = form.parameters[found.active_parameter].label
            seen.append((form.label.split("(")[0].split()[0], form.label[start:end]))
        return seen

    assert run(work) == [("MID$", "count"), ("VPOKE", "value"), ("CIRCLE", "radius")]


@pytest.mark.parametrize(
    ("typed", "offered", "withheld"),
    [
        ('OPEN "A" ', "FOR AS", "PRINT LEFT$ LI"),
        ('OPEN "A" FOR ', "INPUT OUTPUT APPEND", "AS"),
        ("ON ", "ERROR KEY SPRITE INTERVAL STOP STRIG LI", "PRINT"),
        ("ON KEY ", "GOSUB", "GOTO LI"),
        ("ON A GOSUB 10,", "20", "LI PRINT"),
        ("PUT ", "SPRITE", "PRINT"),
        ("SET ", "PAGE ADJUST DATE TIME", "SPRITE"),
        ("IF A THEN ", "PRINT GOTO 20", "LEFT$"),
        ("IF A THEN 10 ELSE ", "PRINT GOTO 20", "LEFT$"),
        ("IF A THEN BEEP ", "ELSE", "THEN"),
        ("BEEP ", "", "ELSE PRINT"),
        ("A=B ", "AND MOD XOR", "LEFT$ LI"),
        ("A=", "LEFT$ LI NOT", "PRINT TAB"),
        ("PRINT ", "USING TAB LEFT$", "PRINT"),
        ("COLOR=", "NEW RESTORE", "LI"),
        ("LINE(1,1)-(2,2),3,", "B BF", "LI"),
        ("IF ERL=", "20", "PRINT"),
        ("RESUME ", "NEXT 20", "LI"),
        ("CALL F", "", "PRINT LI"),
    ],
)
def test_completion_offers_what_the_parser_expects(typed: str, offered: str, withheld: str) -> None:
    document = Document(f"10 {typed}\n20 LI=1")
    labels = {item.label for item in complete(document, 0, len(typed) + 3)}
    assert set(offered.split()) <= labels
    assert not set(withheld.split()) & labels


@pytest.mark.parametrize(
    ("typed", "form", "operand"),
    [
        ("LINE(1,2)-(", "LINE [[STEP]", "x2"),
        ("LINE -(3,", "LINE [[STEP]", "y2"),
        ("LINE (1,2)-(3,4),", "LINE [[STEP]", "colour"),
        ("PUT SPRITE 0,", "PUT SPRITE", "x"),
        ("PUT SPRITE 0,(A*(2+1),", "PUT SPRITE", "y"),
        ("PUT SPRITE 0,,", "PUT SPRITE", "colour"),
        ("COPY (0,0)-(1,1),1 TO (2,", "COPY (x1", "y"),
        ("COPY (0,0)-(1,1) TO (2,3),", "COPY (x1", "page"),
        ("FOR I=1 TO 5 STEP ", "FOR", "step"),
        ("PRINT SIN(LEN(A$)+", "SIN", "angle"),
        ("IF A THEN LOCATE 1,", "LOCATE x", "y"),
        ("SET PAGE 1,", "SET PAGE", "active"),
        ("A=POINT STEP(1,", "POINT STEP", "y"),
    ],
)
def test_signature_help_is_at_the_operand(typed: str, form: str, operand: str) -> None:
    document = Document(f"10 {typed}")
    found = signatures(document, 0, len(typed) + 3)
    best = next(each for each in found if each.active < len(each.parameters))
    assert best.form.startswith(form)
    start, end = best.parameters[best.active]
    assert best.form[start:end] == operand


def test_definition_references_and_highlights() -> None:
    async def work(one: Editor) -> list[Any]:
        await one.open(GAME)
        line = await one.ask("definition", 2, 10)
        variable = await one.ask("definition", 3, 7)
        context = types.ReferenceContext(True)
        callers = await one.ask("references", 4, 1, context=context)
        speed = await one.ask("references", 1, 8, context=context)
        lives = await one.ask("documentHighlight", 3, 6)
        return [line, variable, callers, speed, lives]

    line, variable, callers, speed, lives = run(work)
    assert line[0].range.start == types.Position(4, 0)
    assert variable[0].range.start == types.Position(1, 16)
    assert [(place.range.start.line, place.range.start.character) for place in callers] == [(4, 0), (2, 9)]
    assert _spans(GAME, [place.range for place in speed]) == ["SPEED", "SP", "SP"]
    assert sorted(_spans(GAME, [place.range for place in lives])) == ["LI", "LI", "LIVES"]


def test_rename() -> None:
    async def work(one: Editor) -> list[Any]:
        await one.open(GAME)
        done = await one.ask("rename", 3, 6, new_name="HP")
        moved = await one.ask("rename", 2, 10, new_name="90")
        refused = []
        for name in ("SCORE", "1A", "LI$"):
            with pytest.raises(Exception) as error:  # noqa: PT011 - pygls has its own for what a server answers
                await one.ask("rename", 3, 6, new_name=name)
            refused.append(str(error.value))
        prepared = await one.ask("prepareRename", 3, 8)
        return [done, moved, refused, prepared]

    done, moved, refused, prepared = run(work)
    (changes,) = done.changes.values()
    assert sorted((edit.range.start.line, edit.new_text) for edit in changes) == [
        (1, "HP"),
        (3, "HP"),
        (5, "HP"),
    ]
    (changes,) = moved.changes.values()
    assert sorted((edit.range.start.line, edit.new_text) for edit in changes) == [(2, "90"), (4, "90")]
    assert "holds a keyword" in refused[0] or "keyword OR" in refused[0]
    assert "is not a name" in refused[1]
    assert "another type" in refused[2]
    assert prepared is not None


def test_a_rename_that_meets_another_variable_is_refused() -> None:
    async def work(one: Editor) -> str:
        await one.open("10 AB=1:ACE=2:PRINT AB")
        with pytest.raises(Exception) as error:  # noqa: PT011
            await one.ask("rename", 0, 3, new_name="ACT")
        return str(error.value)

    assert "same variable as ACE" in run(work)


def test_outline_folding_tokens_and_formatting() -> None:
    async def work(one: Editor) -> list[Any]:
        await one.open(GAME + '\n130 ?a:data "x"')
        names, folds = await one.ask("documentSymbol"), await one.ask("foldingRange")
        tokens = await one.ask("semanticTokens/full")
        edits = await one.ask("formatting", options=types.FormattingOptions(8, True))
        return [names, folds, tokens, edits]

    names, folds, tokens, edits = run(work)
    assert [(name.name, name.selection_range.start.line) for name in names] == [
        ("Game", 0),
        ("Move", 4),
        ("SPEED()", 1),
    ]
    assert (5, 6) in [(fold.start_line, fold.end_line) for fold in folds]
    assert len(tokens.data) % 5 == 0
    assert list(tokens.data[:5]) == [0, 0, 2, 7, 0]
    assert [edit.new_text for edit in edits] == ['130 PRINTA:DATA "x"']


def test_quick_fixes_and_renumbering_of_a_selection() -> None:
    async def work(one: Editor) -> list[Any]:
        await one.open("10 IF A PRINT 2\n11 GOTO 13\n13 PRINT LEN(A$\n100 GOTO 13\nPRINT")
        seen = []
        for first, last in ((0, 0), (2, 2), (4, 4), (0, 2)):
            where = types.Range(types.Position(first, 0), types.Position(last, 3))
            seen.append(await one.ask("codeAction", range=where, context=types.CodeActionContext([])))
        return seen

    then, bracket, number, selection = run(work)
    (edit,) = next(action for action in then if action.title == "Insert THEN").edit.changes[
        "file:///nowhere/game.bas"
    ]
    assert (edit.new_text, edit.range.start.character) == ("THEN ", 8)
    assert "Close the bracket" in [action.title for action in bracket]
    assert "Give it the number 110" in [action.title for action in number]
    renumber = next(action for action in selection if action.title.startswith("Renumber"))
    edits = renumber.edit.changes["file:///nowhere/game.bas"]
    assert sorted((edit.range.start.line, edit.new_text) for edit in edits) == [
        (1, "20"),
        (1, "30"),
        (2, "30"),
        (3, "30"),
    ]


@pytest.mark.slow
def test_enter_numbers_the_next_row() -> None:
    async def work(one: Editor) -> list[Any]:
        await one.open("10 A=1\n11 A=2\n36 RETURN ")
        await one.edit(2, 10, 10, "\n")
        options = types.FormattingOptions(8, True)
        return list(await one.ask("onTypeFormatting", 3, 0, ch="\n", options=options))

    (edit,) = run(work)
    assert (edit.new_text, edit.range.start) == ("46 ", types.Position(3, 0))
    assert run(work, numberLines=False) == []


def test_a_blank_proposes_nothing() -> None:
    """In VS Code what is proposed is taken with Enter: `36 RETURN ` and Enter must write no 5."""
    from msxkit.lsp.server import make_server

    options = make_server().protocol.fm.feature_options[types.TEXT_DOCUMENT_COMPLETION]
    assert " " not in options.trigger_characters
    for typed in ("A=.", "A=1.", 'PRINT "A"', "A=B[", "{"):
        assert complete(Document(f"10 {typed}\n"), 0, len(typed) + 3) == [], typed


@pytest.mark.slow
def test_inlay_hints_are_off_until_they_are_switched_on() -> None:
    async def work(one: Editor) -> list[str]:
        await one.open("10 A=1\n20 FOR I=1 TO 5:NEXT")
        where = types.Range(types.Position(0, 0), types.Position(9, 0))
        found = await one.ask("inlayHint", range=where)
        return [hint.label for hint in found]

    assert run(work) == []
    shown = run(work, inlayHints={"enabled": True})
    assert len(shown) == 2
    assert shown[0].endswith(" ms, 8 bytes")


def test_hints_tell_the_time_where_the_operands_are_known() -> None:
    text = (
        "10 A=SIN(1)\n20 SCREEN 2\n30 LINE(0,0)-(255,191),15\n40 A=SIN(X)\n50 FOR I=1 TO 10:NEXT\n60 A=A+1\n"
        "70 GOTO 70\n80 FOR I=1 TO 2 STEP 0:NEXT\n90 X=3:Y=X*2\n100 PRINT RND(1)"
    )
    shown = [text for _, text in hints.hints(Document(text), 0, 99, "msx1")]
    known = [float(each.split(" ms")[0]) if each[0].isdigit() else None for each in shown]
    sine, screen, line, *_ = known
    assert sine is not None
    assert 75 < sine < 95
    assert screen is not None
    assert line is not None
    assert 25 < line < 130
    assert [number is None for number in known[3:]] == [True, False, True, True, True, False, True]


def test_links_lead_to_files_that_are_there(tmp_path: Path) -> None:
    (tmp_path / "PART2.BAS").write_text("10 END\n")
    (tmp_path / "game.bas").write_text('10 RUN"part2.bas"\n20 LOAD"NONE.BAS"\n')

    async def work(one: Editor) -> list[Any]:
        await one.open((tmp_path / "game.bas").read_text(), (tmp_path / "game.bas").as_uri())
        return list(await one.ask("documentLink"))

    (link,) = run(work)
    assert link.target == (tmp_path / "PART2.BAS").as_uri()
    assert (link.range.start.line, link.range.start.character) == (0, 6)


def test_a_tokenised_file_is_shown_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "game.bas"
    path.write_bytes(read_program(ROOT / "basic" / "battle.bas").file())

    async def work(one: Editor) -> list[Any]:
        found = await one.open("\ufffd\ufffd", path.as_uri())
        edits = await one.ask("formatting", options=types.FormattingOptions(8, True))
        text = await one.client.protocol.send_request_async("msxkit/listing", {"uri": path.as_uri()})
        return [found, edits, text]

    found, edits, text = run(work)
    assert "a tokenised file" in found[0].message
    assert not edits
    assert text.text.splitlines()[0] == BATTLE.splitlines()[0]


def test_a_listing_is_saved_as_tokens_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.bas"
    path.write_bytes(read_program(ROOT / "basic" / "battle.bas").file())
    lossy = tmp_path / "lossy.bas"
    # A number that LIST shows as 5, stored in two bytes where the tokeniser stores one.
    lossy.write_bytes(Program([Line(10, b"\x91\x0f\x05")]).file())

    async def work(one: Editor) -> list[str]:
        from pygls.exceptions import JsonRpcException

        told = []
        for file, text in (
            (path, '10 PRINT "SAVED"\n'),
            (path, "10 PRINT 1\nPRINT 2\n"),
            (path, '10 PRINT "\u6f22"\n'),
            (lossy, "10 PRINT 6\n"),
            (tmp_path / "none.bas", "10 END\n"),
        ):
            try:
                await one.client.protocol.send_request_async(
                    "msxkit/save", {"uri": file.as_uri(), "text": text}
                )
                told.append("")
            except JsonRpcException as error:
                told.append(error.message)
        return told

    saved, *refused = run(work)
    assert saved == ""
    for text, wanted in zip(
        refused,
        (":2:1: Direct statement", ":1:11:", "does not show", "none.bas"),
        strict=True,
    ):
        assert wanted in text
    assert path.read_bytes() == Program.from_ascii(b'10 PRINT "SAVED"').file()
    assert b"\x0f\x05" in lossy.read_bytes()


def test_the_listing_of_the_game_is_clean() -> None:
    async def work(one: Editor) -> list[Any]:
        return await one.open(BATTLE)

    assert run(work) == []


@pytest.mark.slow
def test_a_killed_client_leaves_no_server() -> None:
    process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"Content-Length: 10\r\n\r\nnot j")
    process.stdin.close()
    assert process.wait(timeout=20) is not None
    for stream in (process.stdout, process.stderr):
        assert stream is not None
        stream.close()


def test_without_pygls_it_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['pygls'] = sys.modules['lsprotocol'] = None"
    code = f"{hidden}\nfrom msxkit.cli import main; sys.exit(main(['lsp']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert "pip install 'msxkit[editor]'" in done.stderr
    project = tomllib.loads((ROOT / "tools" / "pyproject.toml").read_text("utf-8"))["project"]
    assert any(needed.startswith("pygls") for needed in project["optional-dependencies"]["editor"])


def _long(count: int) -> str:
    bodies = [row.partition(" ")[2] for row in BATTLE.splitlines() if " " in row]
    return "\n".join(f"{place} {bodies[place % len(bodies)]}" for place in range(1, count + 1))


@pytest.mark.slow
@pytest.mark.parametrize("faulty", [False, True])
def test_edit_of_ten_thousand_lines(faulty: bool) -> None:
    text = "\n".join(f"{place} PRINT (1" for place in range(1, 10_001)) if faulty else _long(10_000)

    async def work() -> list[float]:
        async with editor() as one:
            await asyncio.wait_for(one.open(text), 60)
            pid, taken = one.client._server.pid, []
            for place in range(10):
                begun = _processor_time(pid)
                found = await one.edit(5000 + place, 5, 5, ")")
                taken.append(_processor_time(pid) - begun)
                assert (5000 + place, "syntax") in [(item.range.start.line, item.code) for item in found]
            return taken

    taken = asyncio.run(work())
    # The least of them: what else the machine does makes processor time longer, never shorter.
    assert min(taken) < 0.1, taken


def test_modules_of_the_open_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken')\n")
    monkeypatch.chdir(tmp_path)
    (found,) = asyncio.run(check_aside("10 PRINT (1", UNICODE, WantedChecks()))
    assert found.rule == "syntax"


def _processor_time(pid: int) -> float:
    """Return seconds of processor time that a process has had: what else the machine does counts for nothing."""
    fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_of_many_lines_the_nearest_are_proposed() -> None:
    document = Document("\n".join(f"{number} GOTO 50" for number in range(1, 1001)))
    labels = [item.label for item in complete(document, 499, 10, 20)]
    assert len(labels) == 20
    assert labels == sorted(labels, key=int)
    # The caret is behind a 5.
    assert all(label.startswith("5") for label in labels)
    assert {"500", "501"} <= set(labels)


def test_workspace_symbols_are_those_of_all_open_listings() -> None:
    async def work(one: Editor) -> list[Any]:
        await one.open(GAME)
        await one.open("10 GOSUB 100\n20 END\n100 ' Move it\n110 RETURN", "file:///nowhere/other.bas")
        found = await one.client.workspace_symbol_async(types.WorkspaceSymbolParams("move"))
        return [(item.name, item.container_name, item.location.range.start.line) for item in found]

    assert sorted(run(work)) == [("Move", "game.bas", 4), ("Move it", "other.bas", 2)]


@pytest.mark.more
@pytest.mark.slow
def test_inlay_hints_refresh() -> None:
    async def work(one: Editor) -> bool:
        await one.open("10 A=1")
        asked = asyncio.get_running_loop().create_future()

        @one.client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)  # type: ignore[untyped-decorator]
        def refresh(_params: Any) -> None:
            asked.set_result(True)

        one.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"msxkit": {"inlayHints": {"enabled": True}}})
        )
        return bool(await asyncio.wait_for(asked, 10))

    assert run(work, inlayHints={"enabled": False})


@pytest.mark.slow
def test_a_question_that_is_taken_back_is_not_answered() -> None:
    async def work(one: Editor) -> str:
        await one.open("\n".join(f"{number} PRINT A,B,C" for number in range(1, 5000)))
        asked = one.client.protocol.send_request(
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
            types.SemanticTokensParams(types.TextDocumentIdentifier(one.uri)),
            msg_id="tokens",
        )
        one.client.cancel_request(types.CancelParams("tokens"))
        with pytest.raises(Exception) as error:  # noqa: PT011 - pygls has its own for what a server answers
            await asyncio.wait_for(asyncio.wrap_future(asked), 20)
        return str(error.value)

    assert "cancel" in run(work).lower()


@pytest.mark.parametrize(
    "change", [(5000, 5, 5000, 5, ")"), (3, 0, 3, 0, "60000 END\n"), (40, 3, 9000, 2, "")]
)
@pytest.mark.nightly
def test_cost_of_an_edit(
    change: tuple[int, int, int, int, str],
) -> None:
    begun = time.process_time()
    document = Document(_long(10_000))
    quick(document)
    read = time.process_time() - begun
    taken = []
    for _ in range(5):
        begun = time.process_time()
        document.replace(*change)
        quick(document)
        hover(document, 100, 8)
        complete(document, 101, 8)
        taken.append(time.process_time() - begun)
    # What the first question gathers of each line is kept for the next ones. The least: load only adds.
    assert min(taken[1:]) < read / 5, (read, taken)


@pytest.mark.slow
def test_of_many_findings_the_nearest_ones_are_shown() -> None:
    async def work() -> None:
        async with editor() as one:
            found = await one.open("\n".join(f"{place} PRINT (1" for place in range(1, 701)))
            assert len(found) == SHOWN + 1
            assert found[0].message == f"700 findings; the {SHOWN} nearest to the last change are shown"
            found = await one.edit(690, 0, 0, " ")
            assert {item.range.start.line for item in found} >= {690, 699, 610}

    asyncio.run(work())


@pytest.mark.slow
def test_encoding(tmp_path: Path) -> None:
    async def rules(one: Editor) -> list[str]:
        found = await one.open('10 PRINT "ア"\n')
        return [item.code for item in found]

    async def changed(one: Editor) -> list[str]:
        await one.open('10 PRINT "ア"\n')
        seen = one.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        one.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"msxkit": {"encoding": "japan"}})
        )
        await asyncio.wait_for(seen, 20)
        return [item.code for item in one.found]

    assert run(rules) == ["characters"]
    assert run(rules, encoding="japan") == []
    assert run(changed, encoding="russia") == []


def test_encoding_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "msx.toml").write_text('sources = ["a.bas"]\nencoding = "japan"\n')
    (tmp_path / "a.bas").touch()
    from pygls.lsp.server import LanguageServer  # it may be missing

    from msxkit.lsp.workspace import Workspace

    workspace = Workspace(LanguageServer("it", "1"))
    folder = types.WorkspaceFolder(tmp_path.as_uri(), "it")
    workspace.initialized(types.InitializeParams(types.ClientCapabilities(), workspace_folders=[folder]))
    assert workspace.encoding == "japan"
    assert Workspace(LanguageServer("it", "1"), "russia").encoding == "russia"
