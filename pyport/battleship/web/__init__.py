"""The game in a web page: the code that runs there, and the site around it."""
