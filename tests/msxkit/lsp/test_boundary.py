"""Whatever a client of the language server sends is answered, and whatever fails is a line of the log."""

from __future__ import annotations

import io
import json
import logging
import socket
import subprocess
import sys
from typing import Any, BinaryIO, cast

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

from msxkit.errors import MsxError
from msxkit.lsp import hover, workspace
from msxkit.lsp.boundary import LIMIT, Stream
from msxkit.lsp.server import make_server
from msxkit.lsp.settings import Settings

_BEGIN: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
_OPENED = {"textDocument": {"uri": "file:///a.bas", "languageId": "msxbasic", "version": 1, "text": "10 CLS"}}
_PLACE = {"textDocument": {"uri": "file:///a.bas"}, "position": {"line": 0, "character": 4}}


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def message(method: Any, params: Any = None, identity: Any = None) -> bytes:
    fields = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}
    return framed(json.dumps({key: value for key, value in fields.items() if value is not None}).encode())


class _Out(io.BytesIO):
    def close(self) -> None:
        """Stay readable."""


def _conversation(*sent: bytes) -> tuple[list[dict[str, Any]], str]:
    """Return what the server says to messages after its beginning, and why it has ended."""
    data = [message("initialize", _BEGIN, 1), *sent, message("shutdown", identity=9998), message("exit")]
    out, stream, server = _Out(), Stream(io.BytesIO(b"".join(data))), make_server()
    server.start_io(cast("BinaryIO", stream), out)
    assert len(server.protocol._request_futures) <= 1, "more than that of exit: 10,000 edits took 20 MB"
    pieces = out.getvalue().split(b"\r\n\r\n")[1:]
    return [json.loads(piece.partition(b"Content-Length")[0]) for piece in pieces][1:], stream.fault


NONSENSE = {
    "not JSON": (framed(b"{nope"), None, "the message is not JSON"),
    "not UTF-8": (framed(b'{"\xff":1}'), None, "the message is not JSON"),
    "brackets": (framed(b"[" * 200_000), None, "the message is not JSON"),
    "a list": (framed(b"[1]"), None, "not an object of JSON-RPC"),
    "a number": (framed(b"5"), None, "not an object of JSON-RPC"),
    "no version": (framed(b'{"id":7,"method":"x"}'), None, "not an object of JSON-RPC"),
    "another version": (
        framed(b'{"jsonrpc":"3","id":7,"method":"x","params":{}}'),
        7,
        "not an object of JSON-RPC",
    ),
    "fields of wrong types": (
        message("textDocument/hover", {"textDocument": 5}, 7),
        7,
        "textDocument/hover: ",
    ),
    "no fields": (message("textDocument/hover", None, 7), 7, "textDocument/hover: "),
    "a message in a message": (
        message("textDocument/hover", {"jsonrpc": "2.0", "id": 8, "method": "textDocument/hover"}, 7),
        7,
        "textDocument/hover: ",
    ),
    "a number as method": (message(5, {}, 7), 7, "5: "),
    "an unknown method": (message("what/ever", {}, "x"), "x", "Method Not Found: what/ever"),
    "an address that is none": (message("msxkit/listing", {"uri": "http://["}, 7), 7, "is not a file"),
    "a file that is a number": (message("msxkit/listing", {"uri": 5}, 7), 7, "5 is not a file"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_gets_one_answer_and_a_line(what: str, caplog: pytest.LogCaptureFixture) -> None:
    sent, identity, told = NONSENSE[what]
    (answer, end), fault = _conversation(sent)
    assert told in answer["error"]["message"]
    assert "id" in answer
    assert answer["id"] == identity
    assert "data" not in answer["error"]
    assert (end["id"], end["result"], fault) == (9998, None, "")
    assert caplog.records


def test_a_notification_that_is_nonsense_is_a_line(caplog: pytest.LogCaptureFixture) -> None:
    (end,), _ = _conversation(message("textDocument/didOpen", {"textDocument": 5}))
    assert end["id"] == 9998
    assert "textDocument/didOpen: the fields" in caplog.text


@pytest.mark.parametrize("length", [str(LIMIT + 1), "9" * 5000, "-1", "x", ""])
def test_bad_content_length(length: str) -> None:
    answers, fault = _conversation(f"Content-Length: {length}\r\n\r\n".encode())
    assert answers == []
    assert fault == f"Content-Length: {length[:40]}: is not the length of a message"


def test_after_the_end_there_is_an_answer_too() -> None:
    answers, _ = _conversation(message("shutdown", identity=7), message("textDocument/hover", _PLACE, 8))
    late = answers[1]
    assert late["id"] == 8
    assert late["error"]["message"] == "the server has been shut down"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("x"), "cannot be answered (KeyError: 'x')"),
        (RecursionError("deep"), "cannot be answered (RecursionError: deep)"),
        (MsxError("game.bas: line 10: is not right"), "game.bas: line 10: is not right"),
    ],
)
def test_unexpected_error(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_arguments: Any) -> None:
        raise error

    monkeypatch.setattr(hover, "hover", fails)
    sent = (message("textDocument/didOpen", _OPENED), message("textDocument/hover", _PLACE, 7))
    found = [answer for answer in _conversation(*sent)[0] if answer.get("id") == 7]
    assert [answer["error"] for answer in found] == [{"code": -32603, "message": told}]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_a_check_that_fails_is_a_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_arguments: Any) -> None:
        raise KeyError("x")

    monkeypatch.setattr(workspace, "diagnostics", fails)
    answers, _ = _conversation(
        message("textDocument/didOpen", _OPENED),
        *(message("textDocument/hover", _PLACE, n) for n in range(9)),
    )
    assert [answer["id"] for answer in answers] == [*range(9), 9998]
    assert "the listing cannot be checked (KeyError: 'x')" in caplog.text


@pytest.mark.slow
def test_over_tcp_one_client_after_another() -> None:
    code = "import sys; from msxkit.cli import main; sys.exit(main(['lsp', '--tcp', '0']))"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        port = int(process.stderr.readline().rsplit(b":", 1)[1])
        good = message("initialize", _BEGIN, 1) + message("shutdown", identity=2) + message("exit")
        assert b'"id": 2' in _asked(port, good)
        assert _asked(port, b"Content-Length: x\r\n\r\n") == b""
        assert process.stderr.readline() == b"msxkit lsp: Content-Length: x: is not the length of a message\n"
        assert b'"id": 2' in _asked(port, good)
    finally:
        process.kill()
        process.communicate()


def _asked(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_settings_of_another_type_keep_their_defaults() -> None:
    """A folder brings settings of its own; they must not end the server of its visitors."""
    odd: list[Any] = [None, 5, ["x"], {"a": []}, [["x"], 5, "unreachable"], "x" * 9]
    for name in ("target", "off", "extensions", "machine", "numberLines", "inlayHints", "hints"):
        for value in odd:
            found = Settings.of({"msxkit": {name: value}})
            assert (found.target, found.model) == ("disk", "")
            assert set(found.off) <= {"unreachable"}
            assert found.checks
