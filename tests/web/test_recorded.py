"""The recorded games on their page: what happened, in words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from battleship.verification.sources import own_recordings
from msxkit.recording import load
from tests.web.visit import PATIENCE, faults

_TELL = """async () => {
  const address = document.querySelector("script[src*='replay.js']").src.replace("replay.js", "telling.js");
  const {told} = await import(address), {games} = JSON.parse(document.getElementById("data").textContent);
  return Object.fromEntries(games.map(game => [game.name, told(game)]));
}"""


@pytest.mark.slow
def test_each_recorded_game_is_told_to_its_end(browser: Browser, address: str) -> None:
    """The last sentence names the winner; each hit and miss of the person is told once."""
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{address}replay.html")
    page.wait_for_selector("#words:not(:empty)", timeout=PATIENCE * 1000)
    told = page.evaluate(_TELL)
    for path in own_recordings():
        recording = load(path)
        sentences = told[recording.name]
        winner = "You win" if recording.outcome == "player" else "I win"
        assert winner in sentences[-1], recording.name
        hits = sum("You shoot" in text and ": a hit" in text.split("The computer")[0] for text in sentences)
        assert hits == 20 if recording.outcome == "player" else hits < 20, recording.name
    page.keyboard.press("End")
    page.wait_for_function("() => / win /.test(document.getElementById('words').textContent)")
    top = "id => document.getElementById(id).getBoundingClientRect().top"
    assert page.evaluate(top, "screens") < page.evaluate(top, "proof")
    assert not faults(page)
    page.close()
