"""The faithful port: games and steps replayed per second."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from battleship.original.backend import PortBackend
from msxkit.recording import load
from msxkit.verify import replay
from tests.bench import Figure, best_of
from tests.conftest import RECORDINGS


def measure() -> Iterator[Figure]:
    recordings = [load(path) for path in RECORDINGS]
    backend = PortBackend()
    steps = sum(len(recording.steps) for recording in recordings)
    seconds = best_of(lambda: [replay(recording, backend) for recording in recordings])
    yield Figure("games replayed and compared", f"{len(recordings) / seconds:,.0f} a second")
    yield Figure(
        "steps replayed and compared", f"{steps / seconds:,.0f} a second", "768 cells, cursor, event, line"
    )
    loading = best_of(lambda: [load(path) for path in RECORDINGS])
    yield Figure("recordings read and validated", f"{len(recordings) / loading:,.0f} a second")
    command = [
        sys.executable,
        "-c",
        "import sys; from battleship.cli import main; sys.exit(main())",
        "verify",
    ]
    whole = best_of(lambda: subprocess.run(command, check=True, capture_output=True))
    yield Figure("battleship verify, 88 recordings, whole process", f"{whole:.2f} s", "limit: 5 s")
