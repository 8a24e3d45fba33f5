"""The whole state of a machine as plain data, so that a run can be kept and gone on with."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msxkit.interpreter.machine import Machine

#: Attributes of the machine itself that are kept as they are.
_PLAIN = ("pc", "ticks", "resumed", "continue_pc", "trace", "counts", "types")


@dataclass(frozen=True)
class Snapshot:
    """The whole state of a session as plain data; any session of the same program can go on from it."""

    program: bytes
    state: Mapping[str, Any]


def machine_state(machine: Machine) -> dict[str, Any]:
    """Everything that a machine knows, but for the program and its code."""
    state: dict[str, Any] = {name: copy.deepcopy(getattr(machine, name)) for name in _PLAIN}
    state.update(
        video=copy.deepcopy(machine.video),
        variables=machine.variables.state(),
        control=machine.control.state(),
        events=machine.events.state(),
        faults=machine.faults.state(),
        files=machine.files.state(),
        memory=machine.memory.state(),
        functions=(dict(machine.functions.defined), dict(machine.functions.addresses)),
        space=(machine.space.size, machine.space.room, machine.workspace.top),
        data=machine.data.position,
        effects=list(machine.devices.effects),
    )
    return state


def restore_machine(machine: Machine, state: Mapping[str, Any]) -> None:
    """Back to what `machine_state` gave, on a machine with the same program."""
    machine.set_types(state["types"])
    for name in _PLAIN:
        setattr(machine, name, copy.deepcopy(state[name]))
    machine.video.restore(state["video"])
    machine.variables.restore(state["variables"])
    machine.control.restore(state["control"])
    machine.events.restore(state["events"])
    machine.faults.restore(state["faults"])
    machine.files.restore(state["files"])
    machine.memory.restore(state["memory"])
    defined, addresses = state["functions"]
    machine.functions.defined = dict(defined)
    machine.functions.addresses = dict(addresses)
    machine.space.size, machine.space.room, machine.workspace.top = state["space"]
    machine.data.position = state["data"]
    machine.devices.effects[:] = state["effects"]
