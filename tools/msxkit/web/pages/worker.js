// Python and the machine, in a worker: whatever a program does, the page can still be used.
// Commands come in as messages and pictures go out; the worker loads nothing but the site's own files.
let desk = null, speed = 1, before = 0, scheduled = false, told = "", shown = 0;

self.onmessage = async ({data}) => {
  try {
    if (data.boot) return await boot(data.boot);
    if ("speed" in data) { speed = data.speed; return; }
    if (data.file) return file(data);
    const answer = data.load ? desk.load(data.load, new Uint8Array(data.bytes)) : desk.call(JSON.stringify(data.command));
    self.postMessage({id: data.id, ...JSON.parse(answer)});
    show();
    wake();
  } catch (error) { self.postMessage({id: data.id, error: `This page broke: ${error.message ?? error}`, broke: true}); }
};

// Python's memory comes with its modules imported; their files it does not have.
async function boot({base, entry, pack, snapshot}) {
  const say = text => self.postMessage({loading: text});
  const fetched = async name => {
    const reply = await fetch(base + name);
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
    return reply;
  };
  say("Fetching Python and the machine ...");
  const [{loadPyodide}, memory, packed] = await Promise.all([import(`${base}pyodide/pyodide.mjs`),
    fetched(snapshot).then(reply => new Response(reply.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()),
    fetched(pack).then(reply => reply.arrayBuffer())]);
  say("Switching it on ...");
  const python = await loadPyodide({indexURL: `${base}pyodide/`, _loadSnapshot: new Uint8Array(memory)});
  python.unpackArchive(packed, "zip", {extractDir: "/site"});
  const [module, name] = entry.split(":");
  desk = python.runPython(`from ${module} import ${name}; ${name}()`);
  self.postMessage({ready: true});
}

function file({id, file}) {
  const answer = desk.file(file), [bytes, error] = answer.toJs();
  answer.destroy();
  self.postMessage(error ? {id, error} : {id, answer: bytes});
}

// The machine runs in slices; between two of them messages come in.
const channel = new MessageChannel();
channel.port1.onmessage = slice;
function wake() { if (!scheduled) { scheduled = true; before = performance.now(); channel.port2.postMessage(0); } }
function slice() {
  const now = performance.now(), passed = Math.min(now - before, 250) / 1000;
  before = now;
  let more = false;   // null would not be None in Python
  try { more = desk.advance(passed, speed ?? undefined); show(); } catch (error) { return self.postMessage({error: String(error), broke: true}); }
  if (more) channel.port2.postMessage(0);
  else setTimeout(slice, Math.max(0, 16 - (performance.now() - now)));
}

function show() {
  // More than 60 pictures a second nobody sees; what is not shown now is shown after the next slice.
  if (performance.now() - shown < 15) return;
  shown = performance.now();
  const seen = desk.picture();
  if (seen) {
    const [width, height, pixels, palette, even, odd] = seen.toJs();
    seen.destroy();
    self.postMessage({picture: {width, height, pixels, palette, border: [even, odd]}}, [pixels.buffer]);
  }
  const sounds = desk.sounds();
  if (sounds !== "[]") self.postMessage({sounds: JSON.parse(sounds)});
  const state = desk.told();
  if (state !== told) { told = state; self.postMessage({state: JSON.parse(state)}); }
}
self.postMessage({hello: true});
