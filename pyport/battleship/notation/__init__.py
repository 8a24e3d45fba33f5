"""Squares, ships, fleets and half-played boards as text, one module for each document's notation.

Text that is not in the notation raises `NotationError` ("cannot parse"); text that is, but breaks a rule, raises
`IllegalFleetError` ("not legal").
"""
