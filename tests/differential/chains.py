"""Two classes: programs and other files in the ROM; machine code, and variables as they lie in memory."""

from __future__ import annotations

from random import Random

from msxkit.language.program import Program as Listing
from tests.differential.common import COMMON, START, Program, numbered
from tests.differential.grammar import Grammar

#: Memory that CLEAR keeps free: bytes that programs hand on, code, what BLOAD brings, and marks of the first program.
_TOP, _CODE, _DATA, _MARK = 0xD800, 0xD880, 0xD900, 0xD9F0
_AREA = range(_TOP, _TOP + 0x200)
#: Variables that hold addresses: a cartridge has others.
_PLACES = ("P#", "L#", "O#", "W%", "R%", "R#", "Q#", "R!", "R$")

#: Reading files, and what both classes do with memory.
_SHARED = Grammar(
    r"""
byte:
  &HD8{0|1}{0-9}
  2* &HD800+{K|I%|J%|0|5}
  &HD9{0|1|2}{0-9}
hand:
  3* POKE {byte},{0-255}
  POKE {byte},{A|K|I%|J%|Q|LEN(A$)|ASC(A$)}AND 255
  {A|K|I%|J%|M(1)|D#}=PEEK({byte}):PRINT {A|K|I%|J%|M(1)|D#}
  2* PRINT PEEK({byte});PEEK({byte})
  FOR I=1 TO LEN(A$):POKE &HD800+I,ASC(MID$(A$,I,1)):NEXT
  A$="":FOR I=1 TO {1-9}:A$=A$+CHR$(PEEK(&HD800+I)):NEXT:PRINT LEN(A$)
  POKE &HD820,B AND 255:POKE &HD821,(K AND 32767)\256:PRINT PEEK(&HD820)+256*PEEK(&HD821)
bload:
  3* BLOAD {data_file}
  2* BLOAD {data_file},{16|32|-16|8|-1|0|1}
  2* BLOAD {data_file},{I%|J%|K*16|LEN(A$)|PEEK(&HD810)AND 31|-I%|VAL("16")}
  BLOAD {code_file}:PRINT PEEK(&HD880)
  3* BLOAD {code_file},R
  BLOAD {code_file},R,{16|32|0}
  BLOAD {code_file},R,{I%*4|K*8|J%}
video_load:
  2* BLOAD {picture},S
  BLOAD {picture},S,{256|-256|I%|K*40|1024|&H2000}
  BLOAD {data_file},S,{-55000!|12288|I%-&HD900|&H3000}
code_address:
  2* {&HD880|55424!|-10112}
  &HD890
  &HD880+{0|16|K*0|I%-I%}
define:
  3* DEFUSR{|1|2}={code_address}
  DEFUSR{|1|2}={&H44|&HC3|&H156|&H90|&H62|&H69|&H3E}
argument:
  3* {0-99}
  {-1|300|32767|-32768|I%|J%|CINT(K)|CINT(A)|LEN(A$)}
  USR1({0-9})
call:
  4* PRINT USR{|1|2}({argument})
  {A|K|I%|J%|D#|M(1)}=USR{|1|2}({argument}):PRINT {A|K|I%|J%|D#|M(1)}
""",
    COMMON,
)

CHAINS = Grammar(
    r"""
code_file:
  {"CODE.BIN"|"code.bin"|O$|"CODE"+".BIN"|LEFT$("CODE.BINX",8)}
data_file:
  {"MEM"|"mem"|D$|"M"+"EM"|CHR$(77)+"EM"|"MEM"+Z$}
picture:
  {"PIC.SC2"|F$|"PIC."+"SC2"|"PIC.SC"+MID$(STR$(2),2)|"SMALL.SC2"}
text_file:
  3* {"TEXT"|"text"|"LONG"|"ITEMS.DAT"|"NUM.DAT"|"EMPTY"|"ENDS.X"}
  2* {T$|LEFT$(T$,4)|"LO"+"NG"|"ITEMS."+"DAT"|MID$("XNUM.DAT",2)|"EMPTY"+Z$}
  {strange}
strange:
  {"TEXT"|T$}
channel:
  5* 1
  2* 2
  {0|3|I%|J%|16}
open:
  5* OPEN {text_file} FOR INPUT AS #{channel}
  OPEN {text_file} FOR INPUT AS {channel}
take:
  2* INPUT #{channel},A$:PRINT A$
  2* INPUT #{channel},A:PRINT A
  INPUT #{channel},A$,A,B$:PRINT A$;A;B$
  INPUT #{channel},I%,M(1),C$(1):PRINT I%;M(1);C$(1)
  3* LINE INPUT #{channel},A$:PRINT LEN(A$);LEFT$(A$,20)
  2* A$=INPUT$({1-5},#{channel}):PRINT LEN(A$);ASC(A$)
  A$=INPUT$({0|60|255|256|K},#{channel}):PRINT LEN(A$)
  3* PRINT {EOF|LOC|LOF}({channel});{EOF|LOC|LOF}({channel})
  IF NOT EOF({channel}) THEN {take} ELSE PRINT "E"
  FOR I=1 TO {2-6}:IF EOF(1) THEN I=9:NEXT ELSE LINE INPUT #1,B$:N=N+LEN(B$):NEXT:PRINT N
  FOR I=1 TO {2-9}:INPUT #1,A:S=S+A:NEXT:PRINT S
close:
  2* CLOSE
  2* CLOSE #{channel}
  {CLEAR 400,&HD800|MAXFILES=2|MAXFILES=1|PRINT#1,A}
draw:
  2* COPY "P.PL5" TO ({0-99},{0-99})
  COPY {"P.PL5"|G$|"P.PL"+"5"|"P.P"+LEFT$("L5",2)|"Q.PL5"} TO ({0-255},{0-211}),{0-3}{||,XOR|,TPSET}
  COPY "P.PL5",{0-3} TO ({0-255},{0-211})
  COPY {"P.PL5"|G$|"TEXT"|"NOPE"} TO {H%|W%}:PRINT {H%|W%}({0-9})
program:
  3* {"TWO"|"THREE.BAS"|"two"|"MAIN.BAS"}
  3* {P$|"T"+"WO"|"THREE"+"."+"BAS"|P$+Z$|MID$("XTWO",2)}
chain:
  4* RUN {program}
  2* RUN {program},R
  LOAD {program},R
keep:
  COLOR {1-15},{1-15},{1-15}
  {KEY 1,"x"|KEY OFF|KEY ON|WIDTH 30|SCREEN 1|SCREEN 0|LOCATE 3,12|PRINT RND(1)|PRINT RND(-3)|TRON|TROFF|SCREEN ,2}
  PUT SPRITE 1,({0-255},{0-191}),8,1
  {DEF FNA(X)=X+5|PRINT FNA(2)|READ A,A$:PRINT A;A$|RESTORE|PRINT ERR;ERL|VPOKE 99,42|SPRITE$(1)="abc"}
  {PRINT POS(0);CSRLIN|PRINT A;A$;M(1)|BEEP|PRINT USING "##.#";A|GOSUB 700|ON ERROR GOTO 0}
statement:
  4* {hand}
  2* {bload}
  2* {video_load}
  {define}:{call}
  {call}
  5* {open}:{take}
  2* {open}:{take}:{take}:{close}
  6* {take}
  2* {close}
  {draw}
  3* {keep}
  2* {assign}
  2* {show}
  IF {condition} THEN {chain} ELSE {take}
  {disk}
disk:
  PRINT "-"
""",
    _SHARED,
)

#: With a disk that has the files too.
CHAINS_DISK = Grammar(
    r"""
strange:
  {"A:TEXT"|"A:"+T$|"NONE"|"NO"+Z$|"TEXT.TXT"|""|"B/C"|"*.*"}
own:
  2* {"OWN.DAT"|"OTHER"|"NEW"|"own.dat"}
  {N$|N$+Z$|"OW"+"N.DAT"}
disk:
  {FILES|FILES "*.*"|FILES "*.DAT"|LFILES|FILES "T*"|FILES "A:*.BAS"|FILES "NONE"}
  2* KILL {own}
  2* NAME {own} AS {own}
  2* OPEN {own} FOR {OUTPUT|APPEND} AS #{channel}:PRINT #{channel},A$;A:CLOSE
  2* OPEN {own} FOR INPUT AS #{channel}:{take}:CLOSE
  COPY {own} TO {own}2
  BSAVE {"DUMP"|"DU"+"MP"},&HD800,&HD80F:BLOAD "DUMP",{0|16|I%}
  PRINT DSKF(0)>0
""",
    CHAINS,
)

MEMORY = Grammar(
    r"""
code_file:
  {"CODE.BIN"|O$}
data_file:
  {"MEM"|D$}
picture:
  {"PIC.SC2"|"SMALL.SC2"|F$}
number_place:
  3* {A|B|I%|J%|S!|D#|K}
  {M(1)|M(I%)|N%(2,1)|N%(I%,0)|P!(3)|M(K)}
string_place:
  {A$|B$|C$(1)|C$(I%)|Z$}
new:
  {const}
  {number}
number_bytes:
  3* O=VARPTR({number_place}):PRINT PEEK(O);PEEK(O+1)
  2* V={new}:W%=VARPTR(V):PRINT PEEK(W%);PEEK(W%+1);PEEK(W%+2);PEEK(W%+3);PEEK(W%+7)
  {S!|P!(3)}={new}:PRINT PEEK(VARPTR({S!|P!(3)})+{0-3})
  {D#|M(1)|A}={new}:PRINT PEEK(VARPTR({D#|M(1)|A})+{0-7})
  {I%|N%(2,1)}={small}:PRINT PEEK(VARPTR({I%|N%(2,1)})+{0-1})
  PRINT VARPTR(N%(1,0))-VARPTR(N%(0,0));VARPTR(N%(0,1))-VARPTR(N%(0,0))
  PRINT VARPTR(M(2))-VARPTR(M(1));VARPTR(P!(1))-VARPTR(P!(0));VARPTR(C$(3))-VARPTR(C$(1))
  PRINT VARPTR({number_place})<>0
number_poke:
  3* POKE VARPTR({I%|J%|N%(2,1)})+{0-1},{0-255}:PRINT I%;J%;N%(2,1)
  2* {A|B|D#|M(1)}={1-9}.5:POKE VARPTR({A|B|D#|X}),{64-70}:PRINT A;B;D#;X
  {A=3:B=2.25|B=7:A=1/3}:POKE VARPTR({A|B})+{1-7},{16|32|83|69|17|9}:PRINT A;B;D#;M(1)
  P!(3)=2.5:S!=9:POKE VARPTR({S!|P!(3)})+{0-3},{65|66|16|37}:PRINT S!;P!(3)
  O=VARPTR(N%(0,0)):FOR I=0 TO {3-7}:POKE O+I,{0-255}:NEXT:PRINT N%(0,0);N%(1,0);N%(2,0)
  O=VARPTR(M(0)):FOR I=0 TO 7:POKE O+8+I,PEEK(VARPTR(D#)+I):NEXT:PRINT M(1)
  FOR I=0 TO 1:POKE VARPTR(J%)+I,PEEK(VARPTR(I%)+I):NEXT:PRINT J%
  FOR I=0 TO 7:POKE VARPTR(B)+I,PEEK(VARPTR(A)+I):NEXT:PRINT B;A
string_bytes:
  3* P=VARPTR({string_place}):PRINT PEEK(P)
  4* GOSUB 600
  {string_place}={string}:PRINT PEEK(VARPTR({string_place}))
  P=VARPTR(A$):L=PEEK(P+1)+256*PEEK(P+2):FOR I=0 TO LEN(A$)-1:PRINT CHR$(PEEK(L+I)*-(A$>""));:NEXT
  A$={string}:GOSUB 600
poked_code:
  6* GOSUB 650
  DEFUSR{|1}=&HD880
statement:
  4* {number_bytes}
  4* {number_poke}
  4* {string_bytes}
  3* {poked_code}:{call}
  4* {call}
  {define}
  2* {hand}
  2* {bload}
  {bload}:{call}
  {video_load}
  3* {assign}
  {show}
  {ERASE M:DIM M(9)|PRINT FRE(0)>0;FRE("")>0|CLEAR 400,&HD800|GOSUB 660}
""",
    _SHARED,
)


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
    grammar = CHAINS_DISK if disk else CHAINS
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
        *(MEMORY.text("statement", random) for _ in range(random.randint(5, 14))),
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
