"""Golden pictures: PNG files that people can look at, with the video memory that they were made of.

The memory, registers and palette stand in a text chunk of the file, so that a difference can be named byte by byte.
"""

from __future__ import annotations

import base64
import io
import json
import zlib
from pathlib import Path

import numpy as np
from PIL import Image, PngImagePlugin

from msxkit.backends.writing import Blame
from msxkit.display.picture import draw, png
from msxkit.errors import MachineError
from msxkit.files import read_bytes, write_atomic
from msxkit.machine.chip_type import CHIPS
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.raster import frame
from msxkit.machine.video.shot import SHOWN_REGISTERS
from msxkit.machine.video.shown import shown_parts
from msxkit.media.host_files import make_folder

_CHUNK = "msxkit-video"
#: What is marked in the picture of the differences; the rest of it is dark.
_MARK = (255, 0, 255)
_WRONG_SHOWN = 3


def to_png(chip: Chip) -> bytes:
    """Return a PNG of the picture with its border, a pixel for each dot. It also holds the state of the chip."""
    about = PngImagePlugin.PngInfo()
    state = {
        "chip": chip.type.name,
        "registers": list(chip.registers),
        "palette": bytes(chip.palette).hex(),
        "vram": base64.b64encode(zlib.compress(bytes(chip.vram), 9)).decode("ascii"),
    }
    about.add_text(_CHUNK, json.dumps(state, separators=(",", ":")))
    buffer = io.BytesIO()
    draw(frame(chip), scale=0).save(buffer, "PNG", optimize=True, pnginfo=about)
    return buffer.getvalue()


def from_png(data: bytes, path: Path) -> Chip:
    """Return the chip that `to_png` has stored. Raise `MachineError` for any other file.

    Args:
        path: The name of the file, for the message.
    """
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.load()
            state = json.loads(str(getattr(picture, "text", {})[_CHUNK]))
        chip = Chip.fresh(CHIPS[state["chip"]])
        parts = (
            (chip.vram, zlib.decompress(base64.b64decode(state["vram"]))),
            (chip.registers, bytes(state["registers"])),
            (chip.palette, bytes.fromhex(state["palette"])),
        )
        for part, kept in parts:
            if len(part) != len(kept):
                raise ValueError("a part has another size")
            part[:] = kept
    except (OSError, SyntaxError, ValueError, KeyError, TypeError, zlib.error):
        raise MachineError(
            f"{path}: is not a picture of assert_frame; make it again with --msx-update"
        ) from None
    return chip


def check_picture(chip: Chip, path: Path, update: bool, folder: Path, blame: Blame | None) -> str | None:
    """Compare what a chip shows with a golden picture. Return what differs, None when nothing does.

    Args:
        update: Write the picture instead of comparing.
        folder: Where pictures of the difference are written.
        blame: Returns the statements that wrote some addresses; None if they are not known.
    """
    if update:
        make_folder(path.parent)
        wanted = to_png(chip)
        if not path.is_file() or read_bytes(path) != wanted:
            write_atomic(path, wanted)
        return None
    if not path.is_file():
        return f"{path}: there is no such picture yet; look at this one and keep it with --msx-update"
    expected = from_png(read_bytes(path), path)
    before, after = frame(expected), frame(chip)
    if before == after:
        return None
    lines = [
        f"the picture differs from {path} (keep the new one with --msx-update): {_pixels(before, after)}"
    ]
    lines += _bytes(expected, chip, blame)
    make_folder(folder)
    files = {
        "expected": png(draw(before)),
        "actual": png(draw(after)),
        "difference": png(difference(before, after)),
    }
    for name, data in files.items():
        target = folder / f"{path.stem}-{name}.png"
        write_atomic(target, data)
        lines.append(f"  {name + ':':<12}{target}")
    return "\n".join(lines)


def difference(before: Frame, after: Frame) -> Image.Image:
    """Return the second picture darkened, with every pixel marked whose colour differs from the first."""
    old, new = (draw(each).convert("RGB") for each in (before, after))
    if old.size != new.size:
        old = old.resize(new.size, Image.Resampling.NEAREST)
    differs = (np.asarray(old) != np.asarray(new)).any(axis=2)
    dark = (np.asarray(new.convert("L"), np.uint16) // 3).astype(np.uint8)
    shown = np.repeat(dark[..., np.newaxis], 3, axis=2)
    shown[differs] = _MARK
    return Image.fromarray(shown)


def _pixels(before: Frame, after: Frame) -> str:
    if (before.width, before.height) != (after.width, after.height):
        return f"it has {after.width} x {after.height} dots, expected {before.width} x {before.height}"
    places = [
        at for at, (old, new) in enumerate(zip(before.numbers, after.numbers, strict=True)) if old != new
    ]
    if not places:
        what = "palette" if before.palette != after.palette else "border"
        return f"the {what} is different"
    row, column = divmod(places[0], before.width)
    return (
        f"{len(places)} of {len(before.numbers)} dots, the first at ({column},{row}): "
        f"colour {after[column, row]}, expected {before[column, row]}"
    )


def _bytes(expected: Chip, chip: Chip, blame: Blame | None) -> list[str]:
    """Return lines about the registers that differ, the first wrong byte, and the statements that wrote such bytes."""
    lines = []
    for name, old, new in (
        ("register", expected.registers, chip.registers),
        ("palette byte", expected.palette, chip.palette),
    ):
        for number, (one, other) in enumerate(zip(old, new, strict=False)):
            if one != other and (old is expected.palette or number in SHOWN_REGISTERS):
                lines.append(f"  {name} {number}: {other:02X}h, expected {one:02X}h")
    if len(expected.vram) != len(chip.vram):
        return [*lines, f"  video memory: {len(chip.vram)} bytes, expected {len(expected.vram)}"]
    wrong = [
        address
        for address in sorted({at for part in shown_parts(chip) for at in part})
        if expected.vram[address] != chip.vram[address]
    ]
    if not wrong:
        return lines
    writings = [] if blame is None else blame(wrong)
    drawn = [writing for writing in writings if not writing.clears] or writings
    first = drawn[0].addresses[0] if drawn else wrong[0]
    lines.append(
        f"  first wrong byte: VRAM {first:04X}h is {chip.vram[first]:02X}h, expected {expected.vram[first]:02X}h; "
        f"{len(wrong)} are wrong"
    )
    for writing in drawn[:_WRONG_SHOWN]:
        where = "" if writing.line is None else f"line {writing.line}: "
        drew = "nothing was drawn there since" if writing.clears else "drawn by"
        lines.append(f"  {drew} {where}{writing.text} ({len(writing.addresses)} of them)")
    if len(drawn) > _WRONG_SHOWN:
        lines.append(f"  and by {len(drawn) - _WRONG_SHOWN} more statements")
    if blame is None:
        lines.append("  which statement drew it: run the test with --msx-backend interpreter")
    return lines
