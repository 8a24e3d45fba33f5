"""What a stopped program shows: frames, variables with the machine's types, files, sprites, sound, the screen."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.basicerrors import text_of
from msxkit.charset import decode
from msxkit.dap.debugger import Debugger
from msxkit.dap.places import Place
from msxkit.decimal14 import Number, format_number
from msxkit.machine.clock import SECOND

_TYPES = {"%": "integer", "!": "single", "#": "double", "$": "string"}
#: Elements of an array that are shown at once, without being asked for by number.
SPRITES = 32


@dataclass(frozen=True, slots=True)
class Value:
    """A row of a scope. target: what to assign to, nothing if it cannot be changed. children: rows inside."""

    name: str
    value: str
    type: str = ""
    target: str = ""
    children: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A row of the stack. subtle: a loop, not a subroutine."""

    name: str
    place: Place | None
    subtle: bool = False


def shown(value: Number | str) -> str:
    """A value as the program would print it; strings in quotes."""
    if isinstance(value, str):
        return '"' + decode(value.encode("latin-1", "replace")) + '"'
    return format_number(value).strip()


def frames(debugger: Debugger, titles: dict[int, str]) -> list[Frame]:
    """The stack, innermost first: where the run is, loops, callers, the handler of an error.

    titles: line -> name of the subroutine that begins there.
    """
    session, places = debugger.session, debugger.places
    state = session.state
    place = debugger.place
    found = [Frame(_title(place, titles), place)]
    for frame in reversed(state.control.stack):
        if frame[0] is None:
            trap = f" for {frame[2][0]}" if len(frame) > 2 else ""
            caller = places.at(frame[1]) if trap else places.before(frame[1])
            found.append(Frame(_title(caller, titles) + (f" (interrupted{trap})" if trap else ""), caller))
        else:
            name, body, limit, step = frame
            letters = name[1:-1]
            value = session.variables.get(letters + {"i": "%", "s": "!", "d": "#"}[name[-1]], 0)
            now = "" if isinstance(value, dict) else shown(value)
            text = f"FOR {letters}={now} TO {shown(limit)}" + ("" if step == 1 else f" STEP {shown(step)}")
            found.insert(1 if len(found) == 1 else len(found), Frame(text, places.before(body), subtle=True))
    on_error = state.on_error
    if on_error.handling:
        found.append(Frame(f"{text_of(on_error.err)} in {on_error.erl}", places.at(on_error.pc), subtle=True))
    return found


def _title(place: Place | None, titles: dict[int, str]) -> str:
    if place is None:
        return "Ok"
    starts = [line for line in titles if line <= place.line]
    name = titles[max(starts)] if starts else ""
    return f"{place.line} {name}".strip()


def variables(debugger: Debugger) -> list[Value]:
    """Simple variables and arrays, by name."""
    found = []
    for name, value in sorted(debugger.session.variables.items()):
        if not isinstance(value, dict):
            found.append(Value(name, shown(value), _TYPES[name[-1]], name))
            continue
        base = name.removesuffix("()")
        children = []
        for key, element in value.items():
            numbers = key if isinstance(key, tuple) else (key,)
            index = f"({','.join(str(number) for number in numbers)})"
            children.append(Value(index, shown(element), _TYPES[base[-1]], base + index))
        tops = children[-1].name if children else "()"
        kind = f"array of {_TYPES[base[-1]]}s"
        found.append(Value(name, f"{_TYPES[base[-1]]}{tops}", kind, "", tuple(children)))
    return found


def machine(debugger: Debugger) -> list[Value]:
    """What the machine knows beside variables: errors, DATA, files, traps, time, video, sprites, sound."""
    session = debugger.session
    state = session.state
    on_error, chip = state.on_error, state.video.chip
    items = session.data_items
    position = state.data.position
    following = f"{items[position][1]!r} in {items[position][0]}" if position < len(items) else "Out of DATA"
    rows = [
        Value("ERR", f"{on_error.err}" + (f" {text_of(on_error.err)}" if on_error.err else "")),
        Value("ERL", str(on_error.erl)),
        Value("DATA", following),
        Value("steps", str(session.steps)),
        Value("time", f"{session.t_states / SECOND:.3f} s, TIME={state.clock.jiffy}"),
        Value("keys", repr(bytes(state.keyboard.queue).decode("latin-1"))),
        Value("SCREEN", str(session.mode)),
    ]
    files = tuple(
        Value(
            f"#{number}", f"{channel.name} ({channel.mode}), {len(channel.data)} bytes, at {channel.position}"
        )
        for number, channel in state.files.channels.items()
        if number
    )
    traps = tuple(
        Value(f"{name} {number + 1}" if name == "KEY" else f"{name} {number}", trap.state)
        for (name, number), trap in state.control.traps.items()
    )
    registers = tuple(
        Value(f"R{number}", f"{value} (&H{value:02X})")
        for number, value in enumerate(state.sound.registers[:14])
    )
    vdp = tuple(
        Value(f"VDP({number})", f"{value} (&H{value:02X})")
        for number, value in enumerate(chip.registers[:24])
    )
    rows += [
        Value("files", f"{len(files)} open", "", "", files),
        Value("traps", str(len(traps)), "", "", traps),
        Value("sprites", "", "", "", sprites(debugger)),
        Value("PSG", "", "", "", registers),
        Value("VDP", "", "", "", vdp),
    ]
    return rows


def sprites(debugger: Debugger) -> tuple[Value, ...]:
    """The sprite attribute table: planes up to the one that ends it."""
    chip = debugger.session.state.video.chip
    mode = debugger.session.mode
    if mode == 0:
        return ()
    registers = chip.registers
    # SCREEN 4 to 8 keep the colours of each line below the attributes (V9938 manual, sprite mode 2).
    second = mode >= 4
    base = (registers[5] & 0x7F) << 7
    if second:
        base = ((registers[11] & 3) << 15 | registers[5] << 7) & 0x1FC00 | 0x200
    end = 216 if second else 208
    found = []
    for plane in range(SPRITES):
        y, x, pattern, colour = (chip.vram[(base + 4 * plane + each) % len(chip.vram)] for each in range(4))
        if y == end:
            break
        text = f"({x}, {y}) pattern {pattern}" + (f" colour {colour & 15}" if not second else "")
        found.append(Value(str(plane), text))
    return tuple(found)


def picture(debugger: Debugger) -> bytes:
    """The screen as a PNG."""
    from msxkit.picture import draw, png

    return png(draw(debugger.session.frame))
