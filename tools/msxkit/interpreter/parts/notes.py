"""What is counted and measured of a run."""

from __future__ import annotations

from msxkit.interpreter.machine import Machine


class Notes:
    """What a session notes while its program runs, where it was made with that."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._state = machine.state

    @property
    def counts(self) -> dict[int, int]:
        """Offset of a statement -> how often it ran, when the session was made with `coverage`."""
        return dict(self._state.run.counts or {})

    @property
    def timing(self) -> list[tuple[int, int, int]]:
        """Line, offset in the program text, and T-states of each statement that ran, when the session was made with it.

        The T-states are those until the next statement at 3.579545 MHz, with the interrupts in between.
        """
        watch = self._machine.stopwatch
        return [] if watch is None else watch.records

    @property
    def times(self) -> dict[int, int]:
        """Offset of a statement -> its T-states, when the session was made with `timing`."""
        watch = self._machine.stopwatch
        return {} if watch is None else dict(watch.statements)

    @property
    def effects(self) -> list[tuple[str, tuple[object, ...]]]:
        """SOUND, PLAY, BEEP, USR and sprite statements in the order in which they ran."""
        return self._state.effects.effects

    @property
    def effects_kept(self) -> int:
        """How many of `effects` are recorded; later ones are not."""
        return self._machine.devices.kept

    @effects_kept.setter
    def effects_kept(self, value: int) -> None:
        self._machine.devices.kept = value
