"""Drawing: what the graphic statements of BASIC write into video memory."""
