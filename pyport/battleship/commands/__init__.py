"""One module per `battleship` command: parse the arguments, call the pure part, print."""
