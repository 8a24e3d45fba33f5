"""The graphic services of a machine, put together."""

from __future__ import annotations

from msxkit.machine.graphics.circle import Circle
from msxkit.machine.graphics.copying import Copying
from msxkit.machine.graphics.draw import Draw
from msxkit.machine.graphics.drawing import Drawing
from msxkit.machine.graphics.graphic_text import GraphicText
from msxkit.machine.graphics.paint import Painting
from msxkit.machine.graphics.sprites import Sprites
from msxkit.machine.macro import VariableAccess
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import VideoState
from msxkit.machine.work import Meter


class Graphics:
    """What statements draw with.

    Args:
        variables: Returns the values of variables to a macro of DRAW.
        meter: The meter of `Drawing`.
    """

    def __init__(self, video: VideoState, screens: Screens, variables: VariableAccess, meter: Meter) -> None:
        self.drawing = Drawing(video, screens.basic, meter)
        self.circle = Circle(self.drawing)
        self.painting = Painting(self.drawing)
        self.turtle = Draw(self.drawing, variables)
        self.copying = Copying(self.drawing)
        self.text = GraphicText(video, self.drawing)
        self.sprites = Sprites(video, screens, self.drawing)
