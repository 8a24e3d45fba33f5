"""The programs that come with a page: what each is, and a picture of it while it runs."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from importlib.resources import files

from msxkit.errors import MsxError
from msxkit.interpreter.session import ERROR, Session
from msxkit.language.program import Program
from msxkit.language.source import decode_program
from msxkit.machine.clock import SECOND
from msxkit.machine.input_script import parse

_LISTINGS = files("msxkit.web").joinpath("examples")
#: The seed of the random numbers in a picture.
_SEED = 3


@dataclass(frozen=True, slots=True)
class Example:
    """A program that comes with the page.

    Attributes:
        name: Its name in addresses, and the stem of its listing's file.
        about: A sentence for users.
        kind: The heading that it stands under.
        seconds: When its picture is taken, in seconds of the machine.
        keys: What is pressed until then (docs/interpreter.md, "Keys and joysticks by script").
    """

    name: str
    title: str
    about: str
    kind: str
    seconds: float
    keys: str = ""

    @property
    def listing(self) -> bytes:
        """The listing, as the bytes of its file."""
        return _LISTINGS.joinpath(f"{self.name}.bas").read_bytes()

    @property
    def program(self) -> Program:
        """The program."""
        return decode_program(self.listing, self.name)

    def session(self) -> Session:
        """Return the machine at the moment of the picture. Raise `MsxError` when the program fails before that."""
        chance = random.Random(_SEED)
        session = Session(
            self.program,
            clock=(chance.randrange(1, 65536) for _ in range(1_000_000)),
            script=parse(self.keys, self.name),
            machine="msx2",
            idle_polls=None,
        )
        if session.run(until=round(self.seconds * SECOND)).at is ERROR:
            raise MsxError(f"the example {self.name} fails: {session.error}")
        return session

    def picture(self) -> bytes:
        """Return its picture as PNG. Raise `MsxError` when the program fails."""
        from msxkit.display.picture import draw

        buffer = io.BytesIO()
        draw(self.session().video.frame, 1).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


EXAMPLES = (
    Example("snake", "Snake", "Eat the apples and grow; walls and your own tail end the game.", "Games", 8,
            '3 keys DOWN\n3.2 keys RIGHT\n5.5 keys DOWN\n5.9 keys LEFT\n6.6 keys DOWN\n7.2 keys RIGHT\n'),
    Example("meteors", "Meteors", "Dodge the falling rocks, or shoot them; they come faster with every hundred points.",
            "Games", 9, "3 keys RIGHT\n3.6 keys SPACE\n4.6 keys LEFT\n5.4 keys SPACE\n6.5 keys LEFT\n7.3 keys SPACE\n"),
    Example("lander", "Lander", "Steer down to the yellow platform with little fuel; each level has new mountains.",
            "Games", 17, "15.5 keys SPACE+RIGHT\n"),
    Example("maze", "Maze", "The computer digs a new maze each time; the cursor keys lead to the diamond.", "Games", 46,
            "40 keys DOWN\n"),
    Example("guess", "Guess a number", "A first program: ten lines, a loop and two comparisons.", "Games", 9,
            '1 type "50\\r"\n3 type "25\\r"\n5 type "37\\r"\n'),
    Example("sunset", "Sunset", "Sixteen colours of your own, waves that glitter, and gulls that are sprites (MSX2).",
            "Pictures", 76),
    Example("mandel", "The Mandelbrot set", "First coarse, then ever finer; best at the highest speed (MSX2).",
            "Pictures", 4000),
    Example("fern", "A fern", "Four rules, chosen by chance, grow a leaf dot by dot.", "Pictures", 700),
    Example("kaleido", "Kaleidoscope", "One line that wanders, mirrored eight times (MSX2).", "Pictures", 25),
    Example("rings", "Rings", "Circles in all colours: the shortest picture there is.", "Pictures", 20),
    Example("sketch", "Sketch", "A drawing board with pen, paint and fourteen inks.", "Drawing and sprites", 19.5,
            '3 type "r"\n3.6 type "p"\n9.3 type "cc"\n9.6 type " "\n10 keys RIGHT\n11.5 keys UP\n12.5 keys LEFT+UP\n'
            '13.2 keys LEFT\n15.2 keys LEFT+DOWN\n16.4 keys DOWN\n17.4 keys RIGHT\n18 keys NONE\n18.2 type "r"\n'),
    Example("sprites", "A ball", "A sprite of 16 x 16 dots that the cursor keys move.", "Drawing and sprites", 5,
            "2 keys RIGHT\n4 keys NONE\n"),
    Example("canon", "Canon", "Frère Jacques for three voices, with the notes as they sound.", "Music", 24),
    Example("scale", "A scale", "Eight notes, written into the sound chip itself.", "Music", 4),
    Example("morse", "Morse", "Your message in dots and dashes, seen and heard.", "Tools", 13, '2 type "MSX 83\\r"\n'),
    Example("banner", "Banner", "Large letters, read out of the machine's own patterns.", "Tools", 16,
            '2 type "HELLO MSX!\\r"\n'),
    Example("calendar", "Calendar", "Any month from 1600 on.", "Tools", 8, '1 type "1983,6\\r"\n'),
)  # fmt: skip
#: The examples by their names.
BY_NAME = {example.name: example for example in EXAMPLES}
