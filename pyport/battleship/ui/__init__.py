"""Games in the terminal: full-screen apps and line by line, and what they share."""
