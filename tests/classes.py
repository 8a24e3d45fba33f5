"""The classes of the packages as their sources have them: who inherits from whom, and what they can do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

#: What all plain data and all errors come from: families of small classes, which have ancestors of their own.
FAMILIES = (
    "msxkit.node_type.NodeBase",
    "msxkit.errors.MsxError",
    "battleship.errors.BattleshipError",
    "Exception",
)


class Class(NamedTuple):
    """What is kept of a class: a tree of all sources would make every later collection of garbage slow.

    Attributes:
        bases: The full names of what it inherits from.
        methods: The names of its own methods.
        is_interface: Whether there is no code to inherit from it: all its methods are abstract, and say only what they
            are for.
    """

    bases: list[str]
    methods: list[str]
    is_interface: bool


class Classes:
    """The classes below some folders, by their full names."""

    def __init__(self, *packages: Path) -> None:
        self.found: dict[str, Class] = {}
        for package in packages:
            for path in package.rglob("*.py"):
                parts = path.relative_to(package.parent).with_suffix("").parts
                self._read(".".join(part for part in parts if part != "__init__"), path)

    def _read(self, module: str, path: Path) -> None:
        text = path.read_text("utf-8")
        if "class " not in text:
            return
        tree = ast.parse(text)
        names = dict(_imported(tree))
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                names[node.name] = f"{module}.{node.name}"
                written = map(_written, node.bases)
                methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
                self.found[names[node.name]] = Class(
                    [names.get(name, name) for name in written],
                    [method.name for method in methods],
                    bool(methods) and all(map(_is_abstract, methods)),
                )

    def ancestry(self, name: str) -> list[list[str]]:
        """Return the lines of classes of the packages that lead up from a class, itself first."""
        bases = [base for base in self.found[name].bases if base in self.found]
        return [[name, *line] for base in bases for line in self.ancestry(base)] or [[name]]

    def is_of_family(self, name: str) -> bool:
        """Return whether a class is plain data or an error."""
        return name in FAMILIES or (
            name in self.found and any(map(self.is_of_family, self.found[name].bases))
        )

    def depth(self, name: str) -> int:
        """Return how many classes of the packages a class stands on, itself counted. Interfaces do not count."""
        return max(sum(not self.found[each].is_interface for each in line) for line in self.ancestry(name))

    def methods(self, name: str) -> set[str]:
        """Return the methods of a class and of those that it inherits from."""
        return {
            method
            for line in self.ancestry(name)
            for each in line
            for method in self.found[each].methods
            if not method.startswith("__")
        }

    @cached_property
    def objects(self) -> list[str]:
        """The classes that are neither plain data nor errors."""
        return [name for name in self.found if not self.is_of_family(name)]


def _written(base: ast.expr) -> str:
    """Return a base as it is written, without type parameters."""
    if isinstance(base, ast.Subscript):
        return _written(base.value)
    return (
        f"{_written(base.value)}.{base.attr}" if isinstance(base, ast.Attribute) else getattr(base, "id", "")
    )


def _is_abstract(method: ast.FunctionDef) -> bool:
    names = [each.id for each in method.decorator_list if isinstance(each, ast.Name)]
    return "abstractmethod" in names and len(method.body) == 1


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    # Those that a class statement can see: at the top, or there for the types only.
    blocks = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.If))]
    for node in chain.from_iterable(blocks):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
