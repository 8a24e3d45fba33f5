"""The control protocol of openMSX as pure text: what is sent, and what comes back.

openMSX writes something like XML: it is not well-formed (binary results hold C0 80, control characters come raw),
so a strict parser fails on it. The stream is always one flat sequence of `reply`, `log` and `update` elements without
nested tags, whose text is escaped. This module finds those and keeps everything else as noise.
Source: openMSX manual, "Controlling openMSX from external applications".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPENING = re.compile(rb"<(reply|log|update)((?:\s+[\w-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*)\s*(/?)>")
_ATTRIBUTE = re.compile(rb"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ENTITY = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_FRAME = re.compile(rb"</?openmsx-output>")
#: No element of openMSX is larger: a stream that grows beyond this without closing one is not openMSX.
LIMIT = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to the oldest unanswered command."""

    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Log:
    """A line of openMSX's log.

    Attributes:
        level: `info`, `warning`, `error` or `progress`; `noise` for text outside of all elements.
    """

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Update:
    """A report that something has changed.

    Attributes:
        kind: `led`, `media`, `setting`, `status`, `hardware`, `plug`...
        name: What has changed.
        value: Its new state.
    """

    kind: str
    machine: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Noise:
    """Text outside every known element."""

    text: str


ControlMessage = Reply | Log | Update | Noise


class Parser:
    """A parser that takes the output in pieces of any size and returns the complete messages."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> list[ControlMessage]:
        """Return the messages that `data` completes. Raise `ValueError` when no element ends within `LIMIT` bytes."""
        self._pending += data
        messages: list[ControlMessage] = []
        while (opening := _OPENING.search(self._pending)) is not None:
            if opening[3]:
                body, end = b"", opening.end()
            else:
                closing = b"</" + opening[1] + b">"
                stop = self._pending.find(closing, opening.end())
                if stop < 0:
                    break
                body, end = bytes(self._pending[opening.end() : stop]), stop + len(closing)
            messages += _noise(bytes(self._pending[: opening.start()]))
            messages.append(_message(opening[1], opening[2], body))
            del self._pending[:end]
        if len(self._pending) > LIMIT:
            raise ValueError(f"no element ends within {LIMIT} bytes")
        return messages

    def rest(self) -> str:
        """Return what has come without completing a message: for an error text."""
        return _FRAME.sub(b"", self._pending).decode("utf-8", "replace")


def _noise(data: bytes) -> list[ControlMessage]:
    text = _FRAME.sub(b"", data).decode("utf-8", "replace").strip()
    return [Noise(text)] if text else []


def _message(tag: bytes, attributes: bytes, body: bytes) -> ControlMessage:
    values = {
        match[1].decode(): unescape((match[2] or match[3] or b"").decode("utf-8", "replace"))
        for match in _ATTRIBUTE.finditer(attributes)
    }
    text = unescape(body.decode("utf-8", "replace"))
    if tag == b"reply":
        return Reply(values.get("result") == "ok", text)
    if tag == b"log":
        return Log(values.get("level", "info"), text)
    return Update(values.get("type", ""), values.get("machine", ""), values.get("name", ""), text)


def unescape(text: str) -> str:
    """Return a text with characters in place of its entities. An entity that XML does not know stays."""

    def character(match: re.Match[str]) -> str:
        if match[3]:
            return _NAMED[match[3]]
        code = int(match[1], 16) if match[1] else int(match[2])
        return chr(code) if code < 0x110000 else match[0]

    return _ENTITY.sub(character, text)


def request(command: str) -> bytes:
    """Return a Tcl command as openMSX reads it, which knows only the five named entities."""
    escaped = command.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # A NUL cannot be sent at all, and an unpaired surrogate (an undecodable file name) goes as its byte.
    return b"<command>" + escaped.replace("\0", "").encode("utf-8", "surrogateescape") + b"</command>\n"


_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def word(text: str) -> str:
    """Return `text` as one Tcl word: Tcl substitutes nothing in it, and its braces are escaped."""
    if re.fullmatch(r"[A-Za-z0-9_./:+@%-]+", text):
        return text
    out = []
    for character in text:
        if character in _ESCAPES:
            out.append(_ESCAPES[character])
        elif ord(character) < 32 or character == "\x7f":
            out.append(f"\\x{ord(character):02x}")
        elif character in '\\"$[]{};# ':
            out.append("\\" + character)
        else:
            out.append(character)
    return '"' + "".join(out) + '"'


def words(*texts: str) -> str:
    """Return a Tcl list, or a command, of these words."""
    return " ".join(word(text) for text in texts)
