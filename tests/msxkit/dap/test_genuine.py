"""The debugger on a machine with its ROM, where there is one; nobody has a ROM from this project."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.errors import MsxError
from msxkit.openmsx.settings import choose
from tests.msxkit.dap.client import Client
from tests.programs import needs

pytestmark = [needs("openmsx"), pytest.mark.slow]


@pytest.fixture(scope="module")
def genuine() -> str:
    """The name of a machine with BASIC."""
    try:
        return choose().machine
    except MsxError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("first", ["5 ' x", "5 REM x", "5 :", "5 ::", "5 DATA 1"])
def test_it_begins_at_the_first_statement(tmp_path: Path, genuine: str, first: str) -> None:
    with Client(tmp_path, f"{first}\n10 ::A=1: :B=2 'y\n20 GOTO 20\n", own=True) as client:
        client.start(stopOnEntry=True, on="openmsx", machine=genuine)
        rows = [client.stopped()["at_line"]]
        while rows[-1] < 3:
            rows.append(client.go("stepIn")["at_line"])
        assert rows[-3:] == [2, 2, 3]
        assert (client.value("A"), client.value("B")) == ("1", "2")


def test_traps_errors_input_and_stop(tmp_path: Path, genuine: str) -> None:
    text = (
        "10 ON ERROR GOTO 100:ON INTERVAL=20 GOSUB 200:INTERVAL ON\n20 ERROR 5\n30 INPUT A\n40 STOP\n"
        "50 IF T=0 THEN 50\n60 INTERVAL OFF:END\n100 RESUME NEXT\n200 ' Tick\n210 T=T+1:RETURN\n"
    )
    with Client(tmp_path, text, own=True) as client:
        assert (
            client.run_to(6, filters=["all", "stop"], on="openmsx", machine=genuine)["reason"] == "exception"
        )
        client.ask("continue", threadId=1)
        assert client.event("msxkit/waiting")["line"] == 30
        client.ask("msxkit/type", text="7\\r")
        assert client.stopped()["text"] == "STOP in 40"
        assert client.value("A") == "7"
        # CONT goes on behind STOP, and the trap comes while line 50 waits for it.
        assert client.go("continue")["at_line"] == 6
        assert int(client.value("T")) > 0
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[])
        client.ask("continue", threadId=1)
        client.event("terminated")
