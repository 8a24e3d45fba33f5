"""Z80 code made of the program model."""
