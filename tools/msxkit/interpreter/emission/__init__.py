"""Python made of the program model, and what its blocks cost."""
