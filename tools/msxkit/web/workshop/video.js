// What video memory holds while the program runs: patterns or pages, and the sprites.
import {painted} from "../pages/machine.js";
import {$} from "./page.js";
import {bytesOf} from "./programs.js";

/** @typedef {{width: number, height: number, pixels: string, palette: string}} Packed */
/** Milliseconds between two looks. */
const PAUSE = 300;

export class Video {
  /** @param {import("../pages/machine.js").Machine} machine @param {import("./drawing.js").Drawing} drawing */
  constructor(machine, drawing) {
    this.machine = machine; this.drawing = drawing; this.seen = "";
    /** @type {{size: number, frame: Packed} | null} */ this.patterns = null;
    addEventListener("tab", () => this.look());
    const canvas = $("sprite-patterns", HTMLCanvasElement);
    canvas.onclick = event => {
      const scale = canvas.width / canvas.clientWidth;
      this.open(Math.floor(event.offsetX * scale), Math.floor(event.offsetY * scale));
    };
  }
  async look() {
    clearTimeout(this.timer);
    const whole = !$("panel-video").hidden;
    if (!whole && $("panel-draw").hidden) return;
    if (this.machine.isReady && !document.hidden) {
      const found = await this.machine.ask(whole ? "video" : "palette"), text = JSON.stringify(found);
      if (text !== this.seen) { this.seen = text; if (whole) this.show(found); else this.drawing.paint(found); }
    }
    this.timer = setTimeout(() => this.look(), PAUSE);
  }
  /** @param {{pages: Packed[], patterns: Packed, size: number, sprites: {plane: number, x: number, y: number, pattern: number, colour: number}[]}} found */
  show({pages, patterns, size, sprites}) {
    this.patterns = {size, frame: patterns};
    draw($("sprite-patterns", HTMLCanvasElement), patterns);
    $("sprites-told").textContent = sprites.map(({plane, x, y, pattern, colour}) => `${plane}: (${x},${y}), colour ${colour}, pattern ${pattern}`).join("\n") || "No sprite is seen.";
    const host = $("pages"), all = /** @type {HTMLCanvasElement[]} */ ([...host.children]);
    while (all.length < pages.length) { const made = document.createElement("canvas"); made.setAttribute("role", "img"); host.append(made); all.push(made); }
    all.slice(pages.length).forEach(canvas => canvas.remove());
    pages.forEach((page, at) => { draw(all[at], page); all[at].setAttribute("aria-label", pages.length > 1 ? `page ${at}` : "patterns"); });
  }
  /** Take a pattern of the machine into the drawing. @param {number} x @param {number} y */
  open(x, y) {
    if (!this.patterns) return;
    const {size, frame} = this.patterns, column = Math.floor(x / size), row = Math.floor(y / size), pixels = bytesOf(frame.pixels);
    const pattern = Array.from({length: size * size / 8}, (_, byte) => {
      const first = (row * size + byte % size) * frame.width + column * size + (byte >= size ? 8 : 0);
      return [...pixels.slice(first, first + 8)].reduce((sum, dot) => sum * 2 + Number(dot !== 0), 0);
    });
    this.drawing.size.value = String(size);
    this.drawing.show(row * (frame.width / size) + column, pattern);
    $("tab-draw").click();
  }
}

/** @param {HTMLCanvasElement} canvas @param {Packed} frame */
function draw(canvas, {width, height, pixels, palette}) {
  const {colours, dots} = painted(bytesOf(pixels), bytesOf(palette));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  const image = context.createImageData(width, height), out = new Uint32Array(image.data.buffer);
  for (let at = 0; at < out.length; at++) out[at] = colours[dots[at]];
  context.putImageData(image, 0, 0);
}
