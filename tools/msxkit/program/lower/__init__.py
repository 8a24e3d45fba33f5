"""From the tree of a line to its basic blocks."""

from msxkit.program.lower.line import lower_line

__all__ = ["lower_line"]
