"""`python -m tests.dignified`: the number of sources of which the kit makes what Basic Dignified makes."""

from __future__ import annotations

import click

from tests.dignified import cases, found, wanted


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Compare the recorded sources; NAMES are some of them."""
    chosen = [case for case in cases() if not names or case["name"] in names]
    equal = 0
    for case in chosen:
        ours, theirs = found(case), wanted(case)
        equal += ours == theirs
        if ours != theirs:
            print(f"{case['name']}:\n  recorded {theirs}\n  found    {ours}")
    print(f"{equal} of {len(chosen)}")


if __name__ == "__main__":
    main()
