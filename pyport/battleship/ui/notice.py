"""A text over a terminal app: help, a question, a hint."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Center
from textual.screen import ModalScreen
from textual.widgets import Static


class Notice(ModalScreen[bool]):
    """With `question`, y answers True and n, Escape or Enter False; otherwise any key closes it."""

    DEFAULT_CSS = """
    Notice { align: center middle; background: #000000 60%; }
    Notice Center { max-width: 60; }
    Notice #notice { width: auto; max-width: 100%; height: auto; padding: 0 1; border: round #ffffff;
                     background: #000000; color: #ffffff; }
    App:ansi Notice { background: ansi_default; }
    App:ansi Notice #notice { background: ansi_default; color: ansi_default; border: round ansi_default; }
    """

    def __init__(self, text: str | Text, question: bool = False) -> None:
        super().__init__()
        self._text = text
        self._question = question
        self._closed = False

    def compose(self) -> ComposeResult:
        yield Center(Static(self._text, id="notice"))

    def on_key(self, pressed: events.Key) -> None:
        pressed.stop()
        # Keys that came while it was closing would close it twice.
        if not self._closed and (not self._question or pressed.key in ("y", "n", "escape", "enter")):
            self._closed = True
            self.dismiss(pressed.key == "y")
