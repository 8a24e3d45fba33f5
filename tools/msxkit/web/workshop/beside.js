// The compiled program beside the interpreted one, at the machine's speed.
import {fit, listen, paint} from "../pages/machine.js";
import {$} from "./page.js";
import {base64, bytesOf} from "./programs.js";
import {CLOCK, Rom} from "./rom.js";

/** Seconds that a busy browser may be behind, and milliseconds between two sentences. */
const DEBT = 0.1, TOLD = 1000;

export class Beside {
  /** @param {import("../pages/machine.js").Machine} machine */
  constructor(machine) {
    this.machine = machine; this.canvas = $("beside-screen", HTMLCanvasElement);
    /** @type {Rom | null} */ this.rom = null;
    /** @type {import("../pages/machine.js").Picture | null} */ this.picture = null;
    this.before = this.told = this.shown = 0; this.asks = false;
    listen(this.canvas, (name, down, text) => this.rom?.press(name, down, text ?? ""), () => {});
    new ResizeObserver(() => fit(this.canvas, this.picture)).observe($("beside"));
  }
  get isOpen() { return !$("beside").hidden; }
  /** The program that the machine has, compiled. @returns {Promise<import("./rom.js").Cartridge>} */
  async compile() {
    $("status").textContent = "Compiling ...";
    return this.machine.ask("compiled").catch(error => { this.end(); throw error; });
  }
  /** @param {import("./rom.js").Cartridge} cartridge */
  start(cartridge) {
    const runs = this.rom !== null;
    this.rom = new Rom(cartridge); this.shown = this.told = 0; this.before = performance.now();
    if (!runs) requestAnimationFrame(now => this.frame(now));
  }
  end() { this.rom = null; this.open(false); }
  /** @param {boolean} on */
  open(on) { $("beside").hidden = $("beside-told").hidden = !on; $("compiled").setAttribute("aria-pressed", String(on)); }
  /** @param {number} now */
  frame(now) {
    const {rom} = this;
    if (!rom) return;
    rom.run(rom.tStateCount + Math.min(Math.max(now - this.before, 0) / 1000, DEBT) * CLOCK);
    this.before = Math.max(now, this.before);
    if (rom.changes !== this.shown && !this.asks) this.show(rom);
    if (now - this.told > TOLD) { this.told = now; this.tell(rom); }
    requestAnimationFrame(next => this.frame(next));
  }
  /** @param {Rom} rom */
  async show(rom) {
    this.asks = true;
    try {
      const changes = rom.changes, {pixels, palette, ...found} = await this.machine.ask("seen", {vram: base64(rom.vram), registers: [...rom.registers]});
      if (rom !== this.rom) return;
      this.shown = changes; rom.sprites = found.status;
      const picture = this.picture = {...found, pixels: bytesOf(pixels), palette: bytesOf(palette)};
      paint(this.canvas, picture);
    } finally { this.asks = false; }
  }
  /** @param {Rom} rom */
  tell({ended, tStateCount, cartridge}) {
    const text = `Compiled (${cartridge.size / 1024} KB), on an MSX1 without sound and disk: ${ended ? "at its end" : "running"} after ${(tStateCount / CLOCK).toFixed(0)} s`;
    if ($("beside-told").textContent !== text) $("beside-told").textContent = text;
  }
}
