"""Games between players: matches, tournaments, statistics, and the protocols that other programs speak."""
