"""Legal layouts of a fleet: drawn, searched for, and read from the squares that ships cover."""
