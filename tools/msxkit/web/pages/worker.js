// @ts-check
// Python and the machine, in a worker: whatever a program does, the page can still be used.
// Commands come in as messages and pictures go out; the worker loads nothing but the site's own files.
/** What Python has made: a desk, which answers in JSON. @type {any} */ let desk = null;
/** @type {number | null} */ let speed = 1;
let before = 0, scheduled = false, shown = 0, failed = false;

self.onmessage = async ({data}) => {
  try {
    if (data.boot) return await boot(data.boot);
    if ("speed" in data) { speed = data.speed; return; }
    if (data.file) return file(data);
    const answer = data.load ? desk.load(data.load, new Uint8Array(data.bytes)) : data.add ? desk.add(data.add, new Uint8Array(data.bytes)) : desk.call(JSON.stringify(data.command));
    self.postMessage({id: data.id, ...JSON.parse(answer)});
    if (desk.advance) { show(); wake(); }
  } catch (error) {
    failed = true;
    const what = data.boot ? "It could not be loaded. Reload the page to try again" : "This page broke";
    self.postMessage({id: data.id, error: `${what}: ${error instanceof Error ? error.message : error}`, broke: true});
  }
};

// Python's memory comes with its modules imported; their files it does not have.
/** @param {import("./python.js").Boot} boot */
async function boot({base, entry, pack, snapshot}) {
  const fetched = async (/** @type {string} */ name) => {
    const reply = await fetch(base + name);
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
    return reply;
  };
  counted(base, await (await fetched("sizes.json")).json());
  const [{loadPyodide}, memory, packed] = await Promise.all([import(`${base}pyodide/pyodide.mjs`),
    fetched(snapshot).then(reply => unpacked(/** @type {ReadableStream<Uint8Array>} */ (reply.body), base)), fetched(pack).then(reply => reply.json())]);
  const python = await loadPyodide({indexURL: `${base}pyodide/`, _loadSnapshot: memory});
  for (const [name, text] of Object.entries(/** @type {Record<string, string>} */ (packed))) {
    const path = `/site/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, Uint8Array.from(text, letter => letter.charCodeAt(0)));
  }
  const [module, name] = entry.split(":");
  desk = python.runPython(`from ${module} import ${name}; ${name}()`);
  self.postMessage({ready: true});
}

// What Brotli has packed, unpacked while it comes in: browsers do that only for servers that say so.
const MORE_OUTPUT = 3;
/** @param {ReadableStream<Uint8Array>} stream @param {string} base */
async function unpacked(stream, base) {
  const brotli = await import(`${base}brotli/brotli_dec_wasm.js`);
  await brotli.default({module_or_path: `${base}brotli/brotli_dec_wasm_bg.wasm`});
  const unpacking = new brotli.DecompressStream(), pieces = [];
  for (const reader = stream.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    for (let rest = value, result = /** @type {any} */ ({code: MORE_OUTPUT}); result.code === MORE_OUTPUT; rest = rest.subarray(result.input_offset)) {
      result = unpacking.decompress(rest, 1 << 20);
      pieces.push(result.buf);
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

// From now on what is fetched of these files is counted and told. Pyodide fetches some of them by itself.
/** @param {string} base @param {Record<string, number>} sizes */
function counted(base, sizes) {
  const {fetch} = self, total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let done = 0, when = 0;
  const count = (/** @type {Uint8Array} */ chunk) => {
    done += chunk.length;
    if (failed) return;  // what else is on its way must not hide the reason
    if (done < total && performance.now() - when < 100) return;
    when = performance.now();
    self.postMessage({loading: {done: Math.min(done, total), total}});
  };
  self.fetch = async (what, options) => {
    const reply = await fetch(what, options), name = new URL(what instanceof Request ? what.url : what, base).href.slice(base.length);
    if (!reply.ok || !reply.body || !(name in sizes)) return reply;
    const counter = new TransformStream({transform(chunk, out) { count(chunk); out.enqueue(chunk); }});
    return new Response(reply.body.pipeThrough(counter), {status: reply.status, headers: reply.headers});
  };
}

/** @param {{id: number, file: string}} message */
function file({id, file}) {
  const answer = desk.file(file), [bytes, error] = answer.toJs();
  answer.destroy();
  self.postMessage(error ? {id, error} : {id, answer: bytes});
}

// The machine runs in slices; between two of them messages come in. While it waits for a key and nothing is seen or heard,
// slices are rare, and at the end there are none until the next message.
const SLICE = 16, RARE = 200, QUIET = 500;   // milliseconds
const channel = new MessageChannel();
channel.port1.onmessage = slice;
let next = 0, status = "", lively = 0;
function wake() {
  lively = performance.now();
  if (scheduled && !next) return;
  clearTimeout(next);
  if (!scheduled) before = lively;
  scheduled = true; next = 0;
  channel.port2.postMessage(0);
}
function slice() {
  const now = performance.now(), passed = Math.min(now - before, 250) / 1000;
  before = now; next = 0;
  let more;
  try {
    // null would not be None in Python
    more = desk.advance(passed, speed ?? undefined);
    if (show() || status === "running") lively = now;
  } catch (error) { return self.postMessage({error: String(error), broke: true}); }
  if (more) return channel.port2.postMessage(0);
  const quiet = now - lively > QUIET;
  if (quiet && status !== "key") { scheduled = false; return; }
  next = setTimeout(slice, quiet ? RARE : Math.max(0, SLICE - (performance.now() - now)));
}

// Return whether there was something new.
function show() {
  // More than 60 pictures a second nobody sees; what is not shown now is shown after the next slice.
  if (performance.now() - shown < 15) return true;
  shown = performance.now();
  const seen = desk.picture();
  if (seen) {
    const [width, height, pixels, palette, even, odd] = seen.toJs();
    seen.destroy();
    self.postMessage({picture: {width, height, pixels, palette, border: [even, odd]}}, [pixels.buffer]);
  }
  const sounds = desk.sounds();
  if (sounds !== "[]") self.postMessage({sounds: JSON.parse(sounds)});
  const told = desk.told();
  if (told) {
    const state = JSON.parse(told);
    status = state?.status ?? "";
    self.postMessage({state});
  }
  return Boolean(seen || told || sounds !== "[]");
}
self.postMessage({hello: true});
