"""Rules of the machine, compiled, on the bare Z80."""

from __future__ import annotations

from msxkit.language.program import Program
from msxkit.native.compiler import Options, compile_program
from tests.msxkit.rules import Left, Rule, check, files, listing, rules

from .bdos import Bdos
from .msx import Msx


@rules("cartridge", quick=4)
def test_rule(rule: Rule) -> None:
    disk = Bdos()
    for name, data in files(rule).items():
        disk.add(name, data)
    made = compile_program(Program.from_ascii(listing(rule)), options=Options(lenient=True))
    has_drive = "files" in rule or "after" in rule
    msx = Msx(made, int(rule.get("machine", "msx2") != "msx1"), disk if has_drive else None)
    msx.run(map(ord, rule.get("keys", "")), seconds=20)
    memory = bytes(msx.vram), bytes(msx.registers), bytes(msx.chip.palette)
    check(rule, Left(msx.screen.rows(), disk.files, bytes(msx.printed), *memory, bytes(msx.psg)))
