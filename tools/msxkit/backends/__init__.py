"""What `msxkit.verify` replays recordings on."""
