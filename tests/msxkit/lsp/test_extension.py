"""What the manifest of the VS Code extension promises."""

from __future__ import annotations

import json

from tests.conftest import ROOT


def test_untrusted_command() -> None:
    manifest = json.loads((ROOT / "tools/vscode/package.json").read_text("utf-8"))
    trust = manifest["capabilities"]["untrustedWorkspaces"]
    assert (trust["supported"], trust["restrictedConfigurations"]) == ("limited", ["msxkit.path"])
    assert "msxkit.path" in manifest["contributes"]["configuration"]["properties"]
