// The full game against a computer player: two boards of buttons, hints as a heat map.
const $ = id => document.getElementById(id);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const column = x => (x >= 26 ? letters[Math.floor(x / 26) - 1] : "") + letters[x % 26];

export class DuelView {
  // oops: told an error.
  constructor(machine, seed, oops) {
    this.machine = machine; this.seed = seed; this.game = null; this.hints = false; this.at = [0, 0]; this.last = Promise.resolve();
    const asked = work => () => work().catch(oops);
    this.oops = oops;
    $("begin").onclick = $("player").onchange = asked(() => this.begin());
    $("rules").onchange = asked(() => { this.listPlayers(); return this.begin(); });
    $("hint").onclick = () => { this.hints = !this.hints; $("hint").setAttribute("aria-pressed", this.hints); $("scale").hidden = !this.hints; if (this.game) this.show(); };
    $("theirs").addEventListener("keydown", event => this.move(event));
  }
  async open() {
    if (this.game) return;
    this.choices = await this.machine.ask("choices");
    $("rules").replaceChildren(...Object.keys(this.choices.rules).map(name => new Option(name)));
    const rules = new URLSearchParams(location.search).get("rules");
    if (rules in this.choices.rules) $("rules").value = rules;
    else if (rules !== null) this.oops(new Error(`rules in the address must be one of ${Object.keys(this.choices.rules).join(", ")}.`));
    this.listPlayers();
    await this.begin();
  }
  listPlayers() {
    const {players, absent} = this.choices.rules[$("rules").value];
    $("player").replaceChildren(...players.map(name => new Option(name)));
    $("absent").replaceChildren(...Object.entries(absent).map(([name, reason]) => {
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("b"), {textContent: name}), `: ${reason}`);
      return item;
    }));
  }
  async begin() {
    const player = $("player").value;
    $("about").textContent = `${player}: ${this.choices.players[player]}`;
    this.at = [0, 0];
    this.game = await this.machine.ask("begin", {rules: $("rules").value, player, seed: this.seed});
    $("told").textContent = "Both fleets are placed. You shoot first.";
    this.show();
  }
  // A shot while the computer thinks comes behind its answer.
  shoot(row, x) { return this.last = this.last.catch(() => {}).then(() => this.shot(row, x)); }
  async shot(row, x) {
    if (this.game.ending || this.game.theirs[row][x] !== ".") return;
    this.at = [row, x];
    $("theirs").setAttribute("aria-busy", "true");
    try {
      this.game = await this.machine.ask("shoot", {row, column: x});
    } finally { $("theirs").removeAttribute("aria-busy"); }
    $("told").textContent = [...this.game.told, this.game.ending].filter(Boolean).join(" ");
    this.show(true);
  }
  // Arrow keys go from square to square, as in any grid; only one square is in the order of TAB.
  move(event) {
    const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    if (!step) return;
    event.preventDefault();
    this.at = [Math.max(0, Math.min(this.game.height - 1, this.at[0] + step[0])), Math.max(0, Math.min(this.game.width - 1, this.at[1] + step[1]))];
    this.focus();
  }
  focus() {
    const [row, x] = this.at;
    for (const button of $("theirs").querySelectorAll("button")) button.tabIndex = -1;
    const button = $("theirs").querySelector(`[data-at="${row},${x}"]`);
    button.tabIndex = 0; button.focus();
  }
  // The boards at once; hints when they are counted, unless the game has gone on.
  show(focus = false) {
    const game = this.game;
    this.board($("theirs"), game.theirs, true);
    this.board($("mine"), game.mine, false);
    $("ships").textContent = "Each fleet: " + game.ships.map(ship => `${ship.count} ${ship.name} (${ship.length})`).join(", ")
      + (game.sunk.length ? `. Sunk: ${game.sunk.join(", ")}` : "");
    if (focus) this.focus();
    if (!this.hints || game.ending) return;
    this.machine.ask("hint").then(heat => { if (this.game === game && this.hints) this.heat(heat); }, this.oops);
  }
  // heat: for each square how likely a ship is there, beside the likeliest.
  heat(heat) {
    for (const cell of $("theirs").querySelectorAll("button:not(.water, .hit, .ship)")) {
      const [row, x] = cell.dataset.at.split(","), value = heat[row][x];
      cell.style.background = `color-mix(in srgb, var(--heat) ${Math.round(100 * value)}%, var(--sea))`;
      cell.dataset.heat = value;
      cell.setAttribute("aria-label", `${column(x)}${Number(row) + 1}: not shot, hint ${Math.round(100 * value)}`);
    }
  }
  board(grid, rows, buttons) {
    grid.style.gridTemplateColumns = `1.6rem repeat(${rows[0].length}, minmax(0, 1fr))`;
    const made = [], head = document.createElement("div");
    head.setAttribute("role", "row");
    const label = (role, text) => { const found = document.createElement("span"); found.setAttribute("role", role); found.textContent = text; return found; };
    const corner = label("gridcell", "");
    head.append(corner, ...[...rows[0]].map((_, x) => label("columnheader", column(x))));
    made.push(head);
    rows.forEach((text, row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(label("rowheader", row + 1));
      [...text].forEach((mark, x) => {
        const cell = document.createElement(buttons ? "button" : "div");
        const what = {".": "not shot", o: "water", x: "hit"}[mark] ?? `ship ${mark}`;
        cell.className = `cell ${{".": "", o: "water", x: "hit"}[mark] ?? "ship"}`;
        cell.textContent = {".": "", o: "·", x: "✕"}[mark] ?? mark;
        cell.setAttribute("aria-label", `${column(x)}${row + 1}: ${what}`);
        cell.setAttribute("role", "gridcell");
        if (buttons) {
          cell.dataset.at = `${row},${x}`; cell.tabIndex = row === this.at[0] && x === this.at[1] ? 0 : -1;
          cell.onclick = () => this.shoot(row, x).catch(this.oops);
        }
        line.append(cell);
      });
      made.push(line);
    });
    grid.replaceChildren(...made);
  }
}
