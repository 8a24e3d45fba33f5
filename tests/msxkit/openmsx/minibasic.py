"""A toy BASIC of our own on top of C-BIOS, so that the driver can be tested where no genuine BASIC is.

It is a machine for openMSX: the C-BIOS that is installed, with a few hundred bytes of our machine code in the unused
part of its main ROM. It calls the documented hooks (H.READ, H.CHGE, H.NEWS, H.GONE, H.ERRO), keeps the documented
system variables and computes RND(-TIME) through a call of 2BDFh, exactly at the places where MSX BASIC does (`test_toy`
compares with `hooks.json`, which has what two machines called); of its language it knows CLS, PRINT"...", A$=INPUT$(1),
X=RND(-TIME), GOTO, GOSUB, RETURN, ERROR, SCREEN, REM, DATA, STOP, END. Of PRINT it shows a string, or nothing.
It says nothing else about genuine ROMs: it tests that the driver does what it means to do.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests import programs

CBIOS = programs.CBIOS / "cbios_main_msx1.rom"
NAME = "Toy_BASIC"

CHSNS, CHGET, CHPUT, CLS, CHGMOD, INIT32, ENASLT = 0x9C, 0x9F, 0xA2, 0xC3, 0x5F, 0x6F, 0x24
H_READ, H_NEWS, H_GONE, H_ERRO = 0xFF07, 0xFF3E, 0xFF43, 0xFFB1
CURLIN, TXTTAB, VARTAB, ARYTAB, STREND, STKTOP = 0xF41C, 0xF676, 0xF6C2, 0xF6C4, 0xF6C6, 0xF674
#: Its strings have room for so many bytes.
FRETOP, STRINGS = 0xF69B, 20
SAVSTK, STACK = 0xF6B1, 0xF0F0
JIFFY, DAC, DEFTBL, BUF, KBUF = 0xFC9E, 0xF7F6, 0xF6CA, 0xF55E, 0xF41F
TAKEN = 0xEA02
#: 10 A$=INPUT$(1) / 20 END, at 8001h.
AUTOSTARTED = bytes.fromhex("0e800a00 4124ef8524281229 00 14801400 81 00 0000")


class Assembler:
    """Collects bytes; a string operand is a label, filled in at the end (16 bits, or 8 bits relative)."""

    def __init__(self, origin: int) -> None:
        self.origin = origin
        self.code = bytearray()
        self.labels: dict[str, int] = {}
        self._fixups: list[tuple[int, str, bool]] = []

    def at(self, label: str) -> None:
        self.labels[label] = self.origin + len(self.code)

    def put(self, *values: int | str) -> None:
        for value in values:
            if isinstance(value, str):
                self._fixups.append((len(self.code), value, False))
                self.code += b"\0\0"
            else:
                self.code += bytes((value,)) if value < 256 else value.to_bytes(2, "little")

    def word(self, opcode: bytes, value: int | str) -> None:
        self.code += opcode
        if isinstance(value, str):
            self.put(value)
        else:
            self.code += value.to_bytes(2, "little")

    def call(self, target: int | str) -> None:
        self.word(b"\xcd", target)

    def jump(self, target: int | str) -> None:
        self.word(b"\xc3", target)

    def jump_if_zero(self, target: str) -> None:
        self.word(b"\xca", target)

    def hl(self, value: int | str) -> None:
        self.word(b"\x21", value)

    def store_hl(self, address: int) -> None:
        self.word(b"\x22", address)

    def load_hl(self, address: int) -> None:
        self.word(b"\x2a", address)

    def store_a(self, address: int) -> None:
        self.word(b"\x32", address)

    def relative(self, opcode: int, label: str) -> None:
        self.code.append(opcode)
        self._fixups.append((len(self.code), label, True))
        self.code.append(0)

    def text(self, data: bytes) -> None:
        self.code += data + b"\0"

    def assemble(self) -> bytes:
        for place, label, short in self._fixups:
            target = self.labels[label]
            if short:
                self.code[place] = (target - self.origin - place - 1) & 0xFF
            else:
                self.code[place : place + 2] = target.to_bytes(2, "little")
        return bytes(self.code)


#: How a machine differs: it asks for the date and waits for a key, or looks for one in a loop; it starts a program;
#: it has its main ROM in slot 0-0; it is an MSX2; it has a disk drive (and no disk ROM).
VARIANTS = ("", "question", "polled question", "autostart", "expanded", "MSX2", "drive")


def _program(variant: str) -> bytes:
    a = Assembler(0x4000)
    a.put(0x3E, 0x8B if "MSX2" in variant else 3)  # LD A: the RAM slot, 3-2 or 3
    a.hl(0x8000)
    a.call(ENASLT)
    a.put(0xFB, 0xAF)  # EI; XOR A
    a.store_a(0x8000)
    a.hl(0)
    a.store_hl(0x8001)
    a.hl(0x8001)
    a.store_hl(TXTTAB)
    a.hl(0x8003)
    for pointer in (VARTAB, ARYTAB, STREND):
        a.store_hl(pointer)
    a.hl(STACK)
    a.store_hl(STKTOP)
    a.hl(STACK + STRINGS)
    a.store_hl(FRETOP)
    a.hl(0)
    a.store_hl(0xF6B9)  # ONELIN
    a.hl(0xFFFF)
    a.store_hl(CURLIN)
    a.hl(DEFTBL)
    a.put(0x06, 26)  # LD B,26
    a.at("types")
    a.put(0x36, 8, 0x23)  # LD (HL),8; INC HL
    a.relative(0x10, "types")  # DJNZ
    a.word(b"\x31", STACK)  # LD SP
    a.call(INIT32)
    a.hl("banner")
    a.call("print")
    if "question" in variant:
        a.hl("date")
        a.call("print")
        a.at("answer")
        if variant.startswith("polled"):
            a.call(CHSNS)
            a.relative(0x28, "answer")  # JR Z
        a.call(CHGET)
        a.put(0xFE, 13)
        a.relative(0x20, "answer")  # JR NZ
        a.call("crlf")
    if variant == "autostart":
        # READY is passed, but no prompt is printed.
        a.call(H_READ)
        a.hl("program")
        a.word(b"\x11", 0x8001)
        a.word(b"\x01", len(AUTOSTARTED))
        a.put(0xED, 0xB0)  # LDIR
        a.word(b"\xed\x53", VARTAB)
        a.jump("run")
    a.at("ready")
    a.word(b"\x31", STACK)
    a.call(H_READ)
    a.hl(0xFFFF)
    a.store_hl(CURLIN)
    a.hl("ok")
    a.call("print")
    a.at("read line")
    a.word(b"\x11", BUF)  # LD DE
    a.at("next key")
    a.call(CHGET)
    a.put(0xFE, 13)
    a.relative(0x28, "line is read")  # JR Z
    a.put(0x12, 0x13)  # LD (DE),A; INC DE
    a.call(CHPUT)
    a.relative(0x18, "next key")  # JR
    a.at("line is read")
    a.put(0xAF, 0x12)  # XOR A; LD (DE),A
    a.call("crlf")
    a.hl(BUF)
    a.put(0x7E, 0xB7)  # LD A,(HL); OR A
    a.relative(0x28, "read line")
    # R(UN), C(LS:RUN), S(CREEN0...): the first letter is enough.
    a.put(0xFE, ord("R"))
    a.jump_if_zero("run")
    a.put(0xFE, ord("S"))
    a.jump_if_zero("ready")
    a.put(0xFE, ord("C"))
    a.relative(0x20, "unknown")
    a.put(0xAF)
    a.call(CLS)
    a.jump("run")
    a.at("unknown")
    a.put(0x1E, 2)  # LD E,2: Syntax error
    a.at("error")
    a.put(0x7B)  # LD A,E
    a.store_a(0xF414)  # ERRFLG
    a.call(H_ERRO)
    a.hl("complaint")
    a.call("print")
    a.jump("ready")

    a.at("run")
    a.load_hl(VARTAB)
    a.store_hl(ARYTAB)
    a.store_hl(STREND)
    # RUN as a line of direct mode.
    a.put(0x3E, 0x8A)
    a.store_a(KBUF)
    a.hl(KBUF)
    a.call(H_GONE)
    a.load_hl(TXTTAB)
    a.put(0x2B)  # DEC HL: on the 00 before the text
    a.at("news")
    a.call(H_NEWS)
    a.put(0x7E, 0xFE, ord(":"))
    a.relative(0x28, "execute")  # JR Z
    a.put(0x23, 0x5E, 0x23, 0x56, 0x7A, 0xB3)  # DE = link; OR
    a.jump_if_zero("ready")
    a.put(0x23, 0x5E, 0x23, 0x56)  # DE = number
    a.word(b"\xed\x53", CURLIN)
    a.at("execute")
    a.call("character")
    a.put(0xB7)
    a.jump_if_zero("news")
    a.put(0xFE, ord(":"))
    a.jump_if_zero("news")
    a.word(b"\xed\x73", SAVSTK)  # LD (SAVSTK),SP
    a.call(H_GONE)
    for token, label in (
        (0x91, "PRINT"),
        (0x9F, "CLS"),
        (0x41, "INPUT$"),
        (0x58, "RND"),
        (0x89, "GOTO"),
        (0x8D, "GOSUB"),
        (0x8E, "RETURN"),
        (0x81, "ready"),
        (0x90, "ready"),
        (0x84, "next"),
        (0xA6, "ERROR"),
        (0xC5, "SCREEN"),
        (0x8F, "remark"),
    ):
        a.put(0xFE, token)
        a.jump_if_zero(label)
    a.put(0x1E, 2)
    a.jump("error")

    a.at("next")  # on to what ends the statement
    a.put(0x7E, 0xB7)
    a.jump_if_zero("news")
    a.put(0xFE, ord(":"))
    a.jump_if_zero("news")
    a.put(0x23, 0xFE, 0x0E)  # the two bytes of a line number are none
    a.relative(0x20, "next")
    a.put(0x23, 0x23)
    a.relative(0x18, "next")
    a.at("remark")
    a.put(0x7E, 0xB7)
    a.jump_if_zero("news")
    a.put(0x23)
    a.relative(0x18, "remark")
    a.at("character")  # the next one that is not a blank, in A
    a.put(0x23, 0x7E, 0xFE, 0x20)
    a.relative(0x28, "character")
    a.put(0xC9)
    a.at("to line")  # HL on the 00 before the line whose number comes next
    a.call("number")
    a.load_hl(TXTTAB)
    a.at("search")
    a.put(0xE5, 0x23, 0x23, 0x7E, 0xBB)  # PUSH HL; low byte = E?
    a.relative(0x20, "not this")
    a.put(0x23, 0x7E, 0xBA)
    a.relative(0x20, "not this")
    a.put(0xE1, 0x2B, 0xC9)  # POP HL; DEC HL; RET
    a.at("not this")
    a.put(0xE1, 0x7E, 0x23, 0x66, 0x6F)  # HL = link
    a.relative(0x18, "search")
    a.at("number")  # DE = line number, HL on its last byte
    a.call("character")
    a.put(0x23, 0x5E, 0x23, 0x56, 0xC9)

    a.at("PRINT")
    a.call("character")
    a.put(0xFE, 0x22)
    a.relative(0x20, "printed")
    a.at("print on")
    a.put(0x23, 0x7E, 0xFE, 0x22)  # INC HL; LD A,(HL); CP '"'
    a.relative(0x28, "closed")
    a.put(0xB7)
    a.relative(0x28, "printed")
    a.call(CHPUT)
    a.relative(0x18, "print on")
    a.at("closed")
    a.put(0x23)
    a.at("printed")
    a.put(0xE5)
    a.call("crlf")
    a.put(0xE1)
    a.jump("next")

    a.at("CLS")
    a.put(0xE5, 0xAF)
    a.call(CLS)
    a.put(0xE1)
    a.jump("next")

    a.at("SCREEN")
    a.call("character")
    a.put(0xE5, 0xD6, 0x11)  # digit token - 11h
    a.call(CHGMOD)
    a.put(0xE1)
    a.jump("next")

    a.at("ERROR")
    a.call("character")
    a.put(0xD6, 0x11, 0x5F)  # E = number
    a.jump("error")

    a.at("GOTO")
    a.call("to line")
    a.jump("news")

    # The block of seven bytes: token, the trap that called (none), line, place in the text.
    a.at("GOSUB")
    a.put(0xE5)
    a.call("number")
    a.put(0xE3)  # EX (SP),HL: back at the word
    a.word(b"\xed\x4b", CURLIN)  # LD BC,(CURLIN)
    a.put(
        0xC5, 0x01, 0, 0, 0xC5, 0x3E, 0x8D, 0xF5, 0x33
    )  # PUSH BC; BC = 0; PUSH BC; A = 8DH; PUSH AF; INC SP
    a.call("to line")
    a.jump("news")

    a.at("RETURN")
    a.put(0x33, 0xC1, 0xC1)  # INC SP; POP BC; POP BC = line
    a.word(b"\xed\x43", CURLIN)
    a.put(0xE1, 0x23)  # POP HL; INC HL: after the number
    a.jump("next")

    # A$ becomes a string variable of one character at VARTAB, and is printed.
    a.at("INPUT$")
    a.put(0xE5)
    a.call(CHGET)
    a.store_a(TAKEN)
    a.call(CHPUT)
    a.load_hl(VARTAB)
    for value in (3, ord("A"), 0, 1, TAKEN & 0xFF, TAKEN >> 8):
        a.put(0x36, value, 0x23)
    a.store_hl(ARYTAB)
    a.store_hl(STREND)
    a.put(0xE1)
    a.jump("next")

    # DAC = -TIME as a double: five decimal digits by doubling, moved up until the first is not 0.
    a.at("RND")
    a.put(0xE5)
    a.load_hl(JIFFY)
    a.put(0x11, 0, 0, 0x0E, 0, 0x06, 16)  # DE = 0, C = 0, B = 16
    a.at("bit")
    a.put(0x29)  # ADD HL,HL
    for load, back in ((0x7B, 0x5F), (0x7A, 0x57), (0x79, 0x4F)):
        a.put(load, 0x8F, 0x27, back)  # LD A,r; ADC A,A; DAA; LD r,A
    a.relative(0x10, "bit")
    a.put(0x06, 6)
    a.at("normal")
    a.put(0x79, 0xE6, 0xF0)  # first digit of C
    a.relative(0x20, "in DAC")
    for _ in range(4):
        a.put(0xCB, 0x23, 0xCB, 0x12, 0xCB, 0x11)  # SLA E; RL D; RL C
    a.put(0x05)
    a.relative(0x20, "normal")
    a.at("in DAC")
    a.put(0x78, 0xF6, 0xC0)  # exponent, sign
    a.store_a(DAC)
    for load, place in ((0x79, 1), (0x7A, 2), (0x7B, 3), (0xAF, 4), (0xAF, 5), (0xAF, 6), (0xAF, 7)):
        a.put(load)
        a.store_a(DAC + place)
    a.call(0x2BDF)
    # What RND was asked for shows on the screen: its first digit.
    a.word(b"\x3a", DAC + 1)
    a.put(*(0x0F,) * 4, 0xE6, 0x0F, 0xC6, 0x30)  # RRCA x4; AND 15; ADD '0'
    a.call(CHPUT)
    a.put(0xE1)
    a.jump("next")

    a.at("crlf")
    a.hl("line end")
    a.at("print")
    a.put(0x7E, 0xB7, 0xC8)  # LD A,(HL); OR A; RET Z
    a.call(CHPUT)
    a.put(0x23)
    a.relative(0x18, "print")
    for label, text in (
        ("banner", b"MSX BASIC version 0.1\r\nDisk BASIC version 0.2\r\n"),
        ("date", b"Enter date (D-M-Y): "),
        ("ok", b"Ok\r\n"),
        ("complaint", b"Some error\r\n"),
        ("line end", b"\r\n"),
    ):
        a.at(label)
        a.text(text)
    a.at("program")
    a.code += AUTOSTARTED
    return a.assemble()


def _cbios(part: str, variant: str) -> Path:
    return CBIOS.with_name(f"cbios_{part}_{'msx2' if 'MSX2' in variant else 'msx1'}.rom")


def main_rom(variant: str = "") -> bytes:
    """Return the main ROM: C-BIOS, RND at 2BDFh (a RET, which leaves DAC as it was), the toy BASIC at 4000h."""
    rom = bytearray(_cbios("main", variant).read_bytes())
    code = _program(variant)
    for start, part in ((0x2BDF, b"\xc9"), (0x4000, code)):
        assert not any(rom[start : start + len(part)]), "C-BIOS has grown into the place of the toy BASIC"
        rom[start : start + len(part)] = part
    return bytes(rom)


#: A ROM at 8000h whose INIT goes to the toy BASIC.
BOOT_ROM = (b"AB\x10\x80".ljust(16, b"\0") + b"\xc3\x00\x40").ljust(0x4000, b"\xff")


def _drive(rom: bytes) -> str:
    return (
        '<WD2793 id="Toy FDC"><connectionstyle>Philips</connectionstyle><mem base="0x0000" size="0x10000"/><rom>'
        f"<sha1>{hashlib.sha1(rom).hexdigest()}</sha1><filename>fdc.rom</filename></rom><drives>2</drives></WD2793>"
    )


def install(user_data: Path, variant: str = "", name: str = NAME) -> str:
    """Write the machine and its ROMs into a user folder of openMSX and gives the machine's name."""
    model = "MSX2" if "MSX2" in variant else "MSX1"
    roms = {"main": main_rom(variant), "logo": _cbios("logo", variant).read_bytes(), "boot": BOOT_ROM}
    (user_data / "machines").mkdir(parents=True, exist_ok=True)
    (user_data / "systemroms").mkdir(exist_ok=True)
    xml = Path(f"/usr/share/openmsx/machines/C-BIOS_{model}.xml").read_text()
    start, end = xml.index('<primary slot="0">'), xml.index('<primary external="true" slot="2"/>')
    opening, closing = ("<secondary slot='0'>", "</secondary>") if "expanded" in variant else ("", "")
    devices = "".join(
        f'<ROM id="{part}"><mem base="{base:#06x}" size="{len(rom):#06x}"/><rom>'
        f"<sha1>{hashlib.sha1(rom).hexdigest()}</sha1><filename>{part}.rom</filename></rom></ROM>"
        + (f"{closing}</primary><primary slot='1'>" if part == "logo" else "")
        for (part, rom), base in zip(roms.items(), (0, 0x8000, 0x8000), strict=True)
    )
    xml = xml[:start] + f'<primary slot="0">{opening}{devices}</primary>' + xml[end:]
    if "drive" in variant:
        roms["fdc"] = b"\xff" * 0x4000
        xml = xml.replace(
            '<primary external="true" slot="2"/>', f'<primary slot="2">{_drive(roms["fdc"])}</primary>'
        )
    xml = xml.replace("<manufacturer>C-BIOS<", "<manufacturer>Toy<").replace(
        f"<code>{model}<", "<code>BASIC<"
    )
    (user_data / "machines" / f"{name}.xml").write_text(xml)
    for part, rom in roms.items():
        (user_data / "systemroms" / f"{name}-{part}.rom").write_bytes(rom)
    return name
