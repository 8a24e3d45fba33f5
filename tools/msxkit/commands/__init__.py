"""One module per `msxkit` command: parse the arguments, call the pure part, print."""
