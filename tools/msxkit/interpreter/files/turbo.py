"""CALL TURBO ON and OFF of XBASIC, an extension that compiles what stands between them: the statements are faster."""

from __future__ import annotations

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import Drive
from msxkit.language.turbo import is_turbo
from msxkit.machine.model import Model
from msxkit.timing.block_costs import BlockCosts

_NOTE = "CALL TURBO is a statement of XBASIC: use --with turbo, or have XBASIC.BIN beside the program"
_MISSING = "there is no {}; --with turbo runs CALL TURBO without it"


class Turbo:
    """The extension: it is there when the machine has it, or when its file is on the disk."""

    def __init__(self, model: Model, drive: Drive, costs: BlockCosts) -> None:
        self._model = model
        self._drive = drive
        self._costs = costs

    @property
    def _is_there(self) -> bool:
        return self._model.turbo or any(name is not None and is_turbo(name) for name in self._drive.names())

    @carries("TURBO")
    def switch(self, on: bool) -> None:
        """Carry out CALL TURBO ON and OFF. Raise error 2 without the extension."""
        if not self._is_there:
            raise RaisedError(basic_errors.SYNTAX, note=_NOTE)
        self._costs.turbo(on)

    def is_started_by(self, name: str) -> bool:
        """Return whether BLOAD name,R starts the extension, whose code does not run here. Raise error 53."""
        key = self._drive.spec(name).name
        if not is_turbo(key):
            return False
        if not self._model.turbo:
            try:
                self._drive.get(key)
            except RaisedError as error:
                raise RaisedError(error.number, note=_MISSING.format(name)) from error
        return True
