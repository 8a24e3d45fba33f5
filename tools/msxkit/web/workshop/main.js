// The workshop: an editor, a machine, and what stands between them. docs/web.md says what its address may hold.
import {redo, undo} from "@codemirror/commands";
import {chooseLetters} from "../pages/letters.js";
import {Machine} from "../pages/machine.js";
import {progress} from "../pages/python.js";
import {packed, unpacked, webMsx} from "../pages/sharing.js";
import {Touch} from "../pages/touch.js";
import {Beside} from "./beside.js";
import {answered} from "./dialogs.js";
import {Drawing} from "./drawing.js";
import {Editor} from "./editor.js";
import {Language, apply} from "./language.js";
import {layOut, turn} from "./layout.js";
import {$, asked, button, download, fine, oops} from "./page.js";
import {Programs, UNNAMED, base64, bytesOf, includes, isModern} from "./programs.js";
import {Video} from "./video.js";

const base = new URL("./", import.meta.url).href, options = new URLSearchParams(location.search);
const machine = new Machine({base, canvas: $("screen", HTMLCanvasElement), entry: document.body.dataset.entry ?? "msxkit.web.desk:Desk"});
const language = new Language({base, entry: "msxkit.web.writing:Writing"}, found);
/** @param {"halt" | "stop"} how the page's button, or the key of the machine, which a program can trap */
const stops = how => asked(async () => { if (machine.isReady) { await machine.ask(how); await variables(); } });
const stop = stops("halt");
/** @type {Programs | undefined} */
let programs;
const editor = new Editor($("paper"), {
  extensions: language.extensions(),
  run: () => runs(), rename: () => renames(), define: () => defines(), format: () => formats(), mend: () => mends(),
  changed: text => programs?.changed(text),
  breaks: () => { if (programs) sendBreaks().catch(oops); },
});
/** What counts line numbers waits while there are none. */
function speak() {
  const {file, others} = shelf, modern = isModern(file);
  language.call(modern ? file : "", modern ? others : {});
  editor.setModern(modern);
  $("convert").textContent = modern ? "As listing with numbers" : "As modern source";
  for (const id of ["renumber", "renumber-as"]) {
    $(id, HTMLButtonElement).disabled = modern;
    $(id).title = modern ? "A modern source has no line numbers" : "";
  }
  $("form-dmx").hidden = !modern;
}
programs = new Programs(editor, machine, speak);
const shelf = programs;
document.body.classList.toggle("embed", options.has("embed"));
$("frame").dataset.crisp = $("beside").dataset.crisp = "";
layOut(() => machine.fit());
new Touch(machine, stops("stop"));
const beside = new Beside(machine);
new Video(machine, new Drawing(machine, editor));

// Loading, and what the machine says

machine.addEventListener("loading", event => {
  const size = /** @type {CustomEvent} */ (event).detail;
  $("loading-told").textContent = progress(size);
  $("loading-bar", HTMLProgressElement).value = size.done / size.total;
});
machine.addEventListener("broke", event => {
  $("loading").hidden = $("again").hidden = false; $("loading-bar").hidden = true;
  $("loading-told").textContent = /** @type {CustomEvent} */ (event).detail;
});
$("again").onclick = () => location.reload();
const idle = "Nothing runs yet: Run starts the program.";
const words = /** @type {Record<string, string>} */ ({running: "Running", key: "Waits for a key", paused: "Paused", stopped: "Stopped", error: "", end: "At Ok"});
const errorLine = (/** @type {string} */ message) => Number(/ in (\d+)/.exec(message)?.[1]) || null;
let spoken = 0, listed = 0, disk = -1;
machine.addEventListener("state", () => {
  const {state} = machine;
  if (!state) return;
  const {status} = state, text = !state.run && status === "end" ? idle : status === "error" ? state.message : state.why || words[status];
  const told = text + (state.line !== null && status === "paused" ? ` in ${state.row === null ? `line ${state.line}` : `row ${state.row}`}` : "");
  if ($("status").textContent !== told) $("status").textContent = told;
  $("status").className = status === "error" ? "bad" : "";
  $("pause").setAttribute("aria-pressed", String(status === "paused"));
  $("pause").textContent = status === "paused" ? "Go on" : "Pause";
  // Not at every frame: it is read aloud.
  if (performance.now() - spoken > 200 || status !== "running") {
    spoken = performance.now();
    if ($("text").textContent !== state.text) $("text").textContent = state.text;
  }
  mark();
  if (status === "paused" && before !== "paused") variables().catch(oops);
  before = status;
  if (state.listed !== listed) { listed = state.listed; if (listed) showOther().catch(oops); else hideOther(); }
  if (state.disk !== disk) { disk = state.disk; setTimeout(() => shelf.takeDisk().catch(oops), 300); }
});
let before = "", shownAt = -1;
/** Show the line that stands, or that failed, in the listing that the machine has. */
function mark() {
  const {state} = machine;
  if (!state) return;
  const failed = state.status === "error" || state.status === "stopped";
  if (!other && (state.status === "paused" || failed) && state.row !== null && state.file !== shelf.inner && state.steps !== shownAt) shelf.show(state.file);
  shownAt = state.steps;
  const shown = other ? otherEditor : editor, line = state.status === "paused" ? state.line : failed ? errorLine(state.message || state.text) : null;
  if (shown?.modern) shown.mark((state.status === "paused" || failed) && state.file === shelf.inner ? state.row : null, state.status === "error", state.part);
  else shown?.mark(other || state.row === null ? line : null, state.status === "error", state.part);
}

// The program that LOAD, RUN or somebody at Ok has put into the machine instead of the one in the editor

let other = false;
/** @type {Editor | undefined} */
let otherEditor;
async function showOther() {
  const {listing} = await machine.ask("running");
  if (!listing.trim() || !machine.state?.listed) return;
  otherEditor ??= new Editor($("paper-other"), {extensions: [], run: () => {}, rename: () => {}, define: () => {}, format: () => {}, mend: () => {}, changed: () => {}, breaks: () => {}});
  otherEditor.setReadOnly(false);
  otherEditor.open(listing, "other");
  otherEditor.setReadOnly(true);
  otherEditor.marked = "";
  other = true;
  $("other-told").textContent = "The machine has this program in memory, not the one in the editor.";
  $("other").hidden = $("paper-other").hidden = false; $("paper").hidden = true;
  mark();
}
function hideOther() {
  other = false;
  $("other").hidden = $("paper-other").hidden = true; $("paper").hidden = false;
}
$("mine").onclick = hideOther;
$("take").onclick = () => { const text = otherEditor?.text ?? ""; hideOther(); editor.write(text); };

// Running

const seed = /^\d+$/.test(options.get("seed") ?? "") ? Number(options.get("seed")) : null;
const kind = $("kind", HTMLSelectElement);
/** @type {string | null} */
let written = null;
async function current() {
  await shelf.give();
  await sendBreaks();
  const {name, text} = shelf.current, wanted = JSON.stringify([name, text, shelf.others]);
  if (wanted === written) return;
  await machine.ask("write", {text, name});
  written = wanted;
}
let awaited = false;
/** Run what stands in the editor; while the page loads, what will stand there then. @param {boolean} [paused] to its first statement only */
async function run(paused = false) {
  const from = document.activeElement;
  if (!machine.isReady) $("status").textContent = "It runs as soon as it is loaded.";
  if (awaited) return;
  if (!machine.isReady) {
    awaited = true;
    try { await opened; } finally { awaited = false; }
  }
  hideOther();
  await current();
  const cartridge = beside.isOpen ? await beside.compile(kind.value) : null;
  await machine.ask("run", {seed, machine: kind.value, paused});
  if (cartridge) beside.start(cartridge);
  editor.mark(null);
  if (!paused) { turn("play"); machine.focus(from); }
  variables().catch(oops);
}
const runs = asked(() => run());
$("run").onclick = $("to-run").onclick = () => runs();
$("stop").onclick = stop;
/** @param {() => Promise<unknown>} work with a program that was started */
const begun = work => asked(async () => { if (machine.state?.run) await work(); else $("status").textContent = idle; });
$("pause").onclick = begun(async () => {
  const from = document.activeElement;
  await machine.ask("pause", {on: machine.state?.status !== "paused"});
  await variables();
  if (machine.state?.status !== "paused") machine.focus(from);
});
// At Ok a step starts the program, and stands before its first statement.
for (const name of ["step", "over", "out"]) $(name).onclick = asked(async () => {
  if (!machine.isReady) $("status").textContent = idle;
  else if (!machine.state?.run || ["end", "error", "stopped"].includes(machine.state.status)) await run(true);
  else { await machine.ask(name); await variables(); }
});
// Both programs begin together, so that one sees which is faster.
$("compiled").onclick = asked(async () => {
  if (beside.isOpen) { beside.end(); return; }
  beside.open(true);
  await run();
});
$("reset").onclick = asked(async () => { if (!machine.isReady) return; hideOther(); editor.mark(null); await machine.ask("on", {machine: kind.value}); machine.focus($("reset")); });
// The keys of a debugger, wherever one is on the page; on the screen F5 alone is the machine's.
const DEBUGGING = /** @type {Record<string, string>} */ ({F5: "run", "Shift-F5": "stop", F10: "over", F11: "step", "Shift-F11": "out"});
addEventListener("keydown", event => {
  const name = DEBUGGING[(event.shiftKey ? "Shift-" : "") + event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey || (event.target === $("screen") && event.key === "F5" && !event.shiftKey)) return;
  event.preventDefault(); event.stopPropagation();
  $(name).click();
}, {capture: true});
$("back").onclick = begun(async () => {
  if (!(await machine.ask("back")).kept) $("status").textContent = "This is as far back as it goes.";
  await variables();
});
let breakLines = "[[],[]]", watchNames = /** @type {string[]} */ ([]);
async function sendBreaks() {
  const lines = shelf.stops, asked = JSON.stringify([lines, watchNames]);
  if (asked === breakLines) return [];
  breakLines = asked;
  return machine.ask("breaks", {lines, names: watchNames});
}
/** The names in the field; a comma within brackets divides subscripts. */
const named = () => $("watch", HTMLInputElement).value.split(/,(?![^(]*\))/).map(name => name.trim()).filter(Boolean);
$("watching").onsubmit = asked(async event => {
  event.preventDefault();
  watchNames = named();
  const told = (await sendBreaks()).filter(Boolean);
  $("watched").textContent = told.join(" ") || (watchNames.length ? `Stops when ${watchNames.join(" or ")} changes.` : "");
});
$("who").onclick = begun(async () => {
  const [name] = named();
  if (!name) throw new Error("Write the name of a variable, an element or VRAM(address) first.");
  await machine.ask("who", {name});
  await variables();
});
const speed = $("speed", HTMLSelectElement);
speed.onchange = () => machine.setSpeed(speed.value === "max" ? null : Number(speed.value));
kind.onchange = () => { language.target = kind.value === "msx1" ? "msx1" : "disk"; language.look(0); };
$("sound").onclick = asked(async () => {
  const on = $("sound").getAttribute("aria-pressed") !== "true";
  (await machine.hear(on)).setVolume(Number($("volume", HTMLInputElement).value) / 100);
  $("sound").setAttribute("aria-pressed", String(on));
});
$("volume").oninput = () => machine.sound?.setVolume(Number($("volume", HTMLInputElement).value) / 100);
/** The program's name without the ending of modern sources. */
const bare = () => shelf.current.name.replace(/\.dmx$/i, "");
const shot = () => bare().replace(/[^\w-]+/g, "-") || "program";
$("still").onclick = () => $("screen", HTMLCanvasElement).toBlob(blob => { if (blob) download(blob, `${shot()}.png`); });
// A film of what is seen and heard, until the button is pressed again.
/** @type {MediaRecorder | null} */
let film = null;
$("film").onclick = asked(async () => {
  if (film) { film.stop(); return; }
  const stream = $("screen", HTMLCanvasElement).captureStream(), pieces = /** @type {Blob[]} */ ([]);
  for (const track of machine.sound?.tracks() ?? []) stream.addTrack(track);
  film = new MediaRecorder(stream, {videoBitsPerSecond: 8e6});
  film.ondataavailable = event => { pieces.push(event.data); };
  // A picture that stands still is drawn for the film only.
  const again = setInterval(() => machine.draw(), 100);
  film.onstop = () => {
    clearInterval(again);
    const type = film?.mimeType ?? "video/webm";
    film = null; $("film").setAttribute("aria-pressed", "false"); $("film").textContent = "Film";
    stream.getTracks().forEach(track => track.stop());
    download(new Blob(pieces, {type}), `${shot()}.${type.includes("mp4") ? "mp4" : "webm"}`);
  };
  film.start(1000);
  $("film").setAttribute("aria-pressed", "true"); $("film").textContent = "End the film";
});
$("picture").onchange = () => $("frame").classList.toggle("tube", $("picture", HTMLSelectElement).value === "tube");
chooseLetters(machine, $("letters", HTMLSelectElement));
$("full-screen").onclick = asked(() => document.fullscreenElement ? document.exitFullscreen() : $("machine").requestFullscreen());
addEventListener("paste", event => {
  if (document.activeElement !== $("screen") || !machine.isReady) return;
  const text = event.clipboardData?.getData("text") ?? "";
  event.preventDefault();
  if (text) asked(() => machine.ask("type", {text}))();
});
$("to-edit").onclick = () => turn("edit");
$("to-play").onclick = () => turn("play");

async function variables() {
  if (!machine.state || $("panel-values").hidden) return;
  const found = /** @type {[string, string][]} */ (await machine.ask("variables"));
  const stack = machine.state.status === "paused" ? /** @type {[string, number | null, string][]} */ (await machine.ask("frames")) : [];
  $("frames").replaceChildren(...stack.map(([name, line, file]) => {
    const row = document.createElement("li");
    row.append(line === null ? name : button(name, () => { if (!other) shelf.show(file); (other ? otherEditor : editor)?.goTo(line); }));
    return row;
  }));
  $("values-empty").hidden = found.length > 0;
  $("variables").replaceChildren(...found.map(texts => {
    const row = document.createElement("tr");
    row.append(...texts.map(text => Object.assign(document.createElement("td"), {textContent: text})));
    const [name, value] = texts, change = button("Change", async () => {
      const wanted = await answered(`${name} =`, value, "Change");
      if (wanted === null) return;
      await machine.ask("assign", {name, value: wanted});
      await variables();
    });
    change.setAttribute("aria-label", `Change ${name}`);
    row.append(document.createElement("td"));
    row.lastElementChild?.append(change);
    return row;
  }));
}
addEventListener("tab", () => { if (machine.isReady) variables().catch(oops); });

/** Select a place, in another file too. @param {import("./language.js").Place} place */
function reveal([row, start, end, file]) { if (file) shelf.show(file); editor.select(row, start, end); }

// What the checker finds

/** @param {import("./language.js").Found} what */
function found({findings, more, room}) {
  $("room").textContent = `${findings.length ? "" : "The checker finds nothing. "}The program ${room}.${more ? ` ${more} more findings are elsewhere.` : ""}`;
  $("findings-count").textContent = findings.length ? String(findings.length + more) : "";
  $("findings").replaceChildren(...findings.map(({row, start, end, line, file, severity, message, check, fixes = []}) => {
    const item = document.createElement("li"), name = document.createElement("b");
    item.dataset.row = String(row + 1); item.dataset.check = check;
    const go = button("", () => { turn("edit"); reveal([row, start, end, file]); });
    go.className = severity;
    name.textContent = `${line === null ? `${file ? `${file}, row` : "Row"} ${row + 1}` : `Line ${line}`}, ${severity}: `;
    go.append(name, message);
    item.append(go, ...fixes.map(fix => Object.assign(button(fix.title, () => { language.take(editor.view, fix); editor.view.focus(); }), {className: "repair"})));
    return item;
  }));
}

// The commands of the editor

const renames = asked(async () => {
  const where = language.where(editor.view), old = await language.ask("name", where), name = await answered(`Another name for ${old}:`, old, "Rename");
  if (name && name !== old) {
    const {edits, files, warning} = /** @type {{edits: import("./language.js").Edit[], files: Record<string, string>, warning: string}} */ (await language.ask("rename", {...where, name}));
    apply(editor.view, edits);
    for (const [file, text] of Object.entries(files)) shelf.put(file === shelf.current.name ? "" : file, text);
    speak();
    if (warning) oops(warning);
  }
  editor.view.focus();
});
const defines = asked(async () => {
  const [place] = /** @type {import("./language.js").Place[]} */ (await language.ask("definition", language.where(editor.view)) ?? []);
  if (place) reveal(place);
});
const mends = asked(async () => { if (!await language.mend(editor.view)) throw new Error("There is no repair for this line."); });
$("mend").onclick = () => mends();
const formats = asked(async () => { apply(editor.view, await language.ask("format") ?? []); });
$("undo").onclick = () => undo(editor.view);
$("redo").onclick = () => redo(editor.view);
$("find").onclick = () => editor.search();
$("rename").onclick = () => renames();
$("define").onclick = () => defines();
$("format").onclick = () => formats();
$("convert").onclick = asked(async () => {
  const modern = isModern(shelf.file), text = await language.ask("other");
  if (text === null) throw new Error("The editor is still loading.");
  const files = Object.fromEntries(Object.entries(shelf.current.files).filter(([name]) => !isModern(name)));
  await shelf.write();
  shelf.open({...shelf.blank(modern ? bare() : `${bare()}.dmx`), text, files}, true);
  shelf.save();
});
$("break").onclick = () => editor.toggleHere();
$("break-if").onclick = asked(async () => {
  const condition = await answered("Stop at this line when this is true, such as I=3 (empty: always):", editor.condition, "Set");
  if (condition !== null) editor.breakIf(condition.trim());
});
$("renumber").onclick = asked(async () => {
  const {doc, selection: {main}} = editor.view.state, all = main.empty;
  const first = all ? 0 : doc.lineAt(main.from).number - 1, last = all ? doc.lines - 1 : doc.lineAt(main.to).number - 1;
  apply(editor.view, await language.ask("renumber", {first, last}) ?? []);
});
$("renumber-as").onclick = asked(async () => {
  const wanted = await answered("First number, step:", "10, 10", "Renumber"), [, start, step] = /^\s*(\d+)\s*(?:,\s*(\d+)\s*)?$/.exec(wanted ?? "") ?? [];
  if (wanted === null) return;
  if (!start) throw new Error("Write the first number and the step, such as 100, 5.");
  apply(editor.view, await language.ask("renumber", {first: 0, last: editor.view.state.doc.lines - 1, start: Number(start), step: Number(step ?? 10)}) ?? []);
});

// Files in and out

const MOST = 4e6;   // bytes; the largest disk and tape of an MSX are smaller
const PROGRAM = /\.(bas|asc|dmx|dsk|cas|rom|txt)$/i;
/** @param {FileList | File[]} files */
async function take(files) {
  for (const file of files) if (file.size > MOST) throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes: no file of an MSX program is that large.`);
  const all = [...files], sources = /** @type {[string, Uint8Array][]} */ ([]);
  for (const file of all) if (isModern(file.name)) sources.push([file.name, new Uint8Array(await file.arrayBuffer())]);
  const inner = new Set(sources.flatMap(([, bytes]) => includes(new TextDecoder().decode(bytes))));
  const first = all.find(file => /^autoexec\.bas$/i.test(file.name)) ?? all.find(file => isModern(file.name) && !inner.has(file.name)) ?? all.find(file => PROGRAM.test(file.name)) ?? all[0];
  await shelf.write();
  const modern = isModern(first.name);
  if (modern) await machine.ask("give", {files: {}});
  const {listing, main} = modern ? {listing: await first.text(), main: ""} : await machine.load(first.name, await first.arrayBuffer(), $("encoding", HTMLSelectElement).value);
  const several = all.length > 1 && /\.(bas|asc)$/i.test(first.name);
  for (const file of all) if ((file !== first || several) && !isModern(file.name)) await machine.add(file.name, await file.arrayBuffer());
  const contents = /** @type {Record<string, string>} */ (await machine.ask("disk"));
  const kept = {...shelf.blank(), name: modern ? first.name : first.name.replace(/\.\w+$/, ""), text: listing, main: several ? first.name.toUpperCase() : main,
    files: Object.fromEntries([...Object.entries(contents).map(([name, text]) => [name, bytesOf(text)]), ...sources.filter(([name]) => name !== first.name)])};
  shelf.open(await shelf.same(kept) ?? kept, true);
  shelf.save();
  await run();
}
/** @param {string} id @param {(files: File[]) => Promise<void>} work */
function chosen(id, work) {
  const input = $(id, HTMLInputElement);
  input.onchange = asked(async () => { const files = [...input.files ?? []]; input.value = ""; if (files.length) await work(files); });
}
chosen("file", take);
chosen("add", async files => {
  await shelf.give();
  for (const file of files) {
    if (file.size > MOST) throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes: it does not fit on a disk.`);
    if (isModern(file.name)) shelf.put(file.name, await file.text());
    else await machine.add(file.name, await file.arrayBuffer());
  }
  await shelf.takeDisk();
  shelf.filesChanged();
});
$("throw").onclick = asked(() => shelf.throwAway(Object.keys(shelf.current.files)));
addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("over"); });
addEventListener("drop", asked(async event => {
  event.preventDefault(); document.body.classList.remove("over");
  if (event.dataTransfer?.files.length) await take(event.dataTransfer.files);
}));
const form = $("download", HTMLSelectElement);
form.onchange = asked(async () => {
  const wanted = form.value, called = bare() === UNNAMED ? "" : bare(), name = shot();
  form.value = "";
  if (!wanted) return;
  if (wanted === "dmx") { download(new Blob([editor.text]), shelf.inner || `${name}.dmx`); return; }
  await current();
  download(new Blob([await machine.file(wanted, called)]), wanted === "native" ? `${name}-native.rom` : `${name}.${wanted}`);
});
/** A link holds the text, and where there is a disk all of it. */
async function link() {
  const {files, main, name} = shelf.current, kept = new URLSearchParams(location.search);
  for (const word of ["program", "my", "autorun"]) kept.delete(word);
  const whole = {name, text: shelf.current.text, main, files: Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, base64(bytes)]))};
  const called = name === UNNAMED ? "" : `&n=${encodeURIComponent(name)}`;
  const part = Object.keys(files).length ? `d=${await packed(JSON.stringify(whole))}` : `p=${await packed(shelf.current.text)}${called}`;
  return `${location.origin}${location.pathname}${kept.size ? `?${kept}` : ""}#${part}`;
}
$("share").onclick = asked(async () => {
  await shelf.write();   // what is kept for the first time puts its key into the address
  const address = await link();
  history.replaceState(history.state, "", address);
  // Browsers keep the clipboard from pages that did not come over https.
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(address).then(() => true, () => false) : false;
  shelf.told(`${copied ? "Link copied" : "The address of this page is the link now"}: ${address.length.toLocaleString("en")} characters`);
});
$("webmsx").onclick = asked(async () => { await current(); open(await webMsx(await machine.file("dsk")), "_blank", "noopener"); });

// What the address asks for

const known = /** @type {Record<string, string[]>} */ ({speed: ["1", "2", "10", "max"], machine: ["msx1", "msx2"], autorun: ["0", "1"]});
function strange() {
  const wrong = Object.entries(known).filter(([name, values]) => options.has(name) && !values.includes(options.get(name) ?? ""));
  const told = wrong.map(([name, values]) => `${name} in the address must be one of ${values.join(", ")}.`);
  return [...told, ...(options.has("seed") && seed === null ? ["seed in the address is not a number."] : [])].join(" ");
}
const LONGEST = 44;   // characters of a name
/** @param {string} fragment @returns {Promise<boolean>} whether there was a program in it */
async function shared(fragment) {
  const [, form, text, called] = /^#([pd])=([^&]+)(?:&n=(.*))?$/.exec(fragment) ?? [];
  if (!form) return false;
  const damaged = () => { throw new Error("This link is damaged: its program cannot be read."); };
  const found = await unpacked(text).catch(damaged);
  if (form === "p") { shelf.open({...shelf.blank(), name: called ? titled(called) : "shared", text: found}); return true; }
  let whole;
  try {
    whole = JSON.parse(found);
    const files = Object.fromEntries(Object.entries(whole.files).map(([name, bytes]) => [name, bytesOf(bytes)]));
    shelf.open({...shelf.blank(), name: String(whole.name).slice(0, LONGEST), text: String(whole.text), main: String(whole.main), files});
  } catch { damaged(); }
  return true;
}
/** @param {string} text */
function titled(text) { try { return decodeURIComponent(text).slice(0, LONGEST); } catch { return "shared"; } }
async function first() {
  const name = options.get("program"), key = options.get("my"), plays = options.get("autorun") !== "0";
  if (await shared(location.hash)) return plays;
  const mine = key ? await shelf.store.get(key).catch(() => undefined) : undefined;
  if (mine) { shelf.open(mine); return false; }
  if (key) throw new Error("This browser has no such program: it may have been deleted, or it was written in another browser.");
  const [last] = name ? [] : await shelf.store.all().catch(() => []);
  if (last && !name) { shelf.open(last); return false; }
  await example(name ?? "rings");
  return Boolean(name) && plays;
}
// Settled when the program that the address asks for is in the editor; what somebody writes meanwhile stays there.
const opened = first().then(plays => ({plays, wrong: ""}), async error => {
  // What was asked for is not there: something else is.
  if (!editor.text) await example("rings").catch(() => {});
  return {plays: false, wrong: /** @type {Error} */ (error).message};
});
/** @param {string} name @param {boolean} [step] */
async function example(name, step = false) {
  await shelf.write();
  const {text} = editor, {listing} = await machine.ask("open", {name});
  written = null;
  if (editor.text === text) shelf.example(name, listing, step);
}
async function start() {
  for (const name of ["speed", "machine"]) {
    const wanted = options.get(name), select = $(name === "machine" ? "kind" : name, HTMLSelectElement);
    if (wanted && known[name].includes(wanted)) { select.value = wanted; select.dispatchEvent(new Event("change")); }
  }
  const {plays, wrong: missing} = await opened, wrong = [missing, strange()].filter(Boolean);
  await machine.ready;
  language.begin();
  const examples = /** @type {{name: string, title: string, about: string}[]} */ (await machine.ask("examples"));
  $("example-list").replaceChildren(...examples.map(({name, title, about}) => {
    const item = document.createElement("li"), go = button("", async () => { $("library", HTMLDialogElement).close(); await example(name, true); await run(); });
    const picture = Object.assign(new Image(272, 208), {src: `${base}gallery/${name}.png`, alt: "", loading: "lazy"});
    go.dataset.example = name;
    go.append(picture, Object.assign(document.createElement("b"), {textContent: title}));
    item.append(go, Object.assign(document.createElement("p"), {textContent: about}));
    return item;
  }));
  if (plays) await run().catch(error => { wrong.unshift(error.message); });
  else if (!machine.state) await machine.ask("on", {machine: kind.value});
  if (wrong.length) oops(wrong.join(" "));
  document.body.dataset.ready = "yes";
}
machine.addEventListener("ready", () => { $("loading").hidden = true; });
start().catch(oops);
Object.assign(globalThis, {page: {machine, beside, editor, language, programs: shelf, run, fine}});
