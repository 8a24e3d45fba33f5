"""Driving openMSX from Python: a real machine, headless, exact in emulated time."""
