// @ts-check
// The page: what of it is seen, and what its buttons do. See docs/web.md for what its address may say.
import {Machine} from "./machine.js";
import {DuelView} from "./duel.js";
import {chooseLetters} from "./letters.js";
import {progress} from "./python.js";
import {Touch} from "./touch.js";

// Other programs are written and run in the workshop.
const wanted = new URLSearchParams(location.search).get("program");
if (/^#[pd]=/.test(location.hash) || (wanted && !["battle", "shotdark"].includes(wanted)))
  location.replace(`basic.html${location.search}${location.hash}`);

/** @template {HTMLElement} T @param {string} id @param {new () => T} [kind] @returns {T} */
function $(id, kind) {
  const found = document.getElementById(id);
  if (!found || kind && !(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (found);
}
const base = new URL("./", import.meta.url).href;
const options = new URLSearchParams(location.search);
const asks = (/** @type {string} */ name) => options.get(name) ?? "";
const seed = /^\d+$/.test(asks("seed")) ? Number(options.get("seed")) : null;
const known = /** @type {Record<string, string[]>} */ ({speed: ["1", "2", "10", "max"], machine: ["msx1", "msx2"], autorun: ["0", "1"], pace: ["msx", "fast"]});
// The recorded games were played on MSX1 machines.
const kind = known.machine.includes(asks("machine")) ? asks("machine") : options.has("recording") ? "msx1" : "msx2";
const machine = new Machine({canvas: $("screen", HTMLCanvasElement), base, entry: "battleship.web.desk:GameDesk"});
const duel = new DuelView(machine, seed, oops);
/** @type {string | null} */ let view = null;
/** The TIMEs of a recorded game. @type {number[] | null} */ let times = null;
/** @type {NodeListOf<HTMLButtonElement>} */ const tabs = document.querySelectorAll("nav button");

// What is told while it loads, and when it breaks.
machine.addEventListener("loading", event => { $("loading").textContent = progress(/** @type {CustomEvent} */ (event).detail); });
machine.addEventListener("broke", event => { $("loading").hidden = false; $("loading").textContent = /** @type {CustomEvent} */ (event).detail; });
// What went wrong stands until something else is asked for; the machine's own errors are its state.
/** @param {unknown} error */
function oops(error) { $("oops").textContent = error instanceof Error ? error.message : String(error); }
const asked = (/** @type {() => unknown} */ work) => async () => { $("oops").textContent = ""; try { await work(); } catch (error) { oops(error); } };

// The machine's state: status, the text of the screen for those who do not see it, the line that runs.
const words = /** @type {Record<string, string>} */ ({running: "Running", key: "Waits for a key", paused: "Paused", stopped: "Stopped", error: "", end: "At the end"});
let spoken = 0;
machine.addEventListener("state", () => {
  const {state} = machine;
  if (!state) return;
  const text = state.status === "error" ? state.message : words[state.status];
  const told = text + (state.line !== null && state.status === "paused" ? ` in line ${state.line}` : "");
  if ($("status").textContent !== told) $("status").textContent = told;
  $("status").className = state.status === "error" ? "bad" : "";
  $("pause").setAttribute("aria-pressed", String(state.status === "paused"));
  $("pause").textContent = state.status === "paused" ? "Go on" : "Pause";
  // Not at every frame: it is read aloud.
  if (performance.now() - spoken > 200 || state.status !== "running") {
    spoken = performance.now();
    if ($("text").textContent !== state.text) $("text").textContent = state.text;
  }
});

const COMPUTERS = /** @type {Record<string, string>} */ ({battle: "follows a hit along its row and marks the squares around a ship that it has sunk.", shotdark: "shoots in the dark: any square that it has not shot."});
// Views: the original's two programs, perhaps with a recorded game's draws; the full game. The address says which one it is.
/** @param {string} name @param {number[] | null} [draws] */
async function show(name, draws = null) {
  view = name;
  for (const button of tabs) {
    if (button.dataset.view === name) { button.setAttribute("aria-current", "page"); button.scrollIntoView({inline: "center", block: "nearest"}); } else button.removeAttribute("aria-current");
  }
  $("machine").hidden = $("beside").hidden = name === "full"; $("computer").textContent = COMPUTERS[name] ?? ""; $("duel").hidden = name !== "full";
  if (name === "full") {
    // The program behind it stops.
    if (machine.state && !["stopped", "end", "error"].includes(machine.state.status)) await machine.ask("stop");
    return duel.open();
  }
  times = draws;
  await machine.ask("open", {name});
  // Somebody may have chosen another one meanwhile.
  if (view === name) await run();
}
for (const button of tabs) button.onclick = asked(() => {
  const name = button.dataset.view ?? "";
  if (name === view) return undefined;
  const address = new URL(location.href);
  for (const word of ["program", "full", "recording", "step"]) address.searchParams.delete(word);
  if (name === "full") address.searchParams.set("full", ""); else if (name !== "battle") address.searchParams.set("program", name);
  history.pushState({}, "", address);
  return show(name);
});
function addressed() {
  const options = new URLSearchParams(location.search);
  return options.has("full") ? "full" : options.get("program") ?? "battle";
}
addEventListener("popstate", asked(() => addressed() !== view && show(addressed())));

// Seconds in which the ships are placed, unless somebody wants to see that at the machine's pace.
const PLACING = 5;
async function run(hurry = options.get("pace") !== "msx") {
  const from = document.activeElement;
  $("oops").textContent = "";
  $("status").textContent = machine.isReady ? "" : "It runs as soon as it is loaded.";
  // A machine that hurries has the same time each time: chance comes from here.
  const drawn = seed ?? (hurry && !times ? Math.floor(Math.random() * 2 ** 31) : null);
  await machine.ask("run", {seed: drawn, times, machine: kind, hurry: hurry ? PLACING : 0});
  machine.focus(from);
}
// A view that is being opened runs its program itself.
$("run").onclick = asked(() => machine.state && run());
$("watch").onclick = asked(() => machine.state && run(false));
$("stop").onclick = asked(() => machine.state && machine.ask("halt"));
$("pause").onclick = asked(() => machine.state && machine.ask("pause", {on: machine.state.status !== "paused"}));
const speed = $("speed", HTMLSelectElement), setSpeed = speed.onchange = () => machine.setSpeed(speed.value === "max" ? null : Number(speed.value));
$("sound").onclick = asked(async () => {
  const on = $("sound").getAttribute("aria-pressed") !== "true";
  await machine.hear(on);
  $("sound").setAttribute("aria-pressed", String(on));
});
$("full-screen").onclick = asked(() => document.fullscreenElement ? document.exitFullscreen() : $("machine").requestFullscreen());

new Touch(machine, asked(() => machine.state && machine.ask("stop")));
chooseLetters(machine, $("letters", HTMLSelectElement));
// As in the terminal, a square of the computer's board is shot at where it is tapped; a first click only gives the screen the keyboard.
$("screen").addEventListener("pointerdown", event => {
  const {left, top, width, height} = $("screen").getBoundingClientRect(), {picture} = machine;
  if (picture?.width !== 256 || (event.pointerType === "mouse" && document.activeElement !== $("screen"))) return;
  const [column, row] = [(event.clientX - left) / width * 272, (event.clientY - top) / height * 208].map(dots => Math.floor((dots - 8) / 8));
  machine.ask("tap", {column, row}).catch(() => {});
});
new ResizeObserver(() => machine.fit()).observe($("frame"));

// What the address asks for, and what of it nobody can give.
function strange() {
  const wrong = Object.entries(known).filter(([name, values]) => options.has(name) && !values.includes(asks(name)));
  const told = wrong.map(([name, values]) => `${name} in the address must be one of ${values.join(", ")}.`);
  return [...told, ...(options.has("seed") && seed === null ? ["seed in the address is not a number."] : [])].join(" ");
}
async function start() {
  if (known.speed.includes(asks("speed"))) { speed.value = asks("speed"); setSpeed(); }
  if (options.has("recording")) {
    const name = asks("recording"), recorded = await machine.ask("recorded", {name});
    if (view !== null) return;
    await show(recorded.program, recorded.times);
    if (options.has("step")) {
      await machine.ask("resume", {name, step: Number(asks("step")) || 0, machine: kind});
      $("screen").focus({preventScroll: true});
    }
  } else await show(addressed());
}
async function begin() {
  try { await start(); } catch (error) {
    // What was asked for is not there: something else is.
    if (view === null && machine.isReady) await show("battle");
    oops(error);
  }
  if (strange()) oops(new Error(strange()));
  document.body.dataset.ready = "yes";
}
machine.addEventListener("ready", () => { $("loading").hidden = true; });
begin().catch(oops);
Object.assign(globalThis, {page: {machine, show, run}});
