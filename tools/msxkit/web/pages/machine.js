// The machine on a page: its worker, its screen on a canvas, its keys, joysticks and sound.
// A page makes `new Machine({canvas, base, entry, pack, snapshot})` and listens to "state", "frame", "loading", "ready" and "broke".

// What the keys of a keyboard are in the machine's matrix.
const NAMES = {ArrowLeft: "LEFT", ArrowRight: "RIGHT", ArrowUp: "UP", ArrowDown: "DOWN", Space: "SPACE", Enter: "RETURN",
  NumpadEnter: "RETURN", Escape: "ESC", Tab: "TAB", Backspace: "BS", Delete: "DEL", Insert: "INS", Home: "HOME", End: "SELECT",
  ShiftLeft: "SHIFT", ShiftRight: "SHIFT", ControlLeft: "CTRL", ControlRight: "CTRL", AltLeft: "GRAPH", CapsLock: "CAPS",
  F1: "F1", F2: "F2", F3: "F3", F4: "F4", F5: "F5"};
export const matrixName = code => NAMES[code] ?? (/^(Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[2] ?? "");
// Keys whose code the machine makes itself; all others type the character that the keyboard says.
const OWN = new Set(Object.values(NAMES));
const BORDER = 8;

export class Machine extends EventTarget {
  constructor({canvas, base, entry, pack, snapshot}) {
    super();
    this.canvas = canvas; this.state = null; this.speed = 1; this.picture = null; this.frames = 0;
    this.waiting = new Map(); this.number = 0; this.held = new Set(); this.pads = new Map(); this.polling = false;
    this.boot = {base, entry, pack, snapshot};
    // A worker that a blob starts follows the page's own content security policy.
    const start = URL.createObjectURL(new Blob([`import ${JSON.stringify(base + "worker.js")};`], {type: "text/javascript"}));
    this.worker = new Worker(start, {type: "module"});
    this.worker.onerror = event => this.tell("broke", event.message || "The worker could not be started.");
    this.worker.onmessage = ({data}) => this.take(data);
    this.keyboard();
    addEventListener("gamepadconnected", () => { if (!this.polling) this.gamepads(); });
  }
  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, {detail})); }
  take(data) {
    // A module worker loses what is sent before its module has run: it says when.
    if (data.hello) return this.worker.postMessage({boot: this.boot});
    if (data.loading) return this.tell("loading", data.loading);
    if (data.ready) return this.tell("ready");
    if (data.picture) { this.picture = data.picture; return this.draw(); }
    if (data.sounds) return this.sound?.play(data.sounds, this.speed);
    if (data.state) { this.state = data.state; return this.tell("state", data.state); }
    const asked = this.waiting.get(data.id);
    if (asked) {
      this.waiting.delete(data.id);
      if ("error" in data) asked.reject(new Error(data.error)); else asked.resolve(data.answer);
    }
    if (data.broke) this.tell("broke", data.error);
  }
  send(message, bytes) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {resolve, reject});
      this.worker.postMessage({id, ...message}, bytes ? [bytes] : []);
    });
  }
  ask(name, options = {}) { return this.send({command: {do: name, ...options}}); }
  load(name, bytes) { return this.send({load: name, bytes}, bytes); }
  file(kind) { return this.send({file: kind}); }
  // Speed 1 is the machine's own; null is as fast as it goes.
  setSpeed(speed) { this.speed = speed; this.worker.postMessage({speed}); }

  draw() {
    const {width, height, pixels, palette, border} = this.picture, fine = width > 256 ? 2 : 1;
    const canvas = this.canvas, wide = width + 2 * BORDER * fine, high = height + 2 * BORDER;
    if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
    const context = canvas.getContext("2d"), image = context.createImageData(wide, high), out = new Uint32Array(image.data.buffer);
    const colours = new Uint32Array(palette.length / 3);
    for (let i = 0; i < colours.length; i++)
      colours[i] = 0xff000000 | palette[3 * i + 2] << 16 | palette[3 * i + 1] << 8 | palette[3 * i];
    out.fill(colours[border[0]]);
    if (border[1] !== border[0]) for (let i = 1; i < out.length; i += 2) out[i] = colours[border[1]];
    for (let y = 0, from = 0; y < height; y++)
      for (let x = 0, to = (y + BORDER) * wide + BORDER * fine; x < width; x++) out[to++] = colours[pixels[from++]];
    context.putImageData(image, 0, 0);
    this.frames++;
    this.tell("frame");
  }

  keyboard() {
    this.canvas.addEventListener("keydown", event => {
      if (event.metaKey || (event.ctrlKey && event.altKey) || event.key === "Tab") return;
      if (event.ctrlKey && (event.code === "KeyC" || event.code === "Pause")) { event.preventDefault(); this.ask("stop"); return; }
      const name = matrixName(event.code);
      if (!name && event.key.length !== 1) return;
      event.preventDefault(); this.held.add(event.code);
      this.press(name, true, OWN.has(name) || event.ctrlKey || event.key.length !== 1 ? "" : event.key, event.repeat);
    });
    this.canvas.addEventListener("keyup", event => {
      if (this.held.delete(event.code)) { event.preventDefault(); this.press(matrixName(event.code), false); }
    });
    this.canvas.addEventListener("blur", () => {
      for (const code of this.held) this.press(matrixName(code), false);
      this.held.clear();
    });
  }
  press(name, down, text = "", repeated = false) {
    this.sound?.resume();
    return this.ask("key", {name, down, text, repeated}).catch(() => {});
  }

  // Standard gamepads: the stick or the cross, and the first two buttons. The first one is joystick 1.
  // They do not say when something is pressed; while there is none, nobody asks.
  gamepads() {
    const pads = [...navigator.getGamepads()].filter(Boolean);
    this.polling = pads.length > 0;
    pads.slice(0, 2).forEach((pad, index) => {
      const button = n => Boolean(pad.buttons[n]?.pressed), [x = 0, y = 0] = pad.axes;
      const bits = (button(12) || y < -.5) | (button(13) || y > .5) << 1 | (button(14) || x < -.5) << 2 | (button(15) || x > .5) << 3
        | button(0) << 4 | button(1) << 5;
      const was = this.pads.get(index) ?? 0;
      if (bits === was) return;
      this.pads.set(index, bits);
      this.ask("joystick", {number: index + 1, pressed: bits});
      // Programs that know only the keyboard can be played too: the first one is also the cursor keys and the space bar.
      if (index === 0) ["UP", "DOWN", "LEFT", "RIGHT", "SPACE"].forEach((name, bit) => {
        if ((bits ^ was) >> bit & 1) this.press(name, Boolean(bits >> bit & 1));
      });
    });
    if (this.polling) requestAnimationFrame(() => this.gamepads());
  }
}

// The sound chip, in an audio worklet. It is made when somebody wants to hear it: browsers want a click first.
export class Sound {
  static async make(base) {
    const sound = new Sound();
    sound.context = new AudioContext({latencyHint: "interactive"});
    await sound.context.audioWorklet.addModule(`${base}psg.js`);
    sound.node = new AudioWorkletNode(sound.context, "psg", {outputChannelCount: [1]});
    sound.node.connect(sound.context.destination);
    sound.resume();
    return sound;
  }
  resume() { if (this.context.state === "suspended" && !this.muted) this.context.resume(); }
  play(changes, speed) { if (!this.muted) this.node.port.postMessage({changes, speed: speed ?? 0}); }
  mute(on) {
    this.muted = on;
    this.node.port.postMessage({silence: true});
    if (on) this.context.suspend(); else this.resume();
  }
}
