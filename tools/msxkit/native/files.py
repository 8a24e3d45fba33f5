"""The files that a program names: what goes into the ROM for BLOAD, COPY, INPUT # and RUN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msxkit.basic_errors import BAD_FILE_MODE, FILE_NOT_FOUND
from msxkit.errors import MsxError
from msxkit.language.program import TOKENISED, Program
from msxkit.language.source import decode_program
from msxkit.native.errors import RefusedError, of_file


class NoFileError(MsxError):
    """A name that finds no file.

    Attributes:
        number: The error of BASIC that OPEN would raise.
    """

    def __init__(self, reason: str, number: int = FILE_NOT_FOUND) -> None:
        super().__init__(reason)
        self.number = number


#: Returns the bytes of a file by the name that a statement gives. Raises `NoFileError` with the reason.
Catalog = Callable[[str], bytes]
#: The first byte of a file of BSAVE; start, end and entry follow as words.
_BINARY, _HEAD = 0xFE, 7
#: Bytes of the largest file: a word counts them.
MOST = 0xFFFF
#: What the names of listings end with.
_LISTINGS = (".BAS", ".ASC", ".LDR")


def no_files(_name: str) -> bytes:
    """Return None: there is no folder to look in."""
    raise NoFileError("no folder is known to look for it in")


@dataclass(frozen=True, slots=True)
class BinaryFile:
    """A file of BSAVE.

    Attributes:
        label: Where its bytes are.
        start: Where they go.
        entry: Where BLOAD with R calls it.
    """

    label: str
    size: int
    start: int
    entry: int


class RomFiles:
    """The files of a cartridge. Equal ones lie in it once.

    Attributes:
        programs: The programs, the one that starts first; each with the name it was found by.
        folder: The files that go into the ROM when the program computes a name: each with its 11 characters there.
    """

    def __init__(
        self, catalog: Catalog, first: Program, encoding: str, folder: Sequence[tuple[str, str]] = ()
    ) -> None:
        self._folder = folder
        self._catalog, self._encoding = catalog, encoding
        self._places: dict[bytes, int] = {}
        self._size = 0
        #: What OPEN and RUN can find, by the names in a directory: labels of files, numbers of programs.
        self._names: dict[str, str] = {}
        self._program_names: dict[str, int] = {}
        self.programs: list[tuple[str, Program]] = [("", first)]

    @property
    def data(self) -> bytes:
        """All files, one after the other."""
        return b"".join(self._places)

    def read(self, name: str, what: str) -> bytes:
        """Return the bytes of a file. Raise `RefusedError`.

        Args:
            what: The word that asks for it.
        """
        try:
            data = self._catalog(name)
        except NoFileError as error:
            raise RefusedError(f"{of_file(what, name)}: {error}", error.number) from None
        if len(data) > MOST:
            raise RefusedError(
                f"{of_file(what, name)}: the file has {len(data)} bytes; a cartridge takes files up to 64 KB"
            )
        return data

    def _label(self, data: bytes) -> str:
        if data not in self._places:
            self._places[data] = self._size
            self._size += len(data)
        return f"file_{self._places[data]}_{len(data)}"

    def any(self, name: str, what: str) -> str:
        """Return the label of a file. Raise `RefusedError`."""
        return self._label(self.read(name, what))

    def own(self, data: bytes) -> str:
        """Return the label of bytes that do not come from a file of the folder."""
        return self._label(data)

    def has(self, name: str) -> bool:
        """Return whether there is a file to take into the cartridge."""
        try:
            self._catalog(name)
        except NoFileError:
            return False
        return True

    def name(self, name: str, stored: str, what: str) -> None:
        """Let a file be found at run time. Raise `RefusedError`.

        Args:
            stored: Its 11 characters in a directory.
        """
        self._names[stored] = self.any(name, what)

    def name_all(self, what: str) -> bool:
        """Let all files of the folder be found at run time: the program computes a name. Return whether there are any.
        Raise `RefusedError`.
        """
        for name, stored in self._folder:
            self.name(name, stored, what)
        return bool(self._folder)

    def name_programs(self, what: str) -> bool:
        """Let all programs of the folder be found at run time. Return whether there are any. Raise `RefusedError`."""
        for name, stored in self._folder:
            if name.upper().endswith(_LISTINGS) or self.read(name, what)[:1] == bytes((TOKENISED,)):
                self._program_names[stored] = self.program(name, what)
        return bool(self._program_names)

    def binary(self, name: str) -> BinaryFile:
        """Return a file of BSAVE. Raise `RefusedError`."""
        data = self.read(name, "BLOAD")
        if len(data) < _HEAD or data[0] != _BINARY:
            raise RefusedError(
                f"{of_file('BLOAD', name)}: the file was not made by BSAVE: "
                "it does not begin with FEh and three words",
                BAD_FILE_MODE,
            )
        start, end, entry = (int.from_bytes(data[at : at + 2], "little") for at in (1, 3, 5))
        codes = data[_HEAD : _HEAD + max(0, end - start + 1)]
        return BinaryFile(self._label(codes), len(codes), start, entry)

    def program(self, name: str, what: str) -> int:
        """Return the number of a program. Raise `RefusedError`."""
        data = self.read(name, what)
        try:
            found = decode_program(data, of_file(what, name), self._encoding, cut_numbers=True)
        except MsxError as error:
            raise RefusedError(str(error)) from None
        for number, (_, program) in enumerate(self.programs):
            if program.is_same(found):
                return number
        self.programs.append((name, found))
        return len(self.programs) - 1

    def source(self, bank_size: int) -> list[str]:
        """Return a record of each file for the assembler: bytes left, address and bank of the next one, bytes in all.

        Args:
            bank_size: Bytes of a bank of a MegaROM; 0 for a plain ROM, where the files lie behind the code.
        """
        lines: list[str] = []
        for data, place in self._places.items():
            bank, offset = divmod(place, bank_size) if bank_size else (0, place)
            where = f"WINDOW+{offset}" if bank_size else f"code_end+{offset}"
            number = f"files_bank+{bank}" if bank_size else "0"
            lines += [
                f"file_{place}_{len(data)}:",
                f"        dw {len(data)},{where}",
                f"        db {number}",
                f"        dw {len(data)}",
            ]
        chains = {stored: f"chain_{number}" for stored, number in self._program_names.items()}
        tables = {"rom_names": self._names, "chain_names": chains}
        for label in sorted(tables, key=lambda label: not tables[label]):
            lines.append(f"{label}:")
            for stored, found in tables[label].items():
                lines += [f"        db {','.join(map(str, stored.encode('latin-1')))}", f"        dw {found}"]
            lines += ["        db 0"] * bool(tables[label])
        # The empty tables come last, and share their end.
        return [*lines, "        db 0"]
