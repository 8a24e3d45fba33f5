"""The documented addresses of every MSX: BIOS entries, hooks, and the cells of the work area.

Sources: MSX2 Technical Handbook, chapters 2 and 5 and appendices 2 and 8; The MSX Red Book, chapters 4-6. Entries of
the BASIC ROM other than the math-pack move from machine to machine and are not here.
"""

from __future__ import annotations

from enum import IntEnum


class Entry(IntEnum):
    """Entries and bytes of the main ROM, page 0."""

    CHKRAM = 0x0000  #: restart
    CGTABL = 0x0004  #: address of the character patterns
    VDP_DR = 0x0006  #: port that the video chip is read at
    VDP_DW = 0x0007  #: port that it is written at
    ID_CHARACTERS = 0x002B  #: bits 0-3 character set, 4-6 date, 7: 0 = 60 Hz, 1 = 50 Hz
    ID_VERSION = 0x002D  #: 0 MSX1, 1 MSX2, 2 MSX2+, 3 turboR
    INITIO = 0x003B  #: the ports, and the sound chip as GICINI
    INIFNK = 0x003E  #: the texts of the function keys
    DISSCR = 0x0041  #: the picture off
    ENASCR = 0x0044  #: the picture on
    INITXT = 0x006C  #: SCREEN 0
    INIT32 = 0x006F  #: SCREEN 1
    GICINI = 0x0090  #: silence, and the voices of PLAY as after switching on
    CHSNS = 0x009C  #: is a key in the queue? INKEY$ asks here
    CHGET = 0x009F  #: waits for a key
    BEEP = 0x00C0
    CLS = 0x00C3
    ERAFNK = 0x00CC  #: KEY OFF
    DSPFNK = 0x00CF  #: KEY ON
    KILBUF = 0x0156  #: empties the key queue
    RND = 0x2BDF  #: math-pack: RND of the double in DAC; at the same place on MSX1 and MSX2


class Hook(IntEnum):
    """Hooks: five bytes in RAM that the ROM calls."""

    H_CHGE = 0xFDC2  #: CHGET: a key is wanted
    H_READ = 0xFF07  #: BASIC is ready: `Ok` comes next
    H_NEWS = 0xFF3E  #: a statement has been executed, the next one is looked for
    H_GONE = 0xFF43  #: a statement is about to be executed
    H_ERRO = 0xFFB1  #: BASIC's error handler, E = number


#: All hooks lie here; each is a RET when nobody has taken it.
FIRST_HOOK, BEHIND_HOOKS = 0xFD9A, 0xFFCA


class Cell(IntEnum):
    """A variable of the work area: its address; `size` in bytes; `meaning`."""

    size: int
    meaning: str

    def __new__(cls, address: int, size: int, meaning: str) -> Cell:
        cell = int.__new__(cls, address)
        cell._value_ = address
        cell.size = size
        cell.meaning = meaning
        return cell

    USRTAB = 0xF39A, 20, "addresses of USR0 to USR9"
    LINL40 = 0xF3AE, 1, "width of SCREEN 0"
    LINL32 = 0xF3AF, 1, "width of SCREEN 1"
    LINLEN = 0xF3B0, 1, "width of the text screen"
    CRTCNT = 0xF3B1, 1, "rows of the text screen"
    CLMLST = 0xF3B2, 1, "column from which on a comma in PRINT starts a new row"
    TXTNAM = 0xF3B3, 40, "the five tables of SCREEN 0 to 3"
    CLIKSW = 0xF3DB, 1, "key click"
    CSRY = 0xF3DC, 1, "row of the cursor, from 1"
    CSRX = 0xF3DD, 1, "column of the cursor, from 1"
    CNSDFG = 0xF3DE, 1, "not 0: the line of function keys is shown"
    RG0SAV = 0xF3DF, 8, "registers 0 to 7 of the video chip as last written"
    FORCLR = 0xF3E9, 1, "foreground colour"
    BAKCLR = 0xF3EA, 1, "background colour"
    BDRCLR = 0xF3EB, 1, "border colour"
    PUTPNT = 0xF3F8, 2, "where the next key goes into the queue"
    GETPNT = 0xF3FA, 2, "where the next key comes out of it"
    ERRFLG = 0xF414, 1, "number of the last error, as ERR gives it"
    CURLIN = 0xF41C, 2, "line being executed, FFFFH in direct mode"
    TTYPOS = 0xF661, 1, "column in which PRINT is"
    MEMSIZ = 0xF672, 2, "highest address of the string space"
    STKTOP = 0xF674, 2, "top of the stack"
    TXTTAB = 0xF676, 2, "program text"
    FRETOP = 0xF69B, 2, "highest free address of the string space"
    SAVSTK = 0xF6B1, 2, "stack pointer at the start of the statement that runs"
    ERRLIN = 0xF6B3, 2, "line of the last error, as ERL gives it"
    ONELIN = 0xF6B9, 2, "address of the ON ERROR line, 0 when there is none"
    ONEFLG = 0xF6BB, 1, "not 0 while an ON ERROR routine runs"
    VARTAB = 0xF6C2, 2, "simple variables"
    ARYTAB = 0xF6C4, 2, "arrays"
    STREND = 0xF6C6, 2, "behind the arrays"
    DEFTBL = 0xF6CA, 26, "type of each initial letter"
    DAC = 0xF7F6, 16, "accumulator of the math-pack"
    RNDX = 0xF857, 8, "state of RND"
    NAMBAS = 0xF922, 2, "name table of the text screen"
    LINTTB = 0xFBB2, 24, "for each row: 0 when it goes on in the next one"
    OLDKEY = 0xFBDA, 11, "keyboard matrix at the interrupt before"
    NEWKEY = 0xFBE5, 11, "keyboard matrix, a bit that is 0 is a key that is pressed"
    KEYBUF = 0xFBF0, 40, "key queue"
    HIMEM = 0xFC4A, 2, "highest address that BASIC uses, plus 1"
    JIFFY = 0xFC9E, 2, "TIME"
    CSRSW = 0xFCA9, 1, "not 0: the cursor is always shown"
    CSTYLE = 0xFCAA, 1, "not 0: the cursor is an underline"
    SCRMOD = 0xFCAF, 1, "SCREEN"
    OLDSCR = 0xFCB0, 1, "the text screen to come back to"
    EXPTBL = 0xFCC1, 4, "first byte: slot of the main ROM"


#: What CURLIN holds in direct mode.
DIRECT_MODE = 0xFFFF
