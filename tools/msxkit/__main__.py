"""`python -m msxkit`: the command `msxkit` for a system that does not have its folder on the PATH."""

import sys

from msxkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
