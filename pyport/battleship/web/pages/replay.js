// @ts-check
// Replays all recorded games in this browser, on the machine of the page, and shows what differs.
import {Machine} from "./machine.js";
import {progress} from "./python.js";
import {told as tell} from "./telling.js";
const base = new URL("./", import.meta.url).href;
/** @typedef {import("./telling.js").Game & {name: string, program: string}} Recorded */
/** @param {string} id */
const $ = id => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {Recorded[]} */ const games = JSON.parse($("data").textContent ?? "").games;
// The same list of pages as on the others; the title of this one stands below it.
const top = document.createElement("header"), nav = document.createElement("nav");
const link = (/** @type {string} */ text, /** @type {string} */ href) => Object.assign(document.createElement("a"), {textContent: text, href});
top.className = "top"; nav.setAttribute("aria-label", "what to play");
nav.append(link("Original", "index.html"), link("Shot in the dark", "index.html?program=shotdark"), link("MSX BASIC", "basic.html"),
  link("Full game", "index.html?full"), link("Gallery", "gallery.html"), link("Recorded games", "replay.html"));
nav.lastElementChild?.setAttribute("aria-current", "page");
const name = link("Battleship ", "index.html");
name.className = "name"; name.prepend(Object.assign(new Image(26, 26), {src: "icon.svg", alt: ""}), " ");
name.append(Object.assign(document.createElement("small"), {textContent: "MSX BASIC, 2018"}));
top.append(name, nav);
document.body.prepend(top);
await import("./current.js");

const bar = document.createElement("p"), button = document.createElement("button"), told = document.createElement("span");
bar.className = "bar"; button.id = "replay-all"; button.textContent = "Replay all games in this browser";
told.id = "replayed"; told.setAttribute("role", "status");
bar.append(button, told);
// From the step that is shown, which the address names, somebody can play on.
const here = document.createElement("button");
here.id = "run-from-here"; here.textContent = "Play on from here";
here.onclick = () => {
  const [, name, step] = /^#(.+)\/step-(\d+)$/.exec(location.hash) ?? [];
  location.assign(`index.html?recording=${name}&step=${step}`);
};
$("find").after(here);
const table = /** @type {HTMLElement} */ ($("summary").parentElement);
table.after(bar);

button.onclick = async () => {
  button.disabled = true;
  const machine = new Machine({canvas: document.createElement("canvas"), base, entry: "battleship.web.desk:GameDesk"});
  machine.addEventListener("loading", event => { told.textContent = progress(/** @type {CustomEvent} */ (event).detail); });
  await new Promise((resolve, reject) => {
    machine.addEventListener("ready", resolve); machine.addEventListener("broke", event => reject(new Error(/** @type {CustomEvent} */ (event).detail)));
  }).catch(error => { told.textContent = error.message; throw error; });
  const results = /** @type {Record<string, {equal: boolean, steps: number, cells: number}>} */ ({}), begun = performance.now();
  let equal = 0, steps = 0, cells = 0;
  for (const game of games) {
    const result = results[game.name] = await machine.ask("replay", {name: game.name});
    if (result.equal) equal++;
    steps += result.steps; cells += result.cells;
    told.textContent = `${Object.keys(results).length} of ${games.length} games, ${equal} equal`;
  }
  const seconds = (performance.now() - begun) / 1000;
  const programs = [...new Set(games.map(game => game.program))];
  /** @type {any} */ (globalThis).replayed("interpreter", {name: "in this browser", available: true, programs, games: games.length, steps, cells,
    equal, seconds, note: "recordings"}, results);
  machine.worker.terminate();
  button.disabled = false;
};

// As a player wants to see it: the board first and large, what happened in words; the proof and the listing below.
const some = (/** @type {string} */ what) => /** @type {HTMLElement} */ (document.querySelector(what));
const proof = document.createElement("section"), words = document.createElement("p");
proof.id = "proof"; words.id = "words"; words.setAttribute("aria-live", "polite");
proof.append(Object.assign(document.createElement("h2"), {textContent: "The proof"}), $("verdict"),
  table, bar);
some(".beside").before(words);
$("extra").after(proof);
some("h1").textContent = "Recorded games";
$("film-title").hidden = true;
proof.before(some(".keys"), some(".touch"));
document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: `${base}replay.css`}));
let sentences = /** @type {string[]} */ ([]), whose = "";
function say() {
  const [, shown, step] = /^#(.+)\/step-(\d+)$/.exec(location.hash) ?? [];
  const game = games.find(each => encodeURIComponent(each.name) === shown || each.name === shown);
  if (!game) return;
  if (whose !== game.name) { whose = game.name; sentences = tell(game); }
  words.textContent = sentences[Number(step)] ?? "";
}
// The page tells a step before it names it in the address.
new MutationObserver(() => setTimeout(say)).observe($("caption"), {childList: true, characterData: true, subtree: true});
say();
