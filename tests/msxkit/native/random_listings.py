"""Random programs that end: numbers, strings, arrays, loops, subroutines, errors, and PRINT in all its forms."""

from __future__ import annotations

from random import Random

from .random_expressions import ExpressionWriter

_NUMBERS = ("A", "B", "I%", "J%", "S!", "D#", "M(1)", "M(I%)", "N%(2,1)", "P!(3)")
_STRINGS = ("A$", "B$", "C$(1)", "C$(2)")
_CONSTANTS = (
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "-1",
    ".5",
    "1.25",
    "100",
    "255",
    "32767",
    "-32768",
    "1E5",
    "3.14159265",
    "1/3",
)
_FUNCTIONS = ("ABS", "INT", "FIX", "SGN", "SQR", "CINT", "CSNG", "SIN", "COS", "ATN", "EXP", "LOG")
_WORDS = ('"AB"', '"HELLO"', '""', '"12.5"', '"&HFF"', '" 7 "', '"x"')


class RandomListing(ExpressionWriter):
    """A writer of one program. The same number gives the same program."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.lines = [
            '10 DIM M(5),N%(3,2),P!(4),C$(3):I%=2:A=1.5:B=-3:A$="Ship":B$="7":J%=5:S!=.25:D#=12345.678'
        ]
        self.lines.append("20 ON ERROR GOTO 900" if self.random.random() < 0.6 else "20 '")

    def text(self) -> str:
        """Return the listing."""
        random = self.random
        for number in range(30, 30 + 10 * random.randint(6, 14), 10):
            parts = [self.statement() for _ in range(random.randint(1, 3))]
            self.lines.append(f"{number} {':'.join(parts)}")
        self.lines += [
            "800 END",
            '810 GOSUB 820:PRINT "S";A;I%:RETURN',
            "820 J%=(J%+1) MOD 9:RETURN",
            '900 PRINT "E";ERR;ERL:RESUME NEXT',
            '950 DATA 12.5,STRING, 7 ,"Q,R",-3E2,x,&H1F,,9',
        ]
        return "\n".join(self.lines) + "\n"

    def number(self, depth: int = 2) -> str:
        random = self.random
        kind = random.random()
        if depth == 0 or kind < 0.25:
            return random.choice(_NUMBERS + _CONSTANTS)
        if kind < 0.6:
            operator = random.choice(
                ["+", "+", "-", "-", "*", "*", "/", "\\", "^", " MOD ", " AND ", " OR ", " XOR "]
            )
            return f"{self.number(depth - 1)}{operator}{self.number(depth - 1)}"
        if kind < 0.7:
            relation = random.choice(("=", "<", ">", "<=", ">=", "<>"))
            return f"({self.number(depth - 1)}{relation}{self.number(depth - 1)})"
        if kind < 0.75:
            return f"-{self.number(depth - 1)}"
        if kind < 0.78:
            return f"NOT {self.number(depth - 1)}"
        if kind < 0.9:
            return f"{random.choice(_FUNCTIONS)}({self.number(depth - 1)})"
        return self.number_of_string(depth - 1)

    def string(self, depth: int = 2) -> str:
        random = self.random
        kind = random.random()
        if depth == 0 or kind < 0.3:
            return random.choice(_STRINGS + _WORDS)
        if kind < 0.5:
            return f"{self.string(depth - 1)}+{self.string(depth - 1)}"
        count = random.choice(("0", "1", "2", "3", "I%", "J%"))
        return random.choice(
            (*self.pieces(count, depth - 1), *self.made_strings(count, depth - 1), f"BIN$({count})")
        )

    def statement(self) -> str:
        random = self.random
        kind = random.randint(0, 15)
        if kind < 4:
            return f"{random.choice(_NUMBERS)}={self.number()}"
        if kind < 6:
            return f"{random.choice(_STRINGS)}={self.string()}"
        if kind < 9:
            return self.print_statement(2)
        if kind == 9:
            return f"IF {self.number()} THEN A={self.number(1)} ELSE PRINT {self.string(1)}"
        if kind == 10:
            step = random.choice(("", " STEP 2", " STEP -1", " STEP .5"))
            name = random.choice(("K", "K%", "K!"))
            return f"FOR {name}={random.randint(-2, 3)} TO {random.randint(-1, 4)}{step}:PRINT {name};:NEXT"
        if kind == 11:
            return random.choice(("GOSUB 810", f"ON {self.number(1)} GOSUB 810,820"))
        if kind == 12:
            return random.choice(("READ A", "READ A$", "READ I%,B$", "RESTORE", "READ C$(1),B"))
        if kind == 13:
            pattern = random.choice(("##.##", "+###", "**##.#", "$$#,###.##", "##.#^^^^", "###-"))
            return f'PRINT USING "{pattern}";{self.number(1)}'
        if kind == 14:
            return random.choice(
                (
                    "SWAP A,B",
                    "SWAP A$,B$",
                    "MID$(A$,2)=B$",
                    f"PRINT TAB({random.randint(0, 30)});1",
                    "SWAP I%,J%",
                )
            )
        return random.choice(
            (
                "A$=LEFT$(A$,9):B$=LEFT$(B$,9)",
                f"LOCATE {random.randint(0, 30)}",
                f"PRINT SPC({random.randint(0, 9)});2",
            )
        )
