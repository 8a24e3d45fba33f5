"""The documented addresses of every MSX: BIOS entries, hooks, and the cells of the work area.

Sources: MSX2 Technical Handbook, chapters 2 and 5 and appendices 2 and 8; The MSX Red Book, chapters 4-6. Entries of
the BASIC ROM other than the math-pack move from machine to machine and are not here.
"""

from __future__ import annotations

from enum import IntEnum


class RomEntry(IntEnum):
    """Entries and bytes of the main ROM, page 0."""

    CHKRAM = 0x0000  #: starts the machine anew
    CGTABL = 0x0004  #: address of the character patterns
    VDP_DR = 0x0006  #: port that the video chip is read at
    VDP_DW = 0x0007  #: port that the video chip is written at
    RDSLT = 0x000C  #: reads the byte at HL in slot A into A
    WRSLT = 0x0014  #: writes E at HL in slot A
    OUTDO = 0x0018  #: writes the character in A to the screen
    DCOMPR = 0x0020  #: compares HL with DE
    CALSLT = 0x001C  #: calls IX of the slot in the high byte of IY
    ENASLT = 0x0024  #: slot A in the page of HL
    ID_CHARACTERS = 0x002B  #: bits 0-3 character set, 4-6 date, 7: 0 = 60 Hz, 1 = 50 Hz
    ID_VERSION = 0x002D  #: 0 MSX1, 1 MSX2, 2 MSX2+, 3 turboR
    CALLF = 0x0030  #: calls the slot and address that follow the call
    INITIO = 0x003B  #: the ports, and the sound chip as GICINI
    INIFNK = 0x003E  #: the texts of the function keys
    DISSCR = 0x0041  #: switches the picture off
    ENASCR = 0x0044  #: switches the picture on
    WRTVDP = 0x0047  #: writes B into register C of the video chip
    RDVRM = 0x004A  #: reads video memory at HL into A
    WRTVRM = 0x004D  #: writes A into video memory at HL
    SETRD = 0x0050  #: the chip reads from HL on
    SETWRT = 0x0053  #: the chip writes from HL on
    FILVRM = 0x0056  #: fills BC bytes of video memory from HL on with A
    LDIRMV = 0x0059  #: copies BC bytes of video memory at HL to memory at DE
    LDIRVM = 0x005C  #: copies BC bytes of memory at HL to video memory at DE
    CHGMOD = 0x005F  #: SCREEN A
    CHGCLR = 0x0062  #: the colours of FORCLR and on
    CLRSPR = 0x0069  #: no sprites
    INITXT = 0x006C  #: SCREEN 0
    INIT32 = 0x006F  #: SCREEN 1
    INIGRP = 0x0072  #: SCREEN 2
    INIMLT = 0x0075  #: SCREEN 3
    SETTXT = 0x0078  #: the chip's registers of SCREEN 0, and nothing else
    SETT32 = 0x007B  #: those of SCREEN 1
    SETGRP = 0x007E  #: those of SCREEN 2
    SETMLT = 0x0081  #: those of SCREEN 3
    CALPAT = 0x0084  #: HL = pattern of sprite A
    CALATR = 0x0087  #: HL = attributes of sprite A
    GSPSIZ = 0x008A  #: A = bytes of a pattern, carry when they are 32
    GRPPRT = 0x008D  #: draws the character in A on a graphic screen
    GICINI = 0x0090  #: silence, and the voices of PLAY as after switching on
    WRTPSG = 0x0093  #: E into register A of the sound chip
    RDPSG = 0x0096  #: register A of it to A
    CHSNS = 0x009C  #: tells whether a key is in the queue; INKEY$ asks here
    CHGET = 0x009F  #: waits for a key
    CHPUT = 0x00A2  #: writes the character in A to the screen
    LPTOUT = 0x00A5  #: writes the character in A to the printer
    BREAKX = 0x00B7  #: carry: CTRL-STOP is pressed
    BEEP = 0x00C0
    CLS = 0x00C3
    POSIT = 0x00C6  #: LOCATE H, L, from 1
    ERAFNK = 0x00CC  #: KEY OFF
    DSPFNK = 0x00CF  #: KEY ON
    TOTEXT = 0x00D2  #: back to a text screen
    GTSTCK = 0x00D5  #: STICK(A)
    GTTRIG = 0x00D8  #: STRIG(A)
    GTPAD = 0x00DB  #: PAD(A)
    GTPDL = 0x00DE  #: PDL(A)
    RSLREG = 0x0138  #: the primary slots
    RDVDP = 0x013E  #: the status register
    SNSMAT = 0x0141  #: row A of the keyboard matrix
    KILBUF = 0x0156  #: empties the key queue
    RND = 0x2BDF  #: math-pack: RND of the double in DAC; at the same place on MSX1 and MSX2


class Hook(IntEnum):
    """Hooks: five bytes in RAM that the ROM calls."""

    H_KEYI = 0xFD9A  #: an interrupt of any device
    H_TIMI = 0xFD9F  #: an interrupt of the video chip
    H_CHGE = 0xFDC2  #: CHGET: a key is wanted
    H_STKE = 0xFEDA  #: all cartridges have been initialised, and BASIC makes its stack
    H_READ = 0xFF07  #: BASIC is ready: `Ok` comes next
    H_NEWS = 0xFF3E  #: a statement has been executed, the next one is looked for
    H_GONE = 0xFF43  #: a statement is about to be executed
    H_PHYD = 0xFFA7  #: sectors of a disk are read or written; a disk ROM uses it
    H_ERRO = 0xFFB1  #: BASIC's error handler, E = number


class DiskArea(IntEnum):
    """Addresses in RAM that a disk ROM uses (MSX2 Technical Handbook, chapter 3)."""

    DISK_ENTRY = 0xF37D  #: the functions of MSX-DOS: C, and what it takes
    DISK_SECTOR = (
        0xF351  #: address of a word that holds the address of the sector that DSKI$ has read and DSKO$ writes
    )
    DISK_ERROR = 0xF323  #: address of a word that holds the address of the handler of drive errors
    RAM_SLOTS = 0xF341  #: the slots of RAM in pages 0 to 3


#: All hooks lie here; each is a RET until a program uses it.
FIRST_HOOK, BEHIND_HOOKS = 0xFD9A, 0xFFCA


class Cell(IntEnum):
    """A variable of the work area: its address; `size` in bytes; `meaning`; `start`, what it holds at power-on.

    What a cell holds that shows the state of the machine (`map_screen` and the others of interpreter/memory) is that
    state; `start` is for the cells that nothing else knows. Models differ in some (`Model.memory`).
    """

    size: int
    meaning: str
    start: bytes

    def __new__(cls, address: int, size: int, meaning: str, start: str = "") -> Cell:
        cell = int.__new__(cls, address)
        cell._value_ = address
        cell.size = size
        cell.meaning = meaning
        cell.start = bytes.fromhex(start)
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
    STATFL = 0xF3E7, 1, "status of the video chip at the last interrupt"
    TRGFLG = (
        0xF3E8,
        1,
        "triggers of the joysticks and the space bar, a bit that is 0 is one that is pressed",
        "f1",
    )
    FORCLR = 0xF3E9, 1, "foreground colour"
    BAKCLR = 0xF3EA, 1, "background colour"
    BDRCLR = 0xF3EB, 1, "border colour"
    MAXUPD = 0xF3EC, 3, "jump that CIRCLE changes", "c30000"
    MINUPD = 0xF3EF, 3, "jump that CIRCLE changes", "c30000"
    ATRBYT = 0xF3F2, 1, "colour that is drawn with", "0f"
    QUEUES = 0xF3F3, 2, "address of the table of the queues of PLAY", "59f9"
    FRCNEW = 0xF3F5, 1, "not 0: a cassette is read for CLOAD", "ff"
    SCNCNT = 0xF3F6, 1, "interrupts until the keyboard is read again", "01"
    REPCNT = 0xF3F7, 1, "interrupts until a key repeats", "01"
    PUTPNT = 0xF3F8, 2, "where the next key goes into the queue"
    GETPNT = 0xF3FA, 2, "where the next key comes out of it"
    CS120 = 0xF3FC, 5, "timing of a cassette at 1200 baud", "535c262d0f"
    CS240 = 0xF401, 5, "timing of a cassette at 2400 baud", "252d0e161f"
    LOW = 0xF406, 2, "timing of a 0 on the cassette", "535c"
    HIGH = 0xF408, 2, "timing of a 1 on the cassette", "262d"
    HEADER = 0xF40A, 1, "length of the header on the cassette", "0f"
    ASPCT1 = 0xF40B, 2, "256 divided by the aspect ratio of CIRCLE", "0001"
    ASPCT2 = 0xF40D, 2, "256 times the aspect ratio of CIRCLE", "0001"
    ENDPRG = 0xF40F, 5, "what RESUME NEXT finds behind a line of direct mode", "3a"
    ERRFLG = 0xF414, 1, "number of the last error, as ERR gives it"
    CURLIN = 0xF41C, 2, "line being executed, FFFFH in direct mode"
    KBFMIN = 0xF41E, 1, "a colon in front of KBUF", "3a"
    KBUF = 0xF41F, 318, "the line as it is stored"
    BUFMIN = 0xF55D, 1, "a comma in front of BUF", "2c"
    BUF = 0xF55E, 258, "the line that is typed"
    TTYPOS = 0xF661, 1, "column in which PRINT is"
    VALTYP = 0xF663, 1, "type of what is in DAC"
    MEMSIZ = 0xF672, 2, "highest address of the string space"
    STKTOP = 0xF674, 2, "top of the stack"
    TXTTAB = 0xF676, 2, "program text"
    TEMPPT = 0xF678, 2, "where the next descriptor goes into TEMPST", "7af6"
    TEMPST = 0xF67A, 30, "descriptors of temporary strings"
    FRETOP = 0xF69B, 2, "highest free address of the string space"
    TEMP = 0xF6A7, 2, "address of what LET has assigned, after RUN the byte in front of the program", "0080"
    SAVSTK = 0xF6B1, 2, "stack pointer at the start of the statement that runs"
    ERRLIN = 0xF6B3, 2, "line of the last error, as ERL gives it"
    ONELIN = 0xF6B9, 2, "address of the ON ERROR line, 0 when there is none"
    ONEFLG = 0xF6BB, 1, "not 0 while an ON ERROR routine runs"
    VARTAB = 0xF6C2, 2, "simple variables"
    ARYTAB = 0xF6C4, 2, "arrays"
    STREND = 0xF6C6, 2, "behind the arrays"
    DEFTBL = 0xF6CA, 26, "type of each initial letter"
    DAC = 0xF7F6, 16, "accumulator of the math-pack"
    ARG = 0xF847, 16, "second operand of the math-pack"
    RNDX = 0xF857, 8, "state of RND"
    MAXFIL = 0xF85F, 1, "MAXFILES"
    FILTAB = 0xF860, 2, "pointers to the control blocks of files"
    NULBUF = 0xF862, 2, "buffer of file 0"
    FNKSTR = 0xF87F, 160, "texts of the function keys"
    CGPNT = 0xF91F, 3, "slot and address of the character patterns", "00bf1b"
    NAMBAS = 0xF922, 2, "name table of the text screen"
    CGPBAS = 0xF924, 2, "pattern table of the text screen"
    PATBAS = 0xF926, 2, "patterns of sprites"
    ATRBAS = 0xF928, 2, "attributes of sprites"
    QUETAB = 0xF959, 24, "the queues of PLAY", "0000007f75f90000007ff5f90000007f75fa"
    DPPAGE = 0xFAF5, 1, "page that is shown (MSX2)"
    ACPAGE = 0xFAF6, 1, "page that is drawn on (MSX2)"
    EXBRSA = 0xFAF8, 1, "slot of the sub-ROM (MSX2)"
    MODE = 0xFAFC, 1, "bits 1 and 2: how much video memory there is (MSX2)"
    LOGOPR = 0xFB02, 1, "logical operation that is drawn with (MSX2)"
    LINTTB = 0xFBB2, 24, "for each row: 0 when it goes on in the next one"
    CURSAV = 0xFBCC, 1, "the character under the cursor", "20"
    FNKSWI = 0xFBCD, 1, "1: F1 to F5 are shown, 0: F6 to F10", "01"
    OLDKEY = 0xFBDA, 11, "keyboard matrix at the interrupt before", "ff" * 11
    NEWKEY = 0xFBE5, 11, "keyboard matrix, a bit that is 0 is a key that is pressed", "ff" * 11
    KEYBUF = 0xFBF0, 40, "key queue"
    BOTTOM = 0xFC48, 2, "lowest address of RAM", "0080"
    HIMEM = 0xFC4A, 2, "highest address that BASIC uses, plus 1"
    INTFLG = 0xFC9B, 1, "3: CTRL-STOP has been pressed, 4: STOP"
    JIFFY = 0xFC9E, 2, "TIME"
    GRPHED = 0xFCA6, 1, "not 0: a character with two codes has begun"
    ESCCNT = 0xFCA7, 1, "where an escape sequence stands"
    INSFLG = 0xFCA8, 1, "not 0: what is typed is inserted"
    CSRSW = 0xFCA9, 1, "not 0: the cursor is always shown"
    CSTYLE = 0xFCAA, 1, "not 0: the cursor is an underline"
    SCRMOD = 0xFCAF, 1, "SCREEN"
    OLDSCR = 0xFCB0, 1, "the text screen to come back to"
    GXPOS = 0xFCB3, 2, "x of what is drawn"
    GYPOS = 0xFCB5, 2, "y of what is drawn"
    GRPACX = 0xFCB7, 2, "x of the last point"
    GRPACY = 0xFCB9, 2, "y of the last point"
    DRWFLG = 0xFCBB, 1, "flags of DRAW"
    DRWSCL = 0xFCBC, 1, "scale of DRAW"
    DRWANG = 0xFCBD, 1, "angle of DRAW"
    EXPTBL = (
        0xFCC1,
        4,
        "80H for each primary slot that is expanded; first byte: slot of the main ROM",
        "00000080",
    )
    SLTTBL = 0xFCC5, 4, "secondary slots of each primary slot"
    RG8SAV = 0xFFE7, 16, "registers 8 to 23 of the video chip as last written (MSX2)"
    RG25SAV = 0xFFFA, 3, "registers 25 to 27 of the video chip as last written (MSX2+)"


#: The lowest address of all cells.
WORK_AREA = 0xF380
#: The points of graphics: the one that is being drawn, and the last one.
LAST_POINT = (Cell.GXPOS, Cell.GYPOS, Cell.GRPACX, Cell.GRPACY)
#: What CURLIN holds in direct mode.
DIRECT_MODE = 0xFFFF
