// @ts-check
// A board on which somebody places a fleet: ships are dragged, clicked to turn them, or moved with keys.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** @param {number} row @param {number} x */
export const squareName = (row, x) => (x >= 26 ? LETTERS[Math.floor(x / 26) - 1] : "") + LETTERS[x % 26] + (row + 1);

/** @typedef {{kind: number, row: number, column: number, vertical: boolean}} Placed */
/** @typedef {{width: number, height: number, vertical: boolean, kinds: {name: string, length: number, symbol: string}[], ships: Placed[]}} Sea */
/** @type {Record<string, number[]>} */
const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

export class Harbour {
  /**
   * @param {HTMLElement} board
   * @param {(ships: Placed[]) => Promise<string>} tried says what is wrong with a fleet, or nothing
   * @param {(wrong: string) => void} judged is told that
   */
  constructor(board, tried, judged) {
    this.board = board; this.tried = tried; this.judged = judged;
    /** @type {Sea | null} */ this.sea = null;
    /** @type {Placed[]} */ this.ships = [];
    this.chosen = 0; this.tries = 0;
  }
  /** @param {Sea} sea */
  open(sea) {
    this.sea = sea; this.ships = sea.ships.map(ship => ({...ship})); this.chosen = 0;
    this.board.style.setProperty("--columns", String(sea.width));
    const made = [];
    for (let x = 0; x < sea.width; x++) made.push(this.at(this.hidden("head", squareName(0, x).slice(0, -1)), -1, x));
    for (let row = 0; row < sea.height; row++) {
      made.push(this.at(this.hidden("head", String(row + 1)), row, -1));
      for (let x = 0; x < sea.width; x++) made.push(this.at(this.hidden("cell", ""), row, x));
    }
    this.board.replaceChildren(...made, ...this.ships.map((_, number) => this.piece(number)));
    this.judge();
  }
  /** @param {string} name @param {string} text */
  hidden(name, text) {
    const found = document.createElement("span");
    found.className = name; found.textContent = text; found.setAttribute("aria-hidden", "true");
    return found;
  }
  /** @template {HTMLElement} T @param {T} element @param {number} row @param {number} column @returns {T} */
  at(element, row, column, high = 1, wide = 1) {
    element.style.gridArea = `${row + 2} / ${column + 2} / span ${high} / span ${wide}`;
    return element;
  }
  /** @param {number} number */
  kind(number) { return /** @type {Sea} */ (this.sea).kinds[this.ships[number].kind]; }
  /** @param {number} number */
  piece(number) {
    const piece = document.createElement("button");
    piece.className = "piece"; piece.dataset.ship = String(number);
    piece.append(...Array.from({length: this.kind(number).length}, () => document.createElement("i")));
    piece.onfocus = () => { this.chosen = number; };
    piece.onkeydown = event => {
      const step = STEPS[event.key], ship = this.ships[number];
      if (step) this.put(number, ship.row + step[0], ship.column + step[1]);
      else if (event.key === "r" || event.key === "R") this.turn(number);
      else return;
      event.preventDefault();
    };
    // A click without a drag turns the ship; so does RETURN, which clicks.
    piece.onclick = event => { if (event.detail === 0) this.turn(number); };
    piece.onpointerdown = event => this.drag(event, piece, number);
    this.lay(piece, number);
    return piece;
  }
  /** @param {PointerEvent} event @param {HTMLElement} piece @param {number} number */
  drag(event, piece, number) {
    if (event.button !== 0) return;
    event.preventDefault(); piece.focus({preventScroll: true}); piece.setPointerCapture(event.pointerId);
    const from = this.square(event), {row, column} = this.ships[number];
    let moved = false;
    piece.classList.add("dragged");
    piece.onpointermove = later => {
      const [down, right] = this.square(later).map((value, index) => value - from[index]);
      if (!moved && !down && !right) return;
      moved = true;
      this.put(number, row + down, column + right);
    };
    piece.onpointerup = piece.onpointercancel = later => {
      piece.onpointermove = piece.onpointerup = piece.onpointercancel = null;
      piece.classList.remove("dragged");
      if (!moved && later.type === "pointerup") this.turn(number);
    };
  }
  /** The row and column under a pointer. @param {PointerEvent} event */
  square(event) {
    const cell = /** @type {HTMLElement} */ (this.board.querySelector(".cell")).getBoundingClientRect(), gap = 2;
    return [Math.floor((event.clientY - cell.top) / (cell.height + gap)), Math.floor((event.clientX - cell.left) / (cell.width + gap))];
  }
  /** Turn a ship, the chosen one unless another is named; it stays on the board. @param {number} [number] */
  turn(number = this.chosen) {
    if (!this.sea?.vertical) return;
    const ship = this.ships[number];
    ship.vertical = !ship.vertical && this.kind(number).length > 1;
    this.put(number, ship.row, ship.column);
  }
  /** @param {number} number @param {number} row @param {number} column */
  put(number, row, column) {
    const sea = /** @type {Sea} */ (this.sea), ship = this.ships[number], {length} = this.kind(number);
    const was = `${ship.row},${ship.column}`;
    ship.row = Math.max(0, Math.min(sea.height - (ship.vertical ? length : 1), row));
    ship.column = Math.max(0, Math.min(sea.width - (ship.vertical ? 1 : length), column));
    this.lay(/** @type {HTMLElement} */ (this.board.querySelector(`[data-ship="${number}"]`)), number);
    if (was !== `${ship.row},${ship.column}` || row === ship.row) this.judge();
  }
  /** @param {HTMLElement} piece @param {number} number */
  lay(piece, number) {
    const {row, column, vertical} = this.ships[number], {name, length} = this.kind(number);
    this.at(piece, row, column, vertical ? length : 1, vertical ? 1 : length);
    piece.classList.toggle("down", vertical);
    piece.setAttribute("aria-label", `${name} at ${squareName(row, column)}, ${vertical ? "down" : "across"}, ${length} ${length === 1 ? "square" : "squares"}`);
  }
  // The last answer counts: ships are moved faster than fleets are judged.
  async judge() {
    const number = ++this.tries, wrong = await this.tried(this.ships);
    if (number !== this.tries) return;
    this.board.classList.toggle("bad-fleet", wrong !== "");
    this.judged(wrong.replace(/^not legal: (.)/, (_, first) => first.toUpperCase()));
  }
}
