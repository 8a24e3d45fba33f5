"""The MSX in parts: plain state, and services that work on it."""
