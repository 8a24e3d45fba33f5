// The full game against a computer player: two boards of buttons, hints as a heat map.
const $ = id => document.getElementById(id);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const column = x => (x >= 26 ? letters[Math.floor(x / 26) - 1] : "") + letters[x % 26];

export class DuelView {
  constructor(machine, seed) {
    this.machine = machine; this.seed = seed; this.game = null; this.hints = false; this.at = [0, 0];
    $("begin").onclick = () => this.begin();
    $("rules").onchange = () => { this.listPlayers(); this.begin(); };
    $("player").onchange = () => this.begin();
    $("hint").onclick = () => { this.hints = !this.hints; $("hint").setAttribute("aria-pressed", this.hints); this.show(); };
    $("theirs").addEventListener("keydown", event => this.move(event));
  }
  async open() {
    if (this.game) return;
    this.choices = await this.machine.ask("choices");
    $("rules").replaceChildren(...Object.keys(this.choices.rules).map(name => new Option(name)));
    const rules = new URLSearchParams(location.search).get("rules");
    if (rules in this.choices.rules) $("rules").value = rules;
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
    await this.show();
  }
  async shoot(row, x) {
    if (this.game.ending || this.game.theirs[row][x] !== ".") return;
    this.at = [row, x];
    this.game = await this.machine.ask("shoot", {row, column: x});
    $("told").textContent = [...this.game.told, this.game.ending].filter(Boolean).join(" ");
    await this.show(true);
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
  async show(focus = false) {
    const heat = this.hints && !this.game.ending ? await this.machine.ask("hint") : null;
    this.board($("theirs"), this.game.theirs, heat, true);
    this.board($("mine"), this.game.mine, null, false);
    $("ships").textContent = this.game.ships.map(ship => `${ship.count} ${ship.name} (${ship.length})`).join(", ")
      + (this.game.sunk.length ? `. Sunk: ${this.game.sunk.join(", ")}` : "");
    if (focus) this.focus();
  }
  board(grid, rows, heat, buttons) {
    grid.style.gridTemplateColumns = `1.6rem repeat(${rows[0].length}, minmax(0, 1fr))`;
    const made = [], head = document.createElement("div");
    head.setAttribute("role", "row");
    head.append(document.createElement("span"), ...[...rows[0]].map((_, x) => Object.assign(document.createElement("span"), {textContent: column(x)})));
    made.push(head);
    rows.forEach((text, row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(Object.assign(document.createElement("span"), {textContent: row + 1}));
      [...text].forEach((mark, x) => {
        const cell = document.createElement(buttons ? "button" : "div");
        const what = {".": "not shot", o: "water", x: "hit"}[mark] ?? `ship ${mark}`;
        cell.className = `cell ${{".": "", o: "water", x: "hit"}[mark] ?? "ship"}`;
        cell.textContent = {".": "", o: "·", x: "✕"}[mark] ?? mark;
        cell.setAttribute("aria-label", `${column(x)}${row + 1}: ${what}`);
        cell.setAttribute("role", "gridcell");
        if (buttons) {
          cell.dataset.at = `${row},${x}`; cell.tabIndex = row === this.at[0] && x === this.at[1] ? 0 : -1;
          cell.onclick = () => this.shoot(row, x);
        }
        if (heat && mark === ".") {
          cell.style.background = `color-mix(in srgb, #e4572e ${Math.round(100 * heat[row][x])}%, transparent)`;
          cell.dataset.heat = heat[row][x];
        }
        line.append(cell);
      });
      made.push(line);
    });
    grid.replaceChildren(...made);
  }
}
