"""What the answers so far say about where the enemy's ships are: exact and sampled posteriors.

Every layout that the rules allow and the answers do not contradict counts the same.
"""

from battleship.posterior.counting import exact
from battleship.posterior.posterior import Posterior

__all__ = ["Posterior", "exact"]
