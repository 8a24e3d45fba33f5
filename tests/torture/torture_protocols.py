"""Messages nobody meant

What speaks a protocol gets messages that are not of it: fields of another type, numbers without bounds, brackets within
brackets, halves of characters, pieces of other messages, noise. The language server must answer each request once, the
next good one too, and show no traceback. The server of the pages must answer each request or close, and then a good
one. A bot that says such things must lose. An emulator that answers so must be reported by `msxkit` with a message and
exit code 2.
"""

from __future__ import annotations

import collections
import json
import os
import random
import re
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from battleship.cli import main as battleship
from battleship.web.serving import server
from msxkit.cli import main as msxkit
from tests.torture import Effort, Row, Trial, child, rows

_ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1 << 31,
    1 << 63,
    1e308,
    "",
    "x" * 5000,
    "\0",
    "\ud800",
    "é😀",
    [],
    {},
    [[]],
    {"a": 1},
    "file:///no/such/file.bas",
    "untitled:1",
    "http://[",
    "../" * 100,
    "/" + "a" * 5000,
)
_URI = "file:///program.bas"
_TEXT = '10 PRINT "A";A$\n20 FOR I=1 TO 3:GOSUB 100:NEXT\n100 RETURN\n'
_PLACE = {"textDocument": {"uri": _URI}, "position": {"line": 1, "character": 9}}
_RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 5}}
_OPTIONS = {"tabSize": 4, "insertSpaces": True}
_GOOD: dict[str, dict[str, Any]] = {
    **{
        f"textDocument/{name}": _PLACE
        for name in (
            "completion",
            "hover",
            "signatureHelp",
            "definition",
            "documentHighlight",
            "prepareRename",
        )
    },
    **{
        f"textDocument/{name}": {"textDocument": {"uri": _URI}}
        for name in ("documentSymbol", "foldingRange", "semanticTokens/full", "documentLink")
    },
    "textDocument/references": {**_PLACE, "context": {"includeDeclaration": True}},
    "textDocument/rename": {**_PLACE, "newName": "200"},
    "textDocument/formatting": {"textDocument": {"uri": _URI}, "options": _OPTIONS},
    "textDocument/rangeFormatting": {"textDocument": {"uri": _URI}, "range": _RANGE, "options": _OPTIONS},
    "textDocument/onTypeFormatting": {**_PLACE, "ch": "\n", "options": _OPTIONS},
    "textDocument/codeAction": {
        "textDocument": {"uri": _URI},
        "range": _RANGE,
        "context": {"diagnostics": []},
    },
    "textDocument/inlayHint": {"textDocument": {"uri": _URI}, "range": _RANGE},
    "textDocument/didChange": {
        "textDocument": {"uri": _URI, "version": 2},
        "contentChanges": [{"range": _RANGE, "text": "10 CLS"}, {"text": _TEXT}],
    },
    "workspace/didChangeConfiguration": {"settings": {"msxBasic": {"machine": "msx1"}}},
    "msxkit/listing": {"uri": _URI},
}
#: Seconds within which there must be an answer.
SECONDS = 60.0


def torture(effort: Effort) -> Iterator[Row]:
    """One row for each protocol."""
    yield from rows(effort, _served, _messages_sent(effort))
    yield _pages(effort)
    yield from rows(effort, _bot, [(_BOTS, f"{effort.seed} {number}") for number in range(effort.of(30))])
    yield from rows(effort, _emulator, _emulators(effort))


def spoilt(value: Any, source: random.Random, chance: float = 0.2) -> Any:
    """Return JSON like `value`, with some of its parts replaced, left out or doubled."""
    if source.random() < chance:
        return source.choice(_ODD)
    if isinstance(value, dict):
        kept = {
            key: spoilt(item, source, chance) for key, item in value.items() if source.random() > chance / 4
        }
        return kept | ({"more": source.choice(_ODD)} if source.random() < chance else {})
    if isinstance(value, list):
        return [spoilt(item, source, chance) for item in value for _ in range(source.choice((1, 1, 1, 2)))]
    return value


# The language server


def _messages_sent(effort: Effort) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    source = random.Random(f"{effort.seed} lsp")
    left = effort.of(500)
    while left > 0:
        count = min(left, 100)
        left -= count
        sent = [
            (method, json.dumps(spoilt(_GOOD[method], source)))
            for method in source.choices(list(_GOOD), k=count - 1)
        ]
        sent.append(("textDocument/hover", '{"a":' * 2000 + "1" + "}" * 2000))
        yield "messages to the language server, 100 in a go", sent


def _served(sent: list[tuple[str, str]]) -> Trial:
    """Send messages and then a good request."""

    def framed(method: str, params: str, number: int) -> bytes:
        identity = f'"id":{number},' if _is_request(method) else ""
        body = f'{{"jsonrpc":"2.0",{identity}"method":"{method}","params":{params}}}'.encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    # The settings are those of the last message that is of settings.
    settings = next((params for method, params in sent[::-1] if "Configuration" in method), "{}")
    options = json.loads(settings)
    begin: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    if isinstance(options, dict):
        begin["initializationOptions"] = options.get("settings")
    document = {"textDocument": {"uri": _URI, "languageId": "msx-basic", "version": 1, "text": _TEXT}}
    data = framed("initialize", json.dumps(begin), 1) + framed("initialized", "{}", 2)
    data += framed("textDocument/didOpen", json.dumps(document), 3)
    for number, (method, params) in enumerate(sent, 10):
        data += framed(method, params, number)
    data += framed("textDocument/hover", json.dumps(_PLACE), 9999)
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "msxkit", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        out, err = process.communicate(
            data + framed("shutdown", "null", 10000) + framed("exit", "null", 10001), SECONDS
        )
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return Trial(["it has not ended"], time.monotonic() - started, tries=len(sent))
    found = []
    answers = collections.Counter(
        answer.get("id") for answer in _messages(out) if "result" in answer or "error" in answer
    )
    asked = [number for number, (method, _) in enumerate(sent, 10) if _is_request(method)]
    # What is nested too deeply is not read, and nobody knows its number.
    answers[9 + len(sent)] += answers[None]
    for number in (*asked, 9999):
        if answers[number] != 1:
            what = sent[number - 10] if number < 9999 else "the good request"
            found.append(f"{answers[number]} answers to {str(what)[:200]}: {err[-500:]!r}")
    if b"Traceback" in err:
        found.append(f"a traceback: {err.strip().splitlines()[-1]!r}")
    return Trial(found, time.monotonic() - started, tries=len(sent))


def _is_request(method: str) -> bool:
    return "did" not in method and method not in ("initialized", "exit")


def _messages(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield what stands behind headers with lengths."""
    while match := re.match(rb"Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n", data):
        end = match.end() + int(match[1])
        yield json.loads(data[match.end() : end])
        data = data[end:]


# The server of the pages


def _pages(effort: Effort) -> Row:
    row = Row("requests to the server of the pages")
    source = random.Random(f"{effort.seed} http")
    serving = server({"index.html": b"<p>"})
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    paths = (
        "http://[",
        "/%",
        "/%ff",
        "/..%2f..%2fetc/passwd",
        "//[::",
        "*",
        "/" + "a" * 70000,
        "/index.html\0",
        "",
    )
    try:
        for number in range(effort.of(500)):
            method = source.choice(("GET", "HEAD", "POST", "GET ", "\xff", ""))
            version = source.choice(("HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "HTTP/x", ""))
            head = source.choice(("", "Content-Length: x", "A" * 70000, "\xff: \0", "Host"))
            data = f"{method} {source.choice(paths)} {version}\r\n{head}\r\n\r\n".encode("latin-1")
            if source.random() < 0.2:
                data = data[: source.randrange(len(data))]
            _asked(serving.server_address, data)
            answer = _asked(serving.server_address, b"GET /index.html HTTP/1.0\r\n\r\n")
            wrong = f"request {number}, {data[:80]!r}: the next good one was answered {answer[:80]!r}"
            row.add(Trial([wrong] * (not answer.endswith(b"<p>"))))
    finally:
        serving.shutdown()
        serving.server_close()
    return row


def _asked(address: Any, data: bytes) -> bytes:
    with socket.create_connection(address, 10) as line:
        try:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := line.recv(65536):
                answer += piece
            return answer
        except OSError:
            return b""


# Bots

_BOTS = "what bots say, with floods on standard error"
_BOT = """
import random, sys
source = random.Random({seed!r})
pieces = [b"N", b"A1", b"H", b"M", b"S B", b"\\xff\\xfe", b"\\0", b"9" * 5000, b"[" * 5000, b" ", b"E", b"="]
while True:
    line = sys.stdin.readline()
    if not line:
        break
    said = b"".join(source.choices(pieces, k=source.randrange(1, 6)))
    sys.stdout.buffer.write(said + source.choice([b"\\n", b"\\r\\n", b"\\n\\n"]))
    sys.stdout.buffer.flush()
    sys.stderr.write("{flood}" * source.randrange(1, 2000))
"""


def _bot(seed: str) -> Trial:
    with child.folder() as folder:
        (folder / "bot.py").write_text(_BOT.format(seed=seed, flood="x" * 1000))
        bot = f"{sys.executable} {folder / 'bot.py'}"
        argv = ["referee", bot, "builtin:random", "--games", "2", "-o", "r.json"]
        outcome = child.run(lambda: battleship(argv), folder)
        found = outcome.complaints()
        result = folder / "r"
        if not found and (not result.is_file() or json.loads(result.read_bytes())["bots"] is None):
            found.append("there are no results")
    return Trial([f"bot {seed}: {complaint}" for complaint in found], outcome.seconds)


# Emulators

_EMULATOR = """#!{python}
import random, sys
source = random.Random({seed!r})
good = source.randrange(0, 40)
nonsense = [
    '<reply result="ok">{{}}</reply>', '<reply result="ok">-1</reply>', '<reply result="ok"></reply>',
    '<reply>&#xFFFFFFFF;</reply>', '<reply result="ok">zz zz zz zz</reply>', '<reply result="nok">\\0</reply>',
    '<log level="x">\\ud800</log><reply result="ok">1e999</reply>',
    '<update type="x"></update><reply result="ok">nan</reply>',
    '<reply result="ok">' + '9' * 5000 + '</reply>', '<reply', '</reply>' * 100,
    '<reply result="ok"><reply>1</reply></reply>',
]
out = sys.stdout
out.reconfigure(errors="surrogateescape")
out.write("<openmsx-output>\\n")
for number, line in enumerate(sys.stdin):
    if "</command>" not in line:
        continue
    if "openmsx_info version" in line:
        out.write('<reply result="ok">openMSX 19_1</reply>')
    elif number < good:
        out.write('<reply result="ok">' + source.choice(["", "0", "1", "00 00 00", "Philips_NMS_8250"]) + '</reply>')
    else:
        text = source.choice(nonsense)
        out.write(text.encode("utf-8", "replace").decode())
    out.flush()
    if source.random() < 0.02:
        break
"""


def _emulators(effort: Effort) -> Iterator[tuple[str, tuple[str, list[str]]]]:
    source = random.Random(f"{effort.seed} openmsx")
    commands = ("record game.bas -o r.json", "openmsx doctor", "openmsx run game.bas")
    for number in range(effort.of(20)):
        yield "what an emulator answers", (f"{effort.seed} {number}", source.choice(commands).split())


def _emulator(case: tuple[str, list[str]]) -> Trial:
    seed, argv = case
    with child.folder() as folder:
        (folder / "game.bas").write_bytes(b'10 A$=INPUT$(1):PRINT "A"\n')
        program = folder / "link"
        program.write_text(_EMULATOR.format(python=sys.executable, seed=seed))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

        def work() -> int:
            os.environ["MSXKIT_OPENMSX"] = "./link"
            return msxkit(argv)

        outcome = child.run(work, folder, patience=200)
        found = outcome.complaints()
        if (folder / "r.json").exists() and outcome.code == 2:
            found.append("a recording was left")
    return Trial([f"emulator {seed}, {' '.join(argv)}: {complaint}" for complaint in found], outcome.seconds)
