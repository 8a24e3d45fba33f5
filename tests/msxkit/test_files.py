"""Files are written completely or not at all."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from msxkit.errors import FileError
from msxkit.files import (
    decode_json,
    read_bytes,
    read_toml,
    write_all,
    write_atomic,
)


def test_replaces_and_keeps_permissions(tmp_path: Path) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write_atomic(file, b"new")
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_reading_is_bounded(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"/dev/zero: is larger than the 64 MB that msxkit reads"):
        read_bytes(Path("/dev/zero"))
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(FileError, match=r"large: is larger than the 2 MB"):
        read_bytes(large, 2 << 20)
    assert read_bytes(Path("/dev/null")) == b""


def test_files_that_belong_together_come_all_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {tmp_path / name: name.encode() for name in ("a", "b", "c")}
    (tmp_path / "a").write_bytes(b"old")
    synced: list[int] = []

    def full(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match=r"/c: cannot be written: No space left"):
        write_all(files)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}
    synced.extend((1, 2))
    write_all(files)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"a", "b": b"b", "c": b"c"}


def test_nothing_is_poured_before_all_files_can_be_written(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    poured, mine = Path("/dev/stdout"), tmp_path / "mine"
    mine.write_bytes(b"of another kind")
    full = Path("/dev/full")
    with pytest.raises(FileError, match="/dev/full: cannot be written: No space left"):
        write_all({mine: b"new", full: b"all"})
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"of another kind"]
    write_all({poured: b"all", mine: b"new"})
    assert (capfdbinary.readouterr().out, mine.read_bytes()) == (b"all", b"new")


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(tmp_path / "a", b"new")
    assert list(tmp_path.iterdir()) == []


def test_brackets_nested_too_deeply_are_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        decode_json(b"[" * 200_000)  # Python 3.13 reads 5,000
    (tmp_path / "a.toml").write_bytes(b"a=" + b"[" * 5000)
    with pytest.raises(FileError, match=r"a\.toml: not TOML: its brackets are nested too deeply"):
        read_toml(tmp_path / "a.toml")
