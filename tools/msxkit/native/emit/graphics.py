"""Drawing, sprites and channels of the graphic screen, as calls of the runtime."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msxkit.basic_type import STRING
from msxkit.language.tree.base import Raster
from msxkit.machine.work_area import Cell
from msxkit.native.asm.z80 import DE, HL, A, At, L, Plus, ld, xor
from msxkit.native.emit.calls import of
from msxkit.native.emit.emitter import Doer, Emitter, Maker
from msxkit.native.emit.turtle import steps
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.program.model import Do, Instruction
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op, Out
from msxkit.program.values import ArrayName, StringConstant, Temporary, Value

_VOICES = 3
#: The instructions of PUT SPRITE with all its operands.
_WHOLE = 5
#: The logical operations by their numbers (runtime/graphics/command.asm); 5 to 7 there are none.
_RASTERS = (
    Raster.PSET,
    Raster.AND,
    Raster.OR,
    Raster.XOR,
    Raster.PRESET,
    None,
    None,
    None,
    Raster.TPSET,
    Raster.TAND,
    Raster.TOR,
    Raster.TXOR,
    Raster.TPRESET,
)
#: What stands for the page that is drawn on.
_NO_PAGE = 255


# Points


def _stepped(routine: str, step: bool) -> str:
    return f"{routine}_step" if step else routine


def _move(e: Emitter, x: Value, y: Value, step: bool) -> None:
    e.strings.arguments((x, HL), (y, DE))
    e.writer.call(_stepped("move", step))


def _point(e: Emitter, x: Value, y: Value, step: bool) -> bool:
    e.strings.arguments((x, HL), (y, DE))
    e.writer.call(_stepped("any_point" if e.devices.bitmap else "point", step))
    return True


def _ink(e: Emitter, colour: Value | None, background: bool, whole: bool) -> None:
    if colour is None:
        e.writer.call("ink_background" if background else "ink_foreground")
    else:
        e.values.byte(colour)
        e.writer.call("plus_ink" if e.devices.plus and not whole else "set_ink")


def _raster(e: Emitter, raster: Raster) -> None:
    """Refuse logical operations in SCREEN 2 to 4."""
    if e.devices.bitmap:
        e.writer.put(ld(A, _RASTERS.index(raster)), ld(At("LOGOPR"), A))


def _need_screen(e: Emitter, least: int) -> None:
    e.writer.put(ld(A, least))
    e.writer.call("need_screen")


def _need_msx2(e: Emitter, error: int) -> None:
    e.writer.put(ld(A, error))
    e.writer.call("need_msx2")


def _line(e: Emitter, first: Temporary, box: str | None) -> None:
    """Draw from the point that was kept to the last one."""
    routine = {None: "line", "B": "box", "BF": "filled_box"}[box]
    e.writer.put(ld(HL, e.operands.kept(first)))
    e.writer.call(f"any_{routine}" if e.devices.bitmap else routine)


def _paint(e: Emitter, border: Value | None) -> None:
    routine = "any_paint" if e.devices.bitmap else "paint"
    if border is None:
        e.writer.call(routine)
    else:
        e.values.byte(border)
        e.writer.put(ld(A, L))
        e.writer.call(f"{routine}_border")


def _keep_place(e: Emitter, place: Temporary) -> None:
    e.writer.put(ld(DE, e.operands.kept(place)))
    e.writer.call("keep_point")


# Sprites


def _select_sprite(e: Emitter, plane: Value) -> None:
    e.values.byte(plane)
    e.writer.put(ld(A, L), ld(At("sprite_plane"), A))
    _put_sprite_part(e, 0)


def _put_sprite_part(e: Emitter, given: int) -> None:
    e.writer.put(ld(A, given), ld(At("sprite_given"), A))
    e.writer.call("any_put_sprite" if e.devices.bitmap else "put_sprite")


def _put_sprite(e: Emitter, _plane: Value) -> None:
    _put_sprite_part(e, 1)


def _put_sprite_colour(e: Emitter, _plane: Value, _placed: bool, colour: Value) -> None:
    e.values.byte(colour)
    e.writer.put(ld(A, L), ld(At("sprite_colour"), A))
    _put_sprite_part(e, 2)


def _put_sprite_pattern(e: Emitter, _plane: Value, placed: bool, pattern: Value) -> None:
    e.values.byte(pattern)
    e.writer.put(ld(A, L), ld(At("sprite_number"), A))
    _put_sprite_part(e, 4 | 8 * placed)


def put_whole_sprite(e: Emitter, instructions: Sequence[Instruction]) -> int:
    """Write PUT SPRITE with all its operands as one call, if none of the later ones can fail. Return how many
    instructions of the block that are: 0 for anything else.
    """
    asked = [part for part in instructions[:_WHOLE] if isinstance(part, Do)]
    if len(asked) < _WHOLE or e.devices.bitmap:
        return 0
    moved = Op.MOVE.of(asked[1])
    selected, coloured, shaped = (
        OF_STATEMENT[f"PUT_SPRITE_{name}"].of(asked[place])
        for name, place in (("PLANE", 0), ("COLOUR", 3), ("PATTERN", 4))
    )
    if not (selected and moved and coloured and shaped and shaped[1]):
        return 0
    plane, colour, number = (e.operands.known(value) for value in (selected[0], coloured[2], shaped[2]))
    if not (_is_quiet_byte(e, colour) and _is_quiet_byte(e, number)):
        return 0
    e.values.byte(plane)
    e.writer.put(ld(A, L), ld(At("sprite_plane"), A))
    if not all(e.arrays.is_safe(value) for value in moved[:2]):
        _put_sprite_part(e, 0)
    for value, name in ((colour, "sprite_colour"), (number, "sprite_number")):
        e.integers.low_byte(value)
        e.writer.put(ld(At(name), A))
    x, y, step = moved
    e.strings.arguments((x, HL), (y, DE))
    e.writer.call(_stepped("put_whole_sprite", step))
    return _WHOLE


def _is_quiet_byte(e: Emitter, value: Value) -> bool:
    """Return whether a byte is computed without errors and effects."""
    return e.operands.is_byte(value) and e.arrays.is_safe(e.operands.known(value))


# COPY


def _copy_place(e: Emitter, routine: str, point: Temporary, page: Value | None) -> None:
    if page is None:
        e.writer.put(ld(A, _NO_PAGE))
    else:
        e.values.byte(page)
        e.writer.put(ld(A, L))
    e.writer.put(ld(HL, e.operands.kept(point)))
    e.writer.call(routine)


def copy_to(e: Emitter, point: Temporary, page: Value | None, raster: Raster) -> None:
    """Note where COPY goes to."""
    _copy_place(e, "copy_to", point, page)
    _raster(e, raster)


def copy_from(e: Emitter, first: Temporary, last: Temporary, page: Value | None) -> None:
    """Note the area that COPY takes."""
    _copy_place(e, "copy_first", first, page)
    _copy_place(e, "copy_last", last, page)


def _copy_area(
    e: Emitter,
    first: Temporary,
    last: Temporary,
    page: Value | None,
    point: Temporary,
    to_page: Value | None,
    raster: Raster,
) -> None:
    copy_from(e, first, last, page)
    copy_to(e, point, to_page, raster)
    e.writer.call("copy_area")


def _copy_to_array(
    e: Emitter, first: Temporary, last: Temporary, page: Value | None, array: ArrayName
) -> None:
    copy_from(e, first, last, page)
    e.writer.put(ld(HL, e.storage.array(array)))
    e.writer.call("copy_to_array")


def load_direction(e: Emitter, direction: Value | None) -> None:
    """Load the direction of COPY into A."""
    if direction is None:
        e.writer.put(xor(A))
    else:
        e.values.byte(direction)
        e.writer.put(ld(A, L))


def _copy_from_array(
    e: Emitter,
    array: ArrayName,
    direction: Value | None,
    point: Temporary,
    page: Value | None,
    raster: Raster,
) -> None:
    copy_to(e, point, page, raster)
    load_direction(e, direction)
    e.writer.put(ld(HL, e.storage.array(array)))
    e.writer.call("copy_from_array")


# Channels


def _close(e: Emitter, channel: Value | None) -> None:
    if channel is None:
        e.writer.call("channels_close")
    else:
        e.values.byte(channel)
        e.writer.call("channel_close")


def _max_files(e: Emitter, count: Value) -> None:
    e.values.byte(count)
    if e.devices.names(Cell.MAXFIL):
        e.writer.put(ld(A, L), ld(At("MAXFIL"), A))
    e.writer.call("max_files")


def _to_file(e: Emitter, place: Temporary, channel: Value) -> None:
    e.values.byte(channel)
    e.writer.call("channel_out")
    e.devices.targets[place.number] = "file"


def _to_printer(e: Emitter, place: Temporary) -> None:
    e.devices.targets[place.number] = "printer"


def _begin_using(e: Emitter, _place: Temporary, out: Out, text: Value) -> None:
    if e.devices.using_elsewhere:
        e.writer.call("using_screen" if out is None else f"using_{e.devices.targets[out.number]}")
    e.values.string(text)
    e.writer.call("using_begin")


# Music


def _draw(e: Emitter, commands: Value) -> None:
    known = steps(commands.text) if isinstance(commands, StringConstant) else None
    if known is None:
        of(Z80ValueEmitter.string, "draw")(e, commands)
        return
    e.writer.put(ld(HL, e.storage.bytes(known)))
    e.writer.call("draw_list")


def _play(e: Emitter, *voices: Value) -> None:
    silent = StringConstant(STRING, text="", offset=0)
    strings = [*voices, *[silent] * (_VOICES - len(voices))]
    e.strings.arguments(*((voice, Plus("play_strings", 2 * number)) for number, voice in enumerate(strings)))
    e.writer.call("play")


#: Statements by their operation.
GRAPHICS: dict[AnyOperation, Doer] = dict(
    (
        Op.MOVE.by(_move),
        Op.NEED_MSX2.by(_need_msx2),
        Op.INK.by(_ink),
        Op.RASTER.by(_raster),
        OF_STATEMENT["DRAW_LINE"].by(_line),
        OF_STATEMENT["CIRCLE_RADIUS"].by(of(Z80ValueEmitter.integer, "circle_begin")),
        OF_STATEMENT["CIRCLE_FIRST"].by(of(Z80ValueEmitter.hybrid, "circle_start")),
        OF_STATEMENT["CIRCLE_LAST"].by(of(Z80ValueEmitter.hybrid, "circle_end")),
        OF_STATEMENT["CIRCLE_ASPECT"].by(of(Z80ValueEmitter.hybrid, "circle_shape")),
        OF_STATEMENT["PAINT"].by(_paint),
        OF_STATEMENT["DRAW"].by(_draw),
        Op.NEED_SCREEN.by(_need_screen),
        OF_STATEMENT["PUT_SPRITE_PLANE"].by(_select_sprite),
        OF_STATEMENT["PUT_SPRITE_POINT"].by(_put_sprite),
        OF_STATEMENT["PUT_SPRITE_COLOUR"].by(_put_sprite_colour),
        OF_STATEMENT["PUT_SPRITE_PATTERN"].by(_put_sprite_pattern),
        Op.COPY_AREA.by(_copy_area),
        Op.COPY_TO_ARRAY.by(_copy_to_array),
        Op.COPY_FROM_ARRAY.by(_copy_from_array),
        OF_STATEMENT["PLAY"].by(_play),
        OF_STATEMENT["CLOSE"].by(_close),
        OF_STATEMENT["MAX_FILES"].by(_max_files),
    )
)
#: What operations whose value a temporary keeps do instead of giving one.
KEPT: dict[AnyOperation, Callable[..., None]] = dict(
    (
        Op.PLACE.kept_by(_keep_place),
        Op.TO_FILE.kept_by(_to_file),
        Op.TO_PRINTER.kept_by(_to_printer),
        Op.BEGIN_USING.kept_by(_begin_using),
    )
)
#: Operations that give a value.
GRAPHIC_VALUES: dict[AnyOperation, Maker] = dict((Op.POINT.by(_point),))
