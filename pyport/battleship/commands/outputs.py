"""The kinds of files that `battleship` writes, for `msxkit.commands.outputs`: they replace their own kind only."""

from __future__ import annotations

from msxkit.commands.outputs import RECORDING, TEXT, Kind
from msxkit.files import decode_json
from msxkit.report import is_page


def _has(*keys: str) -> Kind:
    """A JSON object with these keys."""

    def fits(data: bytes) -> bool:
        try:
            found = decode_json(data)
        except ValueError:
            return False
        return isinstance(found, dict) and set(keys) <= found.keys()

    return Kind(f"a result as JSON, with {', '.join(keys)}", fits)


#: Of `play` and `record`.
GAME = RECORDING
#: Of `batch`.
REPORT = TEXT
#: Of `verify`.
PAGE = Kind("a page of battleship verify", is_page)
VERDICTS = _has("backend", "recordings")
#: Of `arena` and `referee`.
RESULTS = _has("format", "players", "pairs")
STANDINGS = _has("format", "bots", "pairings")
