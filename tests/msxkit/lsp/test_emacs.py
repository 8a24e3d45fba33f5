"""A real editor: Emacs with the documented lines shows a diagnostic, jumps to the target of a GOSUB, and renames."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.programs import EGLOT, needs

pytest.importorskip("pygls", reason="pygls is not installed")
pytestmark = [pytest.mark.slow, needs("emacs")]

SCRIPT = """
(setq seen nil)
(defun note (name value) (push (cons name value) seen))
(defun wait (what)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall what))
      (when (> (float-time) end) (error "Nothing came: %S" seen))
      (accept-process-output nil 0.1))))
(defun told () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun changed () (eglot--signal-textDocument/didChange) (flymake-start))
(find-file (getenv "LISTING"))
(run-hooks 'post-command-hook)
(wait #'eglot-current-server)
(flymake-start)
(goto-char (point-min))
(forward-line 1)
(insert "7 GOTO 9999\\n")
(changed)
(wait (lambda () (flymake-start) (told)))
(note "diagnostic" (car (told)))
(forward-line -1)
(delete-region (point) (line-beginning-position 2))
(changed)
(wait (lambda () (flymake-start) (not (told))))
(search-forward "GOSUB 40")
(xref-find-definitions "here")
(note "jumped" (buffer-substring-no-properties (line-beginning-position) (line-end-position)))
(goto-char (point-min))
(re-search-forward "^50 C")
(eglot-rename "QQ")
(note "renamed" (how-many "QQ" (point-min) (point-max)))
(note "mode" (symbol-name major-mode))
(with-temp-file (getenv "SEEN") (insert (json-encode seen)))
(set-buffer-modified-p nil)
"""


def test_emacs_shows_jumps_and_renames(tmp_path: Path) -> None:
    documented = re.search(
        r"## Emacs\n\n```elisp\n(.*?)```", (ROOT / "docs" / "editors.md").read_text("utf-8"), re.S
    )
    assert documented is not None
    listing = tmp_path / "battle.bas"
    listing.write_bytes((ROOT / "basic" / "battle.bas").read_bytes())
    init, script, seen = (tmp_path / name for name in ("init.el", "script.el", "seen.json"))
    init.write_text(f"{EGLOT}\n{documented[1]}")
    script.write_text(SCRIPT)
    environment = {
        "LISTING": str(listing),
        "SEEN": str(seen),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}/usr/bin:/bin",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    done = subprocess.run(
        ["emacs", "--batch", "-l", str(init), "-l", str(script)],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert seen.exists(), done.stderr
    found = json.loads(seen.read_text())
    assert "there is no line 9999" in found["diagnostic"]
    assert found["jumped"].startswith("400 ")
    assert found["renamed"] == listing.read_text().count("CX")
    assert found["mode"] == "msxbasic-mode"
