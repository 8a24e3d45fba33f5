"""The processor of every MSX, a Z80A, for the machine code that BASIC programs bring with them."""
