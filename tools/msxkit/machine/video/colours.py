"""COLOR: foreground, background, border and the palette.

Sources: MSX Red Book (CHGCLR), MSX2 Technical Handbook 2.2; tests/graphics.
"""

from __future__ import annotations

from typing import Protocol

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.video.display_modes import ModeLayout
from msxkit.machine.video.modes import ScreenMode
from msxkit.machine.video.state import VideoState

#: SCREEN 6: a border of 16 and more is two colours of two bits, for odd and even columns.
_STRIPED = 16


class Modes(Protocol):
    """What `ScreenColours` asks about the screen modes; `Screens` tells it."""

    @property
    def mode(self) -> ScreenMode: ...
    def tables(self, number: int) -> tuple[int, ...]: ...


class ScreenColours:
    """The colours of a machine's screen."""

    def __init__(self, video: VideoState, modes: Modes) -> None:
        self._video = video
        self._modes = modes

    def cleared(self) -> int:
        """Return the background colour as a pixel of a cleared bitmap. SCREEN 6 combines bits 3-2 with bits 1-0."""
        colour = self._video.screen.colours[1]
        return (colour | colour >> 2) & 3 if self._modes.mode.display.halves_colours else colour

    # COLOR

    @carries("COLOR")
    def set(self, foreground: int | None, background: int | None, border: int | None) -> None:
        """Carry out COLOR: what is None stays. Raise error 5 for a colour that the mode does not have."""
        video, screen = self._video, self._video.screen
        for colour, highest in (
            (foreground, video.highest_colour),
            (background, video.highest_colour),
            (border, video.highest_border),
        ):
            if colour is not None and colour > highest:
                raise IllegalFunctionCallError
        for index, colour in enumerate((foreground, background, border)):
            if colour is not None:
                screen.colours[index] = self._kept(colour)
        self._video.graphics.ink = screen.colours[0]
        self.show()

    def _kept(self, colour: int) -> int:
        if not self._modes.mode.display.halves_colours:
            return colour
        return colour & 15 if colour >= _STRIPED else (colour & 3) * 5

    def show(self) -> None:
        """Give the border, and in the text modes the cells, the colours of COLOR (CHGCLR)."""
        self.show_border()
        chip, screen, mode = self._video.chip, self._video.screen, self._modes.mode
        if mode.display.layout is ModeLayout.TILES:
            table = self._modes.tables(mode.number)[1]
            chip.vram[table : table + 32] = bytes(((screen.colours[0] << 4 | screen.colours[1]) & 0xFF,)) * 32

    def show_border(self) -> None:
        """Set R#7: the border; in SCREEN 0 the colours of the characters."""
        chip, screen = self._video.chip, self._video.screen
        ink, paper, border = screen.colours
        pair = self._modes.mode.display.layout is ModeLayout.TEXT
        chip.write_register(7, (ink & 15) << 4 | paper & 15 if pair else border)

    # The palette of a V9938

    @carries("COLOR_PALETTE")
    def set_palette(self, colour: int, red: int | None, green: int | None, blue: int | None) -> None:
        """Carry out COLOR=(colour,red,green,blue): in the chip, and in the copy of its palette in video memory.

        A level that is left out stays as it is there. Raise error 5 for a colour above 15 or a level above 7.
        """
        if colour > 15:
            raise IllegalFunctionCallError
        chip, at = self._video.chip, self._copy() + 2 * colour
        red = chip.vram[at] >> 4 & 7 if red is None else red
        green = chip.vram[at + 1] & 7 if green is None else green
        blue = chip.vram[at] & 7 if blue is None else blue
        if max(red, green, blue) > 7:
            raise IllegalFunctionCallError
        chip.set_colour(colour, red << 4 | blue, green)
        chip.vram[at : at + 2] = chip.palette[2 * colour : 2 * colour + 2]

    @carries("COLOR_NEW", "COLOR_ALONE")
    def reset_palette(self) -> None:
        """Set the palette after a reset, in the chip and in its copy, as COLOR=NEW and COLOR do."""
        chip, at = self._video.chip, self._copy()
        palette = chip.type.palette
        chip.palette[:] = palette
        chip.vram[at : at + len(palette)] = palette

    @carries("COLOR_RESTORE")
    def restore_palette(self) -> None:
        """Set the palette from its copy in video memory, as COLOR=RESTORE does."""
        chip, at = self._video.chip, self._copy()
        for colour in range(16):
            chip.set_colour(colour, *chip.vram[at + 2 * colour : at + 2 * colour + 2])

    def _copy(self) -> int:
        """Return the address of the copy, in the page that is drawn on."""
        mode = self._modes.mode
        return self._video.graphics.active_page * mode.page_size + mode.palette
