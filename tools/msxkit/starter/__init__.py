"""The files of a new project, as `msxkit new` copies them."""
