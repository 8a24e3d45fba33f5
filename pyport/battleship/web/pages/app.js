// The page: what of it is seen, and what its buttons do. See docs/web.md for what its address may say.
import {Machine, Sound} from "./machine.js";
import {DuelView} from "./duel.js";
import {packed, unpacked, webMsx} from "./sharing.js";
import {Touch} from "./touch.js";

const $ = id => document.getElementById(id), base = new URL("./", import.meta.url).href;
const options = new URLSearchParams(location.search);
const seed = /^\d+$/.test(options.get("seed")) ? Number(options.get("seed")) : null;
const known = {speed: ["1", "2", "10", "max"], machine: ["msx1", "msx2"], autorun: ["0", "1"]};
// The recorded games were played on MSX1 machines.
const kind = known.machine.includes(options.get("machine")) ? options.get("machine") : options.has("recording") ? "msx1" : "msx2";
const machine = new Machine({canvas: $("screen"), base, entry: "battleship.web.desk:GameDesk", pack: "modules.json", snapshot: "snapshot.bin"});
const duel = new DuelView(machine, seed, oops);
let view = null, written = null, times = null;

// What is told while it loads, and when it breaks.
machine.addEventListener("loading", event => { $("loading").textContent = event.detail; });
machine.addEventListener("broke", event => { $("loading").hidden = false; $("loading").textContent = event.detail; });
// What went wrong stands until something else is asked for; the machine's own errors are its state.
function oops(error) { $("oops").textContent = error.message; }
const asked = work => async event => { $("oops").textContent = ""; try { await work(event); } catch (error) { oops(error); } };

// The machine's state: status, the text of the screen for those who do not see it, the line that runs.
const words = {running: "Running", key: "Waits for a key", paused: "Paused", stopped: "Stopped", error: "", end: "At the end"};
let spoken = 0;
machine.addEventListener("state", ({detail: state}) => {
  const text = state.status === "error" ? state.message : words[state.status];
  const told = text + (state.line !== null && state.status === "paused" ? ` in line ${state.line}` : "");
  if ($("status").textContent !== told) $("status").textContent = told;
  $("status").className = state.status === "error" ? "bad" : "";
  $("pause").setAttribute("aria-pressed", state.status === "paused");
  $("pause").textContent = state.status === "paused" ? "Go on" : "Pause";
  // Not at every frame: it is read aloud.
  if (performance.now() - spoken > 200 || state.status !== "running") {
    spoken = performance.now();
    if ($("text").textContent !== state.text) $("text").textContent = state.text;
  }
  mark(state.status === "paused" || state.status === "error" ? state.line ?? errorLine(state.message) : null);
});
const errorLine = message => Number(/ in (\d+)/.exec(message)?.[1]) || null;

// Views: the original's two programs, perhaps with a recorded game's draws; any program with its editor; the full game.
async function show(name, text, draws = null) {
  view = name;
  for (const button of document.querySelectorAll("nav button")) {
    if (button.dataset.view === name) button.setAttribute("aria-current", "page"); else button.removeAttribute("aria-current");
  }
  $("machine").hidden = name === "full"; $("duel").hidden = name !== "full"; $("editor").hidden = $("steps").hidden = name !== "program";
  document.querySelector("main").classList.toggle("two", name === "program");
  if (name === "full") return duel.open();
  if (name !== "program") { times = draws; await machine.ask("open", {name}); written = null; return run(); }
  if (text !== undefined) write(text);
  else if (!$("source").value) write((await machine.ask("open", {name: "rings"})).listing);
}
for (const button of document.querySelectorAll("nav button")) button.onclick = asked(() => show(button.dataset.view));

async function run() {
  $("oops").textContent = $("status").textContent = "";
  if (view === "program" && $("source").value !== written) {
    await machine.ask("write", {text: $("source").value});
    written = $("source").value;
  }
  await machine.ask("run", {seed, times, machine: kind});
  $("screen").focus({preventScroll: true});
  variables();
}
$("run").onclick = asked(run);
const stop = $("stop").onclick = asked(async () => { await machine.ask("stop"); variables(); });
$("pause").onclick = asked(async () => { await machine.ask("pause", {on: machine.state?.status !== "paused"}); variables(); });
$("step").onclick = asked(async () => { await machine.ask("step"); variables(); });
$("back").onclick = asked(async () => { if (!(await machine.ask("back")).kept) $("status").textContent = "This is as far back as it goes."; variables(); });
$("speed").onchange = () => machine.setSpeed($("speed").value === "max" ? null : Number($("speed").value));
$("sound").onclick = asked(async () => {
  const on = $("sound").getAttribute("aria-pressed") !== "true";
  machine.sound ??= await Sound.make(base);
  machine.sound.mute(!on);
  $("sound").setAttribute("aria-pressed", on);
});
$("full-screen").onclick = asked(() => document.fullscreenElement ? document.exitFullscreen() : $("machine").requestFullscreen());

new Touch(machine, stop);

// The editor: the checker's findings at their lines, marks behind the text.
let checking = 0, findings = [], now = null;
function write(text) { $("source").value = text; written = null; edited(); }
function edited() { clearTimeout(checking); checking = setTimeout(() => checked().catch(oops), 250); paint(); }
async function checked() {
  const text = $("source").value, found = await machine.ask("check", {text, target: kind === "msx1" ? "msx1" : "disk"});
  if (text !== $("source").value) return;
  findings = found.findings;
  $("room").textContent = `${findings.length ? "" : "The checker finds nothing. "}The program ${found.room}.`;
  $("findings").replaceChildren(...findings.map(finding => {
    const item = document.createElement("li"), button = document.createElement("button");
    item.dataset.row = finding.row; item.dataset.check = finding.check;
    button.className = finding.severity;
    const name = document.createElement("b");
    name.textContent = `${finding.line === null ? `Row ${finding.row}` : `Line ${finding.line}`}, ${finding.severity}: `;
    button.append(name, `${finding.message}${finding.machine ? ` (the machine: ${finding.machine})` : ""}`);
    button.onclick = () => goTo(finding.row, finding.column, finding.width);
    item.append(button);
    return item;
  }));
  paint();
}
function goTo(row, place, width) {
  const text = $("source"), start = text.value.split("\n").slice(0, row - 1).join("\n").length + (row > 1 ? 1 : 0) + place - 1;
  text.focus(); text.setSelectionRange(start, start + width);
  text.scrollTop = Math.max(0, (row - 6) * parseFloat(getComputedStyle(text).lineHeight));
}
function mark(line) { if (line !== now) { now = line; paint(); } }
let painting = false;
function paint() {
  // Once for all changes before the next picture of the page.
  if (!painting) { painting = true; requestAnimationFrame(painted); }
}
function painted() {
  painting = false;
  const marks = new Map();
  for (const {row, severity} of findings) if (marks.get(row) !== "error") marks.set(row, severity);
  $("marks").replaceChildren(...$("source").value.split("\n").map((text, index) => {
    const row = document.createElement("span");
    row.className = [marks.get(index + 1) ?? "", now !== null && parseInt(text, 10) === now ? "now" : ""].join(" ").trim();
    row.textContent = text + "\n";
    return row;
  }));
  follow();
}
function follow() { $("marks").scrollTop = $("source").scrollTop; $("marks").scrollLeft = $("source").scrollLeft; }
$("source").addEventListener("input", edited);
$("source").addEventListener("scroll", follow);
$("example").onchange = asked(async () => { if (!$("example").value) return; write((await machine.ask("open", {name: $("example").value})).listing); await run(); });

async function variables() {
  if (!machine.state || !$("values").open) return;
  const found = await machine.ask("variables");
  $("variables").replaceChildren(...found.map(([name, value]) => {
    const row = document.createElement("tr");
    row.append(...[name, value].map(text => Object.assign(document.createElement("td"), {textContent: text})));
    return row;
  }));
}
$("values").ontoggle = () => variables().catch(oops);

// Files in and out.
const MOST = 4e6;   // bytes; the largest disk and tape of an MSX are smaller
async function take(file) {
  if (file.size > MOST) throw new Error(`${file.name} has ${file.size.toLocaleString("en")} bytes: no file of an MSX program is that large.`);
  const found = await machine.load(file.name, await file.arrayBuffer());
  await show("program", found.listing);
  written = found.listing;   // the program as it came, with the files of its disk
  await run();
}
$("file").onchange = asked(() => $("file").files[0] && take($("file").files[0]));
addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("over"); });
addEventListener("drop", asked(async event => {
  event.preventDefault(); document.body.classList.remove("over");
  if (event.dataTransfer.files[0]) await take(event.dataTransfer.files[0]);
}));
async function current() { if ($("source").value !== written) { await machine.ask("write", {text: $("source").value}); written = $("source").value; } }
$("download").onchange = asked(async () => {
  const form = $("download").value;
  $("download").value = "";
  if (!form) return;
  await current();
  const url = URL.createObjectURL(new Blob([await machine.file(form)])), link = document.createElement("a");
  link.href = url; link.download = form === "native" ? "program-native.rom" : `program.${form}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
});
$("share").onclick = asked(async () => {
  const kept = new URLSearchParams(location.search);
  for (const name of ["program", "recording", "full", "autorun"]) kept.delete(name);
  const address = `${location.origin}${location.pathname}${kept.size ? `?${kept}` : ""}#p=${await packed($("source").value)}`;
  history.replaceState(null, "", address);
  // Browsers keep the clipboard from pages that did not come over https.
  const copied = navigator.clipboard ? await navigator.clipboard.writeText(address).then(() => true, () => false) : false;
  $("shared").textContent = `${copied ? "Copied" : "The address of this page is the link now"}: ${address.length} characters.`;
});
$("webmsx").onclick = asked(async () => { await current(); open(await webMsx(await machine.file("dsk")), "_blank", "noopener"); });

// What the address asks for, and what of it nobody can give.
function strange() {
  const wrong = Object.entries(known).filter(([name, values]) => options.has(name) && !values.includes(options.get(name)));
  const told = wrong.map(([name, values]) => `${name} in the address must be one of ${values.join(", ")}.`);
  return [...told, ...(options.has("seed") && seed === null ? ["seed in the address is not a number."] : [])].join(" ");
}
async function start() {
  const speed = options.get("speed");
  if (known.speed.includes(speed)) { $("speed").value = speed; $("speed").onchange(); }
  $("example").replaceChildren(new Option("...", ""), ...(await machine.ask("examples")).map(name => new Option(name)));
  const shared = /^#p=(.+)$/.exec(location.hash)?.[1], wanted = options.get("program");
  if (shared) {
    const text = await unpacked(shared).catch(() => { throw new Error("This link is damaged: its program cannot be read."); });
    await show("program", text);
    if (options.get("autorun") !== "0") await run();
  } else if (options.has("recording")) {
    const name = options.get("recording"), recorded = await machine.ask("recorded", {name});
    await show(recorded.program, undefined, recorded.times);
    if (options.has("step")) {
      await machine.ask("resume", {name, step: Number(options.get("step")) || 0, machine: kind});
      $("screen").focus({preventScroll: true});
    }
  } else if (options.has("full")) await show("full");
  else if (wanted && !["battle", "shotdark"].includes(wanted)) {
    await show("program", (await machine.ask("open", {name: wanted})).listing);
    if (options.get("autorun") !== "0") await run();
  } else await show(wanted ?? "battle");
}
machine.addEventListener("ready", async () => {
  $("loading").hidden = true;
  try { await start(); } catch (error) {
    // What was asked for is not there: something else is.
    if (view === null) await show("program");
    oops(error);
  }
  if (strange()) oops(new Error(strange()));
  document.body.dataset.ready = "yes";
});
globalThis.page = {machine, show, run};
