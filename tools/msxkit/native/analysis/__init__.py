"""What the compiler knows of a program beyond its model: ranges, loops, constants."""
