"""What the site has besides docs/: README, changelog, contributing, the references of MSX BASIC and the API, the game.

Built, every link within it is followed, those of the game's pages and of the reference too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs.make_reference import reference
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from battleship.web.site import build, cache_folder
from msxkit.errors import MsxError

ROOT = Path(__file__).parents[1]
#: File of the repository -> page of the site.
PAGES = {
    "README.md": "index.md",
    "basic/README.md": "basic.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
#: What other programs may call, one page for each package.
API = {
    "msxkit": (
        "msxkit.errors",
        "msxkit.language.source",
        "msxkit.language.program",
        "msxkit.language.check",
        "msxkit.language.xref",
        "msxkit.interpreter.session",
        "msxkit.program.model",
        "msxkit.native.compiler",
        "msxkit.media.disk",
        "msxkit.media.cassette",
        "msxkit.media.cartridge",
        "msxkit.openmsx.machine",
        "msxkit.openmsx.basic",
        "msxkit.recording",
        "msxkit.verify",
        "msxkit.testbench.msx",
        "msxkit.display.screen",
        "msxkit.display.picture",
        "msxkit.charset",
        "msxkit.decimal14",
    ),
    "battleship": (
        "battleship.errors",
        "battleship.rules.model",
        "battleship.rules.board",
        "battleship.players",
        "battleship.posterior",
        "battleship.original.game",
        "battleship.original.match",
        "battleship.arena.tournament",
        "battleship.verification.comparing",
    ),
}


#: The page with the game, as `make web` builds it.
GAME = """# The game in this page

<iframe src="game/index.html" title="Battleship in the browser" class="game" allow="autoplay; gamepad"></iframe>

The keyboard is the game's when it has been clicked. <a href="game/index.html">Alone in the window</a> it has more room;
[what else it can do](web.md).
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    for name, page in PAGES.items():
        text = _relinked((ROOT / name).read_text("utf-8"), Path(name).parent)
        files.append(File.generated(config, page, content=text))
    files.append(File.generated(config, "game.md", content=GAME))
    for name, text in reference().items():
        files.append(File.generated(config, f"reference/{name}", content=text))
    for package, modules in API.items():
        text = f"# {package}\n\n" + "\n".join(f"::: {module}\n" for module in modules)
        files.append(File.generated(config, f"api/{package}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: object, config: MkDocsConfig, files: Files) -> str:
    """Links of the guides that leave docs/ lead to the pages that stand for the files."""
    return _relinked(markdown, Path("docs"))


def on_post_build(config: MkDocsConfig) -> None:
    """Build the game into the site, and follow the links."""
    site = Path(config.site_dir)
    try:
        build(site / "game", cache_folder())
    except MsxError as error:
        raise PluginError(f"the game in the page: {error}") from None
    dead = sorted(set(_dead(site)))
    if dead:
        raise PluginError("links that lead nowhere:\n" + "\n".join(dead))


def _dead(site: Path) -> Iterator[str]:
    """Links of the site's pages to files and places in it that are not there."""
    texts = {page: page.read_text("utf-8") for page in site.rglob("*.html")}
    places = {page: set(re.findall(r'\s(?:id|name)="([^"]+)"', text)) for page, text in texts.items()}
    for page, text in texts.items():
        for link in re.findall(r'<[^>]+\s(?:href|src)="([^"]+)"', text):
            parts = urlsplit(unescape(link))
            if parts.scheme or parts.netloc or (page.name == "404.html" and parts.path.startswith("/")):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            wanted = unquote(parts.fragment)
            if not target.is_file() or (wanted and target in places and wanted not in places[target]):
                yield f"{page.relative_to(site)}: {link}"


def _relinked(text: str, folder: Path) -> str:
    """Markdown of a file in `folder`, its links to files that have pages made links to those."""

    def link(match: re.Match[str]) -> str:
        title, target, anchor = match[1], match[2], match[3] or ""
        parts: list[str] = []
        for part in (folder / target).parts:
            if part != "..":
                parts.append(part)
            elif parts:
                parts.pop()
        path = "/".join(parts)
        if path in PAGES:
            return f"[{title}]({PAGES[path]}{anchor})"
        if path.startswith("docs/"):
            return f"[{title}]({path.removeprefix('docs/')}{anchor})"
        return f"[{title}]({target}{anchor})" if folder == Path("docs") else title

    # An image inside a link is none of ours; of code nothing is changed.
    parts = re.split(r"(^```.*?^```|`[^`\n]*`)", text, flags=re.M | re.S)
    pattern = r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)"
    return "".join(part if part.startswith("`") else re.sub(pattern, link, part) for part in parts)
