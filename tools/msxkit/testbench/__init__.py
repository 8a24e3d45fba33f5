"""The fixtures of the pytest plugin: a BASIC program under test, on either backend."""
