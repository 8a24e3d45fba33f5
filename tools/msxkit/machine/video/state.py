"""What BASIC and the BIOS remember of the screen, besides the chip: the video part of the work area.

Names in capitals are those of the work area (MSX2 Technical Handbook, appendix 8).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msxkit.charset import UNICODE
from msxkit.display.screen import ROWS
from msxkit.machine.chip_type import ChipType
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.display_modes import YJK_YAE
from msxkit.machine.video.modes import MODES, MOVABLE, ScreenMode
from msxkit.machine.video.sprite_lines import status_of_interrupt

#: The bit of a pixel that has a colour of the palette, where YAE and YJK are on.
PALETTE = 8


def palette_pixel(colour: int) -> int:
    """Return what SCREEN 10 draws in a colour: it and a bit rotated through the carry, four times to the left. Above
    15, which CIRCLE and DRAW let pass, bits come back on the right.
    """
    return (colour << 4 | PALETTE | colour >> 5) & 0xFF


#: Of FNKSTR, for each function key.
KEY_BYTES = 16
#: What the ten function keys hold after a reset (European machines).
FUNCTION_KEYS = (
    "color ",
    "auto ",
    "goto ",
    "list ",
    "run\r",
    "color 15,4,4\r",
    'cload"',
    "cont\r",
    "list.\r\x1e\x1e",
    "\x0crun\r",
)


@dataclass
class TextState:
    """The text screen without its cells, which are in video memory.

    Attributes:
        widths: LINL40 and LINL32, what WIDTH set in SCREEN 0 and 1.
        width: LINLEN, the width of the text screen now.
        columns: The columns of its name table.
        limit: CLMLST, from this column on a comma in PRINT starts a new line.
        row_count: CRTCNT, rows with the function-key line.
        x, y: CSRX and CSRY, the cursor, 1-based.
        column: TTYPOS, where PRINT thinks it is.
        links: LINTTB, for each row whether it goes on in the next one.
        names: NAMBAS, the name table.
        patterns: CGPBAS, the pattern table.
        origin: Address of column 1, row 1 of the window.
        keys_shown: CNSDFG, whether the line of function keys is shown.
        cursor_always: CSRSW, whether the cursor is always shown.
        cursor_style: CSTYLE, 0 for a block, else an underline.
        waiting: Whether the machine waits at `Ok` or for INPUT, with its cursor drawn.
        covered: CURSAV, the code under the cursor; None while no cursor is drawn in video memory.
        escape: Codes of an escape sequence so far; None outside one.
        graphic: Whether the header of a graphic character was printed and its code comes next.
        characters: The character of each code of the machine.
        scrolled: Rows that scrolled away, as characters; None when nobody wants them.
    """

    widths: list[int] = field(default_factory=lambda: [40, 29])
    width: int = 40
    columns: int = 40
    limit: int = 14
    row_count: int = ROWS
    x: int = 1
    y: int = 1
    column: int = 0
    links: list[bool] = field(default_factory=lambda: [False] * (ROWS + 1))
    names: int = 0
    patterns: int = 0x800
    origin: int = 0
    keys_shown: bool = False
    function_keys: list[str] = field(default_factory=lambda: list(FUNCTION_KEYS))
    cursor_always: bool = False
    cursor_style: int = 0
    waiting: bool = False
    covered: int | None = None
    escape: bytes | None = None
    graphic: bool = False
    characters: str = UNICODE
    scrolled: list[str] | None = None

    @property
    def key_texts(self) -> list[str]:
        """The texts of the function keys: each ends at its first byte 0."""
        return [text.partition("\0")[0] for text in self.function_keys]

    def key_byte(self, at: int) -> int:
        """Return a byte of FNKSTR."""
        return ord(self.function_keys[at // KEY_BYTES].ljust(KEY_BYTES, "\0")[at % KEY_BYTES])

    def poke_key(self, at: int, code: int) -> None:
        """Write a byte of FNKSTR. It is seen when the keys are shown again."""
        number, place = divmod(at, KEY_BYTES)
        text = self.function_keys[number].ljust(KEY_BYTES, "\0")
        self.function_keys[number] = (text[:place] + chr(code) + text[place + 1 :]).rstrip("\0")


@dataclass
class ModeState:
    """The screen mode, with its colours and tables.

    Attributes:
        kind: What SCREEN chose, whatever the WIDTH.
        text_mode: OLDSCR, the text screen (0 or 1) that the machine goes back to.
        colours: FORCLR, BAKCLR, BDRCLR.
        tables: TXTNAM to MLTPAT, what BASE sets for SCREEN 0-3, five addresses each.
        sprites: ATRBAS and PATBAS, the tables of sprites of the last mode that has any.
        draws_bytes: Whether SCREEN 11 was the last of SCREEN 10 to 12: there a colour is a byte.
    """

    kind: ScreenMode = MODES[0]
    text_mode: int = 0
    colours: list[int] = field(default_factory=lambda: [15, 4, 4])
    tables: list[int] = field(default_factory=lambda: list(MOVABLE))
    sprites: list[int] = field(default_factory=lambda: [0x1B00, 0x3800])
    draws_bytes: bool = False

    @property
    def mode(self) -> int:
        """SCRMOD, 0-8."""
        return self.kind.number


@dataclass
class GraphicsState:
    """What the graphic statements remember.

    Attributes:
        x, y: GRPACX and GRPACY, the last point, signed.
        to_x, to_y: GXPOS and GYPOS, which the statements work with.
        ink: ATRBYT, the colour that is drawn.
        operation: LOGOPR, how it is combined with what stands there.
        turtle: DRWFLG, the B (80H) and N (40H) of DRAW that wait for their line.
        turtle_scale: DRWSCL, in quarters; 0 counts as 4.
        turtle_angle: DRWANG, in quarter turns.
        shown_page, active_page: DPPAGE and ACPAGE, what SET PAGE chose.
        sprite: Row, column, pattern and colour of the sprite that PUT SPRITE put last, in SCREEN 4 to 8.
    """

    x: int = 0
    y: int = 0
    to_x: int = 0
    to_y: int = 0
    ink: int = 15
    operation: int = 0
    turtle: int = 0
    turtle_scale: int = 0
    turtle_angle: int = 0
    shown_page: int = 0
    active_page: int = 0
    sprite: bytearray = field(default_factory=lambda: bytearray(4))


@dataclass
class VideoState:
    """The whole video of a machine.

    Attributes:
        status: STATFL, the status register at the last interrupt, from when the program has first read it.
        lines_read: Lines of the picture that had been drawn when it last did so since that interrupt.
    """

    chip: Chip
    screen: ModeState = field(default_factory=ModeState)
    text: TextState = field(default_factory=TextState)
    graphics: GraphicsState = field(default_factory=GraphicsState)
    status: int | None = None
    lines_read: int = 0

    @classmethod
    def fresh(cls, kind: ChipType) -> VideoState:
        """Return the video as a reset leaves it, before anything is shown."""
        return cls(Chip.fresh(kind))

    @property
    def last_status(self) -> int:
        """STATFL; while nobody has asked for it, of the picture as it is now."""
        return status_of_interrupt(self.chip) if self.status is None else self.status

    @property
    def draws_palette(self) -> bool:
        """Whether a colour is one of the palette although a pixel has eight bits: where YAE and YJK are on, but not in
        SCREEN 11.
        """
        return self.chip.mode is YJK_YAE and not self.screen.draws_bytes

    @property
    def highest_colour(self) -> int:
        """The highest colour that statements take."""
        return 15 if self.draws_palette else self.screen.kind.highest_colour

    @property
    def highest_border(self) -> int:
        """The highest colour of the border."""
        return 15 if self.draws_palette else self.screen.kind.highest_border

    def pixel_of(self, colour: int) -> int:
        """Return what is written for a colour."""
        return palette_pixel(colour) if self.draws_palette else colour
