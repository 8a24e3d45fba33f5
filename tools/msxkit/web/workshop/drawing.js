// A sprite is drawn, dot by dot, and written into the listing; its pattern comes from there, or from the machine.
import {$, asked} from "./page.js";

/** @typedef {{number: number, pattern: number[], rows: number}} Pattern */
const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7], RGB = ["red", "green", "blue"];

export class Drawing {
  /** @param {import("../pages/machine.js").Machine} machine @param {import("./editor.js").Editor} editor */
  constructor(machine, editor) {
    this.machine = machine; this.editor = editor;
    /** @type {number[][]} */ this.levels = [];
    this.colour = 15; this.pen = false;
    /** Which rows hold the pattern. @type {{text: string, rows: number}} */ this.from = {text: "", rows: 0};
    this.size.onchange = () => this.show(Number(this.number.value), this.pattern);
    const grid = $("dots");
    grid.onpointerdown = event => { const dot = dotAt(event); if (!dot) return; this.pen = !on(dot); set(dot, this.pen); dot.focus(); grid.dataset.held = ""; event.preventDefault(); };
    grid.onpointermove = event => { const dot = "held" in grid.dataset ? dotAt(event) : null; if (dot) set(dot, this.pen); };
    addEventListener("pointerup", () => { delete grid.dataset.held; });
    grid.onclick = event => { if (event.detail === 0) { const dot = dotAt(event); if (dot) set(dot, !on(dot)); } };
    grid.onkeydown = event => {
      const side = this.side, step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side}[event.key], dots = this.dots;
      const next = dots[dots.indexOf(/** @type {HTMLElement} */ (event.target)) + (step ?? NaN)];
      if (next) { event.preventDefault(); this.focus(next); }
    };
    const changed = (/** @type {(row: number, column: number) => [number, number] | null} */ from) => () => {
      const before = this.dots.map(on), side = this.side;
      this.dots.forEach((dot, at) => { const place = from(Math.floor(at / side), at % side); set(dot, place ? before[place[0] * side + place[1]] : false); });
    };
    $("draw-clear").onclick = changed(() => null);
    $("draw-mirror").onclick = changed((row, column) => [row, this.side - 1 - column]);
    $("draw-turn").onclick = changed((row, column) => [this.side - 1 - column, row]);
    $("draw-read").onclick = asked(async () => {
      const row = editor.row, found = /** @type {Pattern} */ (await machine.ask("pattern", {text: editor.text, row, name: editor.modern ? "drawn.dmx" : ""}));
      this.from = {text: editor.rowText(row), rows: found.rows};
      this.size.value = found.pattern.length > 8 ? "16" : "8";
      this.show(found.number, found.pattern);
    });
    for (const form of ["sprite", "data"]) $(`draw-${form}`).onclick = asked(() => this.write(form));
    RGB.forEach(name => { this.level(name).oninput = () => this.mix(); });
    $("colour-write").onclick = () => editor.put([`COLOR=(${[this.colour, ...this.levels[this.colour]]})`], 0);
    this.show(0, []);
  }
  get size() { return $("draw-size", HTMLSelectElement); }
  get number() { return $("draw-number", HTMLInputElement); }
  get side() { return Number(this.size.value); }
  get dots() { return /** @type {HTMLElement[]} */ ([...$("dots").children]); }
  /** @param {string} name */
  level(name) { return $(`level-${name}`, HTMLInputElement); }
  /** The bytes, as SPRITE$ has them: the left half first. */
  get pattern() {
    const {side, dots} = this;
    return Array.from({length: side * side / 8}, (_, byte) => {
      const first = side === 8 ? byte * 8 : byte % 16 * 16 + (byte >> 4) * 8;
      return dots.slice(first, first + 8).reduce((sum, dot) => sum * 2 + Number(on(dot)), 0);
    });
  }
  /** @param {number} number @param {number[]} pattern what there is of it */
  show(number, pattern) {
    const {side} = this;
    this.number.value = String(number); this.number.max = side === 8 ? "255" : "63";
    $("dots").style.setProperty("--side", String(side));
    $("dots").replaceChildren(...Array.from({length: side * side}, (_, at) => {
      const row = Math.floor(at / side), column = at % side, dot = document.createElement("button"), byte = pattern[side === 8 ? row : row + 2 * (column & 8)];
      dot.type = "button"; dot.tabIndex = at ? -1 : 0; dot.setAttribute("aria-label", `row ${row}, column ${column}`);
      set(dot, Boolean((byte ?? 0) >> 7 - column % 8 & 1));
      return dot;
    }));
  }
  /** @param {HTMLElement} dot */
  focus(dot) { for (const other of this.dots) other.tabIndex = -1; dot.tabIndex = 0; dot.focus(); }
  /** @param {string} form */
  async write(form) {
    const {editor} = this, number = Math.max(0, Math.min(Number(this.number.max), Number(this.number.value) || 0));
    const lines = /** @type {string[]} */ (await this.machine.ask("drawn", {number, pattern: this.pattern, form}));
    const same = this.from.rows && editor.rowText(editor.row) === this.from.text;
    const row = editor.put(lines, same ? this.from.rows : 0);
    this.from = {text: editor.rowText(row), rows: lines.length};
  }

  // The palette

  /** @param {number[][]} levels red, green and blue of each colour; none on an MSX1 */
  paint(levels) {
    $("palette").hidden = !levels.length;
    if (!levels.length || JSON.stringify(levels) === JSON.stringify(this.levels)) return;
    this.levels = levels;
    $("colours").replaceChildren(...levels.map((level, colour) => {
      const swatch = document.createElement("button");
      swatch.type = "button"; swatch.textContent = String(colour); swatch.setAttribute("aria-label", `colour ${colour}`);
      swatch.onclick = () => this.choose(colour);
      return swatch;
    }));
    this.choose(this.colour);
  }
  /** @param {number} colour */
  choose(colour) {
    this.colour = colour;
    RGB.forEach((name, at) => { this.level(name).value = String(this.levels[colour][at]); });
    this.mix();
  }
  mix() {
    this.levels[this.colour] = RGB.map(name => LEVELS[Number(this.level(name).value)]);
    [...$("colours").children].forEach((swatch, colour) => {
      const rgb = this.levels[colour].map(level => Math.round(level * 255 / 7)), [red, green, blue] = rgb.map(level => (level / 255) ** 2.2);
      swatch.setAttribute("aria-pressed", String(colour === this.colour));
      /** @type {HTMLElement} */ (swatch).style.backgroundColor = `rgb(${rgb})`;
      /** @type {HTMLElement} */ (swatch).style.color = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
    });
  }
}
/** @param {HTMLElement} dot */
const on = dot => dot.getAttribute("aria-pressed") === "true";
/** @param {HTMLElement} dot @param {boolean} is */
const set = (dot, is) => dot.setAttribute("aria-pressed", String(is));
/** The dot under a pointer. @param {MouseEvent} event @returns {HTMLElement | null} */
const dotAt = event => event.detail === 0 && event.type === "click" ? /** @type {HTMLElement} */ (event.target).closest("#dots button") : /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("#dots button") ?? null);
