"""The work area of genuine machines after one statement: `msx1.json` and `msx2.json`."""
