// Starts Python, imports a desk's module and keeps the memory: a page goes on from there, which takes a tenth of the time.
// As a module: node snapshot.mjs PYODIDE-FOLDER PACK MODULE TARGET
import {readFileSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";

const [folder, pack, module, target] = process.argv.slice(2);
try {
  const {loadPyodide} = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const python = await loadPyodide({indexURL: `${folder}/`, _makeSnapshot: true});
  python.unpackArchive(new Uint8Array(readFileSync(pack)).buffer, "zip", {extractDir: "/site"});
  python.runPython(`import sys, gc; sys.path.insert(0, "/site"); import ${module}; gc.collect()`);
  // At the highest level it would take five times as long, for a hundredth of the size.
  writeFileSync(target, gzipSync(python.makeMemorySnapshot(), {level: 6}));
} catch (error) {
  // Without the stack, which shows a line of a million characters.
  console.error(error.message);
  process.exit(1);
}
