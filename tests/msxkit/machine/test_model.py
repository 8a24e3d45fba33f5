"""Models: everything that differs between machines is a value, so a third one needs no code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.interpreter.prompt import Prompt
from msxkit.machine.model import MODELS, MSX1, MSX2, Model, model_of
from tests.msxkit.running import shown

#: An MSX2 of Japan without a disk drive.
THIRD = replace(
    MSX2,
    name="msx2-jp",
    drive=False,
    himem=0xF380,
    free=28815,
    highest_pad=7,
    memory=((0x2B, b"\x2a"), (0x2D, b"\1")),
)


def test_a_model_is_known_by_name() -> None:
    assert (model_of("msx1"), model_of("msx2"), model_of(THIRD)) == (MSX1, MSX2, THIRD)
    assert [str(model) for model in MODELS.values()] == list(MODELS)
    with pytest.raises(MsxError, match=r"'msx3' is not known; choose one of msx1, msx2"):
        Session("", machine="msx3")


@pytest.mark.parametrize("model", [MSX1, MSX2, THIRD], ids=str)
def test_model_seen_by_a_program(model: Model) -> None:
    assert shown("PRINT PEEK(&HFC4A)+256*PEEK(&HFC4B)", model) == str(model.himem)
    line = 2 + 2 + len(b"\x91 \xff\x8f(\x11)\0")
    assert shown("PRINT FRE(0)", model) == str(model.free - line)
    assert shown("PRINT PEEK(&H2D)", model) == str(model.generation)
    assert shown('LSET A$=""', model) == ("Ok" if model.drive else "Illegal function call in 10")
    assert shown(f"SCREEN {model.highest_screen + 1}", model) == "Illegal function call in 10"
    assert shown(f"PRINT PAD({model.highest_pad})", model) == "0"
    assert shown(f"PRINT PAD({model.highest_pad + 1})", model) == "Illegal function call in 10"
    assert shown(f"WIDTH {model.widest[0]}", model) == "Ok"


def test_a_model_of_ones_own_everywhere() -> None:
    assert shown("PRINT PEEK(&H2B)", THIRD) == "42"
    prompt = Prompt(machine=THIRD, key_line=False)
    assert prompt.enter(b"FILES") == ["Illegal function call", "Ok"]
