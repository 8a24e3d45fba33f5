"""`python -m tests.corpus`: the number of recorded programs that are equal, by class, machine and target."""

from __future__ import annotations

from collections import Counter

import click

from tests.corpus import COMPILED, MACHINES, TARGETS, Entry, cases, class_of, differing


@click.command()
@click.argument("names", nargs=-1)
@click.option("--machine", "machines", multiple=True, type=click.Choice(MACHINES), help="[default: both]")
@click.option("--target", type=click.Choice(list(TARGETS)), default="interpreter", show_default=True)
@click.option("--show", type=int, default=0, help="Show this many programs that differ, with both screens.")
@click.option("--list", "listed", is_flag=True, help="List the names of the programs that differ.")
def main(names: tuple[str, ...], machines: tuple[str, ...], target: str, show: int, listed: bool) -> None:
    """Compare recorded programs; NAMES are classes (`using`) or programs (`using-003`), all by default."""
    equal: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for machine in machines or MACHINES:
        for entry in cases(machine):
            name, group = entry["name"], class_of(entry)
            if names and name not in names and group not in names:
                continue
            if target == "cartridge" and group not in COMPILED:
                continue
            total[group, machine] += 1
            try:
                found = TARGETS[target](entry, machine)
                wrong = differing(entry, found)
            except Exception as error:  # a fault of ours: told like a difference
                found, wrong = {"fault": f"{type(error).__name__}: {error}"}, ["fault"]
            equal[group, machine] += not wrong
            if wrong and show > 0:
                show -= 1
                _show(entry, machine, found, wrong)
            elif wrong and listed:
                print(f"{machine} {name}: {', '.join(wrong)} {found.get('fault', found.get('refused', ''))}")
    if not total:
        raise click.UsageError(f"no {' or '.join(names)} on the {target}")
    for (group, machine), count in total.items():
        print(f"{group:9} {machine} {equal[group, machine]:4} of {count:4}")
    print(f"{sum(equal.values())} of {sum(total.values())}")


def _show(entry: Entry, machine: str, found: Entry, wrong: list[str]) -> None:
    print(f"== {machine} {entry['name']}: {', '.join(wrong)} differ")
    print(entry["program"], end="")
    if "typed" in entry:
        print(f"typed: {entry['typed']!r}")
    for key in found:
        if key == "screen":
            rows = max(len(found["screen"]), len(entry["screen"]))
            for row in range(rows):
                ours, theirs = (
                    data["screen"][row] if row < len(data["screen"]) else None for data in (found, entry)
                )
                print(
                    f"  {'  ' if ours == theirs else '! '}{theirs!r:44} {'' if ours == theirs else repr(ours)}"
                )
        elif key in wrong or key not in entry:
            print(f"  {key}: recorded {entry.get(key)!r}\n  {key}: found    {found[key]!r}")


if __name__ == "__main__":
    main()
