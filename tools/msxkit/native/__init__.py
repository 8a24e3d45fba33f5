"""MSX BASIC as a cartridge: Z80 code of a program, linked with the parts of a runtime that it needs."""
