"""Documented addresses of the MSX: BIOS entries, hooks and system variables.

Sources: MSX2 Technical Handbook, chapters 2 and 5 and appendix 2; The MSX Red Book, chapters 4-6. Entries of the
BASIC ROM other than the math-pack move from machine to machine and are not used.
"""

from __future__ import annotations

# Entries (page 0 of the main ROM).
CHSNS = 0x009C  #: is a key in the queue? INKEY$ asks here
RND = 0x2BDF  #: math-pack: RND of the double in DAC; at the same place on MSX1 and MSX2
#: bit 7: 0 = 60 Hz, 1 = 50 Hz; the byte 002Dh: 0 MSX1, 1 MSX2, 2 MSX2+, 3 turboR
ID_FREQUENCY, ID_VERSION = 0x002B, 0x002D

# Hooks: five bytes in RAM that the ROM calls.
H_CHGE = 0xFDC2  #: CHGET: a key is wanted
H_READ = 0xFF07  #: BASIC is ready: `Ok` comes next
H_NEWS = 0xFF3E  #: a statement has been executed, the next one is looked for
H_GONE = 0xFF43  #: a statement is about to be executed
H_ERRO = 0xFFB1  #: BASIC's error handler, E = number

# System variables.
LINLEN = 0xF3B0  #: width of the text screen
CSRY, CSRX = 0xF3DC, 0xF3DD  #: cursor, from 1
PUTPNT, GETPNT = 0xF3F8, 0xF3FA  #: key queue
ERRFLG = 0xF414  #: number of the last error, as ERR gives it
CURLIN = 0xF41C  #: line being executed, FFFFh in direct mode
TXTTAB = 0xF676  #: program text
STKTOP = 0xF674  #: top of the stack
ONELIN = 0xF6B9  #: address of the ON ERROR line, 0 when there is none
ONEFLG = 0xF6BB  #: not 0 while an ON ERROR routine runs
VARTAB, ARYTAB, STREND = 0xF6C2, 0xF6C4, 0xF6C6
DEFTBL = 0xF6CA  #: type of each initial letter, 26 bytes
DAC = 0xF7F6  #: accumulator of the math-pack
KEYBUF, KEYBUF_SIZE = 0xFBF0, 40
JIFFY = 0xFC9E  #: TIME
EXPTBL = 0xFCC1  #: first byte: slot of the main ROM

DIRECT_MODE = 0xFFFF
#: Line numbers end here.
LAST_LINE = 65529
