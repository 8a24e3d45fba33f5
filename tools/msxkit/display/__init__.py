"""What a screen looks like: font, palette, pictures, films, terminals."""
