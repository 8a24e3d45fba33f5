"""The picture of a session, as one looks at it. Nothing here changes anything."""

from __future__ import annotations

from dataclasses import replace

from msxkit.display.font import cleared
from msxkit.display.screen import Screen
from msxkit.interpreter.machine import Machine
from msxkit.machine.state_codec import copied
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.display_modes import ModeLayout
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.raster import frame
from msxkit.machine.video.shot import Shot
from msxkit.machine.video.text_screen import TextScreen


class Video:
    """What the machine shows."""

    def __init__(self, machine: Machine) -> None:
        self._state = machine.state.video
        self._text = machine.screen

    @property
    def screen(self) -> Screen:
        """The text screen now; blank while a graphic one is shown."""
        return self._text.picture()

    @property
    def text(self) -> TextScreen:
        """The text screen as the machine has it, for a screen editor that works on it."""
        return self._text

    @property
    def frame(self) -> Frame:
        """The picture that the video chip shows now, in any mode: pixels, border and palette."""
        return frame(self._seen_chip())

    @property
    def clear_frame(self) -> Frame:
        """The picture with letters that are easier to read, where it is text: `font.cleared`."""
        chip = self._seen_chip()
        if chip.mode.layout not in (ModeLayout.TEXT, ModeLayout.TILES):
            return frame(chip)
        vram, table = chip.vram[:], slice(chip.pattern_table, chip.pattern_table + 0x800)
        vram[table] = cleared(bytes(vram[table]))
        return frame(replace(chip, vram=vram))

    @property
    def shot(self) -> Shot:
        """The video chip now, for a recording."""
        return Shot.of(self._seen_chip(), self.mode)

    def _seen_chip(self) -> Chip:
        """Return the chip with the cursor that stands in video memory at `Ok`."""
        video = self._state
        if self._text.state.waiting:
            video = copied(video)
            TextScreen(video).show_cursor()
        return video.chip

    @property
    def content(self) -> bytes:
        """All that the picture is made of: video memory, registers and palette. It is the same while they are."""
        chip = self._state.chip
        return bytes(chip.vram) + bytes(chip.registers) + bytes(chip.palette)

    @property
    def chip(self) -> Chip:
        """The video chip, to be looked at."""
        return self._state.chip

    @property
    def mode(self) -> int:
        """SCRMOD: the screen mode, 0-8."""
        return self._state.screen.mode

    @property
    def shows_text(self) -> bool:
        """Whether the screen mode is one that PRINT writes on."""
        return self._state.screen.kind.is_text

    @property
    def colours(self) -> tuple[int, int, int]:
        """Foreground, background and border, 0-15."""
        ink, paper, border = self._state.screen.colours
        return ink, paper, border

    @property
    def code_colours(self) -> list[tuple[int, int]]:
        """Ink and paper, 0-15, of each of the 256 codes: SCREEN 1 has them for every eight codes."""
        return self._text.code_colours()

    @property
    def shapes(self) -> dict[int, bytes]:
        """The patterns of 8 bytes that the program has given to codes."""
        return self._text.shapes()
