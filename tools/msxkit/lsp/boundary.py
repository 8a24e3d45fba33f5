"""The boundary of the language server: whatever a client sends and whatever fails becomes an error answer and a line of
the log.
"""

from __future__ import annotations

import logging
import re
import sys
from dataclasses import dataclass
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from msxkit.errors import MsxError

#: The longest message that is read; a client that announces more is broken.
LIMIT = 1 << 26
_ROW = 4096
_LENGTH = re.compile(rb"\s*([0-9]{1,9})\s*")
_INTERNAL = -32603
_PARSE = -32700
_LOG = logging.getLogger(__name__)


def _plainly(record: logging.LogRecord) -> bool:
    """Make an ordinary refusal, which the client is told, one line of pygls's log instead of a traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, JsonRpcInvalidParams):
        record.msg, record.args, record.exc_info = "refused: %s", (error.message,), None
        record.levelno = logging.INFO
    return True


logging.getLogger("pygls.protocol.json_rpc").addFilter(_plainly)


class Stream:
    """The stream that a client sends. It ends at a header with an impossible length.

    Attributes:
        fault: Why it has ended, if the client did not end it.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.fault = ""

    def readline(self) -> bytes:
        """Return the next line of a header; empty at the end."""
        row = self._source.readline(_ROW)
        name, _, value = row.partition(b":")
        if name.strip().lower() != b"content-length":
            return row
        match = _LENGTH.fullmatch(value)
        if match is None or int(match[1]) > LIMIT:
            told = value.decode("latin-1").strip()[:40]
            self.fault = f"Content-Length: {told}: is not the length of a message"
            return b""
        return b"Content-Length: %s\r\n" % match[1]

    def read(self, length: int) -> bytes:
        """Return a message of `length` bytes; fewer at the end of the stream."""
        return self._source.read(length)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A message that the protocol does not have; `identity` is the id of a request."""

    identity: int | str | None
    method: str


class Boundary(LanguageServerProtocol):
    """The server's side of the protocol in pygls. It answers every request, even one that it cannot read."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message as an object; a `_Refused` one when its fields do not fit."""
        if "jsonrpc" not in data:
            return data
        method, identity = data.get("method"), data.get("id")
        try:
            if not isinstance(method, str | None) or not isinstance(identity, int | str | None):
                raise TypeError
            return super().structure_message(data)
        except Exception:  # pygls has written why into the log
            return _Refused(identity if isinstance(identity, int | str) else None, str(method))

    def handle_message(self, message: Any) -> None:
        """Answer a message, or refuse it with the reason."""
        if isinstance(message, _Refused):
            told = f"{message.method[:100]}: the fields of the message are not those of the protocol"
            _LOG.warning("%s", told)
            if message.identity is not None:
                self._refuse(message.identity, JsonRpcInvalidParams(told))
        elif getattr(message, "jsonrpc", "") != self.VERSION:
            self.unreadable("the message is not an object of JSON-RPC 2.0", getattr(message, "id", None))
        elif self._shutdown and hasattr(message, "method") and hasattr(message, "id"):
            self._refuse(message.id, JsonRpcInvalidRequest("the server has been shut down"))
        else:
            super().handle_message(message)

    def _execute_handler(self, msg_id: int | str, *arguments: Any, **named: Any) -> None:
        """Carry out a message. What pygls keeps of a notification until the end of the server goes when it is done."""
        super()._execute_handler(msg_id, *arguments, **named)
        if (future := self._request_futures.get(msg_id)) is not None:
            future.add_done_callback(lambda _: self._request_futures.pop(msg_id, None))

    def unreadable(self, told: str, identity: int | str | None = None) -> None:
        """Answer that what came is not a message, even if it is not known which request that answers.

        Args:
            told: What is wrong, as a sentence.
            identity: The id of the request, if it has one.
        """
        _LOG.warning("%s", told)
        # Sent by hand: pygls would leave out an `id` that is null.
        self._send_data({"jsonrpc": self.VERSION, "id": identity, "error": {"code": _PARSE, "message": told}})

    def _refuse(self, identity: int | str, error: JsonRpcException) -> None:
        self._send_response(identity, error=error.to_response_error())

    def _send_response(
        self, msg_id: Any, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        """Send an answer. For an unexpected error, which pygls has logged, send a sentence and no traceback."""
        if error is not None and error.code == _INTERNAL:
            cause = sys.exception()
            told = (
                str(cause) if isinstance(cause, MsxError) else f"cannot be answered ({error.message[:200]})"
            )
            error = types.ResponseError(_INTERNAL, told)
        super()._send_response(msg_id, result, error)


class BoundedServer(LanguageServer):
    """A language server behind the boundary."""

    protocol: Boundary

    def __init__(self, name: str, version: str) -> None:
        super().__init__(name, version, protocol_cls=Boundary)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Answer what is not a message; tell the user when a notification failed."""
        if source is JsonRpcException:
            self.protocol.unreadable(f"the message is not JSON: {error}"[:200])
        elif source is not FeatureRequestError:
            _LOG.warning("a notification failed: %s", f"{error}"[:200])
            super().report_server_error(error, source)
