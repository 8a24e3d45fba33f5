"""Make the film of the README: `python -m docs.make_film` (needs Neovim, tmux and the font DejaVu Sans Mono).

Neovim with the lines of docs/editors.md stands beside `msxkit watch`; keys are typed, and what the terminal shows is
drawn.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.text import Text

from msxkit.files import write_atomic

ROOT = Path(__file__).parents[1]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
WIDTHS, ROWS = (74, 58), 26
CELL = 7, 14
BACK, FRONT = (24, 26, 32), (214, 216, 222)
#: Seconds to wait for what the keys lead to, the keys, and milliseconds that the picture stays.
SCENES = (
    (14, ("24G", "zt", "29G", "2j"), 1500),
    (1, ("o",), 300),
    *((0.4, (word,), 250) for word in ("  if is_out", " then scroe", " += 100")),
    (3, ("Escape",), 3500),
    (1, (":w", "Enter"), 300),
    (12, (), 3500),
    (1, ("/scroe", "Enter", "cw"), 300),
    (0.5, ("score", "Escape"), 600),
    (4, (":w", "Enter"), 600),
    (18, (), 2500),
    (2, ("/dig_cave", "Enter", ":lua vim.lsp.buf.definition()", "Enter"), 2500),
    (2, ("/\\.set", "Enter", "l", ":lua vim.lsp.buf.hover()", "Enter"), 4000),
)
#: The colours of --clean are for terminals of eight.
_LOOK = (
    "--cmd 'set termguicolors background=dark signcolumn=yes nohlsearch'"
    " -c 'hi Pmenu guibg=#3a4250 | hi SignColumn guibg=NONE'"
)
TEST = """from msxkit.testbench.msx import Msx

def test_starts(msx: Msx) -> None:
    msx.load("mole.dmx")
    assert msx.run() == "key"
    assert msx.variables["lives"] == 3
"""


class Terminal:
    """The editor and the watcher, side by side."""

    def __init__(self, folder: Path) -> None:
        self._tmux = ["tmux", "-L", f"film-{os.getpid()}", "-f", "/dev/null"]
        guide = (ROOT / "docs" / "editors.md").read_text("utf-8").partition("## Neovim")[2]
        (folder / "init.lua").write_text(guide.partition("```lua\n")[2].partition("```")[0])
        path = f"PATH={Path(sys.executable).parent}:/usr/bin:/bin"
        size = ["-x", str(sum(WIDTHS) + 1), "-y", str(ROWS + 1)]
        watch = f"env {path} msxkit watch"
        begin = "set -g default-terminal screen-256color ; set -g status off ; new-session -d -s film -c"
        self._do(*begin.split(), str(folder), *size, watch)
        editor = f"env {path} HOME={folder} LANG=C.UTF-8 nvim --clean -n -u init.lua {_LOOK} mole.dmx"
        self._do("split-window", "-h", "-b", "-t", "film", "-l", str(WIDTHS[0]), "-c", str(folder), editor)

    def _do(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout

    def type(self, keys: str) -> None:
        """Type keys into the editor."""
        self._do("send-keys", "-t", "film.0", keys)

    def picture(self) -> Image.Image:
        """Return what both show now."""
        columns = sum(WIDTHS) + 1
        image = Image.new("RGB", (columns * CELL[0], ROWS * CELL[1]), BACK)
        draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, 11)
        for pane, left in ((0, 0), (1, WIDTHS[0] + 1)):
            shown = self._do("capture-pane", "-e", "-p", "-t", f"film.{pane}").split("\n")[:ROWS]
            for row, text in enumerate(shown):
                for column, word, front, back in _pieces(text):
                    x, y = (left + column) * CELL[0], row * CELL[1]
                    if back is not None:
                        draw.rectangle((x, y, x + len(word) * CELL[0] - 1, y + CELL[1] - 1), back)
                    for at, character in enumerate(word):
                        draw.text((x + at * CELL[0], y), character, front or FRONT, font)
        line = (WIDTHS[0] + 0.5) * CELL[0]
        draw.line((line, 0, line, image.height), (90, 94, 104))
        return image

    def close(self) -> None:
        """End both."""
        self._do("kill-server")


_Colour = tuple[int, int, int] | None


def _pieces(row: str) -> Iterator[tuple[int, str, _Colour, _Colour]]:
    """Yield column, text, and the colours of text and background of each part of a row."""
    column = 0
    for piece in Text.from_ansi(row).render(Console(width=200)):
        text, style = piece.text.rstrip("\n"), piece.style or Style()
        colours = [_rgb(style.color), _rgb(style.bgcolor)]
        if style.reverse:
            colours = [colours[1] or BACK, colours[0] or FRONT]
        yield column, text, colours[0], colours[1]
        column += len(text)


def _rgb(colour: Color | None) -> _Colour:
    return None if colour is None or colour.is_default else tuple(colour.get_truecolor())


def main() -> None:
    """Write the film."""
    frames: list[Image.Image] = []
    times: list[int] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "mole"
        folder.mkdir()
        for source in ("mole.dmx", "tiles.dmx"):
            shutil.copy(ROOT / "tests" / "dignified" / source, folder)
        (folder / "test_mole.py").write_text(TEST)
        (folder / "msx.toml").write_text('sources = ["mole.dmx"]\ntargets = ["compiled"]\n')
        terminal = Terminal(folder)
        try:
            for wait, keys, shown in SCENES:
                for key in keys:
                    terminal.type(key)
                time.sleep(wait)
                frames.append(terminal.picture().quantize(32, dither=Image.Dither.NONE))
                times.append(shown)
        finally:
            terminal.close()
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    write_atomic(ROOT / "docs" / "pictures" / "editor.gif", out.getvalue())


if __name__ == "__main__":
    main()
