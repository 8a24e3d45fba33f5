"""The port's source with marks in it: which of its statements ran, and which outcomes its conditions had."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from tests.conftest import ROOT

T = TypeVar("T")

_PACKAGE = "battleship.original"
_FOLDER = ROOT / "pyport" / "battleship" / "original"
#: What a game is made of; of `game` and `state` these alone, for the rest tells others where a game stands.
PARTS: dict[str, tuple[str, ...]] = {
    "placing": (),
    "drawing": (),
    "player": ("move_cursor", "shoot", "has_won"),
    "computer": (),
    "console": (),
    "state": ("symbol", "length", "marked", "draw"),
    "game": ("_run",),
}
#: What has been seen: `computer:57`, a statement, or `computer:57:16:True`, an outcome.
seen: set[str] = set()


def _statement(place: str) -> None:
    seen.add(place)


def _outcome(place: str, value: T) -> T:
    seen.add(f"{place}:{bool(value)}")
    return value


class _Marker(ast.NodeTransformer):
    """A transformer that puts the marks into a module.

    Attributes:
        found: All the places that it has.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._names = PARTS[module]
        self.found: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if self._names and node.name not in self._names:
            return node
        for inner in ast.walk(node):
            body = getattr(inner, "body", None)
            if isinstance(body, list):
                inner.body = list(self._marked(body))  # type: ignore[attr-defined]
            if isinstance(orelse := getattr(inner, "orelse", None), list):
                inner.orelse = list(self._marked(orelse))  # type: ignore[attr-defined]
            if isinstance(inner, ast.If | ast.While | ast.IfExp) and not isinstance(inner.test, ast.Constant):
                inner.test = self._asked(inner.test)
        return node

    def _place(self, node: ast.expr | ast.stmt) -> str:
        return f"{self._module}:{node.lineno}"

    def _marked(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        for statement in body:
            if not _docstring(statement):
                self.found.add(place := self._place(statement))
                yield _at(statement, ast.Expr(_call("_statement", ast.Constant(place))))
            yield statement

    def _asked(self, test: ast.expr) -> ast.expr:
        place = f"{self._place(test)}:{test.col_offset}"
        self.found |= {f"{place}:{value}" for value in (True, False)}
        return _at(test, _call("_outcome", ast.Constant(place), test))


N = TypeVar("N", bound=ast.expr | ast.stmt)


def _at(where: ast.expr | ast.stmt, node: N) -> N:
    return ast.fix_missing_locations(ast.copy_location(node, where))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _marked(module: str, source: bytes) -> tuple[ast.Module, set[str]]:
    marker = _Marker(module)
    tree: ast.Module = marker.visit(ast.parse(source))
    return tree, marker.found


def places() -> frozenset[str]:
    """Return every statement and outcome of the port."""
    found: set[str] = set()
    for module in PARTS:
        found |= _marked(module, (_FOLDER / f"{module}.py").read_bytes())[1]
    return frozenset(found)


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        source = Path(self.path).read_bytes()
        return compile(_marked(fullname.rpartition(".")[2], source)[0], self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(_statement=_statement, _outcome=_outcome)
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != _PACKAGE or name not in PARTS:
            return None
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin)
        return spec


def install() -> None:
    """Import the port with marks from now on. None of it may have been imported before."""
    early = [name for name in sys.modules if name.startswith(f"{_PACKAGE}.")]
    if early:
        raise RuntimeError(f"imported before its marks: {', '.join(early)}")
    sys.meta_path.insert(0, _Finder())
