"""What an operation is: its name and its parameters with their types, which mypy holds every use to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, TypeVarTuple, cast

from msxkit.carrying import Trait

Parameters = TypeVarTuple("Parameters")
_Carrier = TypeVar("_Carrier")
_Result = TypeVar("_Result")


class Asking(Protocol):
    """A part of the program model that asks for an operation."""

    operation: AnyOperation
    arguments: tuple[Any, ...]


class _Typed:
    """A class of operations together with the types of its parameters. `typing` would make each of them at every
    start, which is slow.
    """

    __slots__ = ("_kind", "_parameters")

    def __init__(self, kind: type[AnyOperation], parameters: tuple[Any, ...]) -> None:
        self._kind = kind
        self._parameters = parameters

    def __call__(self, *arguments: Any, **keywords: Any) -> AnyOperation:
        made = self._kind(*arguments, **keywords)
        made.parameters = self._parameters
        return made

    def __mro_entries__(self, _bases: object) -> tuple[type[AnyOperation]]:
        return (self._kind,)


class Operation(Generic[*Parameters]):
    """An operation that code asks for by its name: emitters write these calls themselves.

    Attributes:
        name: Its name in `Op`.
        names: What its parameters are called.
        range: The smallest and largest value that it returns, if they are known and it is whole.
        fresh: Whether a string that it returns is newly made.
        quiet: Whether it cannot fail and has no effect, provided that this is true of its operands.
        traits: What else is true of it.
    """

    name: str
    range: tuple[int, int] | None = None
    fresh = quiet = False
    traits = Trait.QUICK
    #: The types of its parameters, as they are written in `Op`.
    parameters: tuple[Any, ...] = ()

    def __class_getitem__(cls, parameters: Any) -> _Typed:
        return _Typed(cls, parameters if isinstance(parameters, tuple) else (parameters,))

    def __init__(self, *names: str) -> None:
        self.names = names

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Op.{self.name}"

    def by(
        self, carrier: Callable[[_Carrier, *Parameters], _Result]
    ) -> tuple[AnyOperation, Callable[..., _Result]]:
        """Return the operation and the function that carries it out for an emitter.

        Args:
            carrier: A function that takes the parameters of the operation.
        """
        return cast(AnyOperation, self), cast("Callable[..., _Result]", carrier)

    def of(self, part: Asking) -> tuple[*Parameters] | None:
        """Return the arguments of a part that asks for this operation; None for any other."""
        return cast("tuple[*Parameters]", part.arguments) if part.operation is self else None


AnyOperation = Operation[*tuple[Any, ...]]
