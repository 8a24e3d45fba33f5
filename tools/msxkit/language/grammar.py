"""The grammar as a table: the LALR automaton of `msxbasic.lark`, and how to go on from where it is stuck.

`make_table` writes the table beside the grammar (`make grammar`); reading it takes milliseconds where lark takes most
of a second, so that the kit starts at once and needs no lark. A test makes the table again and compares.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

TABLE = Path(__file__).with_name("msxbasic.table.json")


class Rule(NamedTuple):
    """A rule of the grammar.

    Attributes:
        origin: What the rule makes.
        symbols: What it is made of.
        alias: What builds the node, or nothing.
    """

    origin: str
    symbols: tuple[str, ...]
    alias: str


class Table(NamedTuple):
    """States: symbol -> n >= 0 (go to state n) or n < 0 (reduce by rule ~n). The first state begins a line.

    Attributes:
        end: The state after a whole line.
        ways: The shortest way on from each state: a terminal to take, or a rule to reduce by (~n).
    """

    rules: tuple[Rule, ...]
    states: list[dict[str, int]]
    end: int
    ways: list[str | int]


@cache
def table() -> Table:
    """Return the table from its file."""
    data = stored()
    rules = tuple(Rule(origin, tuple(symbols), alias) for origin, symbols, alias in data["rules"])
    return Table(rules, data["states"], data["end"], data["ways"])


def stored() -> Any:
    """Return the contents of the table's file as plain data."""
    return json.loads(TABLE.read_text("utf-8"))
