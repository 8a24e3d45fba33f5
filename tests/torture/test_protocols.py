"""Messages nobody meant

What speaks a protocol gets messages that are not of it: fields of another type, numbers without bounds, brackets within
brackets, halves of characters, pieces of other messages, noise. The language server and the debugger must answer each
request once, the next good one too, say why one is refused, and end without a traceback. The server of the pages must
answer each request or close, and then a good one. An emulator that answers so must be reported by `msxkit` with a
message and exit code 2.
"""

from __future__ import annotations

import collections
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battleship.web.serving import server
from msxkit.cli import main as msxkit
from tests.torture import child, tries

#: Good requests: their names and fields.
REQUESTS: dict[str, list[tuple[str, dict[str, Any]]]] = json.loads(
    Path(__file__).with_name("requests.json").read_bytes()
)
#: What stands in place of a field.
_WORDS = """♞|é😀|\0|\ud800| |1/0|RND(-TIME)|INPUT$(1)|USR(0)|{|{X|"|%0|>=|GOTO 10|RUN|NEW|END|CLEAR:X=1|T(1,2,3)
FNA(1)|vram:|0x|0xFFFFFFFFFF|A(99)|SCREEN(999,1)|VRAM(-1)|FOR I=1 TO 1E9:NEXT|file:///no/such/file.bas|http://["""
_NUMBERS = (0, -1, 1, 1 << 31, 1 << 63, -(1 << 63), 10**400, 0.5, 1e308, -1e300, float("inf"), float("nan"))
_LONG = ("", "A" * 5000, "(" * 300, "[" * 200_000, "X+" * 120, "../" * 100, "/" + "a" * 5000)
_PARTS: tuple[Any, ...] = (
    [],
    {},
    [[]],
    [None],
    [{}],
    {"a": 1},
    {"path": 5},
    {"path": ["x"]},
    [1, "2", None],
    [{"line": "x"}],
)
_ODD: tuple[Any, ...] = (None, True, False, *_NUMBERS, *re.split(r"[|\n]", _WORDS), *_LONG, *_PARTS)
_RAW = (
    b"",
    b"[" * 200_000,
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b'{"type":"request"}',
    b'{"a":' * 3000,
)
_URI = "file:///program.bas"
_TEXT = '10 PRINT "A";A$\n20 FOR I=1 TO 3:GOSUB 100:NEXT\n100 RETURN\n'
_PROGRAM = """10 DIM A(5):X=1:A$="hi":FOR I=1 TO 5:A(I)=I:X=X+A(I):NEXT
20 GOSUB 40:ON ERROR GOTO 50:ERROR 5
30 K$=INKEY$:X=X+1:IF X<90 THEN 30 ELSE STOP:PRINT INPUT$(1):END
40 PRINT X:RETURN ' Sub
50 RESUME NEXT
"""
#: Seconds within which there must be an answer.
SECONDS = 60.0


def spoilt(value: Any, source: Random, chance: float = 0.2) -> Any:
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


def _framed(data: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


def _said(name: str, data: bytes, folder: Path) -> Iterator[dict[str, Any]]:
    """Send messages to a server; yield what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "msxkit", name], input=data, capture_output=True, timeout=SECONDS, cwd=folder
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr[-500:]
    said = done.stdout
    while match := re.match(rb"Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n", said):
        end = match.end() + int(match[1])
        yield json.loads(said[match.end() : end])
        said = said[end:]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", tries(5, "lsp"))
def test_language_server(seed: str, tmp_path: Path) -> None:
    source = Random(seed)
    sent = [(method, spoilt(fields, source)) for method, fields in source.choices(REQUESTS["lsp"], k=99)]
    settings: Any = next((fields for method, fields in sent[::-1] if "Configuration" in method), {})
    begin: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    if isinstance(settings, dict):
        begin["initializationOptions"] = settings.get("settings")
    document = {"textDocument": {"uri": _URI, "languageId": "msx-basic", "version": 1, "text": _TEXT}}
    place = {"textDocument": {"uri": _URI}, "position": {"line": 1, "character": 9}}
    messages = [
        ("initialize", begin),
        ("initialized", {}),
        ("textDocument/didOpen", document),
        *sent,
        ("textDocument/hover", place),
        ("shutdown", None),
        ("exit", None),
    ]
    asked, data = [], b""
    for number, (method, fields) in enumerate(messages):
        message = {"jsonrpc": "2.0", "method": method, "params": fields}
        if "did" not in method and method not in ("initialized", "exit"):
            message["id"] = number
            asked.append(number)
        data += _framed(json.dumps(message).encode())
    answers = collections.Counter(
        said.get("id") for said in _said("lsp", data, tmp_path) if "result" in said or "error" in said
    )
    assert not [messages[number] for number in asked if answers[number] != 1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", tries(150, "dap"))
def test_debugger(seed: str, tmp_path: Path) -> None:
    """The requests that begin a conversation, most often as they should be, then any."""
    (tmp_path / "game.bas").write_text(_PROGRAM)
    source, requests = Random(seed), REQUESTS["dap"]
    begun = [requests[index] for index in (0, 1, 4, 10, 2)]
    if source.random() < 0.3:
        source.shuffle(begun)
    if source.random() < 0.2:
        del begun[source.randrange(len(begun))]
    sent = [(command, spoilt(fields, source, 0.02)) for command, fields in begun]
    sent += [(command, spoilt(fields, source)) for command, fields in source.choices(requests, k=40)]
    data = b""
    for number, (command, fields) in enumerate(sent, 1):
        if source.random() < 0.02:
            data += _framed(source.choice(_RAW))
        message = {"seq": number, "type": "request", "command": command, "arguments": fields}
        data += _framed(json.dumps(message).encode())
    answers = [said for said in _said("dap", data, tmp_path) if said["type"] == "response"]
    counts = collections.Counter(answer["request_seq"] for answer in answers)
    assert not [request for number, request in enumerate(sent, 1) if counts[number] != 1]
    for answer in answers:
        assert answer["success"] or answer["message"]
        assert not re.search(r"\((\w+Error|Exception)\b", answer.get("message", ""))


@pytest.mark.nightly
def test_server_of_the_pages() -> None:
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
        for seed in tries(500, "http"):
            source = Random(seed)
            method = source.choice(("GET", "HEAD", "POST", "GET ", "\xff", ""))
            version = source.choice(("HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "HTTP/x", ""))
            head = source.choice(("", "Content-Length: x", "A" * 70000, "\xff: \0", "Host"))
            data = f"{method} {source.choice(paths)} {version}\r\n{head}\r\n\r\n".encode("latin-1")
            _asked(serving.server_address, data[: source.randrange(5 * len(data))])
            answer = _asked(serving.server_address, b"GET /index.html HTTP/1.0\r\n\r\n")
            assert answer.endswith(b"<p>"), data[:80]
    finally:
        serving.shutdown()
        serving.server_close()


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


@pytest.mark.nightly
@pytest.mark.parametrize("argv", ["record game.bas -o r.json", "openmsx doctor", "openmsx run game.bas"])
def test_emulator(argv: str) -> None:
    for seed in tries(7, argv):
        with child.folder() as folder:
            (folder / "game.bas").write_bytes(b'10 A$=INPUT$(1):PRINT "A"\n')
            program = folder / "link"
            program.write_text(_EMULATOR.format(python=sys.executable, seed=seed))
            program.chmod(0o755)

            def work() -> int:
                os.environ["MSXKIT_OPENMSX"] = "./link"
                return msxkit(argv.split())

            outcome = child.run(work, folder, patience=200)
            assert outcome.complaints() == [], seed
            assert outcome.code != 2 or not (folder / "r.json").exists()
