// @ts-check
// The machine on a page: its worker, its screen on a canvas, its keys, joysticks and sound.
// A page makes `new Machine({canvas, base, entry})` and listens to "state", "frame", "loading", "ready" and "broke".
import {Python} from "./python.js";

// What the keys of a keyboard are in the machine's matrix.
/** @type {Record<string, string>} */
const NAMES = {ArrowLeft: "LEFT", ArrowRight: "RIGHT", ArrowUp: "UP", ArrowDown: "DOWN", Space: "SPACE", Enter: "RETURN",
  NumpadEnter: "RETURN", Escape: "ESC", Tab: "TAB", Backspace: "BS", Delete: "DEL", Insert: "INS", Home: "HOME", End: "SELECT",
  ShiftLeft: "SHIFT", ShiftRight: "SHIFT", ControlLeft: "CTRL", ControlRight: "CTRL", AltLeft: "GRAPH", CapsLock: "CAPS",
  F1: "F1", F2: "F2", F3: "F3", F4: "F4", F5: "F5"};
/** @param {string} code */
export const matrixName = code => NAMES[code] ?? (/^(Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[2] ?? "");
// Keys whose code the machine makes itself; all others type the character that the keyboard says.
const OWN = new Set(Object.values(NAMES));
const BORDER = 8;

/** @typedef {{width: number, height: number, pixels: Uint8Array, palette: Uint8Array, border: [number, number]}} Picture */
/** What the machine is at. @typedef {{status: string, line: number | null, row: number | null, file: string, steps: number, mode: number, asks: boolean, seconds: number, message: string,
 *   cells: string, cursor: number[], text: string, why: string, part: [number, number] | null, run: number, disk: number, listed: number}} State */

/** The colours of a frame as a canvas has them, and which of them each dot is. @param {Uint8Array} pixels @param {Uint8Array} palette */
export function painted(pixels, palette) {
  const colours = new Uint32Array(palette.length / 3);
  for (let i = 0; i < colours.length; i++)
    colours[i] = 0xff000000 | palette[3 * i + 2] << 16 | palette[3 * i + 1] << 8 | palette[3 * i];
  return {colours, dots: colours.length > 256 ? new Uint16Array(pixels.slice().buffer) : pixels};
}

export class Machine extends Python {
  /** @param {import("./python.js").Boot & {canvas: HTMLCanvasElement}} options */
  constructor({canvas, ...boot}) {
    super(boot);
    this.canvas = canvas; this.boot = boot; this.frames = 0;
    /** @type {State | null} */ this.state = null;
    /** @type {Picture | null} */ this.picture = null;
    /** @type {number | null} */ this.speed = 1;
    /** @type {Sound | null} */ this.sound = null;
    /** Whether what is heard is the program beside. */ this.hearsOther = false;
    /** @type {Map<number, number>} */ this.pads = new Map();
    listen(canvas, (...key) => this.press(...key), () => this.ask("stop"));
    addEventListener("resize", () => this.fit());
    this.polling = false;
    addEventListener("gamepadconnected", () => { if (!this.polling) this.gamepads(); });
  }
  /** @param {any} data */
  take(data) {
    if (data.picture) { this.picture = data.picture; this.draw(); }
    else if (data.sounds) { if (!this.hearsOther) this.sound?.play(data.sounds, this.speed); }
    else if (data.beside) this.tell("beside", data.beside);
    else if (data.state) { this.state = data.state; this.tell("state", data.state); }
    else super.take(data);
  }
  /** Let the sound be heard, from what the chip holds now on, or not any more. @param {boolean} on */
  async hear(on) {
    this.sound ??= await Sound.make(this.boot.base);
    this.sound.mute(!on);
    if (on && this.state) await this.ask("tune");
    return this.sound;
  }
  /** @param {string} name @param {ArrayBuffer} bytes @param {string} encoding of a file that does not say it itself */
  load(name, bytes, encoding = "auto") { return this.send({load: name, bytes, encoding}, bytes); }
  /** Put a file onto the disk. @param {string} name @param {ArrayBuffer} bytes */
  add(name, bytes) { return this.send({add: name, bytes}, bytes); }
  /** @param {string} kind @param {string} [name] what its author calls the program */
  file(kind, name = "") { return this.send({file: kind, name}); }
  /** Speed 1 is the machine's own; null is as fast as it goes. @param {number | null} speed */
  setSpeed(speed) { this.speed = speed; this.ready.then(() => this.worker.postMessage({speed: this.speed}), () => {}); }

  draw() {
    if (!this.picture) return;
    paint(this.canvas, this.picture);
    this.frames++;
    this.tell("frame");
  }
  fit() { fit(this.canvas, this.picture); }

  /** Keys go to the machine, unless the reader has gone elsewhere meanwhile: `from` had the focus before.
   * @param {Element | null} from */
  focus(from) {
    if ([from, document.body].includes(document.activeElement)) this.canvas.focus({preventScroll: true});
  }
  /** @param {string} name @param {boolean} down @param {string} [text] @param {boolean} [repeated] */
  press(name, down, text = "", repeated = false) {
    this.sound?.resume();
    if (!this.isReady) return Promise.resolve();
    return this.ask("key", {name, down, text, repeated}).catch(() => {});
  }

  // Standard gamepads: the stick or the cross, and the first two buttons. The first one is joystick 1.
  // They do not say when something is pressed; while there is none, nobody asks.
  gamepads() {
    const pads = [...navigator.getGamepads?.() ?? []].filter(pad => pad !== null);
    this.polling = pads.length > 0;
    pads.slice(0, 2).forEach((pad, index) => {
      const button = (/** @type {number} */ n) => Number(pad.buttons[n]?.pressed ?? false), [x = 0, y = 0] = pad.axes;
      const bits = (button(12) || Number(y < -.5)) | (button(13) || Number(y > .5)) << 1 | (button(14) || Number(x < -.5)) << 2 | (button(15) || Number(x > .5)) << 3
        | button(0) << 4 | button(1) << 5;
      const was = this.pads.get(index) ?? 0;
      if (bits === was) return;
      this.pads.set(index, bits);
      if (this.isReady) this.ask("joystick", {number: index + 1, pressed: bits});
      // Programs that know only the keyboard can be played too: the first one is also the cursor keys and the space bar.
      if (index === 0) ["UP", "DOWN", "LEFT", "RIGHT", "SPACE"].forEach((name, bit) => {
        if ((bits ^ was) >> bit & 1) this.press(name, Boolean(bits >> bit & 1));
      });
    });
    if (this.polling) requestAnimationFrame(() => this.gamepads());
  }
}

/** Draw a picture with a border. @param {HTMLCanvasElement} canvas @param {Picture} picture */
export function paint(canvas, picture) {
  const {width, height, pixels, palette, border} = picture, fine = width > 256 ? 2 : 1;
  const wide = width + 2 * BORDER * fine, high = height + 2 * BORDER;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; fit(canvas, picture); }
  const image = context.createImageData(wide, high), out = new Uint32Array(image.data.buffer);
  const {colours, dots} = painted(pixels, palette);
  out.fill(colours[border[0]]);
  if (border[1] !== border[0]) for (let i = 1; i < out.length; i += 2) out[i] = colours[border[1]];
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0, to = (y + BORDER) * wide + BORDER * fine; x < width; x++) out[to++] = colours[dots[from++]];
  context.putImageData(image, 0, 0);
  const frame = canvas.parentElement, [red, green, blue] = palette.slice(3 * border[0], 3 * border[0] + 3);
  // What the picture leaves of its frame is border too.
  if (frame) frame.style.backgroundColor = `rgb(${red} ${green} ${blue})`;
}
/** Make each dot of a picture as many whole dots of the display as there is room for in a frame that says that it wants this.
 * @param {HTMLCanvasElement} canvas @param {Picture | null} picture */
export function fit(canvas, picture) {
  const frame = canvas.parentElement;
  if (!frame || !("crisp" in frame.dataset) || !frame.clientWidth) return;
  const narrow = picture && picture.width > 256 ? canvas.width / 2 : canvas.width, ratio = devicePixelRatio;
  // Text is narrower than the screen that it stands on. Of the canvas's own border a dot must be seen.
  const hidden = 2 * BORDER - 2;
  const room = Math.min(frame.clientWidth * ratio / (Math.max(narrow, 272) - hidden), frame.clientHeight * ratio / (canvas.height - hidden));
  // Half dots are whole ones where a dot is two of them wide.
  const times = room < 1 ? room : Math.floor(room), even = narrow === canvas.width || times % 2 === 0;
  canvas.style.width = `${narrow * times / ratio}px`;
  canvas.style.height = `${canvas.height * times / ratio}px`;
  canvas.style.imageRendering = room < 1 || !even ? "auto" : "";
}
/** Hear the keys of a canvas, while it has the focus.
 * @param {HTMLCanvasElement} canvas @param {(name: string, down: boolean, text?: string, repeated?: boolean) => void} press @param {() => void} stop for CTRL-C */
export function listen(canvas, press, stop) {
  /** @type {Set<string>} */ const held = new Set();
  canvas.addEventListener("keydown", event => {
    if (event.metaKey || (event.ctrlKey && event.code === "KeyV") || (event.ctrlKey && event.altKey) || event.key === "Tab") return;
    if (event.ctrlKey && (event.code === "KeyC" || event.code === "Pause")) { event.preventDefault(); stop(); return; }
    const name = matrixName(event.code);
    if (!name && event.key.length !== 1) return;
    event.preventDefault(); held.add(event.code);
    press(name, true, OWN.has(name) || event.ctrlKey || event.key.length !== 1 ? "" : event.key, event.repeat);
  });
  canvas.addEventListener("keyup", event => {
    if (held.delete(event.code)) { event.preventDefault(); press(matrixName(event.code), false); }
  });
  canvas.addEventListener("blur", () => {
    for (const code of held) press(matrixName(code), false);
    held.clear();
  });
}

// Nine times what the chip makes: a channel at 8, the volume of PLAY, is a ninth of full scale then, and all together reach four times that scale.
const LOUDER = 9, REACH = 4;
// The sound chip, in an audio worklet. It is made when somebody wants to hear it: browsers want a click first.
export class Sound {
  /** @param {string} base */
  constructor(base) {
    this.base = base; this.muted = false; this.level = 0.6;
    this.context = new AudioContext({latencyHint: "interactive"});
    this.volume = new GainNode(this.context, {gain: this.level});
    // Three loud channels are more than a loudspeaker takes: what is above half of full scale is bent below it.
    const bent = (/** @type {number} */ x) => Math.abs(x) < .5 ? x : Math.sign(x) * (.5 + .5 * Math.tanh(2 * Math.abs(x) - 1));
    this.narrow = new GainNode(this.context, {gain: LOUDER / REACH});
    this.bend = new WaveShaperNode(this.context, {curve: Float32Array.from({length: 2049}, (_, place) => bent(REACH * (place / 1024 - 1)))});
    /** @type {AudioWorkletNode | null} */ this.node = null;
  }
  /** @param {string} base */
  static async make(base) {
    const sound = new Sound(base);
    await sound.context.audioWorklet.addModule(`${base}psg.js`);
    sound.node = new AudioWorkletNode(sound.context, "psg", {outputChannelCount: [1]});
    sound.node.connect(sound.narrow).connect(sound.bend).connect(sound.volume).connect(sound.context.destination);
    sound.resume();
    return sound;
  }
  resume() { if (this.context.state === "suspended" && !this.muted) this.context.resume(); }
  /** @param {[number, number, number][]} changes @param {number | null} speed */
  play(changes, speed) { if (!this.muted) this.node?.port.postMessage({changes, speed: speed ?? 0}); }
  /** What is heard, for a film. */
  tracks() {
    const out = this.context.createMediaStreamDestination();
    this.volume.connect(out);
    return out.stream.getAudioTracks();
  }
  /** @param {number} level from 0 to 1 */
  setVolume(level) { this.level = this.volume.gain.value = level; }
  /** @param {boolean} on */
  mute(on) {
    this.muted = on;
    this.node?.port.postMessage({silence: true});
    if (on) this.context.suspend(); else this.resume();
  }
}
