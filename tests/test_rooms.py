"""Every folder of code is a package, so that the contracts of `make lint` see it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache

from tests.classes import Classes
from tests.conftest import ROOT

PACKAGES = {"msxkit": ROOT / "tools" / "msxkit", "battleship": ROOT / "pyport" / "battleship"}


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for package in PACKAGES.values() for path in package.rglob("*.py")}
    assert not [folder.relative_to(ROOT) for folder in folders if not (folder / "__init__.py").exists()]


def test_the_layers_name_every_room() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = {contract["id"]: contract["layers"] for contract in contracts if contract["type"] == "layers"}
    for package, folder in PACKAGES.items():
        named = {room.strip() for layer in layers[package] for room in layer.split("|")}
        rooms = {path.parent.name for path in folder.glob("*/__init__.py")}
        assert not rooms - named


def test_house_in_architecture() -> None:
    picture = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    shown = set(re.findall(r"(?<![\w.])([\w.-]+)/", picture))
    packages = {
        path.parent.name for package in PACKAGES.values() for path in package.glob("*/**/__init__.py")
    }
    assert not packages - shown
    kit = PACKAGES["msxkit"]
    parents = (
        ROOT,
        *(ROOT / name for name in ("tools", "pyport", "tests")),
        *PACKAGES.values(),
        kit / "native",
        kit / "web",
    )
    assert not shown - packages - {path.name for parent in parents for path in parent.iterdir()}


def test_a_name_with_an_underscore_stays_where_it_is() -> None:
    private = re.compile(r"^ *from \S+ import .*(?<!\w)_[a-z]\w*|^ *from \S+\._(?!_)\w+ import", re.MULTILINE)
    code = [path for folder in (*PACKAGES.values(), ROOT / "tests") for path in folder.rglob("*.py")]
    assert not [path.name for path in code if private.search(path.read_text("utf-8"))]
    assert not [path.name for path in code if path.name.startswith("_") and not path.name.startswith("__")]


#: The most methods that a class may have, its own and inherited.
METHODS = 48


@cache
def classes() -> Classes:
    return Classes(*PACKAGES.values())


def test_objects_hold_each_other_rather_than_inherit() -> None:
    assert not [name for name in classes().objects if classes().depth(name) > 2]


def test_no_object_does_everything() -> None:
    assert not [name for name in classes().objects if len(classes().methods(name)) > METHODS]


def test_a_name_of_a_type_is_unique_in_its_package() -> None:
    """Classes of the tree, which others write `tree.Print`, are named as the statements are."""
    public = [name for name in classes().found if "._" not in name and ".language.tree." not in name]
    names = Counter((name.partition(".")[0], name.rpartition(".")[2]) for name in public)
    assert not [name for name, times in names.items() if times > 1]
