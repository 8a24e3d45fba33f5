"""Drawing, sprites and channels of the graphic screen, as calls of the runtime."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.basictype import STRING
from msxkit.language.tree.base import Raster
from msxkit.native.emit.statements import Doer, from_byte, from_text, optional_bytes, plain
from msxkit.native.emit.strings import Maker
from msxkit.native.emit.values import ValueEmitter, value_of
from msxkit.native.errors import RefusedError
from msxkit.program.operations import Op
from msxkit.program.values import Argument, ArrayName, Call, StringConstant, Temporary, Value

_VOICES = 3
#: The logical operations by their numbers (runtime/graphics/command.asm); 5 to 7 there are none.
_RASTERS = (
    *(Raster.PSET, Raster.AND, Raster.OR, Raster.XOR, Raster.PRESET, None, None, None),
    *(Raster.TPSET, Raster.TAND, Raster.TOR, Raster.TXOR, Raster.TPRESET),
)
#: What stands for the page that is drawn on.
_NO_PAGE = 255
#: Of PUT SPRITE ,,,pattern: the argument that says whether the statement has a point.
_PLACED = 2


# Points


def _stepped(routine: str, step: Argument) -> str:
    return f"{routine}_step" if step else routine


def _move(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    x, y, step = arguments
    e.arguments((x, "hl"), (y, "de"))
    e.call(_stepped("move", step))


def _point(e: ValueEmitter, call: Call) -> bool:
    x, y, step = call.arguments
    e.arguments((x, "hl"), (y, "de"))
    e.call(_stepped("any_point" if e.bitmap else "point", step))
    return True


def _ink(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    if arguments[0] is None:
        e.call("ink_background" if arguments[1] else "ink_foreground")
    else:
        e.byte(value_of(arguments[0]))
        e.call("set_ink")


def _raster(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    """Refuse logical operations in SCREEN 2 to 4."""
    (raster,) = arguments
    assert isinstance(raster, Raster)
    if e.bitmap:
        e.put(f"ld a,{_RASTERS.index(raster)}", "ld (LOGOPR),a")


def _need_msx2(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.put(f"ld a,{int(str(arguments[0]))}")
    e.call("need_msx2")


def _drawn(routine: str) -> Doer:
    """Return a routine that also serves SCREEN 5 to 8, where the program may show them."""

    def do(e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
        e.call(f"any_{routine}" if e.bitmap else routine)

    return do


def _from_first(routine: str) -> Doer:
    """From the point that was kept to the last one."""

    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        (first,) = arguments
        assert isinstance(first, Temporary)
        e.put(f"ld hl,{e.kept(first)}")
        e.call(f"any_{routine}" if e.bitmap else routine)

    return do


def _of_circle(routine: str) -> Doer:
    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        e.hybrid(value_of(arguments[1]))
        e.call(routine)

    return do


def _paint(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    routine = "any_paint" if e.bitmap else "paint"
    if arguments[0] is None:
        e.call(routine)
    else:
        e.byte(value_of(arguments[0]))
        e.put("ld a,l")
        e.call(f"{routine}_border")


def _keep_place(e: ValueEmitter, place: Temporary, _call: Call) -> None:
    e.put(f"ld de,{e.kept(place)}")
    e.call("keep_point")


def _begin_circle(e: ValueEmitter, _place: Temporary, call: Call) -> None:
    e.integer(value_of(call.arguments[0]))
    e.call("circle_begin")


# Sprites


def _select_sprite(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.byte(value_of(arguments[0]))
    e.put("ld a,l", "ld (sprite_plane),a")
    _put_sprite_part(e, 0)


def _put_sprite_part(e: ValueEmitter, given: int) -> None:
    e.put(f"ld a,{given}", "ld (sprite_given),a")
    e.call("any_put_sprite" if e.bitmap else "put_sprite")


def _put_sprite(e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
    _put_sprite_part(e, 1)


def _put_sprite_operand(name: str, given: int) -> Doer:
    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        e.byte(value_of(arguments[1]))
        e.put("ld a,l", f"ld (sprite_{name}),a")
        placed = len(arguments) > _PLACED and bool(arguments[_PLACED])
        _put_sprite_part(e, given | 8 * placed)

    return do


def _set_sprite(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    number, pattern = arguments
    e.arguments((number, "bc"), (pattern, "hl"))
    e.call("set_sprite")


def _sprite_rows(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    number, rows = arguments
    e.arguments((number, "bc"), (rows, "hl"))
    e.call("tint_rows")


# COPY


def _copy_place(e: ValueEmitter, routine: str, point: Argument, page: Argument) -> None:
    assert isinstance(point, Temporary)
    if page is None:
        e.put(f"ld a,{_NO_PAGE}")
    else:
        e.byte(value_of(page))
        e.put("ld a,l")
    e.put(f"ld hl,{e.kept(point)}")
    e.call(routine)


def _copy_to(e: ValueEmitter, point: Argument, page: Argument, raster: Argument) -> None:
    _copy_place(e, "copy_to", point, page)
    _raster(e, (raster,))


def _copy_area(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    first, last, page, *to = arguments
    _copy_place(e, "copy_first", first, page)
    _copy_place(e, "copy_last", last, page)
    _copy_to(e, *to)
    e.call("copy_area")


def _copy_to_array(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    first, last, page, array = arguments
    assert isinstance(array, ArrayName)
    _copy_place(e, "copy_first", first, page)
    _copy_place(e, "copy_last", last, page)
    e.put(f"ld hl,{e.storage.array(array)}")
    e.call("copy_to_array")


def _copy_from_array(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    array, direction, *to = arguments
    assert isinstance(array, ArrayName)
    _copy_to(e, *to)
    if isinstance(direction, Value):
        e.byte(direction)
        e.put("ld a,l")
    else:
        e.put("xor a")
    e.put(f"ld hl,{e.storage.array(array)}")
    e.call("copy_from_array")


def _copy_file(_e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
    raise RefusedError("COPY with a file: a cartridge has no files")


# Channels


def _close(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    if arguments[0] is None:
        e.call("channels_close")
    else:
        e.byte(value_of(arguments[0]))
        e.call("channel_close")


def _to_file(e: ValueEmitter, place: Temporary, call: Call) -> None:
    e.byte(value_of(call.arguments[0]))
    e.call("channel_out")
    e.targets[place.number] = "file"


def _to_printer(e: ValueEmitter, place: Temporary, _call: Call) -> None:
    e.targets[place.number] = "printer"


def _begin_using(e: ValueEmitter, _place: Temporary, call: Call) -> None:
    out, text = call.arguments
    if e.using_elsewhere:
        e.call(f"using_{e.targets[out.number]}" if isinstance(out, Temporary) else "using_screen")
    e.string(value_of(text))
    e.call("using_begin")


# Music


def _play(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    voices = [*arguments, *(StringConstant(STRING, text="", offset=0),) * (_VOICES - len(arguments))]
    e.arguments(*((voice, f"play_strings+{2 * number}") for number, voice in enumerate(voices)))
    e.call("play")


#: Statements by their operation.
GRAPHICS: dict[Op, Doer] = {
    Op.MOVE: _move,
    Op.NEED_GRAPHICS: plain("need_graphics"),
    Op.NEED_MSX2: _need_msx2,
    Op.INK: _ink,
    Op.RASTER: _raster,
    Op.PSET: _drawn("pset"),
    Op.LINE: _from_first("line"),
    Op.BOX: _from_first("box"),
    Op.FILLED_BOX: _from_first("filled_box"),
    Op.CIRCLE_START: _of_circle("circle_start"),
    Op.CIRCLE_END: _of_circle("circle_end"),
    Op.CIRCLE_ASPECT: _of_circle("circle_shape"),
    Op.CIRCLE: plain("circle"),
    Op.PAINT: _paint,
    Op.DRAW_MACRO: from_text("draw"),
    Op.NEED_SPRITES: plain("need_sprites"),
    Op.SELECT_SPRITE: _select_sprite,
    Op.PUT_SPRITE: _put_sprite,
    Op.PUT_SPRITE_COLOUR: _put_sprite_operand("colour", 2),
    Op.PUT_SPRITE_PATTERN: _put_sprite_operand("number", 4),
    Op.SET_SPRITE: _set_sprite,
    Op.SPRITE_COLOUR: optional_bytes("sprite", ("plane", "colour"), "tint_sprite"),
    Op.SPRITE_ROWS: _sprite_rows,
    Op.COPY_AREA: _copy_area,
    Op.COPY_TO_ARRAY: _copy_to_array,
    Op.COPY_FROM_ARRAY: _copy_from_array,
    Op.COPY_TO_FILE: _copy_file,
    Op.COPY_FROM_FILE: _copy_file,
    Op.PLAY: _play,
    Op.CLOSE: _close,
    Op.MAX_FILES: from_byte("channels_max"),
}
#: What operations whose value a temporary keeps do instead of giving one.
KEPT: dict[Op, Callable[[ValueEmitter, Temporary, Call], None]] = {
    Op.PLACE: _keep_place,
    Op.BEGIN_CIRCLE: _begin_circle,
    Op.TO_FILE: _to_file,
    Op.TO_PRINTER: _to_printer,
    Op.BEGIN_USING: _begin_using,
}
#: Operations that give a value.
GRAPHIC_VALUES: dict[Op, Maker] = {Op.POINT: _point}
