"""The video of an MSX: the chip, and what BASIC and the BIOS write into its memory."""
