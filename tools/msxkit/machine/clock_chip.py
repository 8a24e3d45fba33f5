"""The clock chip of an MSX2, which a battery feeds: date, time and alarm, and what SET keeps beside them.

Source: MSX2 Technical Handbook, chapter 5, section 6. Years count from 1980.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta

from msxkit import basic_errors
from msxkit.decimal14 import BasicError
from msxkit.machine.clock import SECOND, START_JIFFY
from msxkit.machine.model import Model
from msxkit.machine.sound import Beep

#: The first year that the chip knows, and how many there are.
FIRST_YEAR, YEARS = 1980, 100
EPOCH = datetime(FIRST_YEAR, 1, 1)
#: Lowest and highest value of each part of a date and a time.
_RANGES = {
    "year": (0, 99),
    "month": (1, 12),
    "day": (1, 31),
    "hour": (0, 23),
    "minute": (0, 59),
    "second": (0, 59),
}
_TIME = ("hour", "minute", "second")
_WIDTH = len("00/00/00")
#: What there is room for besides the clock: one text, of so many characters.
TEXT_LENGTH = 6
_OK = "Ok"
#: Ranges of the alarm, of what SET SCREEN keeps (see `ClockChipState`), and seconds of a hundred years.
_ALARM = ((0, 31), (0, 23), (0, 59))
_SCREEN = ((0, 1), (1, 80), (0, 15), (0, 15), (0, 15), (0, 1), (0, 255))
_CENTURY = YEARS * 366 * 86400
PROMPT, TITLE, PASSWORD = "prompt", "title", "password"


@dataclass
class ClockChipState:
    """What the chip keeps.

    Attributes:
        start: Seconds from the beginning of 1980 to the start of the run. Machines in openMSX are switched on on the
            same day.
        alarm: Day, hour and minute of the alarm.
        text, text_is: The text of SET PROMPT, TITLE or PASSWORD, whichever came last, and which of them it is.
        title_colour: The colour of the title.
        beep_sound, beep_volume: What SET BEEP chose, each 1 to 4.
        right, down: What SET ADJUST chose, each -7 to 8.
        screen: What SET SCREEN kept; empty if it never did: mode, width, ink, paper, border, key line, key click.
    """

    start: int = (datetime(1988, 1, 1) - EPOCH) // timedelta(seconds=1)
    alarm: tuple[int, int, int] = (0, 0, 0)
    text: str = ""
    text_is: str = ""
    title_colour: int = 1
    beep_sound: int = 1
    beep_volume: int = 4
    right: int = 0
    down: int = 0
    screen: tuple[int, ...] = ()

    def plain(self) -> dict[str, object]:
        """Return the fields as plain data."""
        return asdict(self)

    @classmethod
    def of_plain(cls, found: dict[str, object]) -> ClockChipState:
        """Return the state of what `plain` returned, read from JSON. Raise `ValueError` for anything else."""
        state = cls()
        for field in fields(cls):
            value = found.get(field.name)
            if isinstance(value, list):
                value = tuple(value)
            if type(value) is not type(getattr(state, field.name)):
                raise ValueError(f"{field.name} is missing or of another type")
            setattr(state, field.name, value)
        state.check()
        return state

    def check(self) -> None:
        """Raise `ValueError` if the chip cannot hold this."""
        screen = self.screen
        whole = all(type(number) is int for number in (*self.alarm, *screen))
        if not whole or len(self.alarm) != len(_ALARM) or len(screen) not in (0, len(_SCREEN)):
            raise ValueError("alarm or screen has other parts")
        for values, ranges in (
            ((self.start,), ((0, _CENTURY - 1),)),
            (self.alarm, _ALARM),
            (screen, _SCREEN),
            ((self.beep_sound, self.beep_volume, self.title_colour), ((1, 4),) * 3),
            ((self.right, self.down), ((-7, 8),) * 2),
        ):
            if any(not low <= value <= high for value, (low, high) in zip(values, ranges, strict=False)):
                raise ValueError("a number is out of its range")
        if len(self.text) > TEXT_LENGTH or any(ord(character) > 255 for character in self.text):
            raise ValueError("its text is too long, or has other characters than the machine's")


class ClockError(BasicError):
    """A text is not a date or a time."""

    def __init__(self, number: int) -> None:
        super().__init__(basic_errors.text_of(number))
        self.number = number


class ClockChip:
    """The clock chip of a machine. All its times are T-states since the run began.

    Attributes:
        there: Whether the machine has one.
    """

    def __init__(self, state: ClockChipState, model: Model) -> None:
        self.state = state
        self.there = model.clock_chip
        self._order = model.date_order
        self._warm = START_JIFFY // model.frequency

    # Date and time

    def date(self, t_states: int) -> str:
        """Return the date, in the order of the machine."""
        now = self._moment(t_states)
        return self._written({"year": now.year % 100, "month": now.month, "day": now.day})

    def time(self, t_states: int) -> str:
        """Return the time as HH:MM:SS."""
        return f"{self._moment(t_states):%H:%M:%S}"

    def set_date(self, text: str, t_states: int) -> None:
        """Set the date; the time goes on. Raise `ClockError` if the text is not a date."""
        parts = _parts(text, self._order)
        now = self._moment(t_states)
        # The chip counts a 31st of February on as the 3rd of March.
        year = FIRST_YEAR + (parts["year"] - FIRST_YEAR) % YEARS
        self._set(now.replace(year, parts["month"], 1) + timedelta(days=parts["day"] - 1), now)

    def set_time(self, text: str, t_states: int) -> None:
        """Set the time from HH:MM:SS; the date stays. Raise `ClockError` if the text is not a time."""
        now, parts = self._moment(t_states), _parts(text, _TIME)
        self._set(now.replace(hour=parts["hour"], minute=parts["minute"], second=parts["second"]), now)

    # The alarm, which has a day, an hour and a minute

    def alarm_date(self, _t_states: int) -> str:
        """Return the date of the alarm: its day."""
        return self._written({"day": self.state.alarm[0]})

    def alarm_time(self, _t_states: int) -> str:
        """Return the time of the alarm."""
        _, hour, minute = self.state.alarm
        return f"{hour:02}:{minute:02}:00"

    def set_alarm_date(self, text: str, _t_states: int) -> None:
        """Set the day of the alarm from a date."""
        self.state.alarm = (_parts(text, self._order)["day"], *self.state.alarm[1:])

    def set_alarm_time(self, text: str, _t_states: int) -> None:
        """Set hour and minute of the alarm."""
        parts = _parts(text, _TIME)
        self.state.alarm = (self.state.alarm[0], parts["hour"], parts["minute"])

    # What else it keeps

    @property
    def prompt(self) -> str:
        """The text in place of `Ok`."""
        return self.state.text if self.state.text_is == PROMPT else _OK

    @property
    def beep(self) -> Beep:
        """What BEEP sounds like."""
        return Beep(self.state.beep_sound, self.state.beep_volume)

    def keep_text(self, use: str, text: str) -> None:
        """Keep a text. There is room for one: prompt, title or password."""
        self.state.text_is, self.state.text = use, str.__str__(text)[:TEXT_LENGTH]

    def _written(self, parts: dict[str, int]) -> str:
        return "/".join(f"{parts.get(part, 0):02}" for part in self._order)

    def _moment(self, t_states: int) -> datetime:
        moment = EPOCH + timedelta(seconds=self.state.start + self._warm + t_states // SECOND)
        return moment.replace(year=FIRST_YEAR + (moment.year - FIRST_YEAR) % YEARS)

    def _set(self, wanted: datetime, now: datetime) -> None:
        self.state.start += (wanted - now) // timedelta(seconds=1)


def _parts(text: str, names: tuple[str, ...]) -> dict[str, int]:
    """Return the numbers of a text such as 12:30:00. Raise `ClockError` if it is not one."""
    found = {}
    for place, name in zip(range(0, _WIDTH, 3), names, strict=True):
        digits = text[place : place + 2]
        if len(text) != _WIDTH or not (digits.isascii() and digits.isdigit()):
            raise ClockError(basic_errors.SYNTAX)
        low, high = _RANGES[name]
        if not low <= int(digits) <= high:
            raise ClockError(basic_errors.ILLEGAL_CALL)
        found[name] = int(digits)
    return found
