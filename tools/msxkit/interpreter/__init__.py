"""An MSX BASIC interpreter for programs on the text screens; `Session` is the way in."""
