"""A real editor: Neovim opens a listing, shows a diagnostic, jumps to the target of a GOSUB, and renames."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.programs import needs

pytest.importorskip("pygls", reason="pygls is not installed")
pytestmark = [pytest.mark.slow, needs("nvim")]

SCRIPT = """
local seen = {}
vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('LISTING')))
vim.bo.filetype = 'msxbasic'
local id = vim.lsp.start_client({
  name = 'msxkit', cmd = vim.fn.json_decode(os.getenv('SERVER')), root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, id)
local function wait(what) assert(vim.wait(20000, what, 50), 'nothing came ' .. vim.fn.json_encode(seen)) end
wait(function() return vim.lsp.get_client_by_id(id) and vim.lsp.get_client_by_id(id).initialized end)
vim.fn.cursor(5, 4)
vim.api.nvim_buf_set_lines(0, 1, 1, false, { '7 GOTO 9999' })
wait(function() return #vim.diagnostic.get(0) > 0 end)
seen.diagnostic = vim.diagnostic.get(0)[1].message
vim.api.nvim_buf_set_lines(0, 1, 2, false, {})
wait(function() return #vim.diagnostic.get(0) == 0 end)
vim.fn.search('GOSUB 400')
vim.fn.cursor(vim.fn.line('.'), vim.fn.col('.') + 7)
vim.lsp.buf.definition()
wait(function() return vim.fn.getline('.'):match('^400 ') end)
seen.jumped = vim.fn.getline('.')
vim.fn.search('^50 CX')
vim.api.nvim_win_set_cursor(0, { vim.fn.line('.'), 3 })
seen.cursor = vim.fn.getpos('.')
vim.lsp.buf.rename('QQ')
wait(function() return vim.fn.getline(6):match('^50 QQ') end)
seen.renamed = vim.fn.count(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' '), 'QQ')
vim.fn.writefile({ vim.fn.json_encode(seen) }, os.getenv('SEEN'))
vim.lsp.stop_client(id)
vim.cmd('qall!')
"""


def seen_by(script: str, folder: Path, listing: Path, **variables: str) -> str:
    """Return what a script of Neovim has written into SEEN."""
    file, seen = folder / "script.lua", folder / "seen"
    file.write_text(script)
    own = {"LISTING": str(listing), "SEEN": str(seen), "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    done = subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {file}", "-c", "cquit!"],
        env=own | variables,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert seen.exists(), done.stderr
    return seen.read_text()


def test_neovim_shows_jumps_and_renames(tmp_path: Path) -> None:
    listing = tmp_path / "battle.bas"
    listing.write_bytes((ROOT / "basic" / "battle.bas").read_bytes())
    server = [sys.executable, "-c", "import sys; from msxkit.cli import main; sys.exit(main(['lsp']))"]
    found = json.loads(seen_by(SCRIPT, tmp_path, listing, SERVER=json.dumps(server), PATH="/usr/bin:/bin"))
    assert "there is no line 9999" in found["diagnostic"]
    assert found["jumped"].startswith("400 ")
    assert found["renamed"] == listing.read_text().count("CX")


DOCUMENTED = """
dofile(os.getenv('LINES'))
vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('LISTING')))
assert(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50), 'nothing came')
vim.fn.writefile({ vim.bo.filetype, vim.diagnostic.get(0)[1].message }, os.getenv('SEEN'))
vim.cmd('qall!')
"""


@pytest.mark.parametrize(
    ("name", "text", "kind", "message"),
    [
        ("game.bas", "10 GOTO 9999\n", "msxbasic", "there is no line 9999"),
        ("game.dmx", "goto {nowhere}\n", "msxmodern", "Label does not exist: nowhere"),
    ],
)
def test_the_documented_lines_start_the_server(
    name: str, text: str, kind: str, message: str, tmp_path: Path
) -> None:
    guide = (ROOT / "docs" / "editors.md").read_text("utf-8").partition("## Neovim")[2]
    lines = guide.partition("```lua\n")[2].partition("```")[0]
    init, listing = tmp_path / "init.lua", tmp_path / name
    init.write_text(lines)
    listing.write_text(text)
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    found = seen_by(DOCUMENTED, tmp_path, listing, LINES=str(init), PATH=path)
    shown, told = found.splitlines()
    assert shown == kind
    assert message in told
