"""The memory and variables of a session, as a user or a debugger reads and changes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msxkit.basic_type import BasicType
from msxkit.decimal14 import Number, to_address
from msxkit.interpreter.evaluation import adopt, assign, evaluate
from msxkit.interpreter.machine import Machine
from msxkit.program.operations import Op


class SessionMemory:
    """What is in memory."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._state = machine.state

    def peek(self, address: int) -> int:
        """Return a byte of memory."""
        return self._machine.memory_map.read(address)

    def poke(self, address: int, value: int) -> None:
        """Write a byte of memory (not ROM)."""
        self._machine.memory_map.write(address, value)

    def vpeek(self, address: int) -> int:
        """Return a byte of video memory."""
        return self._machine.video_access.vpeek(address)

    def vpoke(self, address: int, value: int) -> None:
        """Write a byte of video memory."""
        self._machine.video_access.vpoke(address, value)

    @contextmanager
    def peeked(self) -> Iterator[dict[int, bool]]:
        """Yield the addresses that the program reads in this context, and whether they were computed at its end."""
        peeked = _Peeked()
        memory = self._machine.memory_map
        with memory.mapped(peeked):
            yield peeked.addresses
        plain = memory.plain()
        peeked.addresses.update((address, not plain[address]) for address in peeked.addresses)

    @property
    def is_hooked(self) -> bool:
        """Whether code of the program runs at each interrupt."""
        return self._machine.machine_code.hooked

    @property
    def variables(self) -> dict[str, Number | str | dict[Any, Any]]:
        """All variables that exist, by name with type suffix; arrays as `A#()`."""
        return self._machine.variables.values()

    def variable(self, name: str) -> Number | str:
        """Return the value of a simple variable (`A`, `N$`, `I%`) or of an element (`A(1,2)`); 0 or "" if there is
        none. The suffix # may be left out.
        """
        base, bracket, rest = name.upper().partition("(")
        suffix = base[-1] if base[-1] in "%!#$" else "#"
        letters = base.rstrip("%!#$")[:2] + suffix
        if not bracket:
            value = self.variables.get(letters, "" if suffix == "$" else 0)
            assert not isinstance(value, dict)
            return value
        array = self.variables.get(letters + "()", {})
        numbers = tuple(int(part) for part in rest.rstrip(")").split(","))
        assert isinstance(array, dict)
        found: Number | str = array.get(
            numbers[0] if len(numbers) == 1 else numbers, "" if suffix == "$" else 0
        )
        return found

    @property
    def default_types(self) -> str:
        """The type suffix that each letter A-Z stands for at this moment: 26 of %!#$."""
        return "".join(basic.suffix for basic in self._state.run.types)

    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of any MSX BASIC expression at this moment. Asking changes nothing, not even what RND
        gives next.

        Raise `MsxError` for what is not an expression, what waits for a key, and a BASIC error.
        """
        return evaluate(self._machine, _codes(expression))

    def assign(self, target: str | bytes, expression: str | bytes) -> None:
        """Assign the value of an expression to a variable or an element (`A$`, `B%(1,2)`), as LET does.

        Raise `MsxError` for a target that is not a variable, a bad expression, or a BASIC error.
        """
        assign(self._machine, _codes(target), _codes(expression))

    def adopt(
        self,
        values: Mapping[str, Number | str | Mapping[tuple[int, ...], Number | str]],
        types: Sequence[BasicType],
    ) -> None:
        """Take over the variables of another machine, so that `evaluate` computes with them.

        Args:
            values: As `variables` has them, with tuples as subscripts.
            types: The types of names without a suffix, A first.
        """
        self._state.run.types = tuple(types)
        adopt(self._machine, values)

    def read_elsewhere(self, peek: Callable[[int], int], vpeek: Callable[[int], int]) -> None:
        """Let PEEK and VPEEK read the memory of another machine."""
        self._machine.names[Op.PEEK.name] = lambda address: peek(to_address(address))
        self._machine.names[Op.VPEEK.name] = lambda address: vpeek(to_address(address))

    @property
    def data_items(self) -> list[tuple[int, str]]:
        """Line and text of the items of DATA; `state.data.position` is the index of the next."""
        return [(found.line, found.item.text) for found in self._machine.data.items]


class _Peeked:
    """An area of no addresses, which notes those that the program reads."""

    def __init__(self) -> None:
        self.addresses = dict[int, bool]()

    def ranges(self) -> Sequence[range]:
        return ()

    def looked_at(self, address: int) -> None:
        self.addresses[address] = False

    def read(self, address: int) -> int | None:
        return None

    def written(self, address: int) -> None:
        pass


def _codes(text: str | bytes) -> bytes:
    return text.encode("latin-1") if isinstance(text, str) else text
