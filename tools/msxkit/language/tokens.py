"""The token table of MSX BASIC: one list of words and codes, looked up in both directions.

Complete for BASIC 1.0 to 2.1 and Disk BASIC: neither adds a token. A code of two bytes is FFh and the
function code + 80h. Source: MSX2 Technical Handbook, table 2.20; The MSX Red Book, 3A72h and 3D26h.
"""

from __future__ import annotations

_STATEMENT_TABLE = """
END FOR NEXT DATA INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP PRINT CLEAR LIST NEW ON WAIT
DEF POKE CONT CSAVE CLOAD OUT LPRINT LLIST CLS WIDTH ELSE TRON TROFF SWAP ERASE ERROR RESUME DELETE AUTO
RENUM DEFSTR DEFINT DEFSNG DEFDBL LINE OPEN FIELD GET PUT CLOSE LOAD MERGE FILES LSET RSET SAVE LFILES
CIRCLE COLOR DRAW PAINT BEEP PLAY PSET PRESET SOUND SCREEN VPOKE SPRITE VDP BASE CALL TIME KEY MAX MOTOR
BLOAD BSAVE DSKO$ SET NAME KILL IPL COPY CMD LOCATE TO THEN TAB( STEP USR FN SPC( NOT ERL ERR STRING$ USING
INSTR ' VARPTR CSRLIN ATTR$ DSKI$ OFF INKEY$ POINT > = < + - * / ^ AND OR XOR EQV IMP MOD \\
"""
_FUNCTION_TABLE = """
LEFT$ RIGHT$ MID$ SGN INT ABS SQR RND SIN LOG EXP COS TAN ATN FRE INP POS LEN STR$ VAL ASC CHR$ PEEK VPEEK
SPACE$ OCT$ HEX$ LPOS BIN$ CINT CSNG CDBL FIX STICK STRIG PDL PAD DSKF FPOS CVI CVS CVD EOF LOC LOF MKI$
MKS$ MKD$
"""

FUNCTION_PREFIX = 0xFF

#: Token byte -> word, 81h-FCh.
STATEMENT_WORDS: dict[int, str] = dict(enumerate(_STATEMENT_TABLE.split(), 0x81))
#: Byte after FFh -> word, 81h-B0h.
FUNCTION_WORDS: dict[int, str] = dict(enumerate(_FUNCTION_TABLE.split(), 0x81))

#: Word -> the bytes that the machine stores for it. ELSE and ' bring their own colon.
CODES: dict[str, bytes] = {
    **{word: bytes((code,)) for code, word in STATEMENT_WORDS.items()},
    **{word: bytes((FUNCTION_PREFIX, code)) for code, word in FUNCTION_WORDS.items()},
    "ELSE": b":\xa1",
    "'": b":\x8f\xe6",
    "GO TO": b"\x89",
    "?": b"\x91",
}

#: Characters that are operators, always stored as tokens.
OPERATOR_CHARACTERS = "+-*/^\\>=<"
#: The words between two operands, signs included.
OPERATORS: frozenset[str] = frozenset(STATEMENT_WORDS[code] for code in range(0xEE, 0xFD))
#: Keywords that a scanner finds by their letters.
KEYWORDS: tuple[str, ...] = tuple(word for word in CODES if word[0].isalpha())
#: After these a number is a line number. Source: The MSX Red Book, 43B5h.
LINE_NUMBER_KEYWORDS: frozenset[str] = frozenset(
    (
        "RESTORE",
        "AUTO",
        "RENUM",
        "DELETE",
        "RESUME",
        "ERL",
        "ELSE",
        "RUN",
        "LIST",
        "LLIST",
        "GOTO",
        "RETURN",
        "THEN",
        "GOSUB",
    )
)

#: Prefix bytes of constants.
OCTAL, HEXADECIMAL, POINTER, LINE_NUMBER, BYTE = 0x0B, 0x0C, 0x0D, 0x0E, 0x0F
DIGIT_0, DIGIT_9, WORD, SINGLE, DOUBLE = 0x11, 0x1A, 0x1C, 0x1D, 0x1F
#: TXTTAB, where the program text starts, of every machine with 32 KB or more.
DEFAULT_BASE = 0x8001
#: The highest line number that can be written.
LAST_LINE = 65529
#: What stands for `.` where a line number can be.
CURRENT_LINE = -1
