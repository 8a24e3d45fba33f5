// @ts-check
// The pad and the keyboard of those who have no keys. A key is held as long as the finger is on it.
/** @param {string} id */
const $ = id => /** @type {HTMLElement} */ (document.getElementById(id));

// Rows of the keyboard, and what its second face, behind the key aA, has instead.
const ROWS = ["ESC 1 2 3 4 5 6 7 8 9 0 BS", "Q W E R T Y U I O P - +", "A S D F G H J K L \" : RETURN", "aA Z X C V B N M , . ? $",
  "F1 F2 F3 F4 F5 ( ) = * / STOP", "LEFT UP DOWN RIGHT SPACE"];
/** @type {Record<string, string>} */
const OTHERS = {1: "!", 2: "@", 3: "#", 4: "<", 5: "%", 6: "^", 7: "&", 8: ">", 9: "[", 0: "]", "-": "_", "+": "\\", "\"": "'", ":": ";",
  ",": "~", ".": "|", "?": "`", "(": "{", ")": "}"};
/** @type {Record<string, string>} */
const SIGNS = {BS: "\u232b", RETURN: "\u23ce", SPACE: "space", LEFT: "\u25c0", UP: "\u25b2", DOWN: "\u25bc", RIGHT: "\u25b6"};
const WIDE = new Set(["ESC", "BS", "RETURN", "aA", "STOP"]);

export class Touch {
  /** @param {import("./machine.js").Machine} machine @param {() => unknown} stop what the key STOP does */
  constructor(machine, stop) {
    this.machine = machine;
    /** @type {HTMLElement[]} */ this.faces = [];
    this.offered = false; this.asked = false;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#pad > button"))) this.key(button, () => [button.dataset.key ?? "", ""]);
    for (const cross of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#pad .cross"))) this.cross(cross);
    for (const row of ROWS) {
      const line = document.createElement("div");
      line.append(...row.split(" ").map(name => this.made(name, stop)));
      $("board").append(line);
    }
    $("keys").onclick = () => { this.offered = false; this.show($("board").hidden); };
    // Where fingers are used it comes by itself when a line is asked for, and goes afterwards.
    const fingers = matchMedia("(pointer: coarse)");
    machine.addEventListener("state", () => {
      const asks = machine.state?.asks ?? false;
      if (asks === this.asked) return;
      this.asked = asks;
      if (asks && fingers.matches && $("board").hidden) { this.offered = true; this.show(true); }
      else if (!asks && this.offered) { this.offered = false; this.show(false); }
    });
  }
  /** @param {boolean} on */
  show(on) {
    $("board").hidden = !on; $("keys").setAttribute("aria-pressed", String(on)); document.body.classList.toggle("touch", on);
  }
  /** @param {string} name @param {() => unknown} stop */
  made(name, stop) {
    const button = document.createElement("button");
    button.dataset.type = name; button.textContent = SIGNS[name] ?? name;
    button.setAttribute("aria-label", name);
    button.classList.toggle("wide", WIDE.has(name));
    if (name === "STOP") button.onclick = stop;
    else if (name === "aA") { button.setAttribute("aria-label", "small letters and signs"); button.setAttribute("aria-pressed", "false"); button.onclick = () => this.turn(button); }
    else if (name.length > 1) this.key(button, () => [name, ""]);
    else { this.faces.push(button); this.key(button, () => [/^[A-Z0-9]$/.test(name) ? name : "", button.textContent ?? ""]); }
    return button;
  }
  /** The other face of the keyboard. @param {HTMLElement} button */
  turn(button) {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    for (const each of this.faces) {
      const name = each.dataset.type ?? "";
      each.textContent = on ? OTHERS[name] ?? name.toLowerCase() : name;
      each.setAttribute("aria-label", each.textContent);
    }
  }
  /** The cross: eight directions, and a finger may slide from one to the other. @param {HTMLElement} cross */
  cross(cross) {
    const {machine} = this;
    /** @type {string[]} */ let held = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let repeating;
    const hold = (/** @type {string[]} */ names) => {
      if (names.join() === held.join()) return;
      clearTimeout(repeating);
      for (const name of held) if (!names.includes(name)) machine.press(name, false);
      for (const name of names) if (!held.includes(name)) machine.press(name, true);
      held = names;
      for (const button of /** @type {NodeListOf<HTMLElement>} */ (cross.querySelectorAll("button"))) button.classList.toggle("held", names.includes(button.dataset.key ?? ""));
      const again = () => { for (const name of held) machine.press(name, true, "", true); repeating = setTimeout(again, 60); };
      if (names.length) repeating = setTimeout(again, 780);
    };
    const at = (/** @type {PointerEvent} */ event) => {
      const {left, top, width, height} = cross.getBoundingClientRect();
      const x = (event.clientX - left) / width * 2 - 1, y = (event.clientY - top) / height * 2 - 1;
      const far = Math.hypot(x, y) > .2, wide = Math.tan(Math.PI / 8);
      hold(far ? [...Math.abs(y) > wide * Math.abs(x) ? [y < 0 ? "UP" : "DOWN"] : [], ...Math.abs(x) > wide * Math.abs(y) ? [x < 0 ? "LEFT" : "RIGHT"] : []] : []);
    };
    cross.onpointerdown = event => { event.preventDefault(); cross.setPointerCapture(event.pointerId); at(event); };
    cross.onpointermove = event => { if (cross.hasPointerCapture(event.pointerId)) at(event); };
    cross.onpointerup = cross.onpointercancel = () => hold([]);
    // Without a pointer each of its buttons is a key.
    cross.onclick = event => {
      const name = /** @type {HTMLElement} */ (event.target).dataset.key;
      if (event.detail === 0 && name) { machine.press(name, true); machine.press(name, false); }
    };
  }
  /** @param {HTMLElement} button @param {() => [string, string]} what */
  key(button, what) {
    const {machine} = this;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let repeating;
    /** @type {string | null} */ let down = null;
    const up = () => { clearTimeout(repeating); if (down !== null) machine.press(down, false); down = null; };
    const again = () => { machine.press(...pressed(), true); repeating = setTimeout(again, 60); };
    /** @returns {[string, boolean, string]} */
    const pressed = () => { const [name, text] = what(); down = name; return [name, true, text]; };
    button.onpointerdown = event => {
      event.preventDefault(); button.setPointerCapture(event.pointerId);
      machine.press(...pressed()); repeating = setTimeout(again, 780);
    };
    button.onpointerup = button.onpointercancel = up;
    button.onclick = event => { if (event.detail === 0) { machine.press(...pressed()); up(); } };
  }
}
