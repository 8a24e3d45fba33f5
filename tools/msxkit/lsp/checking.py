"""The check of a long listing in a process of its own, which ends when the listing changes meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import sys
from dataclasses import asdict

from msxkit.lsp.diagnostics import Diagnostic, WantedChecks, diagnostics
from msxkit.lsp.document import Document, Range


async def check_aside(text: str, characters: str, asked: WantedChecks) -> list[Diagnostic]:
    """Return what `diagnostics` finds in a listing; nothing if the process fails. Cancelling ends the process.

    Args:
        characters: The character of each code, index 0-255.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # modules are never imported from the current folder: it belongs to the user
        "-m",
        "msxkit.lsp.checking",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        request = json.dumps({"text": text, "characters": characters, **asdict(asked)}).encode("ascii")
        out, _ = await process.communicate(request)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
    return [
        Diagnostic(**{**item, "range": Range(**item["range"]), "expected": tuple(item["expected"])})
        for item in json.loads(out or b"[]")
    ]


def main() -> None:
    """Read the request from standard input and write the findings to standard output, both as JSON."""
    # The process ends soon: the garbage collection of the trees of ten thousand lines takes a third of its time.
    gc.disable()
    request = json.load(sys.stdin)
    asked = WantedChecks(request["target"], tuple(request["off"]), tuple(request["extensions"]))
    found = diagnostics(Document(request["text"], characters=request["characters"]), asked)
    json.dump([asdict(item) for item in found], sys.stdout)


if __name__ == "__main__":
    main()
