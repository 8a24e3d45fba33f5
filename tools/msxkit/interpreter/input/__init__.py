"""The screen editor, and waits for keys."""
