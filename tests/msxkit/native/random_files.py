"""Random programs of files, which write, read, copy, rename and list them, each file and variable more than once."""

from __future__ import annotations

from random import Random

_NAMES = ('"A"', '"B.DAT"', '"A:C"', '"d.x"', "N$", 'N$+".1"', "W$(I)", "FNA$(W$(1))", '"NONE"')
_PATTERNS = ('"*.*"', '"*.DAT"', '"?"', '"A:*"', '"D.*"', "N$", '"X*.*"')
_ITEMS = ("I", "I*1.5", "-7", '"TEXT"', '"A,B"', "W$(I)", "FNA$(N$)", "STRING$(90,65+I)", "Q$", "1E20", '""')
_ASKED = ("EOF(1)", "LOF(1)", "LOC(1)", "LOF(2)", "LOC(2)", "EOF(2)", "ERR", "LEN(Q$)", "FRE(0)>100")


class FileListing:
    """A writer of one program. The same number gives the same program."""

    def __init__(self, number: int) -> None:
        self.random = Random(f"files {number}")
        self.lines = [
            'CLEAR 900:MAXFILES=2:DIM W$(4):W$(1)="ONE":W$(2)="B.DAT":W$(3)="x y":N$="N":DEF FNA$(X$)=X$+LEFT$(X$,1)',
            "ON ERROR GOTO 9000",
        ]
        for _ in range(self.random.randint(5, 12)):
            self.lines += self._part()

    @property
    def text(self) -> str:
        """The listing."""
        rows = [f"{number * 10} {line}" for number, line in enumerate(self.lines, start=1)]
        # A name that something writes is looked for at run time, not beside the listing.
        written = ":".join(f"KILL {name}" for name in _NAMES if "$(" not in name)
        return "\n".join([*rows, "8000 CLOSE:END", f"8100 {written}", "9000 PRINT ERR;ERL:RESUME NEXT", ""])

    def _name(self) -> str:
        return self.random.choice(_NAMES)

    def _part(self) -> list[str]:
        random = self.random
        channel, other = random.sample((1, 2), 2)
        name, length = self._name(), random.choice((12, 40, 128))
        parts = {
            "write": [
                f"OPEN {name} FOR {random.choice(('OUTPUT', 'OUTPUT', 'APPEND'))} AS #{channel}",
                f"FOR I=0 TO {random.choice((1, 3, 4))}:PRINT #{channel},{self._items()}:NEXT:I=1",
                *self._end(channel),
            ],
            "read": [
                f"OPEN {name} FOR INPUT AS #{channel}",
                f"{self._take(channel)}:{self._take(channel)}",
                f"IF NOT EOF({channel}) THEN {self._take(channel)}",
                *self._end(channel),
            ],
            "records": [
                f"OPEN {name} AS #{channel} LEN={length}",
                # A buffer that nothing was put into shows the memory as it was, which differs on a cartridge.
                f'FIELD #{channel},8 AS F$,{length - 8} AS G$:LSET F$="":LSET G$=""',
                f"FOR I=1 TO 3:LSET F$={random.choice(_ITEMS[3:7])}:RSET G$=MKI$(I*I):PUT #{channel},I:NEXT:I=2",
                f"GET #{channel},{random.randint(0, 4)}:PRINT F$;LEN(G$);LOC({channel});LOF({channel})",
                *self._end(channel),
            ],
            "two": [
                f"OPEN {name} FOR OUTPUT AS #{channel}:PRINT #{channel},{self._items()}:CLOSE #{channel}",
                f'OPEN {name} FOR INPUT AS #{channel}:OPEN "TWO" FOR OUTPUT AS #{other}',
                f"{self._take(channel)}:PRINT #{other},Q$;I",
                f"CLOSE #{other}:CLOSE #{channel}",
            ],
            "kill": [f"KILL {random.choice((name, random.choice(_PATTERNS)))}"],
            "name": [
                f"NAME {name} AS {self._name()}",
                f'NAME {random.choice(_PATTERNS)} AS "{random.choice("ZY")}?.*"',
            ],
            "copy": [
                f"COPY {name} TO {self._name()}",
                f'COPY {random.choice(_PATTERNS)} TO "*.{random.choice("BC")}"',
            ],
            "list": [f"FILES {random.choice(_PATTERNS)}", f"PRINT {random.choice(_ASKED)}:LFILES"],
        }
        chosen = random.choice(["write", "write", "read", "read", *parts])
        return parts[chosen]

    def _items(self) -> str:
        random = self.random
        items = [random.choice(_ITEMS) for _ in range(random.randint(1, 4))]
        text = items[0] + "".join(random.choice((";", ';",";')) + item for item in items[1:])
        return text + random.choice(("", "", ";"))

    def _take(self, channel: int) -> str:
        return self.random.choice(
            (
                f"INPUT #{channel},Q$:PRINT Q$",
                f"INPUT #{channel},Q:PRINT Q",
                f"INPUT #{channel},W$(4),Q$:PRINT W$(4);Q$",
                f"LINE INPUT #{channel},Q$:PRINT LEN(Q$);Q$",
                f"Q$=INPUT$({self.random.randint(1, 5)},#{channel}):PRINT LEN(Q$)",
                f"PRINT EOF({channel});LOC({channel});LOF({channel})",
            )
        )

    def _end(self, channel: int) -> list[str]:
        return [
            self.random.choice(
                (
                    f"CLOSE #{channel}",
                    "CLOSE",
                    f"PRINT {self.random.choice(_ASKED)}:CLOSE",
                    "CLEAR 900:ON ERROR GOTO 9000",
                )
            )
        ]
