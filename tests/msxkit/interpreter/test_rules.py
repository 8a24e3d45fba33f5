"""Rules of the machine on the interpreter."""

from __future__ import annotations

from msxkit.interpreter import Session
from tests.msxkit.rules import RULES, Left, Rule, check, files, listing, rules


@rules("interpreter")
def test_rule(rule: Rule) -> None:
    disk = files(rule)
    session = Session(
        listing(rule), machine=rule.get("machine", "msx2"), keys=rule.get("keys", ""), files=disk
    )
    session.run(max_steps=100_000)
    session.close()
    chip, sound = session.video.chip, bytes(session.sound.registers)
    memory = bytes(chip.vram), bytes(chip.registers), bytes(chip.palette)
    check(rule, Left(session.screen.rows(), disk, session.files.printed, *memory, sound))


def test_no_rule_twice() -> None:
    """Git keeps both sides of a row that two branches have changed."""
    programs = [
        {
            field: rule[field]
            for field in ("on", "handled", "machine", "lines", "keys", "files")
            if field in rule
        }
        for rule in RULES
    ]
    assert [program for number, program in enumerate(programs) if program in programs[:number]] == []
