"""Rules of the machine in small programs, for interpreter and cartridge: `rules.json` says what shows above `Ok`.

A program that is `handled` goes on after an error, which it prints. Those with `on` hold for one of the two alone: the
time that a statement takes, or the memory that a variable takes, which a cartridge does not have.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from tests.conftest import LEFT_OUT
from tests.msxkit.native.msx import Msx
from tests.msxkit.running import HANDLER, rows_above_ok, run

RULES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("rules.json").read_bytes())


def _interpreted(program: str, machine: str) -> list[str]:
    return run(program, machine=machine).screen.rows()


def _compiled(program: str, machine: str) -> list[str]:
    msx = Msx(compile_program(Program.from_ascii(program.encode("latin-1"))), int(machine != "msx1"))
    msx.run(seconds=5)
    return msx.screen.rows()


TARGETS: dict[str, Callable[[str, str], list[str]]] = {"interpreter": _interpreted, "cartridge": _compiled}


@pytest.mark.parametrize(
    ("target", "rule"),
    [
        pytest.param(
            target,
            rule,
            id=f"{target}-{rule['about']}-{rule['lines'][0]}",
            marks=LEFT_OUT if target == "cartridge" and number % 3 else [],
        )
        for target in TARGETS
        for number, rule in enumerate(RULES)
        if rule.get("on", target) == target
    ],
)
def test_rule(target: str, rule: dict[str, Any]) -> None:
    program = HANDLER * rule.get("handled", False) + "".join(f"{line}\n" for line in rule["lines"])
    assert rows_above_ok(TARGETS[target](program, rule.get("machine", "msx2"))) == rule["rows"]
