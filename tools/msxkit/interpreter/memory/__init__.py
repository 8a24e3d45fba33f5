"""Memory as programs see it: the work area, what is free, machine code."""
