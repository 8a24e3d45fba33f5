"""Random programs of nested loops, subroutines, handlers, functions, arrays, strings that are moved, DATA and INPUT."""

from __future__ import annotations

from random import Random

from .random_expressions import ExpressionWriter

_KINDS = ("", "DEFINT A-Z", "DEFSNG A-D", "DEFDBL A-Z:DEFINT I-K", "DEFINT I-L:DEFSNG X")
_NUMBERS = ("A", "B", "X", "I", "J", "K", "N%", "D#", "S!", "M(I)", "M(2)", "P%(J,1)", "Q(1,1,K)")
_STRINGS = ("A$", "B$", "W$(I)", "W$(1)", "Z$")
_SMALL = ("0", "1", "2", "3", "5", "7", "8", "10", "16", "100")
_CONSTANTS = (
    *_SMALL,
    "127",
    "128",
    "200",
    "255",
    "256",
    "999",
    "12345",
    "32767",
    "-1",
    "-7",
    "-32768",
    ".5",
    "2.5",
    "1E10",
    "1/7",
    "&HFF",
    "&H8000",
)
_WORDS = ('"A"', '"SHIP"', '""', '"3.5"', '"&H1F"', '"longer than others"', '" x "')
_RELATIONS = ("=", "<", ">", "<=", ">=", "<>")
_WHOLE = ("+", "-", "*", "\\", " MOD ", " AND ", " OR ", " XOR ", " EQV ", " IMP ")


class StructuredListing(ExpressionWriter):
    """A writer of one program. The same number gives the same program.

    Attributes:
        keys: What is typed into it.
        parts: How long the program is; about 5 by itself.
    """

    def __init__(self, number: int, parts: int | None = None) -> None:
        self.random = random = Random(f"structures {number}")
        self.lines: list[str] = []
        self.keys = ""
        self._loops: list[str] = []
        self._calls = 0
        self._number = 100
        self._say(f"CLEAR {random.choice((60, 90, 150, 400))}:{random.choice(_KINDS)}".rstrip(":"))
        self._say("DIM M(6),P%(3,2),Q(2,2,2),W$(6)")
        self._say("DEF FNA(X)=X*2+I:DEF FNB$(X$)=X$+A$:DEF FNC(X,Y)=X-Y")
        if random.random() < 0.85:
            self._say("ON ERROR GOTO 9000")
        if random.random() < 0.2:
            self._say("ON INTERVAL=1 GOSUB 9300:INTERVAL ON")
        for _ in range(random.randint(4, 9) if parts is None else parts):
            self._part(2)
        self._say("INTERVAL OFF:PRINT:PRINT A;B;X;I;J;K;N%;D#;S!;Z$")
        self._say('PRINT A$;"/";B$;"/";W$(1);"/";W$(2);M(2);P%(1,1):END')

    def text(self) -> str:
        """Return the listing."""
        random = self.random
        others = ('A$="":I=1:J=1:K=1:RESUME NEXT', "RESUME 9100")
        resume = random.choice(others) if random.random() < 0.3 else "RESUME NEXT"
        rest = [
            f'9000 E%=E%+1:PRINT "E";ERR;ERL:IF E%>9 THEN END ELSE {resume}',
            "9100 PRINT A;B;I;N%;LEN(A$);LEN(B$):END",
            "9200 N%=N%+1:IF N%<9 THEN GOSUB 9210",
            "9210 J=ABS(J) MOD 4:RETURN",
            "9220 FOR I=0 TO 2:W$(I)=W$(I)+CHR$(65+I):NEXT:RETURN",
            "9230 ON ABS(I) MOD 3 GOSUB 9210,9220:RETURN",
            "9300 T%=T%+1:RETURN",
            '9400 DATA 1,2,-3,SHIP,4.5,"A,B",,&H10,77,12345',
            "9410 DATA 9,8,x y ,6E3,5,4,3,2,1",
        ]
        return "\n".join([*self.lines, *rest]) + "\n"

    def _say(self, text: str) -> int:
        self._number += 10
        self.lines.append(f"{self._number} {text}")
        return self._number

    # Parts

    def _part(self, depth: int) -> None:
        random = self.random
        kind = random.random()
        if depth and kind < 0.35 and len(self._loops) < 3:
            self._loop(depth)
        elif depth and kind < 0.45:
            self._repeat(depth)
        elif kind < 0.55:
            self._choice()
        elif kind < 0.62:
            self._say(f"GOSUB {random.choice((9200, 9220, 9230))}")
        elif kind < 0.68:
            self._typed()
        else:
            self._say(":".join(self._statement() for _ in range(random.randint(1, 3))))

    def _loop(self, depth: int) -> None:
        random = self.random
        name = random.choice([name for name in ("I", "J", "K", "L%", "X", "S!") if name not in self._loops])
        first, last = random.randint(-2, 4), random.randint(-1, 6)
        step = random.choice(
            ("", "", "", " STEP 2", " STEP -1", " STEP .5", " STEP 3", f" STEP {self._few()}")
        )
        limit = random.choice(
            (str(last), str(last), str(last), f"{last}+A*0", "LEN(A$) MOD 5", "ABS(J) MOD 5")
        )
        self._say(f"C%=0:FOR {name}={first} TO {limit}{step}")
        self._loops.append(name)
        # No loop may run for ever: a counter ends it.
        self._say("C%=C%+1:IF C%>40 THEN 9100")
        for _ in range(random.randint(0, 2)):
            self._part(depth - 1)
        self._loops.pop()
        if random.random() < 0.15:
            self._say(f"IF {self._condition()} THEN {self._number + 30}")
        self._say(random.choice((f"NEXT {name}", "NEXT", f"NEXT {name}")))
        self._say("REM")

    def _few(self) -> str:
        return self.random.choice(("1", "-2", "N%-N%+1", "SGN(A)+2"))

    def _repeat(self, depth: int) -> None:
        name = f"R{depth}"
        start = self._say(f"{name}=0")
        self._say(f"{name}={name}+1")
        for _ in range(self.random.randint(1, 2)):
            self._part(0)
        self._say(f"IF {name}<{self.random.randint(2, 5)} THEN {start + 10}")

    def _choice(self) -> None:
        random = self.random
        kind = random.randint(0, 3)
        if kind == 0:
            self._say(f"IF {self._condition()} THEN {self._statement()} ELSE {self._statement()}")
        elif kind == 1:
            self._say(f"IF {self._condition()} THEN {self._statement()}:{self._statement()}")
        elif kind == 2:
            behind = self._number + 40
            self._say(f"ON {self.number(1)} GOTO {behind},{behind + 10}")
            for _ in range(4):
                self._say(self._statement())
        else:
            self._say(f"ON {self.number(1)} GOSUB 9210,9200,9220")

    def _typed(self) -> None:
        random = self.random
        if len(self.keys) > 25:
            return
        answer = random.choice(("5", "-2.5", "SHIP", '"A,B"', "1E2", ""))
        if random.random() < 0.3:
            self._say(f"LINE INPUT {random.choice(_STRINGS)}")
        elif answer in ("SHIP", '"A,B"') or random.random() < 0.3:
            self._say(f"INPUT {random.choice(_STRINGS)}")
        else:
            self._say(f'INPUT "N";{random.choice(_NUMBERS)}')
        self.keys += answer + "\r"

    # Statements

    def _statement(self) -> str:
        random = self.random
        return random.choice(
            (
                self._assign,
                self._assign,
                self._assign,
                self._text,
                self._text,
                lambda: self.print_statement(1),
                lambda: self.print_statement(1),
                self._using,
                self._read,
                self._other,
            )
        )()

    def _assign(self) -> str:
        return f"{self.random.choice(_NUMBERS)}={self.number()}"

    def _text(self) -> str:
        return f"{self.random.choice(_STRINGS)}={self.string()}"

    def _using(self) -> str:
        random = self.random
        if random.random() < 0.4:
            return (
                f'PRINT USING "{random.choice(("!", "&", chr(92) + "  " + chr(92), "_!&"))}";{self.string(1)}'
            )
        pattern = random.choice(("##.##", "+###", "**##.#", "$$#,###.##", "##.#^^^^", "###-", "<###>"))
        return f'PRINT USING "{pattern}";{self.number(1)};{self.number(0)}'

    def _read(self) -> str:
        return self.random.choice(
            ("READ A", "READ A$", "READ I,B$", "RESTORE", "RESTORE 9410", "READ W$(2),M(1)", "READ N%,X")
        )

    def _other(self) -> str:
        random = self.random
        return random.choice(
            (
                "SWAP A,B",
                "SWAP A$,B$",
                "SWAP W$(1),W$(2)",
                "SWAP M(1),M(2)",
                f"MID$(A$,{random.randint(1, 4)})={self.string(1)}",
                "ERASE M:DIM M(4)",
                f"ERROR {random.randint(1, 60)}",
                f'PRINT TAB({random.randint(0, 30)});FRE("")>0',
                f"LOCATE {random.randint(0, 30)}",
                'A$=LEFT$(A$,6):B$=LEFT$(B$,6):Z$=""',
                "FOR L=0 TO 5:W$(L)=STRING$(L,65+L):NEXT",
                f"PRINT FNA({self.number(1)});FNC(I,J)",
                f"PRINT FNB$({self.string(0)})",
                'X=FRE(""):X=0',
                f'A$="":FOR L=1 TO {random.randint(2, 30)}:A$=A$+"x":NEXT',
                "M(5)=M(5)+1:P%(1,1)=P%(1,1)+M(5)",
            )
        )

    # Expressions

    def number(self, depth: int = 2) -> str:
        """Return a number."""
        random = self.random
        kind = random.random()
        if depth == 0 or kind < 0.2:
            return random.choice(_NUMBERS + _CONSTANTS)
        if kind < 0.5:
            operator = random.choice(_WHOLE)
            return f"({self.number(depth - 1)}{operator}{self.number(depth - 1)})"
        if kind < 0.62:
            return (
                f"({random.choice(('I', 'J', 'K', 'N%', 'A'))}{random.choice(_WHOLE)}{random.choice(_SMALL)})"
            )
        if kind < 0.68:
            return f"({self.number(depth - 1)}{random.choice(('/', '^', '+', '-', '*'))}{self.number(0)})"
        if kind < 0.76:
            return f"({self._condition()})"
        if kind < 0.8:
            return f"-{self.number(depth - 1)}"
        if kind < 0.9:
            name = random.choice(("ABS", "INT", "FIX", "SGN", "CINT", "CSNG", "SQR", "INT"))
            return f"{name}({self.number(depth - 1)})"
        if kind < 0.94:
            return f"INT(RND(1)*{random.choice(_SMALL)})"
        return self.number_of_string(depth - 1)

    def _condition(self) -> str:
        random = self.random
        relation = random.choice(_RELATIONS)
        kind = random.random()
        if kind < 0.2:
            return f"{self.string(0)}{relation}{self.string(0)}"
        simple = f"{self.number(0)}{relation}{self.number(random.randint(0, 1))}"
        if kind < 0.6:
            return simple
        if kind < 0.9:
            other = f"{random.choice(('I', 'J', 'A', 'N%'))}{random.choice(_RELATIONS)}{random.choice(_CONSTANTS)}"
            return f"{simple}{random.choice((' AND ', ' OR '))}{other}"
        return f"NOT({simple})"

    def string(self, depth: int = 2) -> str:
        """Return a string."""
        random = self.random
        kind = random.random()
        if depth == 0 or kind < 0.3:
            return random.choice(_STRINGS + _WORDS)
        if kind < 0.5:
            return f"{self.string(depth - 1)}+{self.string(depth - 1)}"
        count = random.choice(("0", "1", "2", "3", "I", "J", "N% MOD 7"))
        return random.choice(
            (
                *self.pieces(count, depth - 1),
                f"MID$({self.string(depth - 1)},{random.randint(1, 5)})",
                *self.made_strings(count, depth - 1),
                f"FNB$({self.string(0)})",
            )
        )
