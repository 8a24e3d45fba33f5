"""What printing costs besides its characters, and what the end of a run prints.

Figures (T-states) fitted to the recordings in tests/timing. An error's text is looked for in the table of messages, so
it costs the more, the higher its number.
"""

from __future__ import annotations

from msxkit.basic_errors import TEXTS

#: A blank of TAB, SPC or a comma; the end of a row.
BLANK, ROW = 1434, 3015
#: END, or the end of the program; a new row before `Ok` when the last one is not empty.
_END, _NEW_ROW = 2147, 2970
#: Each character that is passed in the table of messages; each character printed.
_PASSED, _CHARACTER = 186, 1477
_IN = " in "


def end_of_run(error: int, message: str, line: int | None, row: bool) -> int:
    """Return the cost of the end of a run.

    Args:
        error: The cost of every error.
        message: The cost of the message.
        line: The line that the message names.
        row: Whether something stands in the row of the cursor.
    """
    new_row = _NEW_ROW if row else 0
    if not message:
        return new_row + _END
    passed = 0
    for number in sorted(TEXTS):
        if TEXTS[number] == message:
            break
        passed += len(TEXTS[number]) + 1
    text = message if line is None else f"{message}{_IN}{line}"
    return new_row + error + _PASSED * passed + _CHARACTER * (len(text) - len(_IN) - 2)
