"""A debugger for MSX BASIC that speaks the Debug Adapter Protocol."""
