"""What a session holds: keys, picture, memory, sound, files and program as a user or a tool works with them."""
