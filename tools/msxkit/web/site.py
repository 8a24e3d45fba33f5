"""What a site is made of: Python for browsers, the modules that run in it, the pages."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msxkit.errors import MsxError
from msxkit.files import write_atomic

#: Pyodide as its npm package has it, and the SHA-512 of the package.
VERSION = "314.0.7"
_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
#: What of it a page needs.
_NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
#: Rooms of msxkit that run outside of a browser alone.
_ELSEWHERE = frozenset(("commands", "openmsx", "testbench", "pages", "__pycache__", "lsp", "dap"))
_LEFT_OUT = frozenset(
    ("cli.py", "film.py", "picture.py", "terminal.py", "pytest_plugin.py", "pytest_entry.py")
)
_SUFFIXES = (".py", ".json", ".hex", ".asm", ".toml", ".txt", ".bas")
#: Snapshots of Python's memory that are kept in the cache: of branches that somebody goes to and fro between.
_SNAPSHOTS = 4
#: Time stamp of every file in the pack, so that the same files make the same pack.
_STAMP = (2018, 1, 1, 0, 0, 0)
#: What a page may load and do: its own files and WebAssembly, nothing from elsewhere.
POLICY = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "img-src 'self' data: blob:; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)


def pyodide(cache: Path) -> dict[str, bytes]:
    """Return the files of Pyodide: name -> bytes, fetched with npm once and kept in a folder.

    Raise `MsxError` that says what is missing.
    """
    package = cache / f"pyodide-{VERSION}.tgz"
    if not package.is_file():
        _fetch(package)
    data = package.read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode("ascii") != _SHA512:
        raise MsxError(
            f"{package} is not Pyodide {VERSION} as it was published; remove the file and try again"
        )
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        found = {}
        for name in _NEEDED:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise MsxError(f"{package} has no {name}")
            found[name] = member.read()
        return found


def snapshot(cache: Path, modules: bytes, module: str) -> bytes:
    """Return Python's memory after a module of the pack was imported, gzipped: a page goes on from there.

    The last ones made are kept in the folder. Raise `MsxError` that says what is missing.
    """
    script = files("msxkit.web").joinpath("snapshot.js").read_bytes()
    sources = hashlib.sha256(b"\0".join((VERSION.encode("ascii"), script, module.encode("ascii"), modules)))
    kept = cache / f"snapshot-{sources.hexdigest()[:32]}.gz"
    with contextlib.suppress(FileNotFoundError):
        return kept.read_bytes()
    with tempfile.TemporaryDirectory(dir=_made(cache)) as name:
        folder = Path(name)
        for file, content in {**pyodide(cache), "pack": modules, "snapshot.mjs": script}.items():
            (folder / file).write_bytes(content)
        _run(["node", "snapshot.mjs", name, "pack", module, "memory"], folder)
        data = (folder / "memory").read_bytes()
    for old in sorted(cache.glob("snapshot-*.gz"), key=_age, reverse=True)[_SNAPSHOTS - 1 :]:
        old.unlink(missing_ok=True)
    write_atomic(kept, data)
    return data


def _age(file: Path) -> float:
    """Return the time stamp of a file; 0 for one that another process has removed."""
    with contextlib.suppress(FileNotFoundError):
        return file.stat().st_mtime
    return 0


def _fetch(package: Path) -> None:
    """Let npm download the package."""
    with tempfile.TemporaryDirectory(dir=_made(package.parent)) as name:
        _run(["npm", "pack", "--silent", f"pyodide@{VERSION}"], Path(name))
        write_atomic(package, (Path(name) / package.name).read_bytes())


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _run(command: list[str], folder: Path) -> None:
    """Run a tool of Node.js. Raise `MsxError`."""
    told = " ".join(command[:4])
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    except FileNotFoundError:
        raise MsxError(
            f"the page needs Pyodide, which {command[0]} prepares, but there is no {command[0]}: "
            "install Node.js, version 20 or newer"
        ) from None
    except subprocess.TimeoutExpired:
        raise MsxError(f"{told} did not finish within ten minutes") from None
    if done.returncode:
        raise MsxError(f"{told} failed: {done.stderr.strip()[-500:]}")


def pack(packages: Iterable[str], extra: Mapping[str, bytes]) -> bytes:
    """Return a zip of what runs in the page: modules of the packages that need nothing but Python, and more files."""
    found = dict(extra)
    for package in packages:
        _collect(files(package), package, found)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            archive.writestr(zipfile.ZipInfo(name, _STAMP), found[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _collect(folder: Traversable, name: str, found: dict[str, bytes]) -> None:
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            if entry.name not in _ELSEWHERE:
                _collect(entry, path, found)
        elif entry.name.endswith(_SUFFIXES) and entry.name not in _LEFT_OUT:
            found[path] = entry.read_bytes()


def pages() -> dict[str, bytes]:
    """Return the scripts and styles that every page with a machine has."""
    return {entry.name: entry.read_bytes() for entry in files("msxkit.web").joinpath("pages").iterdir()}
