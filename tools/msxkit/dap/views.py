"""What a stopped program shows: frames, variables with the machine's types, files, sprites, sound, the screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from msxkit.basic_errors import text_of
from msxkit.charset import decode
from msxkit.dap.debuggee import VIDEO, ScopeRow, StackFrame
from msxkit.dap.places import Places, StatementPlace
from msxkit.dap.routines import Routines
from msxkit.decimal14 import Number, format_number
from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.sprite_lines import LAST_ROW

_TYPES = {"%": "integer", "!": "single", "#": "double", "$": "string"}
#: The number of sprite planes.
SPRITES = 32


def shown(value: Number | str, characters: str) -> str:
    """Return a value as the program would print it; strings in quotes.

    Args:
        characters: The character of each code.
    """
    if isinstance(value, str):
        return '"' + decode(value.encode("latin-1", "replace"), characters) + '"'
    return format_number(value).strip()


def frames(session: Session, places: Places, routines: Routines) -> list[StackFrame]:
    """Return the stack, innermost first: where the run is, loops, callers, the handler of an error."""
    state, characters = session.state, session.program.characters
    calls = [frame for frame in reversed(state.control.stack) if frame[0] is None]
    #: The statement that called each of them; None for a trap, which comes between two statements.
    callers = deque(None if len(frame) > 2 else places.before(frame[1]) for frame in calls)

    def named(place: StatementPlace | None) -> str:
        called = bool(callers)
        return routines.name(place, callers.popleft() if called else None, called=called)

    place = places.at(session.offset)
    found = [StackFrame(named(place), place)]
    for frame in reversed(state.control.stack):
        if frame[0] is None:
            trap = f" (interrupted for {frame[2][0]})" if len(frame) > 2 else ""
            caller = places.at(frame[1]) if trap else places.before(frame[1])
            found.append(StackFrame(named(caller) + trap, caller))
        else:
            name, body, limit, step = frame
            letters = name[1:-1]
            value = session.variables.get(letters + {"i": "%", "s": "!", "d": "#"}[name[-1]], 0)
            now = "" if isinstance(value, dict) else shown(value, characters)
            text = f"FOR {letters}={now} TO {shown(limit, characters)}"
            text += "" if step == 1 else f" STEP {shown(step, characters)}"
            found.insert(
                1 if len(found) == 1 else len(found), StackFrame(text, places.before(body), subtle=True)
            )
    on_error = state.on_error
    if on_error.handling:
        found.append(
            StackFrame(f"{text_of(on_error.err)} in {on_error.erl}", places.at(on_error.pc), subtle=True)
        )
    return found


def variables(values: Mapping[str, Number | str | Mapping[Any, Any]], characters: str) -> list[ScopeRow]:
    """Return simple variables and arrays, in the order of their names.

    Args:
        values: The variables in the form of `Session.variables`.
        characters: The character of each code.
    """
    found = []
    for name, value in sorted(values.items()):
        if not isinstance(value, Mapping):
            found.append(ScopeRow(name, shown(value, characters), _TYPES[name[-1]], name))
            continue
        base = name.removesuffix("()")
        children = []
        for key, element in value.items():
            numbers = key if isinstance(key, tuple) else (key,)
            index = f"({','.join(str(number) for number in numbers)})"
            text = shown(element, characters)
            children.append(ScopeRow(index, text, _TYPES[base[-1]], base + index))
        tops = children[-1].name if children else "()"
        kind = f"array of {_TYPES[base[-1]]}s"
        found.append(ScopeRow(name, f"{_TYPES[base[-1]]}{tops}", kind, "", tuple(children)))
    return found


def machine(session: Session) -> list[ScopeRow]:
    """Return the machine's state besides its variables: errors, DATA, files, traps, time, video, sprites, sound."""
    state, characters = session.state, session.program.characters
    on_error, chip = state.on_error, state.video.chip
    items = session.memory.data_items
    position = state.data.position
    following = "Out of DATA"
    if position < len(items):
        line, item = items[position][:2]
        following = f"{decode(item.encode('latin-1'), characters)!r} in {line}"
    rows = [
        ScopeRow("ERR", f"{on_error.err}" + (f" {text_of(on_error.err)}" if on_error.err else "")),
        ScopeRow("ERL", str(on_error.erl)),
        ScopeRow("DATA", following),
        ScopeRow("steps", str(session.steps)),
        ScopeRow("time", f"{session.t_states / SECOND:.3f} s, TIME={state.clock.jiffy}"),
        ScopeRow("keys", repr(decode(bytes(state.keyboard.queue), characters))),
        ScopeRow("SCREEN", str(session.video.mode)),
    ]
    files = tuple(
        ScopeRow(
            f"#{number}",
            f"{decode(channel.name.encode('latin-1'), characters)} ({channel.mode}), {len(channel.data)} bytes, "
            f"at {channel.position}",
        )
        for number, channel in state.files.channels.items()
        if number
    )
    traps = tuple(
        ScopeRow(f"{name} {number + 1}" if name == "KEY" else f"{name} {number}", trap.state)
        for (name, number), trap in state.control.traps.items()
    )
    rows += [
        ScopeRow("files", f"{len(files)} open", "", "", files),
        ScopeRow("traps", str(len(traps)), "", "", traps),
        *chips(chip, bytes(state.sound.registers)),
    ]
    return rows


def chips(chip: Chip, psg: bytes) -> list[ScopeRow]:
    """Return the memories, the sprites, the sound chip and the video chip.

    Args:
        psg: The registers of the sound chip.
    """
    sounds = tuple(
        ScopeRow(f"R{number}", f"{value} (&H{value:02X})") for number, value in enumerate(psg[:14])
    )
    video = tuple(
        ScopeRow(f"VDP({number})", f"{value} (&H{value:02X})")
        for number, value in enumerate(chip.registers[:24])
    )
    return [
        ScopeRow("RAM", "64 KB", memory="0x0000"),
        ScopeRow("VRAM", f"{len(chip.vram) // 1024} KB", memory=f"{VIDEO}0x0000"),
        ScopeRow("sprites", "", "", "", sprites(chip)),
        ScopeRow("PSG", "", "", "", sounds),
        ScopeRow("VDP", "", "", "", video),
    ]


def sprites(chip: Chip) -> tuple[ScopeRow, ...]:
    """Return the rows of the sprite attribute table, up to the one that ends it; none in a mode without sprites."""
    kind = chip.sprite_mode
    if not kind:
        return ()
    base = chip.sprite_attributes
    found = []
    for plane in range(SPRITES):
        y, x, pattern, colour = (chip.vram[(base + 4 * plane + each) % len(chip.vram)] for each in range(4))
        if y == LAST_ROW[kind]:
            break
        text = f"({x}, {y}) pattern {pattern}" + (f" colour {colour & 15}" if kind == 1 else "")
        found.append(ScopeRow(str(plane), text))
    return tuple(found)
