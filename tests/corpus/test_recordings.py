"""Every recorded program of the classes that are done: interpreter and cartridge leave what the machine left."""

from __future__ import annotations

import re

import pytest

from tests.corpus import COMPILED, MACHINES, TARGETS, cases, class_of, differing
from tests.programs import needs

#: Classes whose programs are all equal but those of KNOWN, by target; the others are told by `python -m tests.corpus`.
CLASSES = {
    "interpreter": (*COMPILED, "mem", "session"),
    "cartridge": tuple(name for name in COMPILED if name != "peek"),
}
#: Programs in which an interrupt comes a statement too early or too late: what PLAY takes to read its strings, and
#: what the call of a trap's routine takes, is not known to the T-state.
LATE = {
    ("play", "msx2"): "072 107 173 b009 b097 b255 b264",
    ("traps", "msx1"): "133",
    ("traps", "msx2"): "065",
}
COMMAS = "002 003 015 021 035 036 052 058 069 088 090 105 127 137 142 162 163 174 178 194 198"
#: What still differs, and why: "TARGET MACHINE NAME".
KNOWN: dict[str, str] = (
    {
        f"interpreter {machine} {group}-{number}": "an interrupt"
        for (group, machine), numbers in LATE.items()
        for number in numbers.split()
    }
    | {
        f"cartridge msx1 play-{number}": "BEEP ends music that the machine has begun, and the cartridge has not"
        for number in ("086", "141")
    }
    | {
        f"cartridge msx2 files-{number}": "MAXFILES changes the byte that a comma of PRINT # takes for its column"
        for number in COMMAS.split()
    }
    | {
        f"{target} {machine} faulty-{number}": why
        for target in CLASSES
        for machine, numbers, why in (
            ("msx1", "095", "a tape that is not there"),
            ("msx2", "109 219", "a printer that is not there"),
            ("msx2", "094 218", "CALL MEMINI"),
        )
        for number in numbers.split()
    }
    | {"cartridge msx1 faulty-117": "BSAVE to a cassette, which a cartridge does not have"}
    | {"cartridge msx2 usr-031": "GTSTCK of C-BIOS keeps HL, that of the machine does not"}
    | {
        f"cartridge {machine} traps-{number}": "at the pace of the interpreter, where an interrupt comes late"
        for machine, number in (("msx1", "133"), ("msx2", "065"))
    }
)
#: The quick tests take one program in so many; of cartridges the slow ones do, too.
SLICE, COMPILED_SLICE = 60, 10


def _case(target: str, machine: str, group: str) -> str:
    return f"{target}-{machine}-{group}"


EVERY = [
    pytest.param(
        *(target, machine, group),
        id=_case(target, machine, group),
        marks=[needs("openmsx")] if (target, group) == ("cartridge", "usr") else [],
    )
    for target, groups in CLASSES.items()
    for group in groups
    for machine in MACHINES
    if any(class_of(entry) == group for entry in cases(machine))
]


def _compare(target: str, machine: str, group: str, step: int) -> None:
    wrong: dict[str, str] = {}
    mended = []
    for entry in list(cases(machine, (group,)))[::step]:
        name = entry["name"]
        found = TARGETS[target](entry, machine)
        keys = differing(entry, found)
        known = f"{target} {machine} {name}" in KNOWN
        if keys and not known:
            wrong[name] = "\n".join(
                f"{key}\n  recorded {entry.get(key)}\n  found    {found[key]}" for key in keys
            )
        elif known and not keys:
            mended.append(name)
    first = next(iter(wrong), "")
    assert not wrong, f"{len(wrong)} differ: {', '.join(wrong)}\n{first}: {wrong[first]}"
    assert not mended, f"equal now, so take them out of KNOWN: {', '.join(mended)}"


@pytest.mark.parametrize(("target", "machine", "group"), EVERY)
@pytest.mark.one_in(3)
def test_a_slice(target: str, machine: str, group: str) -> None:
    _compare(target, machine, group, SLICE)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.slow
def test_cells_of_the_work_area_are_on_cartridges(machine: str) -> None:
    """All but those that say where variables and strings are, and what the BIOS of disk and keyboard leaves."""
    elsewhere = re.compile("&HF6(72|74|8A|9B|A7|C[46])|&HFC4A|&HF3(DB|45)")
    chosen = [entry for entry in cases(machine, ("peek",)) if not elsewhere.search(entry["program"])]
    assert len(chosen) > 25
    wrong = {entry["name"] for entry in chosen if differing(entry, TARGETS["cartridge"](entry, machine))}
    assert wrong == set()


@pytest.mark.slow
@pytest.mark.parametrize(("target", "machine", "group"), EVERY)
def test_more(target: str, machine: str, group: str) -> None:
    """On the interpreter all of them."""
    _compare(target, machine, group, 1 if target == "interpreter" else COMPILED_SLICE)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("machine", "group"),
    [pytest.param(*case.values[1:], marks=case.marks) for case in EVERY if case.values[0] == "cartridge"],
)
def test_all_compiled(machine: str, group: str) -> None:
    _compare("cartridge", machine, group, 1)


def test_known_programs_exist() -> None:
    names = {
        f"{target} {machine} {entry['name']}"
        for target, groups in CLASSES.items()
        for machine in MACHINES
        for entry in cases(machine, groups or ("none",))
    }
    assert not KNOWN.keys() - names
