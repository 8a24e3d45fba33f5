"""What `battleship verify` compares: the backends by name, and recordings replayed on them by several processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from multiprocessing.util import Finalize
from time import perf_counter

from battleship.errors import BattleshipError
from battleship.verification.fresh import fresh_game
from battleship.verification.sources import FOLDER, listings
from battleship.workers import InProcess
from msxkit.errors import EmulatorMissingError, MsxError
from msxkit.recording import Recording
from msxkit.verify import Backend, Difference, Result, replay

#: Recordings that a worker takes at a time: few enough to share the work, many enough to hide its cost.
_CHUNK = 8
#: Seconds that one process takes for a game, for estimates.
SECONDS = {"port": 0.06, "interpreter": 0.12, "openmsx": 1.2, "cartridge": 0.15}
#: The emulators of a worker, by name: each is started once.
_STARTED: dict[str, Backend] = {}
#: Fresh games that are kept whole although nothing differs: what a page shows when it has nothing else.
EXAMPLES = 5


def _port() -> Backend:
    from battleship.original.backend import PortBackend

    return PortBackend()


def _interpreter() -> Backend:
    from msxkit.backends.interpreter import InterpreterTarget
    from msxkit.backends.replaying import TargetBackend, among

    return TargetBackend(InterpreterTarget(), among(listings().values()))


def _openmsx() -> Backend:
    from msxkit.backends.openmsx import OpenmsxTarget
    from msxkit.backends.replaying import TargetBackend
    from msxkit.openmsx.playing import find_program
    from msxkit.openmsx.settings import choose

    return TargetBackend(OpenmsxTarget(choose().boot), lambda wanted: find_program(wanted, [FOLDER]))


def _cartridge() -> Backend:
    from msxkit.backends.cartridge import CartridgeTarget
    from msxkit.backends.replaying import TargetBackend
    from msxkit.openmsx.playing import find_program

    target = CartridgeTarget()
    target.switch_on()
    return TargetBackend(target, lambda wanted: find_program(wanted, [FOLDER]))


#: Name -> maker. A maker imports what it needs, and raises an error with the cure when the backend cannot run here.
BACKENDS: dict[str, Callable[[], Backend]] = {
    "port": _port,
    "interpreter": _interpreter,
    "openmsx": _openmsx,
    "cartridge": _cartridge,
}


@dataclass(frozen=True, slots=True)
class Available:
    """All backends, sorted: those that can run here by name; why one cannot and what to do; why one is broken."""

    backends: Mapping[str, Backend]
    missing: Mapping[str, str]
    broken: Mapping[str, str]


def available() -> Available:
    """Make every backend, once, because finding a machine of openMSX takes seconds."""
    backends: dict[str, Backend] = {}
    missing: dict[str, str] = {}
    broken: dict[str, str] = {}
    for name, make in BACKENDS.items():
        try:
            backends[name] = make()
        except (EmulatorMissingError, BattleshipError) as error:
            missing[name] = str(error)
        except MsxError as error:
            broken[name] = str(error)
    return Available(backends, missing, broken)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Recordings replayed on one backend.

    Attributes:
        results: One for each recording, in their order.
        seconds: The wall time that it took.
        fresh: The recordings are games that the interpreter played just now, not those of a genuine machine.
    """

    backend: str
    results: Sequence[Result]
    seconds: float
    fresh: bool = False

    @property
    def equal(self) -> int:
        return sum(result.equal for result in self.results)

    @property
    def steps(self) -> int:
        return sum(result.steps for result in self.results)

    @property
    def cells(self) -> int:
        return sum(result.cells for result in self.results)

    @property
    def programs(self) -> list[str]:
        return sorted({result.recording.program.file for result in self.results})


#: What a worker sends back of a result; the recording is where the result is wanted.
_Outcome = tuple[int, int, Difference | None]


def compare(
    backend: Backend,
    recordings: Sequence[Recording],
    executor: Executor,
    advance: Callable[[int], None] = lambda games: None,
    *,
    fresh: bool = False,
) -> Comparison:
    """Replay on one backend. `advance` receives the number of recordings just done.

    Workers make backends of their own by its name; emulators are left running, and take one recording at a time.
    """
    start = perf_counter()
    outcomes: list[_Outcome] = []
    if isinstance(executor, InProcess):
        outcomes = _replay(backend, recordings, advance)
    else:
        pieces = enumerate(_pieces(recordings, 1 if backend.is_emulator else _CHUNK))
        futures = {executor.submit(_replay_by_name, backend.name, piece): number for number, piece in pieces}
        collected: dict[int, list[_Outcome]] = {}
        for future in as_completed(futures):
            collected[futures[future]] = future.result()
            advance(len(future.result()))
        for _, found in sorted(collected.items()):
            outcomes += found
    results = [Result(recording, *outcome) for recording, outcome in zip(recordings, outcomes, strict=True)]
    return Comparison(backend.name, results, perf_counter() - start, fresh)


def compare_fresh(
    name: str, count: int, seed: int, executor: Executor, advance: Callable[[int], None] = lambda games: None
) -> Comparison:
    """Play games 0 to count-1 of a seed and replay each on a backend at once, in the same worker.

    Of games that are equal only the first few keep their steps: any number of them fits into memory.
    """
    start = perf_counter()
    pieces = (range(first, min(first + _CHUNK, count)) for first in range(0, count, _CHUNK))
    futures = {executor.submit(_play_and_replay, name, piece, seed): piece.start for piece in pieces}
    collected: dict[int, list[Result]] = {}
    for future in as_completed(futures):
        collected[futures.pop(future)] = future.result()
        advance(len(future.result()))
    results = [result for _, found in sorted(collected.items()) for result in found]
    return Comparison(name, results, perf_counter() - start, fresh=True)


def _play_and_replay(name: str, numbers: range, seed: int) -> list[Result]:
    backend = BACKENDS[name]()
    results = (replay(fresh_game(number, seed), backend) for number in numbers)
    return [
        result.shortened() if result.equal and number >= EXAMPLES else result
        for number, result in zip(numbers, results, strict=True)
    ]


def _replay_by_name(name: str, recordings: Sequence[Recording]) -> list[_Outcome]:
    if name not in _STARTED:
        _STARTED[name] = BACKENDS[name]()
        # Workers end without what `atexit` would do.
        Finalize(None, _STARTED[name].close, exitpriority=1)
    return _replay(_STARTED[name], recordings, lambda games: None)


def _replay(
    backend: Backend, recordings: Sequence[Recording], advance: Callable[[int], None]
) -> list[_Outcome]:
    outcomes: list[_Outcome] = []
    for recording in recordings:
        result = replay(recording, backend)
        outcomes.append((result.steps, result.cells, result.difference))
        advance(1)
    return outcomes


def coverage(recordings: Sequence[Recording], executor: Executor) -> Mapping[str, Mapping[int, int]]:
    """Return file name -> BASIC line -> how often the line ran in all the recordings, counted by the interpreter."""
    counts: dict[str, Counter[int]] = {}
    for part in executor.map(_coverage, _pieces(recordings)):
        for file, lines in part.items():
            counts.setdefault(file, Counter()).update(lines)
    return counts


def _coverage(recordings: Sequence[Recording]) -> dict[str, Counter[int]]:
    from msxkit.backends.interpreter import InterpreterTarget
    from msxkit.backends.replaying import TargetRun

    programs = listings()
    counts: dict[str, Counter[int]] = {}
    for recording in recordings:
        program = programs.get(recording.program.tokens_sha1)
        if program is None:
            continue
        run = TargetRun(InterpreterTarget(counting=True), program)
        seen = run.seen()
        for step, value in recording.inputs():
            # Where a recording is not of this program after all, what it holds does not fit what is asked.
            if value is None or seen.at != step.at:
                break
            seen = run.send(value)
        counts.setdefault(recording.program.file, Counter()).update(run.target.line_counts())
    return counts


def _pieces(recordings: Sequence[Recording], size: int = _CHUNK) -> Iterator[Sequence[Recording]]:
    for at in range(0, len(recordings), size):
        yield recordings[at : at + size]
