"""A scripted openMSX with one machine that has BASIC, so that tests meet one wherever they run.

It speaks the control protocol on its standard streams and keeps the documented system variables and video memory;
the BASIC in the machine is msxkit's interpreter. `install` makes a folder for the PATH with it as `openmsx`.
"""

from __future__ import annotations

import html
import os
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetRun
from msxkit.display.screen import Screen
from msxkit.language.program import Program
from msxkit.machine.work_area import DIRECT_MODE, Cell
from msxkit.openmsx.variables import double, number
from msxkit.verify import Seen
from tests.conftest import ROOT

NAME = "Scripted_BASIC"
_NAME_TABLE = 0x1800
_TEXT = 0x8001
_STRINGS = 0xD000
_HEX = re.compile(r"::msxkit::hex (\{[^}]*\}|\"[^\"]*\"|\S+) (\d+) (\d+)")
_WRITE = re.compile(r"debug write_block (\S+) (\d+) \[binary decode hex ([0-9a-f]*)\]")
_ARM = re.compile(r"::msxkit::arm (\S+) \d+")


def install(folder: Path) -> Path:
    """Put an executable `openmsx` into the folder."""
    program = folder / "openmsx"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        f"from {__name__} import main\nsys.exit(main())\n",
        "utf-8",
    )
    program.chmod(0o755)
    return program


class ScriptedMsx:
    """The machine: memory, video memory, and where its BASIC stops."""

    def __init__(self) -> None:
        self.ram = bytearray(1 << 16)
        self.vram = bytearray(b" " * (1 << 14))
        self.time = 0.0
        self.stopped_at = ""
        self._stops = self._life()
        self._word(Cell.TXTTAB, _TEXT)
        self._word(Cell.STKTOP, 0xF000)
        self._word(Cell.CURLIN, DIRECT_MODE)
        self._show(Screen.blank())

    def go(self, armed: set[str], limit: float) -> None:
        """Run to the first of the stops that are armed, or for so long."""
        self.stopped_at = "timeout"
        self.time += 0.01 if armed else limit
        if armed:
            self.stopped_at = next(stop for stop in self._stops if stop in armed)

    def _life(self) -> Iterator[str]:
        self._print(0, "MSX BASIC version 1.0")
        yield "end"
        self._print(1, "Ok")
        while True:
            keys = self._keys()
            if keys != b"RUN\r":
                yield "key"
                continue
            text = self.ram[_TEXT : self._pointer(Cell.VARTAB)]
            run = TargetRun(InterpreterTarget(), Program.from_bytes(bytes(text)))
            seen = run.seen()
            time = self._pointer(Cell.JIFFY)
            while seen.at in ("draw", "key"):
                self._see(seen)
                self._lay_out(run.target.session.variables)
                time = (time + 7) & 0xFFFF
                self.ram[Cell.DAC : Cell.DAC + 8] = double(-time)
                yield seen.at
                if seen.at == "draw":
                    value = int(number(bytes(self.ram[Cell.DAC : Cell.DAC + 8])))
                    seen = run.send(-value)
                else:
                    seen = run.send(self._keys()[0])
            self._see(seen)
            yield "end"

    def _see(self, seen: Seen) -> None:
        self._word(Cell.CURLIN, DIRECT_MODE if seen.line is None else seen.line)
        self._show(seen.screen)

    def _show(self, screen: Screen) -> None:
        self.vram[_NAME_TABLE : _NAME_TABLE + len(screen.cells)] = screen.cells
        column, row = screen.cursor
        self.ram[Cell.CSRY], self.ram[Cell.CSRX] = row + 1, column + 1
        self.ram[Cell.LINLEN] = screen.width

    def _print(self, row: int, text: str) -> None:
        start = _NAME_TABLE + 32 * row
        self.vram[start : start + len(text)] = text.encode()

    def _lay_out(self, variables: Mapping[str, object]) -> None:
        """Put the arrays where the system variables say that they are, strings after them."""
        strings, area = _STRINGS, bytearray()
        for name, array in variables.items():
            if not isinstance(array, dict) or name[-3] not in "#$":
                continue
            places = {
                place if isinstance(place, tuple) else (place,): value for place, value in array.items()
            }
            shape = [1 + max(numbers) for numbers in zip(*places, strict=True)]
            elements = bytearray()
            for backwards in product(*(range(length) for length in reversed(shape))):
                value = places.get(backwards[::-1], 0)
                if name[-3] == "#":
                    elements += double(int(value))
                    continue
                text = str(value or "").encode()
                self.ram[strings : strings + len(text)] = text
                elements += bytes((len(text),)) + strings.to_bytes(2, "little")
                strings += len(text)
            body = (
                bytes((len(shape),)) + b"".join(n.to_bytes(2, "little") for n in reversed(shape)) + elements
            )
            kind = 8 if name[-3] == "#" else 3
            area += (
                bytes((kind,)) + name[:-3].encode().ljust(2, b"\0") + len(body).to_bytes(2, "little") + body
            )
        start = self._pointer(Cell.VARTAB)
        self.ram[start : start + len(area)] = area
        self._word(Cell.ARYTAB, start)
        self._word(Cell.STREND, start + len(area))

    def _keys(self) -> bytes:
        """Take the key queue."""
        put, get = self._pointer(Cell.PUTPNT), self._pointer(Cell.GETPNT)
        self._word(Cell.GETPNT, put)
        return bytes(self.ram[get:put])

    def _word(self, address: int, value: int) -> None:
        self.ram[address : address + 2] = value.to_bytes(2, "little")

    def _pointer(self, address: int) -> int:
        return int.from_bytes(self.ram[address : address + 2], "little")

    def read(self, debuggable: str, address: int, size: int) -> bytes:
        if "VDP" in debuggable:
            return bytes((0, 0, _NAME_TABLE >> 10))[address : address + size]
        return bytes((self.vram if debuggable == "VRAM" else self.ram)[address : address + size])


class ScriptedOpenmsx:
    """openMSX itself: gives each command its reply."""

    def __init__(self) -> None:
        self.msx = ScriptedMsx()

    def reply(self, command: str) -> str:
        fixed = {
            "openmsx_info version": "openMSX 18.0",
            "openmsx_info machines": NAME,
            "get_machine_display_name": "Scripted BASIC",
            "load_machine": "",
            "debug size {physical VRAM}": "16384",
            "machine_info time": f"{self.msx.time:.6f}",
        }
        for words, text in fixed.items():
            if words in command:
                return text
        if "restore_machine" in command:
            time = self.msx.time
            self.msx = ScriptedMsx()
            self.msx.go({"key"}, 1)
            self.msx.time = time
        elif "::msxkit::go" in command:
            self.msx.go(set(_ARM.findall(command)), float(command.split()[-1]))
        elif "::msxkit::stopped" in command:
            return self.msx.stopped_at
        else:
            for _, address, data in _WRITE.findall(command):
                self.msx.ram[int(address) : int(address) + len(data) // 2] = bytes.fromhex(data)
        return " ".join(
            self.msx.read(name.strip('{}"'), int(address), int(size)).hex()
            for name, address, size in _HEX.findall(command)
        )


def main() -> int:
    """Serve until standard input ends."""
    openmsx, pending = ScriptedOpenmsx(), b""
    os.write(1, b"<openmsx-output>\n")
    while data := os.read(0, 1 << 16):
        pending += data
        while (found := re.search(rb"<command>(.*?)</command>", pending, re.S)) is not None:
            pending = pending[found.end() :]
            command = html.unescape(found[1].decode())
            # The prelude of the driver defines procedures; here they are there from the start.
            text = "" if "namespace eval" in command else openmsx.reply(command)
            os.write(1, f'<reply result="ok">{html.escape(text)}</reply>\n'.encode())
            if "::msxkit::go" in command and "namespace eval" not in command:
                os.write(1, b'<update type="status" name="cpu">suspended</update>\n')
    return 0
