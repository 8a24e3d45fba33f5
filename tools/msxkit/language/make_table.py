"""Make the table of the grammar: lark finds the LALR automaton, and the shortest ways out of its states are added.

    python -m msxkit.language.make_table

Needs lark, a development dependency; nothing else of the kit imports this module.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from msxkit.files import write_atomic
from msxkit.language.grammar import TABLE, Rule
from msxkit.language.make_rules import derived

GRAMMAR = Path(__file__).with_name("msxbasic.lark")


class _NoLexer(Lexer):
    """The grammar's terminals come from `lexer`, so lark needs none of its own."""

    def __init__(self, _configuration: object) -> None: ...

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        yield from ()


def grammar() -> str:
    """Return the grammar: what is written, the statements whose forms say how they are read, and the terminals."""
    written = GRAMMAR.read_text("utf-8")
    aliases = frozenset(re.findall(r"-> (\w+)", written))
    alternatives, rules = derived(aliases)
    whole = written.replace("?statement: ", f"?statement: {alternatives}\n    | ") + rules
    return f"{whole}\n%declare {' '.join(set(re.findall('[A-Z][A-Z_0-9]+', re.sub('//.*', '', whole))))}\n"


def make_table() -> dict[str, Any]:
    """Return the table as plain data, made by lark."""
    parser = Lark(
        grammar(),
        parser="lalr",
        lexer=_NoLexer,
        start="line",
        maybe_placeholders=False,
        keep_all_tokens=True,
    )
    table: Any = parser.parser.parser._parse_table
    rules = sorted(
        (rule.origin.name, tuple(symbol.name for symbol in rule.expansion), rule.alias or "")
        for rule in parser.rules
    )
    places = {(origin, *symbols): place for place, (origin, symbols, _) in enumerate(rules)}
    # Lark numbers states as they come out of a set; here they are numbered as they are reached.
    order = {table.start_states["line"]: 0}
    states: list[dict[str, int]] = []
    for state in _order_of(order):
        actions: dict[str, int] = {}
        for symbol, (action, target) in sorted(table.states[state].items()):
            if action is Shift:
                actions[symbol] = order.setdefault(target, len(order))
            else:
                actions[symbol] = ~places[target.origin.name, *(part.name for part in target.expansion)]
        states.append(actions)
    end = order[table.end_states["line"]]
    return {
        "rules": [[origin, list(symbols), alias] for origin, symbols, alias in rules],
        "states": states,
        "end": end,
        "ways": _ways([Rule(*rule) for rule in rules], states),
    }


def _order_of(reached: dict[int, int]) -> Iterator[int]:
    """Yield the keys of a dictionary that grows while they are looked at."""
    seen = 0
    while seen < len(reached):
        yield list(reached)[seen]
        seen += 1


class _Item(NamedTuple):
    """A rule and how many of its symbols have been read."""

    rule: int
    read: int


def _ways(rules: Sequence[Rule], states: Sequence[Mapping[str, int]]) -> list[str | int]:
    """Return for each state how to finish the statement with the fewest terminals."""
    by_origin: dict[str, list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        by_origin[rule.origin].append(number)
    cheapest = _cheapest(rules, by_origin)

    def first(symbols: Sequence[str]) -> str:
        for symbol in symbols:
            if symbol not in by_origin:
                return symbol
            if cheapest[symbol][0]:
                return first(rules[cheapest[symbol][1]].symbols)
        return ""

    kernels: dict[int, set[_Item]] = {0: {_Item(number, 0) for number in by_origin["line"]}}
    waiting = [0]
    while waiting:
        state = waiting.pop()
        reached: dict[str, set[_Item]] = defaultdict(set)
        for item in _closure(kernels[state], rules, by_origin):
            symbols = rules[item.rule].symbols
            if item.read < len(symbols):
                reached[symbols[item.read]].add(_Item(item.rule, item.read + 1))
        for symbol, items in reached.items():
            target = states[state][symbol]
            if target not in kernels:
                kernels[target] = items
                waiting.append(target)
    ways: list[str | int] = []
    for state in range(len(states)):
        found: list[tuple[int, int, str, int]] = []
        for item in kernels.get(state, ()):
            rest = rules[item.rule].symbols[item.read :]
            word = first(rest)
            found.append((_price(rest, cheapest), _rank(word), word, item.rule))
        price, _, word, number = min(found, default=(0, 0, "", 0))
        ways.append(word if price else ~number)
    return ways


def _cheapest(rules: Sequence[Rule], by_origin: Mapping[str, list[int]]) -> dict[str, tuple[int, int]]:
    """Return how many terminals each nonterminal takes at least, and by which rule."""
    found: dict[str, tuple[int, int]] = {}
    before: dict[str, tuple[int, int]] | None = None
    while found != before:
        before = dict(found)
        for origin, numbers in by_origin.items():
            prices = [
                (_price(symbols, found), _rank(symbols[0] if symbols else ""), number)
                for number, symbols in ((number, rules[number].symbols) for number in numbers)
                if all(name in found for name in symbols if name in by_origin)
            ]
            if prices:
                price, _, number = min(prices)
                found[origin] = price, number
    return found


def _price(symbols: Sequence[str], cheapest: Mapping[str, tuple[int, int]]) -> int:
    """Return how many terminals make these symbols, at least."""
    return sum(cheapest[symbol][0] if symbol in cheapest else 1 for symbol in symbols)


#: Of terminals that do equally well the first of these is taken: a value wherever one can stand.
_PREFERRED = ("NUMBER", "VARIABLE", "RPAR", "EQ", "COMMA")


def _rank(word: str) -> int:
    return _PREFERRED.index(word) if word in _PREFERRED else len(_PREFERRED)


def _closure(
    kernel: Iterable[_Item], rules: Sequence[Rule], by_origin: Mapping[str, list[int]]
) -> set[_Item]:
    found = set(kernel)
    waiting = list(found)
    while waiting:
        number, read = waiting.pop()
        symbols = rules[number].symbols
        if read < len(symbols):
            for other in by_origin.get(symbols[read], ()):
                item = _Item(other, 0)
                if item not in found:
                    found.add(item)
                    waiting.append(item)
    return found


if __name__ == "__main__":
    write_atomic(TABLE, json.dumps(make_table(), separators=(",", ":")).encode())
