// The program in the editor: kept in this browser as it is written, with its disk; and the list of all of them.
import {answered, sure} from "./dialogs.js";
import {$, asked, button, oops} from "./page.js";
import {Store, newKey} from "./store.js";

/** A program that comes with the page has this before its name in its key. */
const EXAMPLE = "example:";
/** What a program is called that nobody has given a name. */
export const UNNAMED = "untitled";
const SOON = 300;

/** Whether a program of that name has labels and long names instead of line numbers. @param {string} name */
export const isModern = name => /\.dmx$/i.test(name);
/** The names of the files that a modern source includes, without folders. @param {string} text */
export const includes = text => [...text.matchAll(/include[ \t]*"([^"]*)"/gi)].map(([, name]) => name.replace(/.*\//, ""));
/** A modern program stays one, unless it gets the name of a listing. @param {string} before @param {string} after */
const renamed = (before, after) => isModern(before) && !/\.(dmx|bas|asc)$/i.test(after) ? `${after}.dmx` : after;

/** @typedef {import("./store.js").Kept} Kept */

export class Programs {
  /** @param {import("./editor.js").Editor} editor @param {import("../pages/machine.js").Machine} machine
   * @param {() => void} named what is in the editor has another name, or other sources beside it */
  constructor(editor, machine, named) {
    this.editor = editor; this.machine = machine; this.named = named; this.store = new Store();
    /** Programs of this visit, so that undoing finds them. @type {Map<string, Kept>} */
    this.known = new Map();
    /** @type {Kept} */
    this.current = this.blank();
    this.known.set(this.current.key, this.current);
    /** The file of the program that is in the editor, a modern source; empty for the program itself. */
    this.inner = "";
    this.editor.become(this.place);
    /** The disk that the machine has. @type {Kept | null} */
    this.given = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    $("name").addEventListener("input", () => { this.own(); this.current.name = renamed(this.current.name, $("name", HTMLInputElement).value); this.named(); this.save(); });
    $("name").addEventListener("change", () => { $("name", HTMLInputElement).value = this.current.name; });
    $("part").onchange = () => this.show($("part", HTMLSelectElement).value);
    $("new-source").onclick = asked(async () => {
      const name = (await answered("Name of the new source:", "", "Make"))?.trim().replace(/(\.dmx)?$/i, ".dmx");
      if (!name) return;
      if (!/^[^/\\:]{1,40}$/.test(name) || name === this.current.name || this.current.files[name]) throw new Error(`${name} is no name for a new file: choose another one.`);
      this.own(); this.current.files[name] = new Uint8Array(); this.given = null;
      this.save(); this.show(name);
    });
    $("programs").onclick = asked(() => this.list());
    $("new").onclick = asked(() => this.open(this.blank(`${UNNAMED}.dmx`), true));
    $("new-listing").onclick = asked(() => this.open(this.blank(), true));
    // Nothing is lost when the reader leaves the page.
    addEventListener("pagehide", () => { this.write().catch(() => {}); });
    addEventListener("visibilitychange", () => { if (document.hidden) this.write().catch(() => {}); });
    addEventListener("beforeunload", event => { if (this.unsaved) event.preventDefault(); });
    addEventListener("popstate", asked(() => this.follow()));
    this.store.tabs.onmessage = ({data}) => { this.elsewhere(data).catch(oops); };
  }
  /** @returns {Kept} */
  blank(name = UNNAMED) { return {key: newKey(), name, text: "", files: {}, main: "", changed: 0}; }

  // What is in the editor

  /** What the editor calls the text in it. */
  get place() { return this.inner ? `${this.current.key}/${this.inner}` : this.current.key; }
  /** The name of the file in the editor. */
  get file() { return this.inner || this.current.name; }
  /** The names of the modern sources beside the program. */
  get sources() { return Object.keys(this.current.files).filter(isModern); }
  /** The modern sources of the program that are not in the editor. */
  get others() {
    const names = ["", ...this.sources].filter(name => name !== this.inner && isModern(name || this.current.name));
    return Object.fromEntries(names.map(name => [name || this.current.name, this.textOf(name)]));
  }
  /** @param {string} part */
  textOf(part) { return part ? new TextDecoder().decode(this.current.files[part]) : this.current.text; }
  /** Give a file of the program another text. @param {string} part @param {string} text */
  put(part, text) {
    this.own();
    if (part) { this.current.files[part] = new TextEncoder().encode(text); this.given = null; }
    else this.current.text = text;
    this.save();
  }
  /** Open another file of the program. @param {string} file its name; empty for the program itself */
  show(file) {
    const part = file === this.current.name ? "" : file;
    if (part === this.inner || part && !this.current.files[part]) return;
    this.inner = part;
    this.editor.open(this.textOf(part), this.place);
    this.filesChanged();
  }
  /** The lines and rows to stop at, each with its condition and its file. @returns {[number, string, string][]} */
  get stops() {
    const modern = isModern(this.current.name);
    return ["", ...modern ? this.sources : []].flatMap(part => (this.editor.stops.get(part ? `${this.current.key}/${part}` : this.current.key) ?? []).flatMap(({row, line, condition}) => {
      const where = modern ? row : line;
      return where === null ? [] : [/** @type {[number, string, string]} */ ([where, condition, part])];
    }));
  }

  // What is opened

  /** @param {Kept} program @param {boolean} [step] whether the browser's back button leads back from it */
  open(program, step = false) {
    this.known.set(program.key, program);
    this.current = program; this.inner = "";
    this.editor.open(program.text, program.key);
    this.turned(step);
  }
  /** The kept program that is the same as that one, if there is one. @param {Kept} program */
  async same({name, text, main, files}) {
    const told = (/** @type {Record<string, Uint8Array>} */ all) => JSON.stringify(Object.entries(all).map(([file, bytes]) => [file, base64(bytes)]));
    const found = (await this.store.all().catch(() => [])).find(each => each.name === name && each.text === text && each.main === main && told(each.files) === told(files));
    return found && (this.known.get(found.key) ?? found);
  }
  /** @param {string} name @param {string} text @param {boolean} [step] */
  example(name, text, step = false) { this.open({...this.blank(), key: EXAMPLE + name, name, text}, step); }

  /** Another program is in the editor. @param {boolean} step */
  turned(step) {
    const {current} = this;
    $("name", HTMLInputElement).value = current.name;
    document.title = `${current.name} - MSX BASIC workshop`;
    const address = new URL(location.href), isExample = current.key.startsWith(EXAMPLE);
    for (const name of ["program", "my"]) address.searchParams.delete(name);
    address.hash = "";
    if (isExample) address.searchParams.set("program", current.name);
    else if (current.changed) address.searchParams.set("my", current.key);
    history[step && history.state?.key !== current.key ? "pushState" : "replaceState"]({key: current.key}, "", address);
    this.told(isExample ? "example" : current.changed ? "kept" : "");
    this.filesChanged();
  }
  /** Back or forward: the program of that address. */
  async follow() {
    await this.write();
    const key = history.state?.key, program = this.known.get(key) ?? await this.store.get(key);
    if (!program) return;
    this.current = program; this.inner = "";
    this.known.set(program.key, program);
    this.editor.open(program.text, program.key);
    $("name", HTMLInputElement).value = program.name;
    this.filesChanged();
  }

  // What changes

  /** The text, or by undoing the program, has changed. @param {boolean} text */
  changed(text) {
    const {editor} = this;
    if (editor.program !== this.place) {
      const [key, part = ""] = editor.program.split("/"), other = this.known.get(key);
      if (!other || part && !other.files[part]) return;
      this.current = other; this.inner = part;
      this.turned(false);
    }
    if (text && editor.text !== this.textOf(this.inner)) this.put(this.inner, editor.text);
  }
  /** What is changed is mine: of an example a copy. */
  own() {
    if (!this.current.key.startsWith(EXAMPLE)) return;
    this.current = {...this.current, key: newKey()};
    this.known.set(this.current.key, this.current);
    const {current} = this;
    // Not within an update of the editor.
    queueMicrotask(() => { if (this.current === current) this.editor.become(this.place); });
    this.moved = current.key;
  }
  get unsaved() { return this.timer !== undefined; }
  save() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write().catch(oops), SOON);
  }
  async write() {
    if (!this.unsaved) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const {current} = this, first = !current.changed;
    if (!current.text.trim() && !Object.keys(current.files).length && first) return;
    const seen = current.changed;
    current.changed = this.store.now();
    if (!await this.store.put({...current}, seen)) return this.part(current);
    if (this.current === current) { if (first) this.turned(false); else this.told("kept"); }
  }
  /** Another tab has changed the same program: what is written here becomes one of its own. @param {Kept} program */
  async part(program) {
    const own = {...program, key: newKey(), name: renamed(program.name, `${program.name.replace(/\.dmx$/i, "")} (2)`)};
    await this.store.put(own);
    this.known.set(own.key, own);
    if (this.current !== program) return;
    this.current = own;
    if (this.given === program) this.given = own;
    this.editor.become(this.place);
    this.turned(false);
    this.told(`Another tab has changed ${program.name} too: this one is kept as ${own.name}`);
  }
  /** Another tab has changed or deleted a program. @param {string} key */
  async elsewhere(key) {
    const {current} = this, found = await this.store.get(key);
    if ($("library", HTMLDialogElement).open) await this.again();
    if (current.key !== key) { Object.assign(this.known.get(key) ?? {}, found); return; }
    // What is being written here is kept beside the other, see `part`.
    if (this.current !== current || this.unsaved) return;
    if (!found) this.told("deleted in another tab");
    else {
      Object.assign(current, found);
      this.given = null;
      if (this.inner && !current.files[this.inner]) this.show("");
      if (this.editor.text !== this.textOf(this.inner)) this.editor.write(this.textOf(this.inner));
      this.turned(false);
      this.told("changed in another tab");
    }
  }
  /** @param {string} text */
  told(text) { if ($("kept").textContent !== text) $("kept").textContent = text; }

  // Its disk

  /** Before the machine works with the program, it gets its disk. */
  async give() {
    if (this.given === this.current) return;
    const files = Object.fromEntries(Object.entries(this.current.files).map(([name, bytes]) => [name, base64(bytes)]));
    await this.machine.ask("give", {files, main: this.current.main});
    this.given = this.current;
  }
  /** What the machine has on its disk now is kept with the program. */
  async takeDisk() {
    const {given} = this;
    if (!given) return;
    const found = /** @type {Record<string, string>} */ (await this.machine.ask("disk"));
    if (this.current !== given) return;
    const entries = Object.entries(given.files), before = entries.filter(([name]) => !isModern(name));
    if (JSON.stringify(before.map(([name, bytes]) => [name, base64(bytes)])) === JSON.stringify(Object.entries(found))) return;
    this.own();
    this.given = this.current;
    this.current.files = Object.fromEntries([...Object.entries(found).map(([name, text]) => [name, bytesOf(text)]), ...entries.filter(([name]) => isModern(name))]);
    this.save();
    this.filesChanged();
  }
  filesChanged() {
    const {files, main} = this.current, names = Object.keys(files), {sources} = this;
    $("part").hidden = !sources.length;
    $("part").replaceChildren(...["", ...sources].map(part => new Option(part || this.current.name, part, false, part === this.inner)));
    this.named();
    $("files-count").textContent = names.length ? String(names.length) : "";
    $("throw").hidden = !names.length;
    $("files").replaceChildren(...names.map(name => {
      const row = document.createElement("tr"), size = files[name].length.toLocaleString("en");
      const cells = [name + (name === main ? " (the program)" : ""), `${size} bytes`, isModern(name) ? button("Edit", () => this.show(name)) : "", button("Download", () => this.fetch(name)), button("Throw away", () => this.throwAway([name]))];
      cells.forEach(cell => { const made = document.createElement("td"); made.append(cell); row.append(made); });
      for (const made of row.querySelectorAll("button")) made.setAttribute("aria-label", `${made.textContent} ${name}`);
      return row;
    }));
  }
  /** @param {string} name */
  async fetch(name) { (await import("./page.js")).download(new Blob([new Uint8Array(this.current.files[name])]), name); }
  /** @param {string[]} names */
  async throwAway(names) {
    if (!await sure(`Throw ${names.length === 1 ? names[0] : `all ${names.length} files`} away? This cannot be undone.`, "Throw away")) return;
    this.own();
    for (const name of names) delete this.current.files[name];
    if (names.includes(this.current.main)) this.current.main = "";
    if (names.includes(this.inner)) { this.inner = ""; this.editor.open(this.current.text, this.place); }
    this.given = null;
    await this.give();
    this.save(); this.filesChanged();
  }

  // The list

  async list() {
    await this.again();
    const library = $("library", HTMLDialogElement);
    if (!library.open) library.showModal();
  }
  /** Fill the list again, without opening it if it has been closed meanwhile. */
  async again() {
    await this.write();
    const mine = await this.store.all().catch(() => []);
    $("mine-none").hidden = mine.length > 0;
    $("mine-list").replaceChildren(...mine.map(program => this.row(program)));
  }
  /** @param {Kept} program */
  row(program) {
    const item = document.createElement("li"), close = () => $("library", HTMLDialogElement).close();
    const lines = program.text.split("\n").filter(row => row.trim()).length;
    const open = button(program.name || "untitled", () => { close(); this.open(this.known.get(program.key) ?? program, true); });
    const about = document.createElement("span");
    about.className = "soft";
    about.textContent = `${lines} lines, ${new Date(program.changed).toLocaleString()}`;
    const rename = button("Rename", async () => {
      const name = await answered("Its name:", program.name, "Rename");
      if (name === null) return;
      const kept = this.known.get(program.key) ?? program;
      kept.name = renamed(kept.name, name);
      await this.store.put({...kept});
      if (this.current === kept) this.turned(false);
      await this.again();
    });
    const remove = button("Delete", async () => {
      if (!await sure(`Delete ${program.name || "untitled"}? This cannot be undone.`, "Delete")) return;
      await this.store.remove(program.key);
      this.known.delete(program.key);
      if (this.current.key === program.key) this.open(this.blank());
      await this.again();
    });
    for (const made of [rename, remove]) made.setAttribute("aria-label", `${made.textContent} ${program.name}`);
    item.append(open, about, rename, remove);
    return item;
  }
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
/** @param {string} text */
export const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
