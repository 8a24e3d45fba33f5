"""The table of the grammar: it is what lark makes of it, and the parser is stuck nowhere in it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from msxkit.language.grammar import TABLE, table
from msxkit.language.make_table import make_table


def test_the_table_is_that_of_the_grammar() -> None:
    assert json.loads(TABLE.read_text("utf-8")) == make_table(), "make grammar"


def _stacks() -> Iterator[list[int]]:
    """For every step from one state to another, the shortest stack of states that ends in it."""
    states = table().states
    shortest: dict[int, list[int]] = {0: [0]}
    waiting = [0]
    while waiting:
        state = waiting.pop(0)
        for symbol, target in states[state].items():
            # After a whole block only ELSE and the end of the line can stand, and both fit there.
            if target < 0 or symbol in ("line", "block", "branch", "$END") or symbol.startswith("__line"):
                continue
            stack = [*shortest[state], target]
            yield stack
            if target not in shortest:
                shortest[target] = stack
                waiting.append(target)


def _feed(stack: list[int], name: str) -> bool:
    """Take a terminal as an LALR automaton does."""
    rules, states = table().rules, table().states
    while True:
        action = states[stack[-1]].get(name)
        if action is None:
            return False
        if action >= 0:
            stack.append(action)
            return True
        rule = rules[~action]
        if rule.symbols:
            del stack[-len(rule.symbols) :]
        stack.append(states[stack[-1]][rule.origin])


def test_the_shortest_way_ends_every_statement() -> None:
    """From every state, by whatever way it was reached, a colon can follow after a few terminals."""
    rules, states, ways = table().rules, table().states, table().ways
    longest = 0
    for begun in _stacks():
        stack = list(begun)
        count = 0
        while not _feed(list(stack), "COLON"):
            count += 1
            assert count < 16, f"no end from {begun}"
            trial = list(stack)
            while isinstance(way := ways[trial[-1]], int):
                rule = rules[~way]
                if rule.symbols:
                    del trial[-len(rule.symbols) :]
                trial.append(states[trial[-1]][rule.origin])
            assert _feed(stack, way), (begun, way)
        longest = max(longest, count)
    assert longest == 13, "behind COPY"
