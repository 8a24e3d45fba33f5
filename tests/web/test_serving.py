"""`battleship play --web`, and the builder."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from battleship.web.site import cache_folder, versioned
from msxkit.errors import MsxError
from msxkit.web import site as parts


@pytest.mark.slow
def test_play_serves_the_page_on_this_machine(site: Path) -> None:
    environment = os.environ | {"BROWSER": "true"}
    command = [shutil.which("battleship", path=str(Path(sys.executable).parent)) or "battleship"]
    with subprocess.Popen(
        [*command, "play", "--web", "--program", "shotdark", "--seed", "3"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:[0-9]+/\?program=shotdark&seed=3", address)
        base = address.partition("?")[0]
        with urllib.request.urlopen(address) as reply:
            assert reply.read() == (site / "index.html").read_bytes()
        (wasm,) = site.glob("*/pyodide/pyodide.asm.wasm")
        asked = urllib.request.Request(
            f"{base}{wasm.relative_to(site).as_posix()}", headers={"Accept-Encoding": "gzip, br"}
        )
        with urllib.request.urlopen(asked) as reply:
            assert reply.headers["Content-Type"] == "application/wasm"
            assert reply.headers["Content-Encoding"] == "gzip"
            assert "immutable" in reply.headers["Cache-Control"]
            body = reply.read()
            assert len(body) < 4_500_000
            assert gzip.decompress(body) == wasm.read_bytes()
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"{base}../../etc/passwd")
        assert missing.value.code == 404
        missing.value.close()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=20)
    assert process.returncode == 0, error
    assert "Traceback" not in error


def test_the_same_sources_make_the_same_pack() -> None:
    assert parts.pack(("msxkit",), {}) == parts.pack(("msxkit",), {})


def test_a_damaged_download_is_refused(tmp_path: Path) -> None:
    found = list(cache_folder().glob("pyodide-*.tgz"))
    if not found:
        pytest.skip("Pyodide has not been downloaded")
    (tmp_path / found[0].name).write_bytes(found[0].read_bytes()[:-1])
    with pytest.raises(MsxError, match="remove the file"):
        parts.pyodide(tmp_path)


def test_no_npm_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MsxError, match=r"no npm: install Node\.js"):
        parts.pyodide(tmp_path / "cache")


def test_no_node_is_told(download: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    shutil.copy(download / f"pyodide-{parts.PYODIDE.version}.tgz", cache)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MsxError, match=r"no node: install Node\.js"):
        parts.image(cache, b"", "import sys")
    assert [path.name for path in cache.iterdir()] == [f"pyodide-{parts.PYODIDE.version}.tgz"]


@pytest.mark.slow
def test_a_module_that_does_not_start_is_told(download: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    shutil.copy(download / f"pyodide-{parts.PYODIDE.version}.tgz", cache)
    with pytest.raises(MsxError, match="No module named 'nowhere'"):
        parts.image(cache, parts.pack((), {}), "import nowhere")


def test_a_page_never_gets_a_file_of_another_version() -> None:
    """Everything that pages load lies in a folder whose name changes with any of it."""
    files = {
        "index.html": b'<head><link rel="icon" href="data:,"><script src="app.js"></script></head><a href="b.html">',
        "b.html": b"<head></head>",
        "app.js": b"1",
        "offline.js": b"",
        "sw.js": b"@VERSION@ @FILES@",
    }
    first = versioned(files)
    (app,) = (name for name in first if name.endswith("/app.js"))
    assert f'src="{app}"'.encode() in first["index.html"]
    assert b'<a href="b.html">' in first["index.html"]
    assert app in json.loads(first["sw.js"].partition(b" ")[2])
    second = versioned(files | {"app.js": b"2"})
    assert app not in second
    assert first["sw.js"] != second["sw.js"]


@pytest.mark.slow
def test_a_visit_loads_less_than_13_mb(site: Path) -> None:
    """As hosts compress: text and WebAssembly, nothing else."""
    others = ("replay.html", "replay.js", "report.js", "report.css")
    packed = (".js", ".mjs", ".css", ".html", ".json", ".wasm", ".svg", ".webmanifest")
    sizes = {
        path.name: len(gzip.compress(path.read_bytes())) if path.suffix in packed else path.stat().st_size
        for path in site.rglob("*")
        if path.is_file() and path.name not in others
    }
    assert sum(sizes.values()) < 13_000_000, sizes
