"""The programs that the page keeps in the browser: which was changed last, whatever the clock says."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import msxkit
from tests.programs import needs, program

_VISIT = """
globalThis.BroadcastChannel = class { postMessage() {} };
const kept = new Map();
const request = result => { const made = {result}; queueMicrotask(() => made.onsuccess()); return made; };
const table = {
  get: key => request(kept.get(key)), getAll: () => request([...kept.values()]),
  put: value => { kept.set(value.key, value); return request(); },
};
globalThis.indexedDB = {open: () => request({transaction: () => ({objectStore: () => table})})};
const {Store} = await import("./store.mjs");
const change = async (store, key) => store.put({key, name: key, text: "", files: {}, main: "", changed: store.now()});
Date.now = () => 1000;
await change(new Store(), "first");
Date.now = () => 10;  // in a later visit, with the clock set back
const store = new Store();
await store.all();
for (const key of ["second", "third"]) await change(store, key);
console.log(JSON.stringify((await store.all()).map(program => program.key)));
"""


@needs("node")
def test_last_program_with_clock_set_back(tmp_path: Path) -> None:
    source = Path(msxkit.__file__).parent / "web" / "workshop" / "store.js"
    (tmp_path / "store.mjs").write_bytes(source.read_bytes())
    (tmp_path / "visit.mjs").write_text(_VISIT)
    node = program("node")
    assert node is not None
    told = subprocess.run([node, "visit.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout) == ["third", "second", "first"]
