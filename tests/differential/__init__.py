"""Random graphic programs on a genuine machine in openMSX and on the interpreter: `make fuzz-openmsx`."""
