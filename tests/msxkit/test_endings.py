"""The ending of an output: what it says is what is made, or it is refused by its name."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from msxkit.cli import main


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "p.bas"
    path.write_text("10 PRINT 6*7\n")
    return str(path)


@pytest.mark.parametrize(
    ("ending", "form"), [("png", "PNG"), ("jpg", "JPEG"), ("jpeg", "JPEG"), ("webp", "WEBP"), ("gif", "GIF")]
)
def test_a_picture_is_what_its_name_says(ending: str, form: str, program: str, tmp_path: Path) -> None:
    out = tmp_path / f"x.{ending}"
    assert main(["run", program, "-o", str(out)]) == 0
    assert main(["run", program, "-o", str(out)]) == 0  # it may replace its own kind
    with Image.open(io.BytesIO(out.read_bytes())) as picture:
        assert picture.format == form


def test_film_without_ffmpeg(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["run", program, "-o", str(tmp_path / "x.mp4")]) == 2
    assert "a .mp4 needs ffmpeg" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["p.bas"]


def test_a_film_with_its_sound_is_made_by_ffmpeg(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = tmp_path / "bin" / "ffmpeg"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\ncat film.gif sound.wav > film.mp4\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:/usr/bin:/bin")
    out = tmp_path / "x.mp4"
    assert main(["run", program, "-o", str(out)]) == 0
    made = out.read_bytes()
    assert made.startswith(b"GIF8")
    assert b"WAVE" in made
    fake.write_text("#!/bin/sh\necho no codec >&2; exit 1\n")
    assert main(["run", program, "-o", str(tmp_path / "y.mp4")]) == 2
    assert "ffmpeg cannot make the .mp4: no codec" in capsys.readouterr().err
    assert not (tmp_path / "y.mp4").exists()
