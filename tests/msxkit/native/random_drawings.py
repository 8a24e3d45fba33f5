"""Random programs that draw: every graphic statement, on and off the screen, with errors now and then."""

from __future__ import annotations

import random
from collections.abc import Callable

_ANGLES = ("0", "1", "2.5", "3.14159", "4.7", "6.2", "-1", "-2", "-.0001", "-5.5", "6.28318", ".5")
_ASPECTS = (".5", "2", ".3", "1.4", "1", ".01", "20", "1/3", "0")
_LETTERS = "UDLREFGH"
_OPERATIONS = ("PSET", "PRESET", "AND", "OR", "XOR", "TPSET", "TPRESET", "TAND", "TOR", "TXOR")


class Drawing:
    """The program of a number.

    Attributes:
        msx2: It draws in SCREEN 4 to 8.
    """

    def __init__(self, number: int, msx2: bool = False) -> None:
        self._random = random.Random(f"drawing {number} {msx2}" if msx2 else f"drawing {number}")
        self._msx2 = msx2
        self._mode = self._random.choice((4, 5, 5, 6, 7, 8) if msx2 else (2, 2, 3))
        self._right = 540 if self._mode in (6, 7) else 280

    def text(self) -> str:
        """Return the listing."""
        pick = self._random
        lines = [
            f"COLOR {pick.randrange(16)},{pick.randrange(16)},{pick.randrange(16)}",
            f"SCREEN {self._mode},{pick.randrange(4)}",
            'OPEN "GRP:" FOR OUTPUT AS #1:N=7:M%=-3:A(2)=11:B$="R10NU5":S!=2.5',
        ]
        if self._msx2:
            lines.append("DIM C%(400),D%(20)")
        if pick.random() < 0.3:
            lines.append("ON ERROR GOTO 900")
        lines += [self._statement() for _ in range(pick.randrange(3, 14))]
        lines.append("Z$=INPUT$(1)")
        listing = [f"{10 * number} {line}" for number, line in enumerate(lines, 1)]
        return "\n".join([*listing, "890 END", "900 E=E+ERR:RESUME NEXT"]) + "\n"

    def _statement(self) -> str:
        kinds: tuple[Callable[[], str], ...] = (
            self._pset,
            self._line,
            self._line,
            self._circle,
            self._circle,
            self._paint,
            self._draw,
            self._draw,
            self._print,
            self._sprite,
            self._other,
        )
        if self._msx2:
            kinds += (self._copy, self._copy, self._of_msx2, self._of_msx2)
        return self._random.choice(kinds)()

    def _operation(self) -> str:
        pick = self._random
        return pick.choice(_OPERATIONS) if self._msx2 and pick.random() < 0.3 else ""

    def _page(self) -> str:
        pick = self._random
        return pick.choice(("", "", "0", "1", "1", "2" if pick.random() < 0.2 else "0"))

    def _copy(self) -> str:
        pick = self._random
        to = f"({self._number(0, self._right)},{self._number(0, 215)}){self._tail(self._page(), self._operation())}"
        if pick.random() < 0.25:
            return (
                f"COPY {pick.choice(('C%', 'C%', 'D%'))}{pick.choice(('', ',1', ',2', ',3', ',4'))} TO {to}"
            )
        x, y = pick.randrange(self._right - 40), pick.randrange(190)
        wide, high = pick.randrange(-30, 40), pick.randrange(-20, 25)
        if pick.random() < 0.7:
            return f"COPY ({x},{y})-({x + wide},{y + high}){self._tail(self._page())} TO {to}"
        return f"COPY ({x},{y})-({x + wide},{y + high}){self._tail(self._page())} TO {pick.choice(('C%', 'C%', 'D%'))}"

    def _of_msx2(self) -> str:
        pick = self._random
        return pick.choice(
            (
                f"SET PAGE {pick.choice(('0', '1', ''))},{pick.randrange(3 if pick.random() < 0.2 else 2)}",
                f"COLOR=({pick.randrange(17)},{pick.randrange(8)},{pick.randrange(8)},{pick.randrange(8)})",
                "COLOR=NEW",
                "COLOR=RESTORE",
                "COLOR",
                "P=VDP(9):P=VDP(-2) AND &HEF",
                "SCREEN ,,,,,1",
                "SET ADJUST(2,-3)",
                f"COLOR SPRITE({pick.randrange(33)})={pick.randrange(256)}",
                f"COLOR SPRITE$({pick.randrange(32)})=STRING$({pick.randrange(20)},{pick.randrange(256)})",
                f"VPOKE {pick.randrange(65536)}!,{pick.randrange(256)}",
                f"SCREEN {pick.randrange(9)}",
                f"COLOR {pick.randrange(40)},{pick.randrange(20)},{pick.randrange(40)}",
                "CLS",
                "WIDTH 80",
                f"P=BASE({pick.randrange(46)}):PSET (P/300,20),5",
            )
        )

    def _number(self, low: int, high: int) -> str:
        pick = self._random
        if pick.random() < 0.04:
            return pick.choice(("N", "M%", "A(2)", "S!*3", "-1000", "32767", "-32768", "N+.5"))
        return str(pick.randrange(low, high))

    def _point(self) -> str:
        step = "STEP" if self._random.random() < 0.25 else ""
        if step:
            return f"STEP({self._number(-60, 60)},{self._number(-60, 60)})"
        return f"({self._number(-20, self._right)},{self._number(-20, 235 if self._msx2 else 215)})"

    def _colour(self) -> str:
        pick = self._random
        return (
            ""
            if pick.random() < 0.25
            else str(pick.randrange(17) if pick.random() < 0.05 else pick.randrange(16))
        )

    def _tail(self, *parts: str) -> str:
        """Operands behind commas, those at the end left out."""
        found = list(parts)
        while found and not found[-1]:
            found.pop()
        return "".join(f",{part}" for part in found)

    def _pset(self) -> str:
        word = self._random.choice(("PSET", "PRESET"))
        return f"{word} {self._point()}{self._tail(self._colour(), self._operation())}"

    def _line(self) -> str:
        first = "" if self._random.random() < 0.3 else self._point()
        tail = self._tail(self._colour(), self._random.choice(("", "", "B", "BF")), self._operation())
        return f"LINE {first}-{self._point()}{tail}"

    def _circle(self) -> str:
        pick = self._random
        start, end = (pick.choice(_ANGLES) if pick.random() < 0.4 else "" for _ in range(2))
        aspect = pick.choice(_ASPECTS) if pick.random() < 0.4 else ""
        radius = pick.randrange(130)  # beyond 8000 the machine's counts of points overflow
        return f"CIRCLE {self._point()},{radius}{self._tail(self._colour(), start, end, aspect)}"

    def _paint(self) -> str:
        pick = self._random
        border = str(pick.randrange(256 if pick.random() < 0.1 else 16)) if pick.random() < 0.4 else ""
        return f"PAINT {self._point()}{self._tail(self._colour(), border)}"

    def _draw(self) -> str:
        pick = self._random
        parts = []
        for _ in range(pick.randrange(1, 9)):
            kind = pick.random()
            if kind < 0.6:
                count = pick.choice(
                    ("", "", str(pick.randrange(80)), "=N;", "=A(2);", "=M%;", "=S!;", "-5", "3;")
                )
                parts.append(pick.choice(("", "", "B", "N", "BN")) + pick.choice(_LETTERS) + count)
            elif kind < 0.8:
                signs = pick.choice(("", "", "+", "-"))
                parts.append(
                    f"{pick.choice(('', 'B', 'N'))}M{signs}{pick.randrange(220)},{pick.randrange(-20, 150)}"
                )
            else:
                last = pick.choice(
                    (f"C{pick.randrange(16)}", f"A{pick.randrange(4)}", f"S{pick.randrange(20)}", "XB$;")
                )
                parts.append(last if pick.random() < 0.96 else pick.choice(("Q", "A7", "C16", "M3")))
        text = pick.choice(("", " ", ";")).join(parts)
        return f'DRAW "{text}"'

    def _print(self) -> str:
        pick = self._random
        what = pick.choice(
            (
                '"HELLO";',
                '"AB"',
                "N;M%",
                'CHR$(1)+"A"+CHR$(200)',
                '"A",1',
                'USING "##.#";S!',
                "TAB(5);1",
                "SPC(3);N",
                'CHR$(13)+"X"',
                '"A LONG LINE OF TEXT"',
            )
        )
        return f"PRINT #1,{what}"

    def _sprite(self) -> str:
        pick = self._random
        if pick.random() < 0.4:
            return f"SPRITE$({pick.randrange(64)})=STRING$({pick.randrange(36)},{pick.randrange(256)})"
        place = self._point() if pick.random() < 0.8 else ""
        tail = self._tail(place, self._colour(), str(pick.randrange(70)) if pick.random() < 0.6 else "")
        return f"PUT SPRITE {pick.randrange(33)}{tail}"

    def _other(self) -> str:
        pick = self._random
        return pick.choice(
            (
                "CLS",
                f"COLOR {pick.randrange(16)}",
                f"COLOR ,{pick.randrange(16)},{pick.randrange(16)}",
                f"SCREEN {pick.choice((0, 1, 2, 3))}",
                f"SCREEN ,{pick.randrange(4)}",
                'PRINT "TEXT";N',
                f"P=POINT{self._point()}:PSET (P*3,10),5",
                f"VPOKE {pick.randrange(16384)},{pick.randrange(256)}",
                f"V=VPEEK({pick.randrange(16384)}):LINE -(V,V),9",
                f"VDP(7)={pick.randrange(256)}",
                "LOCATE 3,4",
                "KEY ON",
                "KEY OFF",
                "CLOSE",
                "BASE(12)=&H2000:SCREEN 2",
                "BASE(10)=&H1C00:SCREEN 2",
                "WIDTH 30",
                "Z$=INPUT$(1)",
            )
        )
