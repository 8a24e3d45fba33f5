"""The site: a folder that any file host can serve, with everything in it."""

from __future__ import annotations

import hashlib
import json
import os
import re
from html import escape
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from battleship import __version__
from battleship.verification.sources import FILES, FOLDER, listing, own_recordings
from battleship.web.desk import warm_up
from msxkit.files import write_all
from msxkit.media.host_files import make_folder
from msxkit.recording import load
from msxkit.report import SummaryRow, VerifyReport, page
from msxkit.report import parts as report_parts
from msxkit.web import site as parts
from msxkit.web.bundling import bundle
from msxkit.web.gallery import EXAMPLES, Example

#: What the memory of the workers begins with: the modules of the machine's and the editor's, and the code of the
#: original's programs.
_BEGINNING = f"import msxkit.web.writing, {warm_up.__module__} as desk; desk.{warm_up.__name__}()"

#: Files that stay at the top beside the pages: the service worker, because of its scope, and those that an installed
#: page has.
_KEEPER = "sw.js"
_AT_TOP = (_KEEPER, "manifest.webmanifest", "icon.svg")
#: What every page gets in its head in place of the empty icon.
_NO_ICON = '<link rel="icon" href="data:,">'
_EVERYWHERE = (
    '<link rel="icon" href="icon.svg">\n<link rel="manifest" href="manifest.webmanifest">\n'
    '<script type="module" src="offline.js"></script>'
)


def cache_folder() -> Path:
    """Return the folder for downloads, outside of the project."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "msxkit"


def site(cache: Path) -> dict[str, bytes]:
    """Return all files by their names. Raise `MsxError` when something that they are made of cannot be fetched.

    Args:
        cache: The folder for downloads and what is made of them.
    """
    found = parts.pages() | report_parts()
    policy = parts.POLICY.encode("ascii")
    for entry in files("battleship.web").joinpath("pages").iterdir():
        found[entry.name] = entry.read_bytes().replace(b"@POLICY@", policy)
    recordings = own_recordings()
    extra = {f"battleship/web/listings/{file}": (FOLDER / file).read_bytes() for file in FILES}
    extra |= {f"battleship/web/recordings/{path.name}": path.read_bytes() for path in recordings}
    modules = parts.pack(("msxkit", "battleship"), extra)
    image = parts.image(cache, modules, _BEGINNING)
    found |= parts.runtime(cache, modules, image)
    found |= {"basic.js": bundle(cache, "main"), "rom.js": bundle(cache, "rom")}
    found |= parts.pictures(cache, modules)
    found["gallery.html"] = found["gallery.html"].replace(b"@GALLERY@", _gallery().encode("utf-8"))
    found["replay.html"] = _replays(recordings)
    return versioned(found)


def versioned(found: dict[str, bytes]) -> dict[str, bytes]:
    """Return a site whose pages stay where they are, and whose other files lie in a folder that is named after their
    content, so that no cache mixes versions. The service worker, which keeps the site for use without a network, gets
    the list of all files.
    """
    digest = hashlib.sha256()
    for name, data in sorted(found.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    version = digest.hexdigest()[:12]
    top = {name for name in found if name.endswith(".html") or name in _AT_TOP}
    placed = {name if name in top else f"{version}/{name}": data for name, data in found.items()}
    moved = {name for name in found if name not in top}

    def link(match: re.Match[str]) -> str:
        return f'{match[1]}="{version}/{match[2]}"' if match[2] in moved else match[0]

    for name in top:
        if name.endswith(".html"):
            text = placed[name].decode("utf-8").replace(_NO_ICON, _EVERYWHERE, 1)
            placed[name] = re.sub(r'\b(href|src)="([^"]+)"', link, text).encode("utf-8")
    listed = json.dumps(sorted(name for name in placed if name != _KEEPER))
    keeper = placed[_KEEPER].replace(b"@VERSION@", version.encode()).replace(b"@FILES@", listed.encode())
    return placed | {_KEEPER: keeper}


def _gallery() -> str:
    rows: list[str] = []
    for kind, examples in groupby(EXAMPLES, attrgetter("kind")):
        rows += [f"<h2>{escape(kind)}</h2>", '<ul class="gallery">', *map(_card, examples), "</ul>"]
    return "\n".join(rows)


def _card(example: Example) -> str:
    return (
        f'<li><a href="basic.html?program={example.name}"><img src="gallery/{example.name}.png" alt="" width="272" '
        f'height="208" loading="lazy"><b>{escape(example.title)}</b></a><p>{escape(example.about)}</p></li>'
    )


def _replays(recordings: list[Path]) -> bytes:
    """Return the page of `battleship verify` with the recorded games beside the listing."""
    games = [load(path) for path in recordings]
    report = VerifyReport(
        "Battleship: the recorded games",
        [SummaryRow("in this browser", reason="not replayed yet: the button below does it")],
        games,
        {},
        programs={file: listing(file).listed().decode("ascii").replace("\r\n", "\n") for file in FILES},
        footer=f"Recorded on genuine machines. Version {__version__}. The font is that of C-BIOS.",
    )
    return page(report, scripts=("report.js", "replay.js"), policy=parts.POLICY).encode("utf-8")


def build(folder: Path, cache: Path) -> int:
    """Write the site. Return its size in bytes. Raise `MsxError` if it cannot be made or written."""
    found = {folder / name: data for name, data in site(cache).items()}
    for parent in {path.parent for path in found}:
        make_folder(parent)
    write_all(found)
    return sum(map(len, found.values()))
