"""The program of a session as its author edits it at the prompt."""

from __future__ import annotations

from msxkit.interpreter.machine import Machine


class ProgramSource:
    """The program text in memory: lines that AUTO numbers, LIST, and whether it is saved."""

    def __init__(self, machine: Machine) -> None:
        self._programs = machine.programs
        self._state = machine.state.programs

    @property
    def unsaved(self) -> bool:
        """Whether there is a program that was neither loaded nor saved as it is now."""
        return self._programs.unsaved

    def keep(self) -> None:
        """Note that the program is safe as it is now, because it was saved in another way."""
        self._programs.keep()

    @property
    def numbering(self) -> tuple[int, int] | None:
        """AUTO: the number of the next line and the step, while lines are typed."""
        return self._state.numbering

    @numbering.setter
    def numbering(self, value: tuple[int, int] | None) -> None:
        self._state.numbering = value

    @property
    def listing(self) -> bool:
        """Whether the run stopped between two lines of LIST, as `pace_listing` wants it."""
        return self._state.listing

    def pace_listing(self) -> None:
        """Let LIST stop after each line from now on, with the event `limit`."""
        self._state.paced = True
