"""The parts of a site: Python for browsers, the modules that run in it, the pages."""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import io
import json
import tarfile
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msxkit.errors import MsxError
from msxkit.files import write_atomic
from msxkit.web.gallery import EXAMPLES
from msxkit.web.node import made, node, without_oldest


@dataclass(frozen=True, slots=True)
class _Package:
    """A package of npm as it was published.

    Attributes:
        digest: The SHA-512 of its archive, in base64.
        needed: The files in it that a page needs.
    """

    name: str
    version: str
    digest: str
    needed: tuple[str, ...]


#: Python for browsers, and what unpacks its memory.
PYODIDE = _Package(
    "pyodide",
    "314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
)
_BROTLI = _Package(
    "brotli-dec-wasm",
    "2.3.2",
    "5H+k8eVLIJY6B4olN2HP9QzJAxcplf0jV7mWnkpxvOSeUE9Npg3dQ2pgLn30a9MUFHNro1iSmtdu6VNdlb+TIw==",
    ("pkg/brotli_dec_wasm.js", "pkg/brotli_dec_wasm_bg.wasm"),
)
#: The names of two files that a page's worker fetches: the modules that can be imported later, with all files of other
#: kinds, and the memory that its Python begins with.
PACK, SNAPSHOT = "modules.bin", "snapshot.bin"
#: The files whose bytes are counted while a page loads.
_COUNTED = (PACK, SNAPSHOT, "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip")
#: Folders that do not run in a browser.
_ELSEWHERE = frozenset(("commands", "openmsx", "testbench", "pages", "workshop", "__pycache__"))
_LEFT_OUT = frozenset(
    ("cli.py", "film.py", "picture.py", "terminal.py", "pytest_plugin.py", "pytest_entry.py")
)
_SUFFIXES = (".py", ".json", ".hex", ".asm", ".toml", ".txt", ".bas")
#: How many snapshots of Python's memory are kept in the cache: one for each branch that somebody switches between.
_SNAPSHOTS = 4
#: Time stamp of every file in the pack, so that the same files make the same pack.
_STAMP = (2018, 1, 1, 0, 0, 0)
#: What a page may load and run: its own files and WebAssembly, nothing from elsewhere.
POLICY = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "img-src 'self' data: blob:; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True)
class Image:
    """The state that a page's Python begins with.

    Attributes:
        memory: Its memory with the modules imported, as Brotli.
        library: The files of the standard library that can be imported later.
        modules: The files of the pack that can be imported later.
    """

    memory: bytes
    library: frozenset[str]
    modules: frozenset[str]


def pyodide(cache: Path) -> dict[str, bytes]:
    """Return the files of Pyodide: name -> bytes. They are fetched with npm once and kept in the folder.

    Raise `MsxError` that says what is missing.
    """
    return _files(PYODIDE, cache)


def runtime(cache: Path, modules: bytes, image: Image) -> dict[str, bytes]:
    """Return the files that a page needs to start Python from an image: those of Pyodide, the unpacker, and the worker.

    Raise `MsxError` that says what is missing.

    Args:
        modules: The pack.
    """
    found = {f"pyodide/{name}": data for name, data in pyodide(cache).items()}
    found["pyodide/python_stdlib.zip"] = without(found["pyodide/python_stdlib.zip"], image.library)
    # It lists packages for scientists, none of which the page has.
    lock = json.loads(found["pyodide/pyodide-lock.json"])
    found["pyodide/pyodide-lock.json"] = json.dumps(lock | {"packages": {}}).encode("ascii")
    found |= {f"brotli/{Path(name).name}": data for name, data in _files(_BROTLI, cache).items()}
    found |= {PACK: one_stream(without(modules, image.modules)), SNAPSHOT: image.memory}
    sizes = json.dumps({name: len(found[name]) for name in _COUNTED}).encode("ascii")
    worker = files("msxkit.web").joinpath("pages", "worker.js").read_bytes()
    return found | {"worker.js": worker.replace(b"@SIZES@", sizes)}


def _files(package: _Package, cache: Path) -> dict[str, bytes]:
    """Return the files of an npm package that a page needs. Raise `MsxError` if they cannot be had."""
    kept = cache / f"{package.name}-{package.version}.tgz"
    if not kept.is_file():
        _fetch(package, kept)
    data = kept.read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode("ascii") != package.digest:
        raise MsxError(
            f"{kept} is not {package.name} {package.version} as it was published; remove the file and try again"
        )
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        found = {}
        for name in package.needed:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise MsxError(f"{kept} has no {name}")
            found[name] = member.read()
        return found


def image(cache: Path, modules: bytes, statements: str) -> Image:
    """Return Python's memory after statements that import modules from the pack: a page goes on from there.

    The last images are kept in the folder. Raise `MsxError` that says what is missing.

    Args:
        modules: The pack.
        statements: Python that imports the modules, and may run what a page runs first, so that its code is there.
    """
    script = files("msxkit.web").joinpath("snapshot.js").read_bytes()
    version = PYODIDE.version.encode("ascii")
    sources = hashlib.sha256(b"\0".join((version, script, statements.encode("ascii"), modules)))
    kept = cache / f"image-{sources.hexdigest()[:32]}.zip"
    with contextlib.suppress(FileNotFoundError):
        return _image(kept.read_bytes())
    with tempfile.TemporaryDirectory(dir=made(cache)) as name:
        folder = Path(name)
        for file, content in {**pyodide(cache), "pack": modules, "snapshot.mjs": script}.items():
            (folder / file).write_bytes(content)
        node(["node", "snapshot.mjs", name, "pack", statements, "memory", "needed"], folder)
        data = zipped({part: (folder / part).read_bytes() for part in ("memory", "needed")})
    without_oldest(cache, "image-*.zip", _SNAPSHOTS)
    write_atomic(kept, data)
    return _image(data)


def pictures(cache: Path, modules: bytes) -> dict[str, bytes]:
    """Return the pictures of the examples: name of the file -> PNG. The last ones are kept in the folder.

    Args:
        modules: The pack. Another pack makes new pictures.
    """
    kept = cache / f"gallery-{hashlib.sha256(modules).hexdigest()[:32]}.zip"
    if not kept.is_file():
        found = {f"{example.name}.png": example.picture() for example in EXAMPLES}
        without_oldest(made(cache), "gallery-*.zip", _SNAPSHOTS)
        write_atomic(kept, zipped(found))
    with zipfile.ZipFile(io.BytesIO(kept.read_bytes())) as archive:
        return {f"gallery/{name}": archive.read(name) for name in archive.namelist()}


def _image(data: bytes) -> Image:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        needed = json.loads(archive.read("needed"))
        return Image(archive.read("memory"), frozenset(needed["library"]), frozenset(needed["modules"]))


def _fetch(package: _Package, kept: Path) -> None:
    with tempfile.TemporaryDirectory(dir=made(kept.parent)) as name:
        node(["npm", "pack", "--silent", f"{package.name}@{package.version}"], Path(name))
        write_atomic(kept, (Path(name) / kept.name).read_bytes())


def pack(packages: Iterable[str], extra: Mapping[str, bytes]) -> bytes:
    """Return a zip of what runs in the page: the modules of the packages that need only Python, and more files."""
    found = dict(extra)
    for package in packages:
        _collect(files(package), package, found)
    return zipped(found)


def zipped(found: Mapping[str, bytes]) -> bytes:
    """Return a zip of these files: the same files make the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            archive.writestr(zipfile.ZipInfo(name, _STAMP), found[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def one_stream(archive: bytes) -> bytes:
    """Return the files of a zip behind each other, after a line of JSON with names and sizes, all of it compressed
    (gzip). A page unpacks that in a tenth of the time.
    """
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        found = {name: packed.read(name) for name in packed.namelist()}
    head = json.dumps([(name, len(data)) for name, data in found.items()], separators=(",", ":"))
    return gzip.compress(b"\n".join((head.encode("ascii"), b"".join(found.values()))), mtime=0)


def without(archive: bytes, needed: Collection[str]) -> bytes:
    """Return a zip without the modules that are not needed; files of other kinds stay."""
    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        names = [name for name in old.namelist() if name in needed or not name.endswith(".py")]
        return zipped({name: old.read(name) for name in names})


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
