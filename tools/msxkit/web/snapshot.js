// Starts Python, imports a desk's module and keeps the memory: a page goes on from there, which takes a tenth of the time.
// As a module: node snapshot.mjs PYODIDE-FOLDER PACK MODULE TARGET
import {readFileSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";

const [folder, pack, module, target] = process.argv.slice(2);
try {
  const {loadPyodide} = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  // Without docstrings and asserts: a snapshot can be restored only while it fits into the memory that Python starts with.
  const python = await loadPyodide({indexURL: `${folder}/`, _makeSnapshot: true, args: ["-OO"]});
  const room = python._module.HEAP8.length;
  python.unpackArchive(new Uint8Array(readFileSync(pack)).buffer, "zip", {extractDir: "/site"});
  python.runPython(`import sys, gc; sys.path.insert(0, "/site"); import ${module}; gc.collect()`);
  const taken = python._module.HEAP8.length;
  if (taken > room) throw new Error(`${module} takes ${taken} bytes of memory and a snapshot holds ${room}: import less`);
  // At the highest level it would take five times as long, for a hundredth of the size.
  writeFileSync(target, gzipSync(python.makeMemorySnapshot(), {level: 6}));
} catch (error) {
  // Without the stack, which shows a line of a million characters.
  console.error(error.message);
  process.exit(1);
}
