"""`python -m msxkit`: the command where its folder is not on the path."""

import sys

from msxkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
