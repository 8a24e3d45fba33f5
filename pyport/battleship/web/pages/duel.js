// @ts-check
// The full game: place a fleet, then shoot at that of a computer player or of another person at the same device.
import {Harbour, squareName} from "./harbour.js";

/** @typedef {{name: string, symbol: string, length: number, count: number, mine: number, theirs: number}} ShipLeft */
/** @typedef {import("./harbour.js").Placed} Placed */
/** What one side sees of a game. @typedef {{width: number, height: number, ships: ShipLeft[], mine: string[], theirs: string[], fleet: Placed[],
 *   last: {mine: number[] | null, theirs: number[] | null}, told: string[], ending: string, viewer?: number, turn?: number}} Game */
/** @typedef {{title: string, about: string, players: string[], absent: Record<string, string>}} RuleSet */
/** @typedef {{ask(name: string, options?: object): Promise<any>}} Asked */

/** @param {string} id */
const $ = id => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const select = id => /** @type {HTMLSelectElement} */ (document.getElementById(id));
/** @type {Record<string, [string, string, string]>} */
const MARKS = {".": ["", "", "not shot"], o: ["water", "•", "water"], x: ["hit", "✕", "hit"], "#": ["hit sunk", "✖", "sunk"]};
const PERSON = "another person";
/** A game as it is kept: what it began with, and the person's shots. @typedef {{rules: string, player: string, seed: number | null, fleets: Placed[][], shots: [number, number][]}} Kept */
const KEPT = "full-game";
/** @returns {Kept | null} */
function recalled() { try { return JSON.parse(sessionStorage.getItem(KEPT) ?? "null"); } catch { return null; } }

export class DuelView {
  /** @param {Asked} machine @param {number | null} seed @param {(error: Error) => void} oops is told an error */
  constructor(machine, seed, oops) {
    this.machine = machine; this.seed = seed; this.oops = oops;
    /** @type {Game | null} */ this.game = null;
    /** @type {{rules: Record<string, RuleSet>, players: Record<string, [string, string]>} | null} */ this.choices = null;
    /** @type {Placed[][]} */ this.fleets = [];
    this.hints = false; this.at = [0, 0];
    /** @type {Kept | null} */ this.kept = null;
    /** @type {Promise<void>} */ this.last = Promise.resolve();
    this.harbour = new Harbour($("harbour"), ships => machine.ask("try_fleet", {rules: select("rules").value, ships}),
      wrong => this.judged(wrong));
    const asked = (/** @type {() => Promise<any>} */ work) => () => { work().catch(oops); };
    $("begin").onclick = select("player").onchange = asked(() => this.prepare());
    select("rules").onchange = asked(() => { this.listPlayers(); return this.prepare(); });
    $("random").onclick = asked(() => this.draw(null));
    $("turn").onclick = () => this.harbour.turn();
    $("go").onclick = asked(() => this.placed());
    $("pass-on").onclick = asked(() => this.passedOn());
    $("hint").onclick = () => { this.hints = !this.hints; $("hint").setAttribute("aria-pressed", String(this.hints)); if (this.game) this.show(this.game); };
    $("theirs").addEventListener("keydown", event => this.move(event));
  }
  get withPerson() { return select("player").value === PERSON; }
  async open() {
    if (this.choices) return;
    const choices = this.choices = await this.machine.ask("choices");
    select("rules").replaceChildren(...Object.entries(this.choices?.rules ?? {}).map(([name, {title}]) => new Option(title, name)));
    const rules = new URLSearchParams(location.search).get("rules");
    if (rules !== null && rules in choices.rules) select("rules").value = rules;
    else if (rules !== null) this.oops(new Error(`rules in the address must be one of ${Object.keys(choices.rules).join(", ")}.`));
    const kept = recalled();
    if (kept && kept.rules in choices.rules && (rules === null || rules === kept.rules)) {
      select("rules").value = kept.rules;
      this.listPlayers();
      try { return await this.resume(kept); } catch { /* the game is of another version of this page */ }
    }
    this.listPlayers();
    await this.prepare();
  }
  /** Go on with the game that was played before the page was loaded again. @param {Kept} kept */
  async resume(kept) {
    const {rules, player, seed, fleets, shots} = kept;
    select("player").value = player;
    this.tellPlayer();
    this.fleets = fleets;
    /** @type {Game} */
    let game = await (this.withPerson ? this.machine.ask("begin_two", {rules, fleets}) : this.machine.ask("begin", {rules, player, seed, fleet: fleets[0]}));
    for (const [row, column] of shots) game = await this.machine.ask("shoot", {row, column});
    this.kept = kept;
    this.begun(game, [...game.told, game.ending].filter(Boolean).join(" ") || "You shoot first.");
    if (this.withPerson && !game.ending) this.pass(`It is the turn of player ${(game.turn ?? 0) + 1}.`);
  }
  /** What people call a player. @param {string} name */
  called(name) { return this.choices?.players[name]?.[0] ?? name; }
  listPlayers() {
    if (!this.choices) return;
    const {players, absent, about} = this.choices.rules[select("rules").value];
    select("player").replaceChildren(...[...players, PERSON].map(name => new Option(this.called(name), name)));
    $("about-rules").textContent = about;
    $("absent").replaceChildren(...Object.entries(absent).map(([name, reason]) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("b"), {textContent: this.called(name)}), `: ${reason}`);
      return item;
    }));
  }

  // Before the game: a fleet that is placed at random, which one moves and turns.
  async prepare() {
    if (!this.choices) return;
    this.tellPlayer();
    this.keep(null);
    this.fleets = []; this.game = null; this.stage("placing");
    await this.draw(this.seed);
    this.say("");
  }
  tellPlayer() {
    $("about-player").textContent = this.withPerson ? "Takes turns with you at this device." : `${this.choices?.players[select("player").value].join(" ")}.`;
  }
  /** What is kept until this tab is closed. @param {Kept | null} game */
  keep(game) {
    this.kept = game;
    if (game) sessionStorage.setItem(KEPT, JSON.stringify(game)); else sessionStorage.removeItem(KEPT);
  }
  /** @param {number | null} seed */
  async draw(seed) {
    const sea = await this.machine.ask("draw", {rules: select("rules").value, seed});
    this.harbour.open(sea);
    $("turn").hidden = !sea.vertical;
    const who = this.withPerson ? `Player ${this.fleets.length + 1}: place your fleet. ` : "Place your fleet. ";
    $("how").textContent = `${who}Drag a ship to move it${sea.vertical ? ", click it to turn it" : ""}; with keys, the arrows move it${sea.vertical ? " and R turns it" : ""}.`;
  }
  /** @param {string} wrong what is wrong with the fleet, or nothing */
  judged(wrong) {
    $("wrong").textContent = wrong;
    /** @type {HTMLButtonElement} */ ($("go")).disabled = wrong !== "";
  }
  async placed() {
    const rules = select("rules").value, fleet = this.harbour.ships;
    if (!this.withPerson) {
      const player = select("player").value, seed = this.seed ?? Math.floor(Math.random() * 2 ** 31);
      const game = await this.machine.ask("begin", {rules, player, seed, fleet});
      this.keep({rules, player, seed, fleets: [fleet], shots: []});
      return this.begun(game, "You shoot first.");
    }
    this.fleets.push(fleet);
    if (this.fleets.length < 2) { $("next").textContent = "Player 2 places a fleet now."; return this.stage("passing"); }
    const game = await this.machine.ask("begin_two", {rules, fleets: this.fleets});
    this.keep({rules, player: PERSON, seed: null, fleets: this.fleets, shots: []});
    this.begun(game, "");
    this.pass("Player 1 begins.");
  }
  /** @param {Game} game @param {string} told */
  begun(game, told) {
    this.at = [0, 0]; this.game = game;
    this.stage("playing");
    this.show(game);
    this.say(told);
  }
  // The board is covered while the device goes from one person to the other.
  /** @param {string} told */
  pass(told) { $("next").textContent = told; this.stage("passing"); $("pass-on").focus({preventScroll: true}); }
  async passedOn() {
    if (this.fleets.length < 2) { this.stage("placing"); return this.draw(null); }
    this.game = await this.machine.ask("turn");
    this.stage("playing");
    this.show(/** @type {Game} */ (this.game), true);
    this.say(`Player ${(this.game?.turn ?? 0) + 1}: it is your turn.`);
  }
  /** @param {"placing" | "playing" | "passing"} stage */
  stage(stage) {
    for (const name of ["placing", "playing", "passing"]) $(name).hidden = name !== stage;
    $("hint").hidden = stage === "placing" || stage === "passing";
    // On a low screen the boards come into sight.
    if (stage === "playing" && innerHeight < 520) $("told").scrollIntoView();
  }
  /** @param {string} text */
  say(text) { $("told").textContent = text; }

  // A shot while the computer thinks comes behind its answer.
  /** @param {number} row @param {number} x */
  shoot(row, x) { return this.last = this.last.catch(() => {}).then(() => this.shot(row, x)); }
  /** @param {number} row @param {number} x */
  async shot(row, x) {
    const before = this.game;
    if (!before || before.ending || before.theirs[row][x] !== "." || $("playing").hidden) return;
    if (before.viewer !== undefined && before.viewer !== before.turn) return;
    this.at = [row, x];
    $("theirs").setAttribute("aria-busy", "true");
    /** @type {Game} */ let game;
    try {
      game = this.game = await this.machine.ask("shoot", {row, column: x});
    } finally { $("theirs").removeAttribute("aria-busy"); }
    if (this.kept) this.keep({...this.kept, shots: [...this.kept.shots, [row, x]]});
    this.say([...game.told, game.ending].filter(Boolean).join(" "));
    this.show(game, true);
    if (game.turn !== undefined && !game.ending) {
      const told = game.told.join(" "), next = (game.turn ?? 0) + 1;
      // A moment to see what was met.
      await new Promise(resolve => { setTimeout(resolve, 1200); });
      if (this.game === game) this.pass(`${told} Now it is the turn of player ${next}.`);
    }
  }
  // Arrow keys go from square to square, as in any grid; only one square is in the order of TAB.
  /** @param {KeyboardEvent} event */
  move(event) {
    /** @type {Record<string, number[]>} */
    const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
    const step = steps[event.key];
    if (!step || !this.game) return;
    event.preventDefault();
    this.at = [Math.max(0, Math.min(this.game.height - 1, this.at[0] + step[0])), Math.max(0, Math.min(this.game.width - 1, this.at[1] + step[1]))];
    this.focus();
  }
  focus() {
    for (const button of $("theirs").querySelectorAll("button")) button.tabIndex = -1;
    const button = /** @type {HTMLButtonElement | null} */ ($("theirs").querySelector(`[data-at="${this.at.join(",")}"]`));
    if (button) { button.tabIndex = 0; button.focus({preventScroll: true}); }
  }
  // The boards at once; hints when they are counted, unless the game has gone on.
  /** @param {Game} game */
  show(game, focus = false) {
    const two = game.viewer !== undefined;
    $("their-name").textContent = two ? `The sea of player ${2 - /** @type {number} */ (game.viewer)}: shoot here` : "The computer's sea: shoot here";
    $("my-name").textContent = two ? `The fleet of player ${/** @type {number} */ (game.viewer) + 1}` : "Your fleet";
    this.board($("theirs"), game.theirs, game, "theirs");
    this.board($("mine"), game.mine, game, "mine");
    this.left($("their-ships"), game.ships, "theirs");
    this.left($("my-ships"), game.ships, "mine");
    $("hint-scale").hidden = !this.hints;
    if (focus) this.focus();
    if (!this.hints || game.ending) return;
    this.machine.ask("hint").then(heat => { if (this.game === game && this.hints) this.heat(heat); }, this.oops);
  }
  // The ships that are left, each as a row of its squares.
  /** @param {HTMLElement} list @param {ShipLeft[]} ships @param {"mine" | "theirs"} side */
  left(list, ships, side) {
    list.replaceChildren(...ships.map(ship => {
      const item = document.createElement("li"), bar = document.createElement("span"), left = ship[side];
      bar.className = "hull"; bar.setAttribute("aria-hidden", "true");
      bar.append(...Array.from({length: ship.length}, () => document.createElement("i")));
      item.classList.toggle("gone", left === 0);
      item.append(bar, `${ship.name}: ${left ? (ship.count > 1 ? `${left} of ${ship.count} left` : "afloat") : "sunk"}`);
      return item;
    }));
  }
  // heat: for each square how likely a ship is there, beside the likeliest.
  /** @param {number[][]} heat */
  heat(heat) {
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ ($("theirs").querySelectorAll("button:not(.water, .hit, .ship)"))) {
      const [row, x] = (cell.dataset.at ?? "").split(",").map(Number), value = heat[row][x];
      cell.style.background = `color-mix(in srgb, var(--hint) ${Math.round(100 * value)}%, var(--sea))`;
      cell.dataset.heat = String(value);
      cell.setAttribute("aria-label", `${squareName(row, x)}: not shot, hint ${Math.round(100 * value)}`);
    }
  }
  /** @param {HTMLElement} grid @param {string[]} rows @param {Game} game @param {"mine" | "theirs"} side */
  board(grid, rows, game, side) {
    grid.style.setProperty("--columns", String(game.width));
    const last = game.last[side]?.join(","), head = line(label("gridcell", ""), ...[...rows[0]].map((_, x) => label("columnheader", squareName(0, x).slice(0, -1))));
    const names = Object.fromEntries(game.ships.map(ship => [ship.symbol, ship.name]));
    grid.replaceChildren(head, ...rows.map((text, row) => line(label("rowheader", String(row + 1)), ...[...text].map((mark, x) => {
      const cell = document.createElement(side === "theirs" ? "button" : "div"), [kind, sign, told] = MARKS[mark] ?? ["ship", mark, names[mark]];
      const isLast = `${row},${x}` === last;
      cell.className = `cell ${kind}${isLast ? " last" : ""}`;
      cell.textContent = sign;
      cell.setAttribute("aria-label", `${squareName(row, x)}: ${told}${isLast ? ", the last shot" : ""}`);
      cell.setAttribute("role", "gridcell");
      if (side === "theirs") {
        cell.dataset.at = `${row},${x}`; cell.tabIndex = row === this.at[0] && x === this.at[1] ? 0 : -1;
        cell.onclick = () => { this.shoot(row, x).catch(this.oops); };
      }
      return cell;
    }))));
  }
}
/** @param {string} role @param {string} text */
function label(role, text) {
  const found = document.createElement("span");
  found.setAttribute("role", role); found.textContent = text;
  return found;
}
/** @param {...HTMLElement} cells */
function line(...cells) {
  const found = document.createElement("div");
  found.setAttribute("role", "row"); found.append(...cells);
  return found;
}
