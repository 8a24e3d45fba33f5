"""Copying, putting back and saving state: nothing is shared, objects stay the same, bytes are read back."""

from __future__ import annotations

import contextlib
from collections import deque
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import MsxError
from msxkit.machine.state_codec import Codec, copied, put_back
from tests.conftest import examples


class Colour(Enum):
    RED = 1
    BLUE = 2


class Word(str):
    __slots__ = ()


class Number(int):
    __slots__ = ()


class Pair:
    """Made of two parts."""

    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = left, right

    def parts(self) -> tuple[Any, ...]:
        return self.left, self.right

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        return cls(*parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and self.parts() == other.parts()

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Fixed:
    value: int


@dataclass(slots=True)
class Leaf:
    items: list[Any] = field(default_factory=list)
    table: dict[Any, Any] = field(default_factory=dict)
    queue: deque[Any] = field(default_factory=lambda: deque(maxlen=3))
    memory: bytearray = field(default_factory=bytearray)


@dataclass
class Tree:
    leaf: Leaf
    other: Leaf | None
    value: Any


CODEC = Codec((Colour, Word, Number, Pair, Fixed, Leaf, Tree))
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.decimals(allow_nan=False),
    st.sampled_from(Colour),
    st.text(max_size=3).map(Word),
    st.integers().map(Number),
    st.integers().map(Fixed),
)
KEYS = st.one_of(st.integers(), st.text(max_size=3), st.tuples(st.integers(), st.text(max_size=3)))
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(KEYS, inner, max_size=3),
        st.builds(Pair, inner, inner),
        st.lists(inner, max_size=3).map(lambda items: deque(items, 3)),
    ),
    max_leaves=6,
)
LEAVES = st.builds(
    Leaf,
    st.lists(VALUES, max_size=3),
    st.dictionaries(KEYS, VALUES, max_size=3),
    st.lists(VALUES, max_size=3).map(lambda items: deque(items, 3)),
    st.binary(max_size=9).map(bytearray),
)
TREES = st.builds(Tree, LEAVES, st.none() | LEAVES, VALUES)


def nodes(value: Any) -> set[int]:
    """Return the identities of everything in a state that can change."""
    if isinstance(value, (list, deque)):
        return {id(value)}.union(*map(nodes, value))
    if isinstance(value, dict):
        return {id(value)}.union(*map(nodes, value.values()))
    if isinstance(value, (Tree, Leaf)):
        names = value.__slots__ if isinstance(value, Leaf) else vars(value)
        return {id(value)}.union(*(nodes(getattr(value, name)) for name in names))
    if isinstance(value, Pair):
        return {id(value)} | nodes(value.left) | nodes(value.right)
    return {id(value)} if isinstance(value, bytearray) else set()


@settings(max_examples=examples(30))
@given(TREES)
def test_a_copy_is_equal_and_shares_nothing(tree: Tree) -> None:
    copy = copied(tree)
    assert copy == tree
    assert not nodes(copy) & nodes(tree)
    assert CODEC.dumps(copy) == CODEC.dumps(tree)


@settings(max_examples=examples(30))
@given(TREES, TREES)
def test_putting_back_keeps_the_objects(target: Tree, source: Tree) -> None:
    leaf, items, table = target.leaf, target.leaf.items, target.leaf.table
    queue, memory = target.leaf.queue, target.leaf.memory
    put_back(target, source)
    assert CODEC.dumps(target) == CODEC.dumps(source)
    assert not nodes(target) & nodes(source)
    assert target.leaf is leaf
    assert (leaf.items is items, leaf.table is table) == (True, True)
    assert (leaf.queue is queue, leaf.memory is memory) == (True, True)


@settings(max_examples=examples(30))
@given(TREES)
def test_bytes_are_read_back(tree: Tree) -> None:
    again = CODEC.loads(CODEC.dumps(tree))
    assert again == tree
    # Types too: a `Word` is equal to a string.
    assert CODEC.dumps(again) == CODEC.dumps(tree)


@given(st.binary(max_size=60))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(MsxError, match="cannot be read"):
        CODEC.loads(data)


@settings(max_examples=examples(40))
@given(TREES, st.integers(0, 10**6), st.integers(1, 255))
def test_a_changed_byte_is_refused_or_harmless(tree: Tree, at: int, flip: int) -> None:
    data = bytearray(CODEC.dumps(tree))
    data[at % len(data)] ^= flip
    with contextlib.suppress(MsxError):
        assert CODEC.loads(bytes(data)) == tree


@pytest.mark.parametrize("value", [object(), {1, 2}, lambda: 0])
def test_not_a_state(value: object) -> None:
    with pytest.raises(TypeError, match="is not a state"):
        copied([value])
    with pytest.raises(TypeError, match="is not a state"):
        CODEC.dumps([value])


def test_a_number_stays_exact() -> None:
    assert str(CODEC.loads(CODEC.dumps([Decimal("1.10")]))[0]) == "1.10"
