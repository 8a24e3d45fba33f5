"""The parts that write the code of one program, wired."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msxkit.basic_errors import DEVICE_IO, text_of
from msxkit.native.analysis.usr import UsrCalls
from msxkit.native.emit.functions import FunctionEmitter
from msxkit.native.emit.operands import OperandEmitter, Temporaries
from msxkit.native.emit.study import Study
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.native.emit.writer import Writer
from msxkit.native.errors import of_file, refused
from msxkit.native.files import RomFiles
from msxkit.program.operation import AnyOperation
from msxkit.program.values import Call

#: What writes an operation, called with the emitter and the arguments; a maker returns whether its value is in HL.
Doer = Callable[..., None]
Maker = Callable[..., bool]


class Emitter:
    """What operations are written with.

    Attributes:
        program: The program.
        data: The items of DATA.
        usr: What DEF USR names.
        files: The files of the cartridge.
        lenient: What a cartridge cannot have is an error when the run comes to it; a file that is missing is looked for
            on the disk.
        remarks: What an author should know of the block that is being written.
    """

    def __init__(
        self,
        makers: Mapping[AnyOperation, Maker],
        study: Study,
        files: RomFiles,
        memory: int,
        *,
        quick: bool,
        lenient: bool,
    ) -> None:
        self._makers = makers
        self.writer = Writer()
        self.storage = ProgramStorage(quick=quick)
        self.temporaries = Temporaries(self.storage)
        self.operands = OperandEmitter(self.writer, self.storage, self.temporaries, study.ranges, study.asked)
        self.values = Z80ValueEmitter(
            self.writer, self.storage, self.temporaries, self.operands, self._make, study.dimensions
        )
        self.integers, self.strings, self.arrays = (
            self.values.integers,
            self.values.strings,
            self.values.arrays,
        )
        self.functions = FunctionEmitter(self.values, self.storage, study)
        self.data, self.devices = study.data, study.devices
        self.usr = UsrCalls(study.blocks.values(), memory)
        self.files, self.program = files, study.layout.program
        self.lenient = lenient
        self.remarks: list[str] = []

    def remark(self, text: str) -> None:
        """Note what an author should know of the statement."""
        self.remarks.append(text)

    def fails(self, reason: str, number: int) -> None:
        """Write an error of the run for what a cartridge cannot have, and tell the author."""
        self.remark(f"{reason}; when the run comes here: error {number}, {text_of(number)}")
        self.devices.note_error(number)
        self.writer.fail(number)

    def is_cassette(self, what: str, name: str | None, *, writes: bool = False) -> bool:
        """Return whether a name is that of a file on a cassette that does not lie beside the listing; if so, the error
        is written.

        Args:
            writes: The file is written: it does not matter what lies there.
        """
        if name is None or name[:4].upper() != "CAS:" or (not writes and self.files.has(name)):
            return False
        self.fails(f"{of_file(what, name)}: a cartridge has no cassette recorder", DEVICE_IO)
        return True

    def _make(self, value: Call) -> bool:
        maker = self._makers.get(value.operation)
        if maker is None:
            raise refused(value.operation)
        return maker(self, *value.arguments)
