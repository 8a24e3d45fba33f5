"""`python -m battleship.web FOLDER`: build the site."""

from __future__ import annotations

import sys
from pathlib import Path

from battleship.web.site import build, cache_folder
from msxkit.errors import MsxError


def main() -> int:
    """Build the site. Return 0, or 2 when the site cannot be built."""
    folder = Path(sys.argv[1] if len(sys.argv) == 2 else "build/web")
    try:
        size = build(folder, cache_folder())
    except MsxError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{folder}: {size / 1e6:.1f} MB; python -m http.server -d {folder} serves it")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
