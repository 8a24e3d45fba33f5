"""Files and devices, the disk, and the text of the program."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import DISK, Operand, entry

_statement = partial(entry, "statement")

ENTRIES = (
    _statement(
        "OPEN",
        'OPEN "device:file" [FOR INPUT | OUTPUT | APPEND] AS [#]channel [LEN=length]'.replace(" | ", " / "),
        "Opens a file or device (CAS:, CRT:, GRP:, LPT:, MEM:, A: to H:). Without FOR it has records: GET and PUT.",
        tree.Open,
        errors="File not found, File already open, Bad file number, Bad file name",
        parts={
            "FOR": "What the file is opened for; without it, records.",
            "INPUT": "Reads a file that is there.",
            "OUTPUT": "Makes a new file; one of that name is gone.",
            "APPEND": "Writes behind the end of a file that is there.",
            "AS": "The channel that PRINT #, INPUT # and the others name.",
            "LEN": "The bytes of a record: 1 to 256, 256 without it.",
        },
        example='10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"HELLO";5:CLOSE',
        snippet=("open", 'OPEN "${1:NAME}" FOR ${2|INPUT,OUTPUT,APPEND|} AS #${3:1}', "Opens a file"),
    ),
    _statement(
        *("CLOSE", "CLOSE [[#]channel[, ...]]", "Closes channels, or all of them.", tree.Close),
        errors="Bad file number",
        example='10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"HELLO";5:CLOSE',
    ),
    _statement(
        *(
            "MAXFILES",
            "MAXFILES = channels",
            "How many files can be open. Clears all variables.",
            tree.MaxFiles,
        ),
        operands={"count": Operand(0, 15)},
        errors="Illegal function call, Out of memory",
        example="10 A=5:MAXFILES=2:PRINT A",
    ),
    _statement(
        *("INPUT #", "INPUT #channel, variable[, ...]", "Reads values from a file.", tree.InputFile),
        errors="Input past end, Bad file number",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT #1,"5,TEXT":CLOSE\n'
        '20 OPEN "A.TXT" FOR INPUT AS #1:INPUT #1,A,B$:PRINT A;B$',
    ),
    _statement(
        *(
            "LINE INPUT #",
            "LINE INPUT #channel, variable$",
            "Reads a whole line of a file.",
            tree.LineInputFile,
        ),
        errors="Input past end, Bad file number",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT #1,"5,TEXT":CLOSE\n'
        '20 OPEN "A.TXT" FOR INPUT AS #1:LINE INPUT #1,A$:PRINT A$',
    ),
    _statement(
        "FIELD",
        "FIELD [#]channel, width AS variable$[, ...]",
        "Divides the record of a random file into string variables.",
        tree.Field,
        tree.FieldPart,
        need=DISK,
        errors="FIELD overflow, Bad file number",
        parts={"AS": "The variable that stands for the part."},
        example='10 OPEN "R.DAT" AS #1 LEN=8:FIELD #1,8 AS A$:LSET A$="FIRST":PUT #1,1\n'
        '20 LSET A$="":GET #1,1:PRINT A$:CLOSE',
    ),
    _statement(
        *("GET #", "GET [#]channel[, record]", "Reads a record of a random file.", tree.GetRecord),
        need=DISK,
        errors="Bad file number, Bad file mode",
        example='10 OPEN "R.DAT" AS #1 LEN=8:FIELD #1,8 AS A$:LSET A$="FIRST":PUT #1,1\n'
        '20 LSET A$="":GET #1,1:PRINT A$:CLOSE',
    ),
    _statement(
        *("PUT #", "PUT [#]channel[, record]", "Writes a record of a random file.", tree.PutRecord),
        need=DISK,
        errors="Bad file number, Bad file mode",
        example='10 OPEN "R.DAT" AS #1 LEN=8:FIELD #1,8 AS A$:LSET A$="FIRST":PUT #1,1\n'
        '20 LSET A$="":GET #1,1:PRINT A$:CLOSE',
    ),
    _statement(
        *("FILES", 'FILES ["pattern"]', "Lists the files of a disk.", tree.Files),
        need=DISK,
        errors="File not found",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:FILES "A*.*"',
    ),
    _statement(
        *("LFILES", 'LFILES ["pattern"]', "Prints the list of the files.", tree.Files),
        need=DISK,
        errors="File not found",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:LFILES',
    ),
    _statement(
        *("KILL", 'KILL "file"', "Deletes files.", tree.Kill),
        need=DISK,
        errors="File not found",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:KILL "A.TXT":OPEN "A.TXT" FOR INPUT AS #1',
    ),
    _statement(
        *("NAME", 'NAME "old" AS "new"', "Gives a file another name.", tree.Name),
        need=DISK,
        errors="File not found, File already exists",
        parts={"AS": "The new name."},
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:NAME "A.TXT" AS "B.TXT":FILES "B.*"',
    ),
    _statement(
        *("COPY", 'COPY "file" [TO "file"]', "Copies files.", tree.CopyFiles),
        need=DISK,
        errors="File not found",
        parts={"TO": "The copy's name."},
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:COPY "A.TXT" TO "C.TXT":FILES "C.*"',
    ),
    _statement(
        *("DSKO$", "DSKO$ drive, sector", "Writes a sector of a disk.", tree.WriteSector),
        need=DISK,
        errors="Disk offline",
    ),
    _statement(
        *("LOAD", 'LOAD "file"[, R]', "Loads a program; R runs it, with files open.", tree.Load),
        errors="File not found",
        parts={"R": "Runs the program, with files open."},
        example='10 LOAD "NONE.BAS"',
    ),
    _statement(
        *("SAVE", 'SAVE "file"[, A]', "Saves the program; A as a listing.", tree.Save),
        errors="Disk full, Bad file name",
        parts={"A": "As a listing."},
        example='10 SAVE "ME.BAS",A:OPEN "ME.BAS" FOR INPUT AS #1:LINE INPUT #1,A$:PRINT A$',
    ),
    _statement(
        *("MERGE", 'MERGE "file"', "Adds the lines of a listing to the program.", tree.Merge),
        errors="File not found, Bad file mode",
        example='10 MERGE "NONE.BAS"',
    ),
    _statement(
        *(
            "RUN file",
            'RUN "file"[, R]',
            "Loads a program and runs it; with R files stay open.",
            tree.RunFile,
        ),
        errors="File not found",
        parts={"R": "Files stay open."},
        example='10 RUN "NONE.BAS"',
    ),
    _statement(
        *(
            "BLOAD",
            'BLOAD "file"[, R][, offset]',
            "Loads memory from a file; R runs it, S loads video memory.",
            tree.Bload,
        ),
        errors="File not found, Bad file name",
        parts={"R": "Runs it, at the address that the file names.", "S": "Loads video memory."},
        example='10 POKE &HE000,65:BSAVE "M",&HE000,&HE000:POKE &HE000,0\n20 BLOAD "M":PRINT PEEK(&HE000)',
    ),
    _statement(
        *(
            "BSAVE",
            'BSAVE "file", first, last[, start][, S]',
            "Saves memory, with S video memory, to a file.",
            tree.Bsave,
        ),
        errors="Disk full, Bad file name",
        parts={"S": "Saves video memory."},
        example='10 POKE &HE000,65:BSAVE "M",&HE000,&HE000:POKE &HE000,0\n20 BLOAD "M":PRINT PEEK(&HE000)',
    ),
    _statement(
        *("CLOAD", 'CLOAD ["name"]', "Loads a program from cassette.", tree.Cload),
        errors="Device I/O error",
    ),
    _statement(
        *("CLOAD?", 'CLOAD? ["name"]', "Compares the program in memory with one on cassette.", tree.Cload),
        errors="Verify error",
    ),
    _statement(
        *(
            "CSAVE",
            'CSAVE "name"[, speed]',
            "Saves the program on cassette, at 1200 (1) or 2400 (2) baud.",
            tree.Csave,
        ),
        errors="Device I/O error",
    ),
    _statement(
        *(
            "LIST",
            "LIST [line][-line]",
            "Lists the program, and ends the run; `.` is the current line.",
            tree.List,
            tree.LineRange,
        ),
        errors="Undefined line number",
        example="10 REM A\n20 REM B\n30 LIST 10-20",
    ),
    _statement(
        *("LLIST", "LLIST [line][-line]", "Prints the program, and ends the run.", tree.List),
        errors="Undefined line number",
        example="10 LLIST",
    ),
    _statement(
        *("DELETE", "DELETE [line][-line]", "Deletes lines of the program, and ends the run.", tree.Delete),
        errors="Illegal function call",
        example="10 DELETE 20",
    ),
    _statement(
        *("RENUM", "RENUM [new][, old][, step]", "Numbers the lines anew, and mends references.", tree.Renum),
        errors="Undefined line number, Illegal function call",
        example="10 RENUM 100",
    ),
    _statement(
        *("AUTO", "AUTO [line][, step]", "Numbers the lines that are typed, until CTRL-STOP.", tree.Auto),
        errors="Undefined line number",
    ),
    _statement(*("NEW", "NEW", "Deletes program and variables.", tree.New), example='10 PRINT "GONE":NEW'),
)
