"""What a program can run on: the interpreter, openMSX, a compiled cartridge."""
