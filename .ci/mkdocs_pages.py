"""Pages of the site that do not lie in docs/: README, changelog, contributing, and the reference of the API."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

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
        "msxkit.screen",
        "msxkit.picture",
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


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    for name, page in PAGES.items():
        text = _relinked((ROOT / name).read_text("utf-8"), Path(name).parent)
        files.append(File.generated(config, page, content=text))
    for package, modules in API.items():
        text = f"# {package}\n\n" + "\n".join(f"::: {module}\n" for module in modules)
        files.append(File.generated(config, f"api/{package}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: object, config: MkDocsConfig, files: Files) -> str:
    """Links of the guides that leave docs/ lead to the pages that stand for the files."""
    return _relinked(markdown, Path("docs"))


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
