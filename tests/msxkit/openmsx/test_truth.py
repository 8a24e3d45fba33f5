"""The recorder of truth, on the toy BASIC: what it writes is what the toy is known to do."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from msxkit.openmsx.settings import choose
from tests.conftest import ROOT
from tests.programs import needs
from tests.truth import record

pytestmark = needs("openmsx")

LISTING = b'10 CLS\r\n20 PRINT"HELLO"\r\n30 A$=INPUT$(1)\r\n40 PRINT"AGAIN"\r\n50 END\r\n'


def recorded(kind: str, listing: bytes, typed: bytes = b"") -> dict[str, Any]:
    basic = choose("Toy_BASIC").boot()
    with basic.machine:
        return record(basic, kind, "toy", listing, typed, poke=True)


def test_a_screen(toy: dict[str, str]) -> None:
    found = recorded("conformance", LISTING, b"x")
    assert found["at"] == "end"
    assert found["program"].encode() == LISTING
    assert "HELLO" in found["screen"][0]
    assert "AGAIN" in found["screen"][1]
    assert found["typed"] == "x"


def test_a_state_at_every_wait(toy: dict[str, str]) -> None:
    first, last = recorded("graphics", LISTING)["steps"]
    assert (first["at"], first["line"], last["at"]) == ("key", 30, "end")
    shown = [zlib.decompress(base64.b64decode(step["vram"])) for step in (first, last)]
    assert [len(memory) for memory in shown] == [16384, 16384]
    assert [b"AGAIN" in memory for memory in shown] == [False, True]
    assert len(first["vdp"]) == 8
    assert len(first["psg"]) == 14
    assert 0 <= first["jiffies"] <= last["jiffies"]
    failed = recorded("graphics", b"10 CLS\r\n20 ERROR5\r\n")["steps"]
    assert [(step["at"], step["error"], step["error_line"]) for step in failed] == [("error", 5, 20)]


def test_every_statement_with_its_time(toy: dict[str, str]) -> None:
    found = recorded("timing", LISTING, b"x")
    assert [line for line, _, _ in found["statements"]] == [10, 20, 30, 40, 50]
    # Each line has a statement that begins four bytes after its link: lengths follow from the tokens.
    assert [offset for _, offset, _ in found["statements"]][:2] == [4, 10]
    assert all(states > 0 for _, _, states in found["statements"])
    assert found["ended"] == "end"


@pytest.mark.slow
def test_the_command_adds_to_a_file(toy: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    for name in ("one", "two", "one"):
        (tmp_path / f"{name}.bas").write_bytes(LISTING)
        command = [
            "conformance",
            str(tmp_path / f"{name}.bas"),
            "--machine",
            "Toy_BASIC",
            "--poke",
            "-o",
            str(out),
        ]
        subprocess.run(
            [sys.executable, "-m", "tests.truth", *command, "--type", "x"], cwd=ROOT, env=toy, check=True
        )
    assert [entry["name"] for entry in json.loads(out.read_bytes())] == ["one", "two"]
    out.write_text("10 PRINT")
    done = subprocess.run(
        [sys.executable, "-m", "tests.truth", *command], cwd=ROOT, env=toy, capture_output=True, text=True
    )
    assert (done.returncode, out.read_text()) == (1, "10 PRINT")
    assert "is not a list of recorded programs" in done.stderr
