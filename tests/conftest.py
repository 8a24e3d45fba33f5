"""What all tests share: where the project is, and its recordings."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, settings

from tests.programs import missing

# How long an example takes depends on what else the machine is doing: no test fails for that. The same examples
# every time, so that a change is to blame for a failure; `make fuzz` looks for new ones. `make test` takes the first
# quarter of the examples (the profile "quick"), `make test-slow` all of them.
settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "fuzz", parent=settings.get_profile("project"), derandomize=False, max_examples=2000
)
settings.register_profile("quick", parent=settings.get_profile("project"), max_examples=25)
settings.load_profile("project")

ROOT = Path(__file__).parents[1]
RECORDINGS = sorted((ROOT / "tests" / "recordings").glob("*.json"))


def examples(count: int) -> int:
    """Return how many of `count` examples the profile takes, for a property that has a number of its own."""
    return min(count, max(5, count * settings().max_examples // 100))


#: The marks of a test like which others are quick.
LEFT_OUT = [pytest.mark.slow, pytest.mark.more]
NIGHTLY = [pytest.mark.nightly]


def one_in(
    step: int,
    cases: Iterable[Any],
    name: Callable[[Any], str] = str,
    others: Collection[pytest.MarkDecorator] = LEFT_OUT,
) -> list[ParameterSet]:
    """Return cases for `parametrize`: one in `step` has no mark, the others have these."""
    return [
        pytest.param(case, id=name(case), marks=others if number % step else [])
        for number, case in enumerate(cases)
    ]


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Make every machine look the same to the processes that the tests start, and choose how many examples are tried.

    What a shell starts in the background ignores CTRL-C; where Python writes at once, nothing is left to be written at
    its end, as it is on most machines; and somebody's own options of pytest are for these tests, not for those that
    they start.
    """
    os.environ.pop("PYTHONUNBUFFERED", None)
    os.environ.pop("PYTEST_ADDOPTS", None)
    for name, usual in (("SIGINT", signal.default_int_handler), ("SIGQUIT", signal.SIG_DFL)):
        if (number := getattr(signal, name, None)) and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, usual)
    if config.option.markexpr == "not slow" and not config.getoption("--hypothesis-profile"):
        settings.load_profile("quick")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make slow what is nightly or one of many, and give it ten minutes, for where much else is running.

    The site is built in the first test of it, and may take as long as it likes.
    """
    seen: Counter[str] = Counter()
    for item in items:
        if thinned := item.get_closest_marker("one_in"):
            function = item.nodeid.partition("[")[0]
            if seen[function] % thinned.args[0]:
                for mark in NIGHTLY if "nightly" in thinned.args else LEFT_OUT:
                    item.add_marker(mark)
            seen[function] += 1
        if item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(1800))
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600, func_only="tests/web/" in item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from the modules and the ten thousand tests, which stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs a missing outside program, with the reason."""
    for mark in item.iter_markers("needs"):
        for reason in filter(None, map(missing, mark.args)):
            item.add_marker(pytest.mark.skip(reason))


@pytest.fixture(scope="session", autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep games that tests leave out of the user's folder."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's top folder."""
    return ROOT
