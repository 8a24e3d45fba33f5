"""One function writes files, and knows what it may replace: no other place does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from battleship.cli import main as battleship
from msxkit.errors import FileError
from msxkit.files import ANYTHING, NOTHING, Kind, write_all, write_atomic
from tests.conftest import ROOT

#: Places that write without `files.write_all`, and why they may.
ALLOWED = {
    "tools/msxkit/files.py": "it is the function",
    "tools/msxkit/cli.py": "standard streams",
    "tools/msxkit/openmsx/home.py": "a temporary folder for the emulator",
    "tools/msxkit/openmsx/control.py": "a temporary folder for the emulator",
    "tools/msxkit/openmsx/machine.py": "a copy of a disk for the emulator, in a temporary folder",
    "tools/msxkit/backends/cartridge.py": "a temporary folder for the emulator",
    "tools/msxkit/commands/serving.py": "standard output, to which a server writes its messages",
    "tools/msxkit/commands/endings.py": "a temporary folder that a film is made in",
    "tools/msxkit/web/bundling.py": "a temporary folder that a bundle is built in",
    "tools/msxkit/web/site.py": "a temporary folder that a package is built in",
    "pyport/battleship/arena/process.py": "the folder of a bot",
    "pyport/battleship/arena/journal.py": "games are added to it, and it is refused if it is something else",
}
_METHODS = {"write_bytes", "write_text", "touch"}
_MODULE_CALLS = {
    ("shutil", name) for name in ("copy", "copy2", "copyfile", "copytree", "move", "copyfileobj")
} | {("os", name) for name in ("rename", "replace", "write", "truncate")}


def _writes(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Attribute(ast.Name(module), name) if (module, name) in _MODULE_CALLS:
                yield f"{module}.{name}"
            case ast.Attribute(_, name) if name in _METHODS:
                yield name
            case ast.Attribute(_, "open" | "fdopen" as name) | ast.Name("open" as name):
                given = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
                texts = [text for text in given if isinstance(text, str) and set(text) <= set("rwaxbt+")]
                if any(set(text) & set("wax+") for text in texts):
                    yield name


def test_nothing_else_writes_files() -> None:
    found = {
        str(path.relative_to(ROOT))
        for package in ("tools/msxkit", "pyport/battleship")
        for path in (ROOT / package).rglob("*.py")
        if [*_writes(path)]
    }
    assert found - ALLOWED.keys() == set(), "use msxkit.files.write_atomic, or outputs.write in a command"
    assert ALLOWED.keys() - found == set()


TEXT = Kind("a note of ours", lambda data: data.startswith(b"#"))


def test_a_file_of_another_kind_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"# one", TEXT)
    write_atomic(path, b"# two", TEXT)
    with pytest.raises(FileError, match=r"a already exists and is not empty; write to another file"):
        write_atomic(path, b"three", NOTHING)
    assert path.read_bytes() == b"# two"
    write_atomic(path, b"mine", ANYTHING)
    with pytest.raises(FileError, match=r"a already exists and is not a note of ours"):
        write_all({tmp_path / "b": b"# b", path: b"# three"}, lambda _: TEXT)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a"]
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["random-density/game-0001.txt", "random.stderr"])
def test_the_referee_replaces_no_file_of_a_person(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "out" / name
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"what I must not forget")
    command = [
        "referee",
        "builtin:random",
        "builtin:density",
        "--games",
        "1",
        "--record",
        str(tmp_path / "out"),
    ]
    assert battleship(command) == 2
    assert f"{mine} already exists and is not" in capsys.readouterr().err
    assert mine.read_bytes() == b"what I must not forget"
    mine.unlink()
    assert battleship(command) == 0
    assert battleship(command) == 0
