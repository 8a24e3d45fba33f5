"""CONTRIBUTING.md shows how to add things by pieces of the source, which are there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT


def _examples() -> Iterator[tuple[str, str]]:
    """Yield the file and the consecutive lines of each part of a diff."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for block in re.findall(r"^```diff\n(.*?)^```", text, re.M | re.S):
        for piece in re.split(r"^(?=--- |\+\+\+ )", block, flags=re.M)[1:]:
            head, _, body = piece.partition("\n")
            for lines in body.split("...\n"):
                yield (
                    head.split()[1],
                    "".join(row[1:] for row in lines.splitlines(keepends=True) if row[0] != "-"),
                )


EXAMPLES = list(_examples())


@pytest.mark.parametrize(("path", "lines"), EXAMPLES, ids=[path for path, _ in EXAMPLES])
def test_an_example_is_in_the_tree(path: str, lines: str) -> None:
    found = (ROOT / path).read_text("utf-8").count(f"\n{lines}")
    assert found == 1, f"{found} times in {path}:\n{lines}"
