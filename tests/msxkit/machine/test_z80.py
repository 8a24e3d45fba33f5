"""The processor against an emulator that is not ours: the package `z80`, with all flags and T-states."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from z80 import Z80Machine

from msxkit.machine.z80.core import IX, IY, A, F, ProcessorState
from msxkit.machine.z80.flags import COPIED
from msxkit.machine.z80.processor import Processor

_NAMES = "bcdehlfa"
_INDEXED, _PREFIXES = (0xDD, 0xFD), (0xCB, 0xDD, 0xED, 0xFD)
_HALT, _MEMORY_BIT = 0x76, range(0x46, 0x80, 8)
#: LD A,I; LD A,R and similar: what counts fetches is not kept.
_SPECIAL = (0x47, 0x4F, 0x57, 0x5F)


def _port(port: int) -> int:
    return (7 * port + 3) & 0xFF


class _Pair:
    """Both processors, on the same random memory and registers."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.memory = bytearray(self._random.randbytes(0x10000))
        self.written: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        self.state = ProcessorState()
        ours, theirs = self.written
        self.ours = Processor(
            self.state,
            self.memory.__getitem__,
            self.memory.__setitem__,
            _port,
            lambda port, value: ours.append((port, value)),
        )
        other = self.other = Z80Machine()
        other.set_memory_block(0, bytes(self.memory))
        other.set_input_callback(_port)
        other.set_output_callback(lambda port, value: theirs.append((port & 0xFF, value)))
        self.begin()

    def begin(self) -> None:
        """Other registers, another place in memory."""
        state, other, random = self.state, self.other, self._random
        state.registers[:], state.shadow[:] = random.randbytes(12), random.randbytes(8)
        state.sp, state.pc = random.choices(range(0x10000), k=2)
        for number, name in enumerate(_NAMES):
            setattr(other, name, state.registers[number])
            setattr(other, f"alt_{name}", state.shadow[number])
        other.sp, other.pc = state.sp, state.pc
        for name, value in (
            ("ix", self.ours.pair(IX)),
            ("iy", self.ours.pair(IY)),
            ("iff1", True),
            ("iff2", True),
        ):
            setattr(other, name, value)

    def code(self) -> bytes:
        """Return what comes next."""
        return bytes(self.memory[self.state.pc + place & 0xFFFF] for place in range(4))

    def skip(self, count: int) -> None:
        """Over bytes that are not looked at."""
        self.other.pc = self.state.pc = self.state.pc + count & 0xFFFF

    def difference(self, prefixes: int, copied: bool) -> str:
        """Execute one instruction on both.

        Args:
            copied: The copied bits of the flags are looked at too.
        """
        code = self.code()
        before, other = self.other.frame_tick, self.other
        for _ in range(prefixes + 1):
            other.ticks_to_stop = 1
            other.run()
        spent = self.ours.step() - 1 - (code[0] in _PREFIXES)
        mask = 0xFF if copied else 0xFF & ~COPIED
        mine = dict(zip(_NAMES, self.state.registers, strict=False))
        mine |= {"ix": self.ours.pair(IX), "iy": self.ours.pair(IY), "pc": self.state.pc, "sp": self.state.sp}
        theirs = {name: cast(int, getattr(other, name)) for name in mine}
        mine["f"], theirs["f"] = mine["f"] & mask, theirs["f"] & mask
        mine["T"], theirs["T"] = spent, other.frame_tick - before
        if not copied:
            self.state.registers[F] = other.f
        wrong = [
            f"{name} {mine[name]:X}, not {theirs[name]:X}" for name in mine if mine[name] != theirs[name]
        ]
        return f"{code.hex()}: {'; '.join(wrong)}" if wrong else ""


@pytest.mark.parametrize("seed", range(4))
def test_random_code_does_what_it_does_on_another_emulator(seed: int) -> None:
    pair = _Pair(seed)
    for _ in range(20):
        pair.begin()
        for _ in range(200):
            code = pair.code()
            indexed = code[0] in _INDEXED
            if (
                code[indexed] == _HALT
                or (indexed and code[1] in (*_INDEXED, 0xED))
                or (code[0] == 0xED and code[1] in _SPECIAL)
            ):
                pair.skip(1)
                continue
            copied = not (code[0] == 0xCB and code[1] in _MEMORY_BIT)
            assert not (wrong := pair.difference(indexed, copied)), wrong
    assert bytes(cast(memoryview, pair.other.memory)[:0x10000]) == bytes(pair.memory)
    assert pair.written[0] == pair.written[1]


def test_every_instruction_was_looked_at() -> None:
    """Each code, after each prefix, on memory where nothing else stands."""
    pair = _Pair(5)
    for prefix in ((), (0xCB,), (0xED,), (0xDD,), (0xFD,), (0xDD, 0xCB, 5), (0xFD, 0xCB, 0xFB)):
        for last in range(256):
            code = (*prefix, last)
            if code[0] in _PREFIXES and len(code) < 2:
                continue
            if (last == _HALT and 0xCB not in prefix) or (prefix == (0xED,) and last in _SPECIAL):
                continue
            if prefix and prefix[0] in _INDEXED and len(prefix) == 1 and last in (*_INDEXED, 0xED, 0xCB):
                continue
            pair.begin()
            for place, value in enumerate(code):
                pair.memory[pair.state.pc + place & 0xFFFF] = value
                pair.other.set_memory_block(pair.state.pc + place & 0xFFFF, bytes((value,)))
            copied = not (prefix == (0xCB,) and last in _MEMORY_BIT)
            assert not (wrong := pair.difference(code[0] in _INDEXED, copied)), wrong
    assert pair.written[0] == pair.written[1]


def test_halt_and_special_registers() -> None:
    memory = bytearray(b"\xed\x47\x97\xed\x57\x76")
    cpu = Processor(ProcessorState(), memory.__getitem__, memory.__setitem__, _port, lambda *_: None)
    cpu.registers[A] = 0x85
    for _ in range(3):
        cpu.step()
    assert (cpu.registers[A], cpu.registers[F]) == (0x85, 0x84)
    assert (cpu.step(), cpu.state.halted) == (5, True)
