"""The documentation, and what makes parts of it."""
