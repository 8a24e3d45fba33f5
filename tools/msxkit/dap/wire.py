"""Messages of the Debug Adapter Protocol on a pair of byte streams: a header with the length, then JSON."""

from __future__ import annotations

import json
import queue
import re
import threading
from typing import Any, BinaryIO

from msxkit.errors import MsxError

WireMessage = dict[str, Any]
#: The longest message that is read; a client that announces more is broken.
LIMIT = 1 << 24


#: The `type` of the entry in the inbox for a message that cannot be read; its `fault` says why.
UNREADABLE = "unreadable"
_LENGTH = re.compile(r"\s*([0-9]{1,9})\s*")


class WireError(MsxError):
    """Input without a header of the protocol: nothing after it can be understood."""


def read(stream: BinaryIO) -> WireMessage | None:
    """Return the next message, UNREADABLE where it is not an object of JSON; None at the end of the stream.

    Raise `WireError` for what is not a header.
    """
    length: int | None = None
    while True:
        row = stream.readline(4096)
        if not row:
            return None
        name, _, value = row.decode("latin-1").partition(":")
        if not row.strip():
            if length is None:
                continue
            break
        if name.strip().lower() == "content-length":
            match = _LENGTH.fullmatch(value)
            if match is None or int(match.group(1)) > LIMIT:
                raise WireError(f"Content-Length:{value.rstrip()[:40]}: is not the length of a message")
            length = int(match.group(1))
    data = stream.read(length)
    if len(data) < length:
        return None
    try:
        message = json.loads(data)
    except (ValueError, RecursionError) as error:
        return {"type": UNREADABLE, "fault": f"the message is not JSON: {error}"}
    if not isinstance(message, dict):
        return {"type": UNREADABLE, "fault": "the message is not an object"}
    return message


class Wire:
    """Both directions of the connection. A thread of its own reads.

    Attributes:
        fault: Why reading has ended, if the client did not end it.
    """

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._sent = 0
        #: The messages received; None when the client has gone.
        self.inbox: queue.Queue[WireMessage | None] = queue.Queue()
        self.fault = ""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while (message := read(self._source)) is not None:
                self.inbox.put(message)
        except (WireError, OSError, ValueError) as error:
            self.fault = str(error)
        self.inbox.put(None)

    def send(self, message: WireMessage) -> None:
        """Write a message. Raise `BrokenPipeError` when the reader has gone."""
        self._sent += 1
        data = json.dumps({"seq": self._sent, **message}).encode("utf-8")
        self._sink.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._sink.flush()
