"""Commands as somebody types them: `commands.jsonl` says what each prints, writes and ends with.

The fields of a row:
    about: What it shows.
    slow: Whether it takes longer than a second.
    needs: Outside programs.
    files, bytes: The folder before: texts in UTF-8, and bytes as characters of Latin 1.
    steps: Commands, one after the other, each with
        run: The command line, without `msxkit`; `{root}` is the project's folder.
        code: The exit code, 0 where it is missing.
        stdin: What it reads.
        out, err, never: Texts in what it prints, in its messages, and in neither.
        is: All that it prints.
        json: Values of what it prints, by their place in it, such as `findings.0.row`.
        made: Files afterwards, by what they begin with in Latin 1; null: there is none.
"""

from __future__ import annotations

import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from battleship.cli import main as battleship
from msxkit.cli import main
from tests.conftest import ROOT
from tests.programs import needs

ROWS: list[dict[str, Any]] = [
    json.loads(row) for row in Path(__file__).with_name("commands.jsonl").read_text("utf-8").splitlines()
]


def _at(data: Any, place: str) -> Any:
    for key in place.split("."):
        data = data[int(key) if isinstance(data, list) else key]
    return data


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            id=row["about"],
            marks=[*[pytest.mark.slow] * row.get("slow", False), needs(*row.get("needs", ()))],
        )
        for row in ROWS
    ],
)
def test_steps(
    row: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for field, encoding in (("files", "utf-8"), ("bytes", "latin-1")):
        for name, text in row.get(field, {}).items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(text.encode(encoding))
    for step in row["steps"]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(step.get("stdin", "").encode())))
        words = shlex.split(step["run"].replace("{root}", str(ROOT)))
        code = battleship(words[1:]) if words[:1] == ["battleship"] else main(words)
        out, err = capfd.readouterr()
        assert code == step.get("code", 0), (step["run"], out, err)
        assert [text for text in step.get("out", []) if text not in out] == [], out
        assert [text for text in step.get("err", []) if text not in err] == [], err
        assert [text for text in step.get("never", []) if text in out + err] == []
        assert step.get("is", out) == out
        for place, value in step.get("json", {}).items():
            assert _at(json.loads(out), place) == value, place
        for name, start in step.get("made", {}).items():
            found = Path(name).read_bytes().decode("latin-1") if Path(name).exists() else None
            assert found is None if start is None else found is not None and found.startswith(start), name
