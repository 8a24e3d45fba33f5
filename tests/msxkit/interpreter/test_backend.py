"""The original programs on the interpreter, compared with every recording of genuine machines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetBackend, among
from msxkit.errors import ProgramError
from msxkit.language.program import Program
from msxkit.recording import ProgramId, load
from msxkit.verify import describe, replay
from tests.conftest import RECORDINGS, ROOT, one_in


@pytest.fixture(scope="module")
def backend() -> TargetBackend[InterpreterTarget]:
    return TargetBackend(
        InterpreterTarget(),
        among(Program.from_file(path.read_bytes()) for path in (ROOT / "basic").glob("*.bas")),
    )


def test_all_recordings_are_there() -> None:
    assert len(RECORDINGS) == 88


@pytest.mark.parametrize("path", one_in(4, RECORDINGS, lambda path: path.stem))
def test_every_step(path: Path, backend: TargetBackend[InterpreterTarget]) -> None:
    recording = load(path)
    result = replay(recording, backend)
    assert result.difference is None, describe(result.difference, recording.name, "interpreter")
    assert result.steps == len(recording.steps)


def test_an_unknown_program_is_refused(backend: TargetBackend[InterpreterTarget]) -> None:
    with (
        pytest.raises(ProgramError, match="not among the programs"),
        backend.start(replace(load(RECORDINGS[0]), program=ProgramId("x.bas", "0" * 40))),
    ):
        pass
