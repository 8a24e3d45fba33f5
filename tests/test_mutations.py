"""Verify can fail: every small breakage of the port is caught, by as many recordings as the docs say."""

from __future__ import annotations

import re

import pytest

from tests.conftest import RECORDINGS, ROOT
from tests.mutations import MUTATIONS, Mutation, caught

TABLE = dict(
    re.findall(r"^\| (.+?) \| `\w+\.py` \| (\d+) \|$", (ROOT / "docs/proof.md").read_text("utf-8"), re.M)
)


def test_the_unchanged_port_is_caught_by_none() -> None:
    assert caught(None, RECORDINGS[::8]) == []


def test_the_table_in_the_docs_is_complete() -> None:
    assert list(TABLE) == [mutation.what for mutation in MUTATIONS]
    assert len(MUTATIONS) >= 30
    assert all(int(count) > 0 for count in TABLE.values())


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.what)
def test_breakage_is_caught(mutation: Mutation) -> None:
    assert len(caught(mutation, RECORDINGS)) == int(TABLE[mutation.what])
