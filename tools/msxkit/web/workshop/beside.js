// The compiled program beside the interpreted one, at the machine's speed.
import {fit, listen, paint} from "../pages/machine.js";
import {$} from "./page.js";

/** @typedef {{picture: import("../pages/machine.js").Picture | null, sounds: [number, number, number][], ended: boolean, seconds: number}} Seen */

export class Beside {
  /** @param {import("../pages/machine.js").Machine} machine */
  constructor(machine) {
    this.machine = machine; this.canvas = $("beside-screen", HTMLCanvasElement);
    /** @type {import("./rom.js").Cartridge | null} */ this.cartridge = null;
    /** @type {import("../pages/machine.js").Picture | null} */ this.picture = null;
    this.frames = 0;
    listen(this.canvas, (name, down, text = "") => this.send({beside: "key", key: [name, down, text]}), () => {});
    new ResizeObserver(() => fit(this.canvas, this.picture)).observe($("beside"));
    machine.addEventListener("beside", event => this.take(/** @type {CustomEvent<Seen>} */ (event).detail));
    // The picture that had the focus last is heard.
    this.canvas.addEventListener("focus", () => { this.hear(true); });
    machine.canvas.addEventListener("focus", () => { this.hear(false); });
  }
  get isOpen() { return !$("beside").hidden; }
  /** @param {object} message */
  send(message) { if (this.cartridge) this.machine.worker.postMessage(message); }
  /** The program that the machine has, compiled. @param {string} machine @returns {Promise<import("./rom.js").Cartridge>} */
  async compile(machine) {
    $("status").textContent = "Compiling ...";
    return this.machine.ask("compiled", {machine}).catch(error => { this.end(); throw error; });
  }
  /** @param {import("./rom.js").Cartridge} cartridge */
  start(cartridge) { this.cartridge = cartridge; this.send({beside: cartridge}); }
  end() {
    this.send({beside: "end"});
    this.cartridge = null;
    this.hear(false); this.open(false);
  }
  /** @param {boolean} on */
  open(on) { $("beside").hidden = $("beside-told").hidden = !on; $("compiled").setAttribute("aria-pressed", String(on)); }
  /** @param {boolean} other */
  hear(other) {
    const {machine} = this;
    if (machine.hearsOther === other) return;
    machine.hearsOther = other;
    if (other) this.send({beside: "tune"}); else if (machine.state) machine.ask("tune").catch(() => {});
  }
  /** @param {Seen} seen */
  take({picture, sounds, ended, seconds}) {
    if (!this.cartridge) return;
    if (picture) { this.picture = picture; this.frames++; paint(this.canvas, picture); }
    if (sounds.length && this.machine.hearsOther) this.machine.sound?.play(sounds, 1);
    const {rom, version, saves} = this.cartridge, size = rom.length * 3 / 4096;
    const text = `Compiled (${size.toFixed(0)} KB), on an MSX${version + 1}${saves ? ", files in its SRAM" : ""}: ${ended ? "at its end" : "running"} after ${seconds.toFixed(0)} s`;
    if ($("beside-told").textContent !== text) $("beside-told").textContent = text;
  }
}
