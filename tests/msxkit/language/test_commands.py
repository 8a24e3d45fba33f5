from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from msxkit.cli import main
from tests.msxkit.language.conftest import LISTINGS

BATTLE = str(LISTINGS / "battle.bas")


def test_tokenise_and_list_give_the_listing_back(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "battle.tok"
    assert main(["tokenise", BATTLE, "-o", str(out)]) == 0
    assert "2667 bytes at 8001h" in capfd.readouterr().out
    assert main(["list", str(out)]) == 0
    shown = capfd.readouterr().out
    assert shown == Path(BATTLE).read_text().replace(":?", ":PRINT")
    assert main(["list", str(out), "--format", "msx", "-o", str(tmp_path / "b.asc")]) == 0
    assert (tmp_path / "b.asc").read_bytes() == shown.replace("\n", "\r\n").encode() + b"\x1a"


def test_tokenise_never_replaces_its_listing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "a.bas"
    listing.write_bytes(b"10 END\n")
    assert main(["tokenise", str(listing), "-o", str(listing)]) == 2
    assert listing.read_bytes() == b"10 END\n"
    assert "is an input too" in capfd.readouterr().err


@pytest.mark.parametrize("command", ["format", "renumber"])
def test_a_listing_is_formatted_in_place_with_force(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "a.bas"
    listing.write_bytes(b"10 print 1\n")
    assert main([command, str(listing), "-o", str(listing)]) == 2
    assert "is an input too; write to another file, or use --force to replace it" in capfd.readouterr().err
    assert main([command, str(listing), "-o", str(listing), "--force"]) == 0
    assert listing.read_bytes() == b"10 PRINT 1\n"


def test_bad_input_is_one_message_and_no_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listing, out = tmp_path / "a.bas", tmp_path / "a.tok"
    listing.write_bytes(b"10 END\nGOTO\n")
    assert main(["tokenise", str(listing), "-o", str(out)]) == 2
    assert not out.exists()
    assert capfd.readouterr().err.strip().endswith("every line of a listing starts with a line number")
    assert main(["tokenise", str(listing), "-o", str(out), "--base", "zz"]) == 2


def test_list_lenient_says_what_was_lost(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    damaged = tmp_path / "d.bas"
    main(["tokenise", BATTLE, "-o", str(damaged)])
    damaged.write_bytes(damaged.read_bytes()[:1000])
    assert main(["list", str(damaged)]) == 2
    capfd.readouterr()
    assert main(["list", str(damaged), "--lenient"]) == 0
    captured = capfd.readouterr()
    assert captured.err.startswith("note: ")
    assert captured.out.startswith("5 ' Rem MarMSX 2018\n10 COLOR 15,0,0")


def test_check_shows_line_caret_and_words(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "a.bas"
    listing.write_bytes(b"10 IF A=0 PRINT 1\n20 GOTO 90\n")
    assert main(["check", str(listing)]) == 1
    shown = capfd.readouterr().out.splitlines()
    assert shown[0].startswith(f"{listing}:1:11: error: PRINT where GOTO, THEN or an operator should be")
    assert "(Syntax error in 10) [syntax]" in shown[0]
    assert shown[1].index("PRINT") == shown[2].index("^")
    assert main(["check", str(listing), "--ignore", "syntax", "--ignore", "missing-line"]) == 0
    assert main(["check", str(listing), "--ignore", "nonsense"]) == 2
    assert main(["check", "--checks"]) == 0


def test_check_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "a.bas"
    listing.write_bytes(b"10 GOTO 90\n")
    assert main(["check", str(listing), "--format", "json"]) == 1
    (finding,) = json.loads(capfd.readouterr().out)["findings"]
    assert finding["check"] == "missing-line"
    assert finding["machine"] == "Undefined line number in 10"
    assert (finding["row"], finding["column"], finding["severity"]) == (1, 9, "error")


def test_memory_of_many_findings(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listing, peaks = tmp_path / "a.bas", {}
    listing.write_bytes(b"10 PRINT\n" * 2000)
    for form in ("text", "text", "json"):  # the first imports and builds tables
        tracemalloc.start()
        assert main(["check", str(listing), "--format", form]) == 0
        peaks[form] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        shown = capfd.readouterr().out
    assert len(json.loads(shown)["findings"]) == 1999
    assert peaks["json"] < 1.5 * peaks["text"]


def test_xref_table_and_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["xref", BATTLE]) == 0
    table = capfd.readouterr().out
    assert "GOSUB in 40" in table
    assert main(["xref", BATTLE, "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert report["lines"]["110"] == [{"statement": "GOTO", "line": 170}]
    assert report["variables"]["FV"] == {"names": ["FV"], "set": [510, 540], "used": [445]}


def test_format_renum_keeps_the_program(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.bas"
    assert main(["format", "--renum", "--start", "1000", "--step", "5", BATTLE, "-o", str(out)]) == 0
    assert main(["check", str(out)]) == 0
    assert "nothing found" in capfd.readouterr().out
    assert out.read_text().startswith("1000 ' Rem MarMSX 2018\n1005 COLOR")


@pytest.mark.parametrize(
    "arguments", [["tokenise", BATTLE, "-o", "/dev/null"], ["list", BATTLE], ["check", BATTLE]]
)
@pytest.mark.one_in(3)
def test_the_language_tools_load_no_machine(arguments: list[str]) -> None:
    code = (
        "import sys; from msxkit.cli import main; main(sys.argv[1:]);"
        "late = ('lark', 'numpy', 'rich', 'PIL', 'textual', 'msxkit.machine', 'msxkit.recording');"
        "print([name for name in late if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "data",
    [
        b"10 A=1\n20\n",
        b"\xff\x09\x80\x0a\x00\x91 1\x00\x11\x80\xfa\xff\x91 1\x00\x00\x00",  # line 65530
        b"\xff\x09\x80\x14\x00\x91 1\x00\x11\x80\x0a\x00\x91 1\x00\x00\x00",  # 20, then 10
    ],
)
def test_check_and_tokenise_agree_on_line_numbers(
    data: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "a.bas"
    listing.write_bytes(data)
    assert main(["tokenise", str(listing), "-o", str(tmp_path / "out")]) == 2
    assert main(["check", str(listing)]) == 1
    shown = capfd.readouterr().out
    assert "[load]" in shown
    assert "1 error, " in shown
    listing.write_bytes(b"65529 END\n")
    assert main(["tokenise", str(listing), "-o", str(tmp_path / "out")]) == 0
    assert main(["check", str(listing)]) == 0
