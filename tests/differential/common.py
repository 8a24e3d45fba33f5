"""What the classes of random programs share: numbers, strings and variables; and a program with what is around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.differential.grammar import Grammar

#: Numbers, strings and the variables that every class has.
COMMON = Grammar(
    r"""
const:
  4* {0-10}
  {0-300}
  -{1-9}
  {0-99}.{0-999}
  .{1-9}
  -.5
  {255|256|32767|32768|65535|65536|-32768|-32769|99.995|999999.5|9.9999999999999E+9}
  {1E5|1E10|1D-5|1E14|1E-63|1E62|-1D20|123456789|12345678901234|.00001|1.5E-3|1E-99|9E62}
  {&HFF|&H8000|&HFFFF|&O17|&B101|&H|3.14159265358979|1!|2.5#|7%|0.1!|1/3|2/7}
number_variable:
  {A|B|X|I%|J%|S!|D#|M(1)|M(I%)|N%(2,1)|P!(3)|K}
number:
  3* {const}
  3* {number_variable}
  4* {number}{+|-|*|/|+|-}{number}
  {number}{\|^| MOD | AND | OR | XOR | EQV | IMP }{number}
  ({number})
  -{number}
  NOT {number}
  ({number}{relation}{number})
  ({string}{relation}{string})
  2* {ABS|INT|FIX|SGN|SQR|CINT|CSNG|CDBL|SIN|COS|TAN|ATN|EXP|LOG}({number})
  {LEN|VAL|ASC}({string})
  INSTR({string},{string})
  INSTR({0-4},{string},{string})
relation:
  {=|<|>|<=|>=|<>|=<|=>|><}
small:
  3* {0-5}
  {I%|J%|-1|255|256|2.5|2.4999}
string_variable:
  {A$|B$|C$(1)|C$(I%)|Z$}
word:
  {"AB"|"HELLO"|""|"12.5"|"&HFF"|" 7 "|"x"|"a b"|"1E3"|"-3"|"longer than others"}
string:
  3* {word}
  4* {string_variable}
  2* {string}+{string}
  {LEFT$|RIGHT$}({string},{small})
  MID$({string},{small})
  MID$({string},{small},{small})
  STR$({number})
  CHR$({33-126})
  STRING$({small},{string})
  STRING$({small},{33-126})
  {HEX$|OCT$|BIN$}({number})
  SPACE$({small})
assign:
  3* {number_variable}={number}
  3* {string_variable}={string}
  LET {number_variable}={number}
  SWAP {A|B|X|D#},{A|K|M(1)|X}
  SWAP {A$|B$|C$(1)},{A$|Z$|C$(I%)}
  MID$({A$|B$|C$(1)},{small})={string}
  MID$({A$|B$|C$(1)},{small},{small})={string}
item:
  {number}
  {string}
show:
  4* PRINT {item}
  3* PRINT {item};{item}
  PRINT {item},{item};
  PRINT TAB({0-60});{item}
  PRINT SPC({0-9});{item}
  PRINT {item}{item}
  PRINT
statement:
  {show}
  {assign}
condition:
  {number}{relation}{number}
  {number}
  {string}{relation}{string}
  {condition} {AND|OR} {condition}
"""
)

#: What the variables are at the beginning.
START = (
    "DIM M(10),N%(3,2),P!(4),C$(9)"
    ':A=5:B=-3:X=1.5:I%=2:J%=1:S!=.25:D#=12345.678:A$="Ship":B$="7":Q=7:K=4:X$="outer"'
)


@dataclass(frozen=True, slots=True)
class Program:
    """A listing by lines, and what is typed into it.

    Attributes:
        timed: Variables that count how long something takes, or show a buffer that is closed.
        disk: There is a disk, and what is on it is compared.
        rom: Files that go into the ROM; they are on the disk of the interpreter.
        kept: Other files on the disk.
        name: The listing is in the ROM too, under this name.
        copied: The files of the ROM are also on the disk of the cartridge.
        area: Memory that is compared.
    """

    lines: tuple[str, ...]
    keys: str = ""
    msx2: bool = True
    timed: tuple[str, ...] = ()
    disk: bool = False
    rom: Mapping[str, bytes] = field(default_factory=dict)
    kept: Mapping[str, bytes] = field(default_factory=dict)
    name: str = ""
    copied: bool = False
    area: range = range(0)

    @property
    def in_rom(self) -> dict[str, bytes]:
        """The files in the ROM."""
        return {**self.rom, self.name: self.text.encode("latin-1")} if self.name else dict(self.rom)

    @property
    def text(self) -> str:
        """The listing."""
        return "\n".join(self.lines) + "\n"


def numbered(lines: list[str]) -> list[str]:
    """Return lines with numbers in steps of ten."""
    return [f"{10 * number} {text}" for number, text in enumerate(lines, 1)]
