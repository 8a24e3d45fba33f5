"""Print all measurements, or those of the modules named: `python -m tests.bench port tokens`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

from rich.console import Console
from rich.table import Table

import tests.bench


def main(names: list[str]) -> int:
    found = sorted(
        module.name
        for module in pkgutil.iter_modules(tests.bench.__path__)
        if module.name.startswith("bench_")
    )
    chosen = [f"bench_{name}" for name in names] or found
    unknown = set(chosen) - set(found)
    if unknown:
        print(
            f"no such measurement: {', '.join(sorted(unknown))}; there are {', '.join(found)}",
            file=sys.stderr,
        )
        return 2
    console = Console()
    for name in chosen:
        module = importlib.import_module(f"tests.bench.{name}")
        title = (module.__doc__ or name).strip().splitlines()[0]
        table = Table(title=title, caption=f"python -m tests.bench {name[6:]}")
        figures = list(module.measure())
        has_c = any(figure.to_c for figure in figures)
        for heading in ("what", "measured", "remark", *["time, of C's"] * has_c):
            table.add_column(heading)
        for figure in figures:
            table.add_row(figure.what, figure.value, figure.remark, *[figure.to_c] * has_c)
        console.print(table)
    return 0


sys.exit(main(sys.argv[1:]))
