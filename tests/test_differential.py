"""The search for differences between two machines, with a fake one that is wrong on purpose."""

from __future__ import annotations

import gc
import re
import weakref

import pytest

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.language.program import Program
from msxkit.machine.state_codec import copied
from msxkit.native.compiler import compile_program
from msxkit.testbench.msx import Msx
from tests.differential.__main__ import main
from tests.differential.compare import Outcome, difference, driver, search
from tests.differential.shrink import minimised
from tests.msxkit.native.msx import Msx as NativeMsx


def right(model: str) -> Msx:
    return Msx(InterpreterTarget(model, counting=True, polling=True))


@pytest.mark.parametrize("model", ["msx1", "msx2"])
def test_a_machine_is_equal_to_itself(model: str) -> None:
    assert search(driver(right(model)), driver(right(model)), model, 4, 1) is None


@pytest.mark.parametrize("model", ["msx1", "msx2"])
def test_a_fault_is_found_and_its_program_is_as_short_as_it_can_be(model: str) -> None:
    """A fake machine whose CIRCLE draws a byte wrong, in a program that sets the mode."""
    machine = right(model)

    def wrong(text: str) -> Outcome:
        outcome = driver(machine)(text)
        chip = copied(outcome.chip)
        if "CIRCLE" in text and "SCREEN" in text:
            chip.vram[chip.name_table] ^= 1
        return Outcome(outcome.at, outcome.error, chip)

    found = search(driver(right(model)), wrong, model, 20, 1)
    assert found is not None
    lines, differences = found
    assert [re.findall("[A-Z]+", line)[0] for line in lines] == ["SCREEN", "CIRCLE"]
    assert len(differences) == 1
    assert differences[0].startswith("VRAM ")


def test_other_differences_are_told() -> None:
    one = driver(right("msx1"))("10 SCREEN 2\n20 A$=INPUT$(1)\n")
    two = driver(right("msx1"))("10 SCREEN 3\n20 ERROR 5\n")
    told = "\n".join(difference(one, two))
    assert "stopped at error (Illegal function call in 20), expected key (None)" in told
    assert "register 0" in told
    other = driver(right("msx2"))("10 SCREEN 2\n20 A$=INPUT$(1)\n")
    assert "the chip is a V9938, expected TMS9918A" in "\n".join(difference(one, other))


def test_nothing_that_is_needed_is_left_out() -> None:
    needed = {"b", "f"}
    assert minimised(list("abcdefgh"), lambda left: needed <= set(left)) == ["b", "f"]
    assert minimised(["a"], lambda left: True) == ["a"]


def test_without_a_machine_it_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["openmsx", "--machine", "No_Such_Machine"])
    assert left.value.code == 2
    assert "needs a machine with BASIC in openMSX" in capsys.readouterr().err


def test_a_machine_that_has_run_a_cartridge_is_not_kept() -> None:
    """Each takes 300 KB, of which a search needs no more than one."""
    machine = NativeMsx(compile_program(Program.from_ascii(b"10 PRINT 1\n")))
    machine.run()
    kept = weakref.ref(machine)
    del machine
    gc.collect()
    assert kept() is None
