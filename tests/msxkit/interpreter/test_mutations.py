"""The tests can fail: each small breakage of the interpreter and of the machine's parts is caught by one."""

from __future__ import annotations

import pytest

from tests.mutations.interpreter import CAUGHT, MUTATIONS, broken, outcomes


def test_they_are_spread_over_the_interpreter() -> None:
    files = {mutation.file.rpartition("/")[2].removesuffix(".py") for mutation in MUTATIONS}
    assert files >= {
        "variables",
        "strings",
        "arrays",
        "control",
        "waits",
        "files",
        "printing",
        "using",
        "data",
        "onerror",
        "state_codec",
        "records",
        "functions",
        "workspace",
        "music",
        "keyboard",
        "clock",
        "memory_map",
    }
    assert len({mutation.what for mutation in MUTATIONS}) == len(MUTATIONS) >= 50


def test_each_finds_what_it_breaks() -> None:
    assert all(map(broken, MUTATIONS))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_changed_is_caught_by_none() -> None:
    tests = sorted({mutation.test for mutation in MUTATIONS})
    assert outcomes([None] * len(tests), tests) == [0] * len(tests)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(4))
def test_every_breakage_is_caught(part: int) -> None:
    mutations = MUTATIONS[part::4]
    found = zip(mutations, outcomes(mutations), strict=True)
    assert [f"{mutation.file}: {mutation.what}" for mutation, code in found if code not in CAUGHT] == []
