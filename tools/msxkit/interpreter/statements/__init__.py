"""What statements and functions do, except with files: flow, DATA, screen, devices, errors."""
