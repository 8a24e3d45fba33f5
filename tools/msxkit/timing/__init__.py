"""What the statements of a program cost on a machine, in T-states, read off the tree and the program model."""
