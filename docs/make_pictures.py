"""Make the pictures of the documentation from the recordings: `make pictures` (the report's needs Chromium)."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from battleship.arena.plan import Plan
from battleship.arena.plot import plot
from battleship.arena.tournament import run
from battleship.arena.worker_pool import processes
from battleship.cli import main as battleship
from battleship.rules import MARMSX
from msxkit import rnd
from msxkit.display.font import patterns
from msxkit.display.palette import TMS9918A
from msxkit.display.picture import png
from msxkit.display.screen import ROWS, Screen
from msxkit.files import write_atomic
from msxkit.recording import KEY, load

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"


def render(screen: Screen, *, scale: int = 2, cursor: bool = False) -> Image.Image:
    """Return a screen of SCREEN 1 in white on nothing, with a border of one character around it."""
    picture = Image.new("P", (screen.columns * 8 + 16, ROWS * 8 + 16), 0)
    picture.putpalette([channel for colour in TMS9918A for channel in colour])
    for offset, code in enumerate(screen.cells):
        x, y = offset % screen.columns, offset // screen.columns
        shown = patterns()[code]
        if cursor and (x, y) == screen.cursor:
            shown = bytes(byte ^ 0xFF for byte in shown)
        picture.paste(15, (8 + x * 8, 8 + y * 8), Image.frombytes("1", (8, 8), shown))
    return picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)


def gif(frames: Sequence[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """Return an animated GIF that runs for ever."""
    first, *rest = frames
    buffer = io.BytesIO()
    first.save(
        buffer, "GIF", save_all=True, append_images=rest, duration=list(milliseconds), loop=0, optimize=False
    )
    return buffer.getvalue()


def report(step: str) -> None:
    """The page of `battleship verify` at a step, as a browser shows it."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("the picture of the report needs Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page = folder / "index.html"
        battleship(["verify", "--on", "all", "--report", str(page)])
        subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--user-data-dir={folder / 'profile'}", "--window-size=1200,1080",
             f"--screenshot={folder / 'report.png'}", f"{page.as_uri()}#{step}"],
            check=True, capture_output=True,
        )  # fmt: skip
        write_atomic(PICTURES / "report.png", (folder / "report.png").read_bytes())


def main() -> None:
    recording = load(ROOT / "tests" / "recordings" / "game-012.json")
    steps = [step for step in recording.steps if step.at != "draw"]
    middle = steps[len(steps) * 2 // 3]
    write_atomic(PICTURES / "screen.png", png(render(middle.screen, cursor=True)))
    # Moves of the cursor are left out: one frame for each shot, and the end stays.
    shown = [steps[0]]
    for step in steps:
        if step.screen.cells != shown[-1].screen.cells:
            shown.append(step)
    frames = [render(step.screen, scale=1, cursor=step.at == KEY) for step in shown]
    write_atomic(PICTURES / "game.gif", gif(frames, [250] * (len(frames) - 1) + [4000]))
    report("game-012/step-45")
    players()
    clock()


def players() -> None:
    """The distribution of shots under the original's rules, from 500 boards: about a minute of games."""
    table = run(Plan(MARMSX, ("random", "marmsx", "density", "exact"), 500, 1), processes(1))
    write_atomic(PICTURES / "players.png", plot(table))


def clock() -> None:
    """Where the recorded TIMEs put ships of one square, and where RND(1) would have put them: docs/clock.md."""
    from matplotlib.figure import Figure

    games = [load(path) for path in sorted((ROOT / "tests" / "recordings").glob("game-*.json"))]
    times = [time for game in games for time in game.times[24:40:2]]
    following = [time for game in games for time in game.times[25:40:2]]
    first = [rnd.rnd_minus_time(time, rnd.INITIAL) for time in times]
    second = [rnd.rnd_minus_time(time, rnd.INITIAL) for time in following]
    figure = Figure(figsize=(9, 4.4), layout="constrained")
    titles = ("as drawn: RND(-TIME), RND(-TIME)", "the same TIMEs: RND(-TIME), RND(1)")
    for axes, title, rows in zip(figure.subplots(1, 2), titles, (second, map(rnd.step, first)), strict=True):
        counts = [[0] * 10 for _ in range(10)]
        for column, row in zip(first, rows, strict=True):
            counts[rnd.scaled(10, row)][rnd.scaled(10, column)] += 1
        image = axes.imshow(counts, cmap="viridis", vmin=0, vmax=60)
        axes.set(title=title, xticks=range(10), yticks=range(10))
        axes.set_xticklabels("ABCDEFGHIJ")
        axes.set_yticklabels(range(1, 11))
    figure.colorbar(image, ax=figure.axes, label=f"draws of {len(times)}")
    figure.savefig(PICTURES / "clock.png", dpi=100)


# Workers import this file.
if __name__ == "__main__":
    main()
