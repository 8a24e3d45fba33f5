"""What statements and functions do beside files: flow, DATA, screen, devices, errors."""
