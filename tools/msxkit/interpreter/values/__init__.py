"""Variables, arrays and strings, as the machine keeps them."""
