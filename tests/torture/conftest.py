from __future__ import annotations

import importlib
import pkgutil

import pytest
from PIL import Image


@pytest.fixture(scope="package", autouse=True)
def _preloaded() -> None:
    """Import both packages: children start faster, and one without privileges may not be able to read them."""
    for name in ("msxkit", "battleship"):
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    Image.init()
