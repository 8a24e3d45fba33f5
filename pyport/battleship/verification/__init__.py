"""What `battleship verify` does: the original's recordings replayed, compared, explained and reported."""
