"""The port and the listings at scale: fresh games by the hundred thousand, and what they have covered.

`python -m tests.scale --games 100000`, or `make scale`.
"""
