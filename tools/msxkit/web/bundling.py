"""The scripts of the workshop as one file, which esbuild makes of our modules and CodeMirror."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from msxkit.errors import MsxError
from msxkit.files import write_atomic
from msxkit.language.vocabulary.classes import word_classes
from msxkit.web.node import made, node, without_oldest

_WEB = files("msxkit.web")
#: The folders of modules that are bundled.
_FOLDERS = ("workshop", "pages")
_LOCK = ("package.json", "package-lock.json")
#: How many bundles are kept in the cache.
_KEPT = 8


def bundle(cache: Path, name: str) -> bytes:
    """Return a module of the workshop, `main` or `rom`, with the libraries that it imports.

    The libraries are fetched with npm once and kept in the folder, and so are the last bundles. Raise `MsxError` that
    says what is missing.
    """
    sources = dict(_sources())
    digest = hashlib.sha256()
    for file, data in sorted(sources.items()):
        digest.update(file.encode("ascii") + b"\0" + data + b"\0")
    kept = cache / f"workshop-{name}-{digest.hexdigest()[:32]}.js"
    with contextlib.suppress(FileNotFoundError):
        return kept.read_bytes()
    modules = libraries(cache)
    with _laid_out(modules, sources) as folder:
        esbuild = ["node", str(modules / "node_modules" / "esbuild" / "bin" / "esbuild")]
        node([*esbuild, f"workshop/{name}.js", "--bundle", "--format=esm", "--minify", "--target=es2022",
              "--outfile=bundle.js"], folder)  # fmt: skip
        data = (folder / "bundle.js").read_bytes()
    without_oldest(cache, "workshop-*.js", _KEPT)
    write_atomic(kept, data)
    return data


def faults(cache: Path, more: Mapping[str, bytes]) -> str:
    """Return what TypeScript and ESLint find wrong with the scripts; empty if they find nothing. Raise `MsxError` that
    says what is missing.

    Args:
        more: Scripts of other pages, which lie beside those of `pages`: name -> bytes.
    """
    modules = libraries(cache, development=True)
    sources = dict(_sources()) | {f"pages/{name}": data for name, data in more.items()}
    found = []
    with _laid_out(modules, sources) as folder:
        tools = modules / "node_modules"
        typing = ["node", str(tools / "typescript" / "bin" / "tsc"), "--project"]
        linting = [
            "node",
            str(tools / "eslint" / "bin" / "eslint.js"),
            "--config",
            "workshop/eslint.config.js",
        ]
        for command in (
            [*typing, "workshop"],
            [*typing, "workshop/tsconfig.workers.json"],
            [*linting, *_FOLDERS],
        ):
            try:
                node(command, folder)
            except MsxError as error:
                found.append(str(error))
    return "\n".join(found)


@contextlib.contextmanager
def _laid_out(modules: Path, sources: dict[str, bytes]) -> Iterator[Path]:
    """Yield a folder with the sources, below the one that has the libraries."""
    with tempfile.TemporaryDirectory(dir=modules) as name:
        folder = Path(name)
        for file, data in sources.items():
            made((folder / file).parent)
            (folder / file).write_bytes(data)
        yield folder


def libraries(cache: Path, *, development: bool = False) -> Path:
    """Return the folder whose `node_modules` has the libraries, as `package-lock.json` names them.

    Args:
        development: Whether to include those that only tests and checks need.
    """
    lock = {name: _WEB.joinpath("workshop", name).read_bytes() for name in _LOCK}
    digest = hashlib.sha256(b"\0".join(lock.values())).hexdigest()[:16]
    folder = cache / f"node-{digest}{'-development' if development else ''}"
    if not (folder / "ready").is_file():
        made(folder)
        for name, data in lock.items():
            (folder / name).write_bytes(data)
        omitted = [] if development else ["--omit=dev"]
        node(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *omitted], folder)
        (folder / "ready").touch()
    return folder


def _sources() -> Iterator[tuple[str, bytes]]:
    for folder in _FOLDERS:
        for entry in _WEB.joinpath(folder).iterdir():
            if entry.name.endswith((".js", ".json", ".d.ts")):
                yield f"{folder}/{entry.name}", entry.read_bytes()
    yield "workshop/words.js", words()


def words() -> bytes:
    """Return a JavaScript module with the words that BASIC knows, for highlighting: word -> what it is."""
    found = {word: name for name, known in word_classes().items() for word in sorted(known)}
    return f"export const WORDS = {json.dumps(found)};\n".encode("ascii")
