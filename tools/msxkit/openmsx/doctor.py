"""What openMSX can do here: its version, which machines are complete, which have BASIC and a disk, what is missing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from msxkit.errors import EmulatorError, EmulatorMissingError, NoEmulatorError
from msxkit.openmsx.basic import Basic
from msxkit.openmsx.control import Emulator
from msxkit.openmsx.home import rom_folder
from msxkit.openmsx.machine import EmulatedMachine
from msxkit.openmsx.protocol import word

#: Machines of openMSX that need no ROM of their own: one of them starts wherever openMSX does.
_STARTERS = (("-machine", "Sega_SG-1000"), ("-machine", "C-BIOS_MSX1"), ())
#: The machines of this project's recordings are looked at first.
RECORDED_ON = ("Philips_VG_8020-20", "Sanyo_PHC-28P", "Gradiente_Expert_GPC-1", "Philips_NMS_8250")
#: Emulated seconds in which a machine must come to its prompt.
_BOOT_LIMIT = 40.0
_MISSING = re.compile(r"Couldn't find ROM file for \"([^\"]*)\" (\S+) \(sha1: ([0-9a-f]{40})")


@dataclass(frozen=True, slots=True)
class MissingRom:
    """A ROM that openMSX asks for: device, usual file name, SHA-1."""

    device: str
    file: str
    sha1: str


@dataclass(frozen=True, slots=True)
class MachineReport:
    """What was found out about a machine.

    Attributes:
        name: The name that --machine takes.
        complete: Whether all its ROMs are there.
        problem: What keeps it from working, in openMSX's words; empty if nothing does.
        basic: The name that its BASIC shows at the prompt, None without BASIC.
        disk: Whether it has a drive.
        generation: Of `Basic.generation`, None without BASIC.
    """

    name: str
    title: str
    complete: bool
    problem: str = ""
    missing: MissingRom | None = None
    basic: str | None = None
    disk: bool = False
    generation: int | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found.

    Attributes:
        roms: The folder where openMSX looks for a person's own ROM files.
    """

    version: str
    executable: Path
    roms: Path
    machines: tuple[MachineReport, ...]

    @property
    def with_basic(self) -> tuple[MachineReport, ...]:
        return tuple(machine for machine in self.machines if machine.basic is not None)


def inspect(environment: Mapping[str, str] | None = None, names: Iterable[str] = ()) -> Diagnosis:
    """Look at all machines that openMSX knows, or at those named, and return what was found. The complete ones are
    booted.

    Raise `EmulatorMissingError` when there is no openMSX or it does not have a machine of that name.
    """
    environment = os.environ if environment is None else environment
    with _any_emulator(environment) as emulator:
        known = _machines(emulator)
        unknown = set(names) - set(known)
        if unknown:
            raise EmulatorMissingError(
                f"openMSX has no machine {', '.join(sorted(unknown))}; `msxkit openmsx doctor --all` lists them"
            )
        probed = [_probe(emulator, name) for name in (tuple(names) or known)]
        version, executable = emulator.version, emulator.executable
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        machines = tuple(pool.map(lambda machine: _booted(machine, environment), probed))
    return Diagnosis(version, executable, rom_folder(environment), machines)


def first_with_basic(environment: Mapping[str, str], generation: int | None = None) -> str | None:
    """Return the first machine that has BASIC, those of the recordings before all others; None if none has.

    Args:
        generation: Of `Basic.generation`, if it matters.
    """
    with _any_emulator(environment) as emulator:
        known = _machines(emulator)
        order = [name for name in RECORDED_ON if name in known]
        # C-BIOS has no BASIC: its machines are looked at last.
        order += sorted(set(known) - set(order), key=lambda name: (name.startswith("C-BIOS"), name))
        probed: Iterator[MachineReport] = iter([_probe(emulator, name) for name in order])
    for machine in probed:
        found = _booted(machine, environment)
        if found.basic is not None and generation in (None, found.generation):
            return machine.name
    return None


def names(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the machines that openMSX knows, complete or not. Raise `EmulatorMissingError` without openMSX."""
    with _any_emulator(environment) as emulator:
        return _machines(emulator)


def _any_emulator(environment: Mapping[str, str]) -> Emulator:
    for arguments in _STARTERS[:-1]:
        try:
            return Emulator(arguments, environment=environment)
        except NoEmulatorError:
            raise
        except EmulatorError:
            continue
    return Emulator(_STARTERS[-1], environment=environment)


def _machines(emulator: Emulator) -> tuple[str, ...]:
    # Names have no blanks: they are file names of openMSX.
    return tuple(emulator.command("join [lsort [openmsx_info machines]] \\n").split("\n"))


def _probe(emulator: Emulator, name: str) -> MachineReport:
    """Report whether the machine can be made, without switching it on."""
    title = emulator.command(
        f"if {{[catch {{utils::get_machine_display_name_by_config_name {word(name)}}} title]}} "
        f"{{set title {word(name)}}}; set title"
    ).strip()
    problem = emulator.command(
        "set id [create_machine]; set problem {}; "
        f"if {{[catch {{${{id}}::load_machine {word(name)}}} text]}} {{set problem $text}}; "
        "delete_machine $id; set problem"
    ).strip()
    if not problem:
        return MachineReport(name, title, complete=True)
    match = _MISSING.search(problem)
    missing = MissingRom(match[1], match[2], match[3]) if match else None
    return MachineReport(name, title, complete=False, problem=problem, missing=missing)


def _booted(machine: MachineReport, environment: Mapping[str, str]) -> MachineReport:
    if not machine.complete:
        return machine
    basic: str | None = None
    generation: int | None = None
    disk = False
    problem = ""
    try:
        with EmulatedMachine(machine.name, environment=environment) as running:
            disk = running.command("info commands diska") == "diska"
            driver = Basic(running)
            driver.boot(_BOOT_LIMIT)
            basic, generation = driver.version, driver.generation
    except EmulatorMissingError:
        pass  # no prompt: no BASIC
    except EmulatorError as error:
        problem = str(error).splitlines()[0]
    return MachineReport(machine.name, machine.title, True, problem, None, basic, disk, generation)
