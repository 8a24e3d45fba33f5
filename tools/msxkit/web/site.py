"""What a site is made of: Python for browsers, the modules that run in it, the pages."""

from __future__ import annotations

import base64
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
#: Time stamp of every file in the pack, so that the same files make the same pack.
_STAMP = (2018, 1, 1, 0, 0, 0)
#: What a page may load and do: its own files and WebAssembly, nothing from elsewhere.
POLICY = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "img-src 'self' data: blob:; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)


def pyodide(cache: Path) -> dict[str, bytes]:
    """The files of Pyodide: name -> bytes, fetched with npm once and kept in a folder.

    Raises `MsxError` that says what is missing.
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


def _fetch(package: Path) -> None:
    """Has npm download the package."""
    package.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=package.parent) as folder:
        command = ["npm", "pack", "--silent", f"pyodide@{VERSION}"]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=600, check=False
            )
        except FileNotFoundError:
            raise MsxError(
                "the page needs Pyodide, which npm downloads, and there is no npm: install Node.js"
            ) from None
        except subprocess.TimeoutExpired:
            raise MsxError("npm has not downloaded Pyodide within ten minutes") from None
        fetched = Path(folder) / package.name
        if done.returncode or not fetched.is_file():
            raise MsxError(f"{' '.join(command)} failed: {done.stderr.strip()[-500:]}")
        write_atomic(package, fetched.read_bytes())


def pack(packages: Iterable[str], extra: Mapping[str, bytes]) -> bytes:
    """A zip of what runs in the page: modules of the packages that need nothing but Python, and more files."""
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
    """Scripts and styles that every page with a machine has."""
    return {entry.name: entry.read_bytes() for entry in files("msxkit.web").joinpath("pages").iterdir()}
