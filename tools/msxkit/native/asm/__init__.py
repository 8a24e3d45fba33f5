"""An assembler for the Z80: text to instructions, instructions to bytes, parts to an image."""
