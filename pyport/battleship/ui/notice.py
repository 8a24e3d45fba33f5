"""A text over a terminal app: help, a question, a hint."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

#: Columns of the widest notice, and those of its border and scroll bar.
_WIDEST, _BORDER = 60, 3


class Notice(ModalScreen[bool]):
    """With `question`, y answers True and n, Escape or Enter False; with `patient` only Enter closes it, and q
    or Escape leave the game; otherwise any key does.

    A text that is longer than the terminal is scrolled by the arrow keys and the page keys.
    """

    DEFAULT_CSS = """
    Notice { align: center middle; background: #000000 60%; }
    Notice VerticalScroll { width: auto; height: auto; max-height: 100%; border: round #ffffff;
                            background: #000000; color: #ffffff; scrollbar-size-vertical: 1; }
    Notice #notice { width: auto; height: auto; padding: 0 0 0 1; }
    App:ansi Notice { background: ansi_default; }
    App:ansi Notice VerticalScroll { background: ansi_default; color: ansi_default; border: round ansi_default; }
    """

    def __init__(
        self,
        text: str | Text,
        question: bool = False,
        patient: bool = False,
        leave: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.leave = leave
        self._patient = patient
        self._text = text
        self._question = question
        self._closed = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(self._text, id="notice")

    def on_resize(self, resize: events.Resize) -> None:
        """Wrap long lines at 60 columns, or at the terminal's edge."""
        self.query_one("#notice").styles.max_width = min(resize.size.width, _WIDEST) - _BORDER

    def on_key(self, pressed: events.Key) -> None:
        pressed.stop()
        view = self.query_one(VerticalScroll)
        scroll = {
            "down": view.scroll_down,
            "up": view.scroll_up,
            "pagedown": view.scroll_page_down,
            "pageup": view.scroll_page_up,
        }.get(pressed.key)
        if scroll is not None and view.max_scroll_y:
            scroll(animate=False)
            return
        # Keys that came while it was closing would close it twice.
        if self._patient and pressed.key != "enter":
            if self.leave is not None and pressed.key in ("q", "escape", "ctrl+c"):
                self.leave()
            return
        if not self._closed and (not self._question or pressed.key in ("y", "n", "escape", "enter")):
            self._closed = True
            self.dismiss(pressed.key == "y")
