"""Makes the pictures of the documentation from the recordings: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from msxkit.files import write_atomic
from msxkit.picture import gif, png, render
from msxkit.recording import KEY, load

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"


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


main()
