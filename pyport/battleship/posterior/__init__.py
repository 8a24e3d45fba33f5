"""What the answers so far say about where the enemy's ships are: exact and sampled posteriors."""
