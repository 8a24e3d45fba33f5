// @ts-check
// Python and the machine, in a worker: whatever a program does, the page can still be used.
// Commands come in as messages and pictures go out; the worker loads nothing but the site's own files.
/** What Python has made: a desk, which answers in JSON. @type {any} */ let desk = null;
/** @type {number | null} */ let speed = 1;
let before = 0, scheduled = false, shown = 0, failed = false, base = "";

self.onmessage = async ({data}) => {
  try {
    if ("speed" in data) { speed = data.speed; return; }
    if ("beside" in data) { await beside(data); return; }
    if (data.file) return file(data);
    const answer = data.load ? desk.load(data.load, new Uint8Array(data.bytes), data.encoding) : data.add ? desk.add(data.add, new Uint8Array(data.bytes)) : desk.call(JSON.stringify(data.command));
    self.postMessage({id: data.id, ...JSON.parse(answer)});
    if (desk.advance) { show(); wake(); }
  } catch (error) {
    broke("This page broke", error, data.id);
  }
};
/** @param {string} what @param {unknown} error @param {number} [id] */
function broke(what, error, id) {
  failed = true;
  self.postMessage({id, error: `${what}: ${error instanceof Error ? error.message : error}`, broke: true});
}

// The files whose bytes are counted while they come in: name -> size.
/** @type {Record<string, number>} */ const SIZES = JSON.parse('@SIZES@');
const WASM = "pyodide/pyodide.asm.wasm";
// Python's memory comes with its modules imported and with the code of what a page runs first; the files of these modules it does not have.
// Everything is fetched at once, and what can be unpacked or compiled is that meanwhile.
/** @param {import("./python.js").Boot} boot */
export async function boot({base: folder, entry}) {
  base = folder;
  try {
    counted(base);
    const fetched = async (/** @type {string} */ name) => {
      const reply = await fetch(base + name);
      if (!reply.ok || !reply.body) throw new Error(`${name}: ${reply.status}`);
      return reply;
    };
    const compiled = WebAssembly.compileStreaming(fetched(WASM)), memory = fetched("snapshot.bin").then(reply => unpacked(reply, base));
    const packed = fetched("modules.bin").then(reply => new Response(reply.body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    const [{loadPyodide}] = await Promise.all([import(`${base}pyodide/pyodide.mjs`), import(`${base}pyodide/pyodide.asm.mjs`)]);
    already(compiled, memory);
    const [python, bytes] = await Promise.all([loadPyodide({indexURL: `${base}pyodide/`, _loadSnapshot: memory}), packed]);
    place(python.FS, new Uint8Array(bytes));
    const [module, name] = entry.split(":");
    makeVideo = version => python.runPython("from msxkit.web.compiled import RomVideo; RomVideo")(version);
    desk = python.runPython(`from ${module} import ${name}; ${name}()`);
    self.postMessage({ready: true});
  } catch (error) { broke("It could not be loaded. Reload the page to try again", error); }
}
// Pyodide fetches its code by itself, and compiles it when the memory is there. It gets what has been compiled meanwhile,
// with as much room as this memory needs.
const PAGE = 65536;
/** @param {Promise<WebAssembly.Module>} compiled @param {Promise<Uint8Array>} memory */
function already(compiled, memory) {
  const {fetch} = self, {instantiateStreaming} = WebAssembly, taken = new Response();
  self.fetch = (what, options) => String(what).endsWith(WASM) ? Promise.resolve(taken) : fetch(what, options);
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if (await source !== taken) return instantiateStreaming(source, imports);
    const module = await compiled, instance = await WebAssembly.instantiate(module, imports);
    const room = /** @type {WebAssembly.Memory} */ (instance.exports.memory), more = (await memory).length - room.buffer.byteLength;
    if (more > 0) room.grow(Math.ceil(more / PAGE));
    return {module, instance};
  };
}
// Files behind each other, and before them a line that says which: names and sizes.
/** @param {any} fs @param {Uint8Array} bytes */
function place(fs, bytes) {
  let at = bytes.indexOf(10) + 1;
  for (const [name, size] of /** @type {[string, number][]} */ (JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))))) {
    const path = `/site/${name}`;
    fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    fs.writeFile(path, bytes.subarray(at, at += size), {canOwn: true});
  }
}

// What Brotli has packed, unpacked while it comes in: browsers do that only for servers that say so.
const MORE_OUTPUT = 3;
/** @param {Response} reply @param {string} base */
async function unpacked(reply, base) {
  const brotli = await import(`${base}brotli/brotli_dec_wasm.js`);
  await brotli.default({module_or_path: `${base}brotli/brotli_dec_wasm_bg.wasm`});
  const unpacking = new brotli.DecompressStream(), pieces = /** @type {Uint8Array[]} */ ([]);
  let size = 0;
  for (const reader = /** @type {ReadableStream<Uint8Array>} */ (reply.body).getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    for (let rest = value, result = /** @type {any} */ ({code: MORE_OUTPUT}); result.code === MORE_OUTPUT; rest = rest.subarray(result.input_offset)) {
      result = unpacking.decompress(rest, 1 << 20);
      pieces.push(result.buf); size += result.buf.length;
    }
  }
  const whole = new Uint8Array(size);
  for (let piece; (piece = pieces.pop());) whole.set(piece, size -= piece.length);
  return whole;
}

// From now on what is fetched of these files is counted and told. Pyodide fetches some of them by itself.
/** @param {string} base */
function counted(base) {
  const {fetch} = self, total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
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
    if (!reply.ok || !reply.body || !(name in SIZES)) return reply;
    const counter = new TransformStream({transform(chunk, out) { count(chunk); out.enqueue(chunk); }});
    return new Response(reply.body.pipeThrough(counter), {status: reply.status, headers: reply.headers});
  };
}

/** @param {{id: number, file: string, name: string}} message */
function file({id, file, name}) {
  const answer = desk.file(file, name), [bytes, error] = answer.toJs();
  answer.destroy();
  self.postMessage(error ? {id, error} : {id, answer: bytes});
}

// A compiled program, which runs beside the other one at the machine's own pace.
/** @type {import("../workshop/rom.js").Rom | null} */ let rom = null;
/** @type {any} */ let video = null;
/** @type {((version: number) => any) | undefined} */ let makeVideo;
/** @param {{beside: import("../workshop/rom.js").Cartridge | "end" | "tune" | "key", key?: [string, boolean, string]}} data */
async function beside({beside, key}) {
  if (beside === "key" && key) rom?.press(...key);
  else if (beside === "tune") rom?.tune();
  else {
    video?.destroy();
    rom = video = null;
    if (typeof beside === "string") return;
    const {Rom} = await import(`${base}rom.js`);
    video = makeVideo?.(beside.version);
    rom = new Rom(beside, video);
    wake();
  }
}
function showBeside() {
  if (!rom) return;
  const {sounds, ended, seconds} = rom, picture = seen(video.picture());
  rom.sounds = [];
  self.postMessage({beside: {picture, sounds, ended, seconds}}, picture ? [picture.pixels.buffer] : []);
}
/** @param {any} frame */
function seen(frame) {
  if (!frame) return null;
  const [width, height, pixels, palette, even, odd] = frame.toJs();
  frame.destroy();
  return {width, height, pixels, palette, border: [even, odd]};
}

// The machine runs in slices; between two of them messages come in. While it waits for a key and nothing is seen or heard,
// slices are rare, and at the end there are none until the next message.
const SLICE = 1000 / 60, RARE = 200, QUIET = 500;   // milliseconds
const channel = new MessageChannel();
channel.port1.onmessage = slice;
let next = 0, due = 0, status = "", lively = 0;
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
    rom?.run(passed);
    if (show() || status === "running" || rom) lively = now;
  } catch (error) { return self.postMessage({error: String(error), broke: true}); }
  if (more) return channel.port2.postMessage(0);
  const quiet = now - lively > QUIET;
  if (quiet && status !== "key") { scheduled = false; return; }
  // At the times of a clock, so that one slice which is late does not make all others late.
  due = Math.max(due + SLICE, now);
  next = setTimeout(slice, quiet ? RARE : due - performance.now());
}

// Return whether there was something new.
function show() {
  // Many more than 60 pictures a second nobody sees; what is not shown now is shown after the next slice.
  if (performance.now() - shown < SLICE - 5) return true;
  shown = performance.now();
  const picture = seen(desk.picture());
  if (picture) self.postMessage({picture}, [picture.pixels.buffer]);
  showBeside();
  const sounds = desk.sounds();
  if (sounds !== "[]") self.postMessage({sounds: JSON.parse(sounds)});
  const told = desk.told();
  if (told) {
    const state = JSON.parse(told);
    status = state?.status ?? "";
    self.postMessage({state});
  }
  return Boolean(picture || told || sounds !== "[]");
}
