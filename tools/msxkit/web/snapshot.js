// Starts Python, runs statements that import a desk's module and keeps the memory: a page goes on from there, which takes a tenth of the time.
// Beside it stands which modules a page can import later: of the standard library and of the pack.
// As a module: node snapshot.mjs PYODIDE-FOLDER PACK STATEMENTS TARGET NEEDED
import {readFileSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {brotliCompressSync, constants} from "node:zlib";

const NEEDED = `
import sys
here = set(sys.modules)
import codecs, importlib, json, pathlib
for name in ("ascii", "latin-1", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp437"): codecs.lookup(name)
for file in sorted(pathlib.Path("/site").rglob("*.py")):
    name = ".".join(file.relative_to("/site").with_suffix("").parts)
    if not name.endswith("__main__"):
        try: importlib.import_module(name.removesuffix(".__init__"))
        except ImportError: pass  # numpy and other packages are not there
files = {getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items()) if name not in here}
library = next(path for path in sys.path if path.endswith(".zip")) + "/"
json.dumps({"library": sorted(file.removeprefix(library) for file in files if file.startswith(library)),
            "modules": sorted(file.removeprefix("/site/") for file in files if file.startswith("/site/"))})
`;
const [folder, pack, statements, target, needed] = process.argv.slice(2);
try {
  const {loadPyodide} = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  // Without asserts. Docstrings stay: those of statements are what the editor explains.
  const python = await loadPyodide({indexURL: `${folder}/`, _makeSnapshot: true, args: ["-O"]});
  python.unpackArchive(new Uint8Array(readFileSync(pack)).buffer, "zip", {extractDir: "/site"});
  // The page's archive of the standard library is smaller: where its files lie is read there.
  python.runPython(`import sys, gc, zipimport; sys.path.insert(0, "/site")
${statements}
sys.path_importer_cache.clear(); zipimport._zip_directory_cache.clear(); gc.collect()`);
  const memory = python.makeMemorySnapshot();
  // At the highest level it would take ten times as long, for an eighth of the size.
  const params = {[constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: memory.length};
  writeFileSync(target, brotliCompressSync(memory, {params}));
  writeFileSync(needed, python.runPython(NEEDED));
} catch (error) {
  // Without the stack, which shows a line of a million characters.
  console.error(error.message);
  process.exit(1);
}
