"""COLOR: foreground, background, border and the palette.

Sources: MSX Red Book (CHGCLR), MSX2 Technical Handbook 2.2; tests/graphics.
"""

from __future__ import annotations

from typing import Protocol

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.display.palette import V9938_RESET
from msxkit.machine.video.modes import ScreenMode
from msxkit.machine.video.state import VideoState

#: SCREEN 6: a border of 16 and more is two colours of two bits, for odd and even columns.
_STRIPED = 16


class Modes(Protocol):
    """What the colours need to know of the screen modes."""

    @property
    def mode(self) -> ScreenMode: ...
    def tables(self, number: int) -> tuple[int, ...]: ...


class Colours:
    """The colours of a machine's screen."""

    def __init__(self, video: VideoState, modes: Modes) -> None:
        self._video = video
        self._modes = modes

    def cleared(self) -> int:
        """Return the background colour as a pixel of a cleared bitmap. SCREEN 6 takes the bits 3-2 as well as 1-0."""
        colour = self._video.screen.colours[1]
        return (colour | colour >> 2) & 3 if self._video.screen.mode == 6 else colour

    # COLOR

    def set(self, foreground: int | None, background: int | None, border: int | None) -> None:
        """COLOR: what is None stays. Raise error 5 for a colour that the mode does not have."""
        screen = self._video.screen
        limit = {8: 255, 6: 31}.get(screen.mode, 15)
        for colour, highest in (
            (foreground, min(limit, 255 if screen.mode == 8 else 15)),
            (background, min(limit, 255 if screen.mode == 8 else 15)),
            (border, limit),
        ):
            if colour is not None and colour > highest:
                raise IllegalFunctionCallError
        for index, colour in enumerate((foreground, background, border)):
            if colour is not None:
                screen.colours[index] = self._kept(colour)
        self._video.graphics.ink = screen.colours[0]
        self.show()

    def _kept(self, colour: int) -> int:
        if self._video.screen.mode != 6:
            return colour
        return colour & 15 if colour >= _STRIPED else (colour & 3) * 5

    def show(self) -> None:
        """CHGCLR: the border, and in the text modes the cells, take the colours of COLOR."""
        self.show_border()
        chip, screen = self._video.chip, self._video.screen
        if screen.mode == 1:
            table = self._modes.tables(1)[1]
            chip.vram[table : table + 32] = bytes(((screen.colours[0] << 4 | screen.colours[1]) & 0xFF,)) * 32

    def show_border(self) -> None:
        """R#7: the border; in SCREEN 0 the colours of the characters."""
        chip, screen = self._video.chip, self._video.screen
        ink, paper, border = screen.colours
        chip.write_register(7, (ink & 15) << 4 | paper & 15 if screen.mode == 0 else border)

    # The palette of a V9938

    def set_palette(self, colour: int, red: int, green: int, blue: int) -> None:
        """COLOR=(colour,red,green,blue): in the chip, and in its copy in video memory."""
        if colour > 15 or max(red, green, blue) > 7:
            raise IllegalFunctionCallError
        chip = self._video.chip
        chip.set_colour(colour, red << 4 | blue, green)
        at = self._copy() + 2 * colour
        chip.vram[at : at + 2] = chip.palette[2 * colour : 2 * colour + 2]

    def reset_palette(self) -> None:
        """COLOR=NEW, COLOR: the palette after a reset, in the chip and in its copy."""
        chip, at = self._video.chip, self._copy()
        chip.palette[:] = V9938_RESET
        chip.vram[at : at + len(V9938_RESET)] = V9938_RESET

    def restore_palette(self) -> None:
        """COLOR=RESTORE: the palette from its copy in video memory."""
        chip, at = self._video.chip, self._copy()
        for colour in range(16):
            chip.set_colour(colour, *chip.vram[at + 2 * colour : at + 2 * colour + 2])

    def _copy(self) -> int:
        """Return the address of the copy, in the page that is drawn on."""
        mode = self._modes.mode
        page = self._video.graphics.active_page * mode.page_size if mode.bits else 0
        return page + mode.palette
