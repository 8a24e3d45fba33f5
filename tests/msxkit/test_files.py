"""Files are written whole or not at all."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from msxkit.errors import FileError
from msxkit.files import read_bytes, write_atomic


def test_replaces_and_keeps_permissions(tmp_path: Path) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write_atomic(file, b"new")
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_errors_name_the_path(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"absent: cannot be read: No such file"):
        read_bytes(tmp_path / "absent")
    with pytest.raises(FileError, match="cannot be written"):
        write_atomic(tmp_path / "no" / "such" / "folder", b"")


def test_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match="No space left on device"):
        write_atomic(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]
