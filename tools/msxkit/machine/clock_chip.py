"""Date and time of an MSX2, which its clock chip keeps (MSX2 Technical Handbook, chapter 5.7).

Dates are written as machines of Europe write them, day first (002BH of the ROM); years count from 1980.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from msxkit.machine.clock import SECOND, START_JIFFY
from msxkit.machine.model import Model

#: The first year that the chip knows, and how many there are.
FIRST_YEAR, YEARS = 1980, 100
EPOCH = datetime(FIRST_YEAR, 1, 1)
_PARTS = re.compile(r"(\d\d).(\d\d).(\d\d)", re.ASCII | re.DOTALL)


@dataclass
class ClockChipState:
    """The state of the clock chip.

    Attributes:
        start: Seconds from the beginning of 1980 to the start of the run. Machines in openMSX are switched on on the
            same day.
    """

    start: int = (datetime(1988, 1, 1) - EPOCH) // timedelta(seconds=1)


class ClockChip:
    """The clock chip of a machine. All its times are T-states since the run began.

    Attributes:
        there: Whether the machine has one.
    """

    def __init__(self, state: ClockChipState, model: Model) -> None:
        self.state = state
        self.there = model.clock_chip
        self._warm = START_JIFFY // model.frequency

    def date(self, t_states: int) -> str:
        """Return the date as DD/MM/YY."""
        return f"{self._moment(t_states):%d/%m/%y}"

    def time(self, t_states: int) -> str:
        """Return the time as HH:MM:SS."""
        return f"{self._moment(t_states):%H:%M:%S}"

    def set_date(self, text: str, t_states: int) -> bool:
        """Set the date from DD/MM/YY; the time goes on. Return whether the text is a date."""
        found = _PARTS.fullmatch(text)
        now = self._moment(t_states)
        if found is None:
            return False
        day, month, year = map(int, found.groups())
        if not (1 <= day <= 31 and 1 <= month <= 12):
            return False
        # The chip counts a 31st of February on as the 3rd of March.
        year = FIRST_YEAR + (year - FIRST_YEAR) % YEARS
        self._set(now.replace(year, month, 1) + timedelta(days=day - 1), now)
        return True

    def set_time(self, text: str, t_states: int) -> bool:
        """Set the time from HH:MM:SS; the date stays. Return whether the text is a time."""
        found = _PARTS.fullmatch(text)
        now = self._moment(t_states)
        if found is None:
            return False
        hour, minute, second = map(int, found.groups())
        if not (hour < 24 and minute < 60 and second < 60):
            return False
        self._set(now.replace(hour=hour, minute=minute, second=second), now)
        return True

    def _moment(self, t_states: int) -> datetime:
        moment = EPOCH + timedelta(seconds=self.state.start + self._warm + t_states // SECOND)
        return moment.replace(year=FIRST_YEAR + (moment.year - FIRST_YEAR) % YEARS)

    def _set(self, wanted: datetime, now: datetime) -> None:
        self.state.start += (wanted - now) // timedelta(seconds=1)
