"""The game in a web page: what runs there, and what the site is made of."""
