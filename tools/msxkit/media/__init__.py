"""Disk, cassette and cartridge images: what a program needs to reach a real MSX or an emulator."""
