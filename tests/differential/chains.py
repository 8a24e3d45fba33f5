"""Two classes: programs and other files in the ROM; machine code, and variables as they lie in memory."""

from __future__ import annotations

from random import Random

from msxkit.language.program import Program as Listing
from tests.differential.common import START, Program, numbered
from tests.differential.grammar import Grammar, named

#: Memory that CLEAR keeps free: bytes that programs hand on, code, what BLOAD brings, and marks of the first program.
_TOP, _CODE, _DATA, _MARK = 0xD800, 0xD880, 0xD900, 0xD9F0
_AREA = range(_TOP, _TOP + 0x200)
#: Variables that hold addresses: a cartridge has others.
_PLACES = ("P#", "L#", "O#", "W%", "R%", "R#", "Q#", "R!", "R$")


def _code(random: Random, *, called: bool) -> bytes:
    """Return machine code, to be called at D880h: MSX2 Technical Handbook, chapter 2.

    Args:
        called: Whether USR alone calls it, which passes an integer. BLOAD with R says nothing about registers.
    """

    def byte() -> str:
        return f"{random.randrange(256):02X}"

    value, result = "2AF8F7", "22F8F7"
    slot = f"{random.randrange(0x60):02X}D9"
    video = f"{byte()}{random.randrange(0x18):02X}"
    anywhere = (
        f"21{slot}34C9",
        f"21{slot}06083E{byte()}772310FCC9",
        f"2100D911{slot[:2]}D9010800EDB0C9",
        f"21{video}0120003E{byte()}CD5600C9",
        f"2100D911{video}011000CD5C00C9",
        f"21{video}1160D9010800CD5900C9",
        f"1E{byte()}3E0{random.randrange(6)}CD9300C9",
        f"F3{value}2323{result}FBC9",
        "C9",
    )
    of_usr = (
        f"{value}29{result}C9",
        f"{value}11{byte()}{byte()}19{result}C9",
        f"3AF8F7EE{byte()}32F8F7C9",
        f"{value}7CE6017CF6D8E6D9677E6F2600{result}C9",  # PEEK of D8xxh or D9xxh
        f"21{slot}3AF8F777C9",
        "FE03C83E023263F621341222F8F7C9",
        "FE03C83E023263F62AF8F722F8F7C9",
        "21F6F77EEE8077C9",
        "21F6F73463C9",
        "22D8D932DAD9C9",  # HL and A, which the manual names
        f"{value}3E{byte()}CD4D00C9",
        f"{value}CD4A006F2600{result}C9",
        f"{value}11{byte()}{byte()}E721000030012C{result}C9",
        "EB7EB7C8235E23561A3C12C9",
        "2AF8F7CB3EC9",
        f"{value}7CB520012C{result}C9",
    )
    return bytes.fromhex(random.choice((*anywhere, *of_usr) if called else anywhere))


def _binary(start: int, codes: bytes, entry: int = 0) -> bytes:
    words = (start, start + len(codes) - 1, entry or start)
    return b"\xfe" + b"".join(word.to_bytes(2, "little") for word in words) + codes


def _text(random: Random, ends: bytes = b"") -> bytes:
    words = (
        *(
            b"ABC",
            b"two words",
            b'"quoted, text"',
            b'"open',
            b" 12 ",
            b"-3.5",
            b"1E5",
            b"&HFF",
            b"",
            b"x" * 90,
        ),
        *(b"12abc", b"\t7", b"1 2", b'say "hi"', b".5", b"99999", b"0", b"A:B", b"'q'", b"\x80\xff"),
    )
    lines = [
        random.choice((b",", b",", b" ", b", ")).join(random.choices(words, k=random.randint(1, 4)))
        for _ in range(random.randint(1, 8))
    ]
    return random.choice((b"\r\n", b"\r\n", b"\n", b"\r", b"\n\r")).join(lines) + ends


def _numbers(random: Random) -> bytes:
    return b"\r\n".join(
        random.choice((b",", b" ")).join(
            b"%d" % random.randrange(-99, 40000) for _ in range(random.randint(1, 5))
        )
        for _ in range(random.randint(2, 9))
    ) + random.choice((b"\r\n", b"\r\n\x1a", b""))


def _files(random: Random, msx2: bool) -> dict[str, bytes]:
    code, width = _code(random, called=False), random.randint(1, 20)
    small = random.randrange(0x3700)
    picture = width.to_bytes(2, "little") + (9).to_bytes(2, "little") + random.randbytes((width * 9 + 1) // 2)
    files = {
        "CODE.BIN": _binary(_CODE, code),
        "MEM": _binary(_DATA, random.randbytes(random.randint(1, 24)) or b"x", _CODE),
        "PIC.SC2": _binary(0x1800, bytes(at * 7 & 0xFF for at in range(random.choice((32, 300, 768))))),
        "SMALL.SC2": _binary(small, random.randbytes(random.randint(1, 40))),
        "TEXT": _text(random, random.choice((b"\r\n", b"\r\n\x1a", b"", b"\x1amore\r\n"))),
        "ITEMS.DAT": _text(random, b"\r\n\x1a"),
        "NUM.DAT": _numbers(random),
        "LONG": b"".join(b"line %d of many\r\n" % at for at in range(random.randint(14, 60))) + b"\x1a",
        "EMPTY": b"",
        "ENDS.X": random.choice((b"\x1a", b"\r\n", b"a", b"\r\n\x1a", b'"', b",,\r\n,")),
    }
    if msx2:
        files["P.PL5"] = picture
        files["Q.PL5"] = picture[: random.randint(3, len(picture))]
    return files


_NAMES = 'O$="CODE.BIN":D$="MEM":F$="SMALL.SC2":Z$="":P$="TWO":T$="TEXT":G$="P.PL5":N$="OTHER"'
_DATA_LINE = "800 DATA 12,word,-7,more"


def _body(grammar: Grammar, random: Random, first: list[str], least: int, most: int) -> tuple[str, ...]:
    names = [_NAMES, random.choice(('IF K=9 THEN P$="THREE.BAS":T$="LONG"', "K=K+1", 'Z$=Z$+""'))]
    random.shuffle(names)
    lines = [
        *first,
        "IF PEEK(&HD9F1)>5 THEN END ELSE POKE &HD9F1,PEEK(&HD9F1)+1",
        *random.choice(([START], [START], [])),
        *names,
        "DIM H%(60),W%(3)",
        random.choice(("ON ERROR GOTO 900", "ON ERROR GOTO 900", "REM")),
        *(grammar.text("statement", random) for _ in range(random.randint(least, most))),
    ]
    if random.random() < 0.7:
        lines.append(grammar.text("chain", random))
    return (
        *numbered([*lines, "END"]),
        "700 PRINT A;A$:RETURN",
        _DATA_LINE,
        '900 PRINT "E";ERR;ERL;:RESUME NEXT',
    )


def chains(random: Random) -> Program:
    """Return a program that reads files of the ROM, and runs other programs there."""
    msx2 = random.random() < 0.6
    disk = msx2 and random.random() < 0.5
    grammar = named("chains_disk" if disk else "chains")
    files = _files(random, msx2)
    listings = {name: _body(grammar, random, [], 2, 7) for name in ("TWO", "THREE.BAS")}
    for name, lines in listings.items():
        text = "".join(f"{line}\r\n" for line in lines).encode("latin-1")
        files[name] = Listing.from_file(text).file() if name == "TWO" or random.random() < 0.5 else text
    screen = random.choice(("REM", "REM", "SCREEN 1", f"SCREEN {random.choice((2, 5, 7, 8)) if msx2 else 2}"))
    first = [
        f"CLEAR 600,&H{_TOP:X}",
        f"IF PEEK(&H{_MARK:X})<>77 THEN POKE &H{_MARK:X},77:POKE &HD9F1,0:FOR I=0 TO 31:POKE &HD800+I,I*5:NEXT",
        'BLOAD "CODE.BIN":BLOAD "CODE.BIN",16',
        random.choice(("MAXFILES=2", "MAXFILES=2", "MAXFILES=3", "REM")),
        screen,
    ]
    return Program(
        _body(grammar, random, first, 4, 12),
        msx2=msx2,
        disk=msx2,
        rom=files,
        kept={"OWN.DAT": _text(random, b"\r\n"), "OTHER": b"5,6\r\n"} if disk else {},
        copied=disk,
        name="MAIN.BAS",
        area=_AREA,
    )


def memory(random: Random) -> Program:
    """Return a program of machine code, VARPTR, PEEK and POKE."""
    msx2 = random.random() < 0.6
    lines = [
        f"CLEAR 600,&H{_TOP:X}",
        START,
        f"P=&H{_DATA:X}:L=P:O=P:I=0:V=0:W%=0:QQ=0:R=0",
        'BLOAD "CODE.BIN":BLOAD "CODE.BIN",16:BLOAD "CODE.BIN",32',
        _NAMES.replace(':Z$=""', ""),
        random.choice(("ON ERROR GOTO 900", "ON ERROR GOTO 900", "REM")),
        *(named("memory").text("statement", random) for _ in range(random.randint(5, 14))),
        "END",
    ]
    codes = [_code(random, called=True).hex() for _ in range(3)]
    place = random.choice(("A$", "B$", "C$(1)", "A$"))
    target = random.choice(("&HD880", "&HD890", "&HD8A0"))
    tail = (
        f"600 P=VARPTR({place}):IF PEEK(P)=0 THEN RETURN ELSE L=PEEK(P+1)+256*PEEK(P+2)"
        ":FOR I=1 TO PEEK(P):PRINT PEEK(L+I-1);:NEXT:RETURN",
        f'650 READ X$:P={target}:IF X$="" THEN RETURN',
        '655 FOR I=1 TO LEN(X$) STEP 2:POKE P,VAL("&H"+MID$(X$,I,2)):P=P+1:NEXT',
        f"657 DEFUSR{random.choice(('', '1'))}={target}:RETURN",
        f"660 DEFINT {random.choice('QRT')}:Q=7:R=VARPTR(Q):PRINT PEEK(R);Q:RETURN",
        f'700 DATA {",".join(codes)},"","",""',
        '900 PRINT "E";ERR;ERL;:RESUME NEXT',
    )
    files = {
        name: data
        for name, data in _files(random, False).items()
        if name in ("CODE.BIN", "MEM") or "SC2" in name
    }
    return Program((*numbered(lines), *tail), msx2=msx2, disk=msx2, rom=files, area=_AREA, timed=_PLACES)
