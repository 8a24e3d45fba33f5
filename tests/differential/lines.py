"""Lines of random tokens: `check`, `run` and `compile` say what is wrong with them, and the same; none breaks down."""

from __future__ import annotations

import re
from random import Random

from msxkit.errors import MsxError, ProgramError
from msxkit.language.check import check
from msxkit.language.program import Program as Listing
from msxkit.language.tokens import KEYWORDS
from msxkit.native.compiler import compile_program
from msxkit.native.errors import CompileError
from tests.differential import emitters
from tests.differential.common import Program, numbered
from tests.differential.grammar import named
from tests.differential.ways import PLAIN, WAYS
from tests.msxkit.test_agreement import agree_when_reported, agree_when_run

#: What shows time, memory or devices, which cartridge and interpreter need not have alike.
_APART = re.compile(
    r"TIME|FRE|INP|PEEK|POKE|OUT|WAIT|USR|VARPTR|PLAY|LPRINT|LLIST|LPOS|CLEAR|MOTOR|BASE|VDP|SPRITE|INTERVAL|KEY|STRIG"
    r"|STICK|PAD|PDL|CONT|CALL|_|MAX|SET|RND|CLOAD|CSAVE|DEF|COPY|VPEEK|FILES|INPUT|RUN|NEW|DRAW|BEEP|SOUND|TRON|DSK|CMD|IPL|POINT"
)
#: How a refusal reads.
_REFUSAL = re.compile(
    r"(line \d+, column \d+: .+|the (program|code|variables?) .+|.*(too long|bytes).*)", re.DOTALL
)
_WORD = re.compile(r'"[^"]*"?|[A-Z]+[$%!#]?|[0-9.]+|<=|>=|<>|.')


def program(seed: int, number: int) -> Program:
    """Return a program of one to three such lines, and perhaps a handler."""
    random = Random(f"lines {seed} {number}")
    lines = [_line(random) for _ in range(random.randint(1, 3))]
    if random.random() < 0.4:
        lines = ["ON ERROR GOTO 90", *lines]
    return Program((*numbered(lines), "80 END", "90 RESUME NEXT"), msx2=random.random() < 0.6)


def anything(number: int) -> bytes:
    """Return a listing of a few lines of every statement, now and then with a word that has no place in it."""
    random = Random(f"anything {number}")
    found = []
    for line in named("anything").lines(random):
        at = random.randrange(3, len(line) + 1)
        found.append(line[:at] + random.choice(KEYWORDS) + line[at:] if random.random() < 0.3 else line)
    return b"".join(line[:250].encode("latin-1") + b"\r\n" for line in found)


def _line(random: Random) -> str:
    return ":".join(_statement(random) for _ in range(random.randint(1, 3)))


def _statement(random: Random) -> str:
    """Return a statement that is right but for a word, or words in any order."""
    if random.random() < 0.5:
        words: list[str] = _WORD.findall(named("common").text("statement", random))
        for _ in range(random.randint(1, 2)):
            at = random.randrange(len(words) + 1)
            words[at : at + random.randint(0, 1)] = [_word(random)] * random.randint(0, 1)
        return "".join(words)
    return random.choice(("", " ")).join(_word(random) for _ in range(random.randint(1, 6)))


def _word(random: Random) -> str:
    return random.choice(KEYWORDS) if random.random() < 0.4 else named("anything").text("word", random)


def compare(made: Program, way: str = PLAIN) -> list[str] | None:
    """Return what is wrong with what the tools say; None where the listing cannot be read at all."""
    try:
        listing = Listing.from_ascii(made.text.encode("latin-1"))
    except ProgramError:
        return None
    found: list[str] = []
    found += _tried("check", lambda: list(check(listing, target="disk")))
    found += _tried("check and run", lambda: agree_when_run(listing))
    found += _tried("check and run", lambda: agree_when_reported(listing))
    refused = _compiled(listing, found, way)
    if not found and not refused and not _APART.search(made.text.upper()):
        found = emitters.compare(made, way) or []
    return found


def _tried(what: str, work: object) -> list[str]:
    try:
        work()  # type: ignore[operator]
    except MsxError as error:
        return [] if what == "run" else [f"{what}: {error}"]
    except Exception as error:
        return [f"{what}: {type(error).__name__}: {error}"]
    return []


def _compiled(listing: Listing, found: list[str], way: str) -> bool:
    """Compile a listing; whether it was refused."""
    try:
        with WAYS[way].compiling() as options:
            compile_program(listing, options=options)
    except CompileError as error:
        if not all(_REFUSAL.fullmatch(line) for line in str(error).splitlines()):
            found.append(f"compile: {error}")
        return True
    except Exception as error:
        found.append(f"compile: {type(error).__name__}: {error}")
        return True
    return False
