"""The choice of a machine: from the command line, MSXKIT_MACHINE, pyproject.toml, or the first one that has BASIC."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msxkit.errors import EmulatorMissingError, MsxError
from msxkit.files import read_toml, real
from msxkit.machine.chip_type import TMS9918A, V9938, V9958
from msxkit.machine.model import MODELS, Model
from msxkit.openmsx.basic import PROMPT, Basic
from msxkit.openmsx.machine import EmulatedMachine

MACHINE_VARIABLE = "MSXKIT_MACHINE"
PROMPT_VARIABLE = "MSXKIT_PROMPT"
#: The machines of openMSX that models of the interpreter are.
_MACHINES = {
    "vg8020": "Philips_VG_8020-20",
    "phc28p": "Sanyo_PHC-28P",
    "svi728": "Spectravideo_SVI-728_SE",
    "gpc1": "Gradiente_Expert_GPC-1",
    "nms8250": "Philips_NMS_8250",
    "nms8255": "Philips_NMS_8255",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A machine to start.

    Attributes:
        machine: Its name in openMSX.
        prompt: A pattern for the row of its prompt.
        cartridge, extensions: What is plugged in.
        environment: The environment variables for openMSX; None for those of this process.
    """

    machine: str
    prompt: str = PROMPT
    cartridge: Path | None = None
    extensions: tuple[str, ...] = ()
    environment: Mapping[str, str] | None = None

    def switch_on(self, **media: Any) -> Basic:
        """Return a machine that has not run yet.

        Args:
            media: `disk`, `tape`, `window` of `EmulatedMachine`.
        """
        machine = EmulatedMachine(
            self.machine,
            cartridge=self.cartridge,
            extensions=self.extensions,
            environment=self.environment,
            **media,
        )
        return Basic(machine, self.prompt)

    def boot(self, **media: Any) -> Basic:
        """Return a machine at its prompt, or in the program that starts by itself. Raise as `Basic.boot` does."""
        basic = self.switch_on(**media)
        try:
            basic.boot()
        except BaseException:
            basic.machine.close()
            raise
        return basic


def choose(
    machine: str | None = None,
    prompt: str | None = None,
    cartridge: Path | None = None,
    extensions: Sequence[str] = (),
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Choice:
    """Return the machine that was asked for, else the first with a complete set of ROMs and BASIC.

    A name of `MODELS` is the machine of that model, or the first of its generation. What is not given is taken from
    the environment, then from `[tool.msxkit]` in the pyproject.toml of `folder` or above it: `machine`, `prompt`,
    `cartridge` (relative to that file), `extensions`. Raise `EmulatorMissingError` with advice when there is no
    machine, `MsxError` when that file is broken.
    """
    environment = os.environ if environment is None else environment
    folder = folder or Path.cwd()
    table, base = _project(folder)
    machine = (
        machine or environment.get(MACHINE_VARIABLE) or _model_of_project(folder) or table.get("machine")
    )
    if machine is not None and machine in MODELS:
        machine = _machine_of(MODELS[machine], environment)
    if cartridge is None and "cartridge" in table:
        cartridge = base / table["cartridge"]
    prompt = prompt or environment.get(PROMPT_VARIABLE) or table.get("prompt") or PROMPT
    plugged = tuple(extensions) or tuple(table.get("extensions", ()))
    if machine is None:
        from msxkit.openmsx.doctor import first_with_basic

        machine = first_with_basic(environment)
        if machine is None:
            raise EmulatorMissingError(
                "no machine with BASIC: openMSX includes none, because the ROMs are not free. Put the ROM files of a "
                "machine that you own where `msxkit openmsx doctor` says, or choose one with "
                f"{MACHINE_VARIABLE}, or with --machine of `msxkit openmsx`"
            )
    return Choice(machine, prompt, cartridge, plugged, environment)


def _machine_of(model: Model, environment: Mapping[str, str]) -> str:
    """Return the machine of a model. Raise `EmulatorMissingError` if there is none with BASIC."""
    from msxkit.openmsx.doctor import first_with_basic

    if model.name in _MACHINES:
        return _MACHINES[model.name]
    generation = (TMS9918A, V9938, V9958).index(model.chip)
    found = first_with_basic(environment, generation)
    if found is None:
        raise EmulatorMissingError(
            f"no machine here is an {('MSX1', 'MSX2', 'MSX2+')[generation]} with BASIC; "
            "`msxkit openmsx doctor` says what there is"
        )
    return found


def _model_of_project(folder: Path) -> str | None:
    """Return the machine that msx.toml names in a folder or above it. Raise `MsxError` if it is not TOML."""
    path = _nearest(folder, "msx.toml")
    machine = None if path is None else read_toml(path).get("machine")
    return machine if isinstance(machine, str) else None


def _nearest(folder: Path, name: str) -> Path | None:
    """Return the file of a name in a folder, or in the next one above it that has one."""
    places = (real(folder), *real(folder).parents)
    return next((place / name for place in places if (place / name).is_file()), None)


def _project(folder: Path) -> tuple[dict[str, Any], Path]:
    path = _nearest(folder, "pyproject.toml")
    if path is None:
        return {}, folder
    table: Any = read_toml(path)
    for key in ("tool", "msxkit"):
        table = table.get(key, {})
        if not isinstance(table, dict):
            raise MsxError(f"{path}: {key} is not a table: {table!r}")
    for key, kind in (("machine", str), ("prompt", str), ("cartridge", str), ("extensions", list)):
        if key in table and not isinstance(table[key], kind):
            raise MsxError(f"{path}: tool.msxkit.{key} is not a {kind.__name__}: {table[key]!r}")
    return table, path.parent
