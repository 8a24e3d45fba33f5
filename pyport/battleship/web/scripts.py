"""`python -m battleship.web.scripts`: check the scripts of all pages with TypeScript and ESLint."""

from __future__ import annotations

import sys
from importlib.resources import files

from battleship.web.site import cache_folder
from msxkit.errors import MsxError
from msxkit.web.bundling import faults


def check() -> str:
    """Return what is wrong with the scripts; empty if nothing is. Raise `MsxError` that says what is missing."""
    pages = files("battleship.web").joinpath("pages").iterdir()
    return faults(
        cache_folder(), {page.name: page.read_bytes() for page in pages if page.name.endswith(".js")}
    )


def main() -> int:
    """Check the scripts. Return 1 when something is wrong, else 0, also without Node.js: then say that nothing was
    checked.
    """
    try:
        found = check()
    except MsxError as error:
        print(f"The scripts of the pages were not checked: {error}", file=sys.stderr)
        return 0
    print(found or "The scripts of the pages are typed, and ESLint finds nothing.")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
