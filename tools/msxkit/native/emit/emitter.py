"""The parts that write the code of one program, wired."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msxkit.native.analysis.usr import UsrCalls
from msxkit.native.emit.functions import Functions
from msxkit.native.emit.operands import Operands, Temporaries
from msxkit.native.emit.study import Study
from msxkit.native.emit.values import Values
from msxkit.native.emit.variable_places import Storage
from msxkit.native.emit.writer import Writer
from msxkit.native.errors import refused
from msxkit.native.files import RomFiles
from msxkit.program.operation import AnyOperation
from msxkit.program.values import Call

#: What writes an operation, called with the emitter and the arguments; a maker returns whether its value is in HL.
Doer = Callable[..., None]
Maker = Callable[..., bool]


class Emitter:
    """What operations are written with.

    Attributes:
        data: The items of DATA.
        usr: What DEF USR names.
        files: The files of the cartridge.
        remarks: What an author should know of the block that is being written.
    """

    def __init__(
        self, makers: Mapping[AnyOperation, Maker], study: Study, files: RomFiles, memory: int, *, quick: bool
    ) -> None:
        self._makers = makers
        self.writer = Writer()
        self.storage = Storage(quick=quick)
        self.temporaries = Temporaries(self.storage)
        self.operands = Operands(self.writer, self.storage, self.temporaries, study.ranges, study.asked)
        self.values = Values(
            self.writer, self.storage, self.temporaries, self.operands, self._make, study.dimensions
        )
        self.integers, self.strings, self.arrays = (
            self.values.integers,
            self.values.strings,
            self.values.arrays,
        )
        self.functions = Functions(self.values, self.storage, study)
        self.data, self.devices = study.data, study.devices
        self.usr = UsrCalls(study.blocks.values(), memory)
        self.files = files
        self.remarks: list[str] = []

    def remark(self, text: str) -> None:
        """Note what an author should know of the statement."""
        self.remarks.append(text)

    def _make(self, value: Call) -> bool:
        maker = self._makers.get(value.operation)
        if maker is None:
            raise refused(value.operation)
        return maker(self, *value.arguments)
