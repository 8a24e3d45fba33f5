"""The calls of a page: commands and answers as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from msxkit.errors import MsxError


def answered(commands: Mapping[str, Callable[..., Any]], text: str) -> str:
    """Return the answer to a command `{"do": NAME, ...arguments}`: `{"answer": ...}` or `{"error": SENTENCE}`."""
    arguments = json.loads(text)
    try:
        answer = commands[arguments.pop("do")](**arguments)
    except MsxError as error:
        return json.dumps({"error": str(error)})
    return json.dumps({"answer": answer})
