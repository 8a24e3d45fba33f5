"""Clients of the debugger that send nonsense

A conversation with `msxkit dap` is begun as an editor does. Then its requests come in any order, with fields of wrong
types, numbers out of range, characters that no MSX has, texts of 5,000 and brackets of 200,000 characters, and with
messages that are not JSON. Each request gets exactly one answer, an error has a reason, and when the client has gone
the debugger ends by itself, with exit code 0 and without a traceback. Answers that name an exception of Python are
counted as failures, too: somebody should have said what is wrong.
"""

from __future__ import annotations

import copy
import io
import json
import random
import re
import sys
from collections.abc import Iterator
from typing import Any

from msxkit.dap.adapter import serve
from tests.torture import Effort, Row, Trial, child, rows

#: Conversations at an effort of 1, and the requests of each.
CONVERSATIONS, REQUESTS = 150, 40
PATIENCE = 30.0
_PROGRAM = """10 DIM A(5):X=1:A$="hi":FOR I=1 TO 5:A(I)=I:X=X+A(I):NEXT
20 GOSUB 40:ON ERROR GOTO 50:ERROR 5
30 K$=INKEY$:X=X+1:IF X<90 THEN 30 ELSE STOP:PRINT INPUT$(1):END
40 PRINT X:RETURN ' Sub
50 RESUME NEXT
"""
_SOURCE = {"path": "game.bas"}
_REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("initialize", {"adapterID": "msxbasic", "linesStartAt1": True}),
    ("launch", {"program": "game.bas", "stopOnEntry": True, "keys": "ab\\r", "times": [1, 2], "speed": 0}),
    ("configurationDone", {}),
    ("restart", {}),
    ("setBreakpoints", {"source": _SOURCE, "breakpoints": [{"line": 3, "condition": "X>3"}, {"line": 4}]}),
    (
        "setBreakpoints",
        {"source": _SOURCE, "breakpoints": [{"line": 3, "logMessage": "{X} {A$}", "column": 9}]},
    ),
    ("setBreakpoints", {"source": _SOURCE, "breakpoints": [{"line": 3, "hitCondition": "%3"}], "lines": [3]}),
    ("breakpointLocations", {"source": _SOURCE, "line": 1, "endLine": 5}),
    ("setExceptionBreakpoints", {"filters": ["all", "stop"]}),
    ("dataBreakpointInfo", {"name": "X", "variablesReference": 1}),
    ("setDataBreakpoints", {"breakpoints": [{"dataId": "X"}, {"dataId": "A()"}, {"dataId": "SCREEN(1,1)"}]}),
    ("exceptionInfo", {"threadId": 1}),
    *((name, {"threadId": 1}) for name in ("continue", "next", "stepIn", "stepOut", "stepBack", "pause")),
    *((name, {"threadId": 1}) for name in ("reverseContinue", "threads", "loadedSources")),
    ("gotoTargets", {"source": _SOURCE, "line": 3, "column": 1}),
    ("goto", {"threadId": 1, "targetId": 4}),
    ("stackTrace", {"threadId": 1, "startFrame": 0, "levels": 20}),
    ("scopes", {"frameId": 0}),
    ("variables", {"variablesReference": 1, "start": 0, "count": 3}),
    ("setVariable", {"variablesReference": 1, "name": "X#", "value": "X+1"}),
    ("setExpression", {"expression": "A(2)", "value": "7"}),
    ("evaluate", {"expression": "X+A(2)", "context": "watch"}),
    ("evaluate", {"expression": "A()", "context": "hover"}),
    ("evaluate", {"expression": "PRINT A$;X", "context": "repl"}),
    ("evaluate", {"expression": "Y=3:POKE 50000,1", "context": "repl"}),
    ("evaluate", {"expression": "who X", "context": "repl"}),
    ("evaluate", {"expression": "> yes\\r", "context": "repl"}),
    ("source", {"sourceReference": 1, "source": _SOURCE}),
    ("readMemory", {"memoryReference": "0xC000", "offset": 3, "count": 20}),
    ("writeMemory", {"memoryReference": "vram:0x100", "offset": 3, "data": "AAEC"}),
    ("disassemble", {"memoryReference": "0xC000", "instructionOffset": -3, "instructionCount": 20}),
    ("msxkit/type", {"text": "x"}),
    ("msxkit/type", {"codes": [13]}),
    ("msxkit/goToStep", {"step": 3}),
    ("msxkit/whoWrote", {"name": "X"}),
)
#: What stands in place of a field.
_NONSENSE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    -(2**63),
    10**400,
    0.5,
    -1e300,
    float("inf"),
    float("nan"),
    "",
    " ",
    "♞",
    "é",
    "\ud800",
    "\0",
    "A" * 5000,
    "(" * 300,
    "[" * 200_000,
    "X+" * 120,
    "1/0",
    "RND(-TIME)",
    "INPUT$(1)",
    "USR(0)",
    "{",
    "{X",
    '"',
    "%0",
    ">=",
    "GOTO 10",
    "RUN",
    "NEW",
    "END",
    "CLEAR:X=1",
    "T(1,2,3)",
    "FNA(1)",
    "vram:",
    "0x",
    "0xFFFFFFFFFF",
    "A(99)",
    "SCREEN(999,1)",
    "VRAM(-1)",
    "FOR I=1 TO 1E9:NEXT",
    [],
    {},
    [[]],
    [None],
    [{}],
    {"path": 5},
    {"path": ["x"]},
    [1, "2", None],
    [{"line": "x"}],
    [{"dataId": 7}],
)
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


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row."""
    source = random.Random(f"{effort.seed} debugger")
    count = effort.of(CONVERSATIONS)
    cases = [(f"conversations of {REQUESTS} requests", _conversation(source)) for _ in range(count)]
    yield from rows(effort, _tried, cases)


def _tried(messages: list[bytes]) -> Trial:
    with child.folder() as folder:
        (folder / "game.bas").write_text(_PROGRAM)
        done = child.run(lambda: _held(messages), folder, patience=PATIENCE)
    wrong = [line for line in done.err.splitlines() if line.startswith("!")]
    return Trial(done.complaints((0,)) + wrong, done.seconds)


def _conversation(source: random.Random) -> list[bytes]:
    """Return the messages of a conversation: those that begin it, most often as they should be, then any."""
    begun = [copy.deepcopy(_REQUESTS[index]) for index in (0, 1, 4, 10, 2)]
    if source.random() < 0.3:
        source.shuffle(begun)
    if source.random() < 0.2:
        del begun[source.randrange(len(begun))]
    later = [copy.deepcopy(source.choice(_REQUESTS)) for _ in range(REQUESTS)]
    messages = []
    for number, (command, arguments) in enumerate([*begun, *later], 1):
        hurt = source.random() < (0.1 if number <= len(begun) else 0.5)
        given: Any = _hurt(source, arguments) if hurt else arguments
        if source.random() < 0.02:
            messages.append(source.choice(_RAW))
        request = {"seq": number, "type": "request", "command": command, "arguments": given}
        if source.random() < 0.01:
            request["command"] = source.choice(_NONSENSE)
        messages.append(json.dumps(request).encode())
    return messages


def _hurt(source: random.Random, arguments: dict[str, Any]) -> Any:
    """Return arguments with something wrong in them."""
    if not arguments or source.random() < 0.05:
        return source.choice(_NONSENSE)
    place: Any = arguments
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = source.choice(keys)
        if isinstance(place[key], (dict, list)) and place[key] and source.random() < 0.6:
            place = place[key]
            continue
        if isinstance(place, dict) and source.random() < 0.2:
            del place[key]
        else:
            place[key] = source.choice(_NONSENSE)
        return arguments


def _held(messages: list[bytes]) -> int:
    """Hold a conversation; write what is wrong to standard error."""
    sent = io.BytesIO(b"".join(b"Content-Length: %d\r\n\r\n" % len(data) + data for data in messages))
    out = io.BytesIO()
    serve(sent, out)
    answers: dict[int, int] = {}
    for message in _messages(out.getvalue()):
        if message["type"] != "response":
            continue
        answers[message["request_seq"]] = answers.get(message["request_seq"], 0) + 1
        if not message["success"]:
            text = message.get("message")
            if not text:
                print(f"! {message['command']} is refused without a reason", file=sys.stderr)
            elif re.search(r"\((\w+Error|KeyError|Exception)\b", text):
                print(f"! {message['command']}: {text[:200]}", file=sys.stderr)
    for data in messages:
        if data.startswith(b'{"seq"') and answers.get(json.loads(data)["seq"]) != 1:
            print(f"! not one answer to {data[:200]!r}", file=sys.stderr)
    return 0


def _messages(data: bytes) -> Iterator[dict[str, Any]]:
    stream = io.BytesIO(data)
    while header := stream.readline():
        stream.readline()
        yield json.loads(stream.read(int(header.split(b":")[1])))
