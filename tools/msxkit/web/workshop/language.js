// What the second worker knows of the listing, as CodeMirror asks it: findings, completion, explanations, changes.
import {autocompletion} from "@codemirror/autocomplete";
import {setDiagnostics} from "@codemirror/lint";
import {StateEffect, StateField} from "@codemirror/state";
import {EditorView, ViewPlugin, hoverTooltip, showTooltip} from "@codemirror/view";
import {Python} from "../pages/python.js";
import {shown} from "./markdown.js";

/** A place in the editor, or in another file. @typedef {[row: number, start: number, end: number, file: string]} Place */
/** @typedef {[row: number, start: number, end: number, text: string, down: number]} Edit */
/** A repair of that version of the text. @typedef {{title: string, edits: Edit[], check: string, message: string, version: number}} Fix */
/** @typedef {{row: number, start: number, end: number, severity: "error" | "warning", check: string, message: string, line: number | null, file: string, fixes?: Fix[]}} Finding */
/** @typedef {{findings: Finding[], more: number, room: string}} Found */

/** Milliseconds without a change before rows, and before the whole of a long listing, are looked at. */
const SOON = 200, LATER = 1500, LONG = 1500;
/** In how many rows repairs are looked for. */
const REPAIRED = 20;

export class Language {
  /** @param {import("../pages/python.js").Boot} boot @param {(found: Found) => void} tell */
  constructor(boot, tell) {
    this.boot = boot; this.tell = tell; this.target = "disk"; this.version = 0; this.name = "";
    /** The other modern sources of the program. @type {Record<string, string>} */ this.files = {};
    /** @type {Python | null} */ this.python = null;
    /** @type {EditorView | null} */ this.view = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    this.opened = false;
  }
  /** Begin, when the machine itself is there: it comes first. */
  begin() {
    if (this.python) return;
    this.python = new Python(this.boot);
    this.python.ready.then(() => this.open(), () => {});
  }
  /** The text has another name, which tells a modern source, or another file beside it. @param {string} name @param {Record<string, string>} files */
  call(name, files) {
    if (name === this.name && JSON.stringify(files) === JSON.stringify(this.files)) return;
    this.name = name; this.files = files; this.version++;
    if (this.opened) this.open();
  }
  open() {
    if (!this.python?.isReady || !this.view) return;
    this.opened = true;
    this.ask("open", {text: this.view.state.doc.toString(), name: this.name, files: this.files}).catch(() => {});
    this.look(0);
  }
  /** @param {string} name @param {object} [options] @returns {Promise<any>} */
  async ask(name, options = {}) {
    if (!this.opened || !this.python) return null;
    return this.python.ask(name, options);
  }
  /** Tell the worker what has changed. @param {import("@codemirror/view").ViewUpdate} update */
  changed(update) {
    this.version++;
    if (!this.opened) return;
    const before = update.startState.doc;
    /** @type {[number, number, number, number, string][]} */
    const changes = [];
    update.changes.iterChanges((from, to, _from, _to, inserted) => {
      const first = before.lineAt(from), last = before.lineAt(to);
      changes.push([first.number - 1, from - first.from, last.number - 1, to - last.from, inserted.toString()]);
    });
    // From the last one on: then the places of those before them still hold.
    this.ask("change", {changes: changes.reverse()}).catch(() => {});
    this.look(SOON);
  }
  /** @param {number} pause */
  look(pause) {
    clearTimeout(this.timer);
    const long = (this.view?.state.doc.lines ?? 0) > LONG;
    this.timer = setTimeout(async () => {
      await this.find(!long);
      if (long) this.timer = setTimeout(() => this.find(true), LATER);
    }, pause);
  }
  /** @param {boolean} whole */
  async find(whole) {
    const version = this.version, view = this.view;
    const found = /** @type {Found | null} */ (await this.ask("find", {target: this.target, whole}));
    if (!found || !view || version !== this.version) return;
    this.show(view, found);
    // The repairs of what cannot be read and of the findings near the caret, as each of them is tried: what is shown waits for none.
    const here = view.state.doc.lineAt(view.state.selection.main.head).number - 1;
    const own = found.findings.filter(({file}) => !file), unread = new Set(own.filter(({check}) => check === "syntax").map(({row}) => row));
    const far = (/** @type {number} */ row) => Math.abs(row - here) + (unread.has(row) ? 0 : view.state.doc.lines);
    const rows = [...new Set(own.map(({row}) => row))].sort((one, other) => far(one) - far(other)).slice(0, REPAIRED);
    let some = false;
    for (const row of rows) {
      const fixes = /** @type {Fix[] | null} */ (await this.ask("fixes", {row}).catch(() => null));
      if (version !== this.version) return;
      for (const finding of own)
        if (finding.row === row) some = Boolean((finding.fixes = (fixes ?? []).filter(fix => fix.check === finding.check && fix.message === finding.message).map(fix => ({...fix, version}))).length) || some;
    }
    if (some) this.show(view, found);
  }
  /** @param {EditorView} view @param {Found} found */
  show(view, found) {
    view.dispatch(setDiagnostics(view.state, found.findings.filter(({file}) => !file).map(({row, start, end, severity, message, check, fixes = []}) => ({
      from: at(view, row, start), to: at(view, row, end), severity, message, source: check,
      actions: fixes.map(fix => ({name: fix.title, apply: () => this.take(view, fix)})),
    }))));
    this.tell(found);
  }
  /** Take a repair, unless the text has changed since. @param {EditorView} view @param {Fix} fix */
  take(view, {edits, version}) { if (version === this.version) apply(view, edits); }
  /** Take the first repair in the row of the caret. @param {EditorView} view */
  async mend(view) {
    const [fix] = await this.ask("fixes", {row: this.where(view).row}) ?? [];
    if (fix) apply(view, fix.edits);
    return Boolean(fix);
  }
  /** @param {EditorView} view @param {number} [place] */
  where(view, place = view.state.selection.main.head) {
    const line = view.state.doc.lineAt(place);
    return {row: line.number - 1, column: place - line.from};
  }
  extensions() {
    return [
      ViewPlugin.define(view => { this.view = view; return {update: update => { if (update.docChanged) this.changed(update); }}; }),
      autocompletion({override: [context => this.complete(context)], icons: false, defaultKeymap: true}),
      hoverTooltip((view, place) => this.hover(view, place), {hoverTime: 400}),
      signatures(this),
    ];
  }
  /** @param {import("@codemirror/autocomplete").CompletionContext} context */
  async complete(context) {
    const view = this.view, typed = context.matchBefore(/[A-Za-z]\w*[$%!#]?|\d+/);
    if (!view || (!typed && !context.explicit) || (typed && !this.name && typed.from === context.state.doc.lineAt(context.pos).from)) return null;
    const found = await this.ask("complete", this.where(view, context.pos));
    if (!found) return null;
    const line = context.state.doc.lineAt(context.pos);
    return {
      from: line.from + found.start,
      options: found.items.map((/** @type {any} */ item) => ({
        label: item.text, displayLabel: item.label, detail: item.detail === item.label ? "" : item.detail, type: item.kind,
        boost: item.kind === "variable" ? 1 : 0, info: item.about ? () => shown(item.about) : undefined,
      })),
      validFor: /^\w*[$%!#]?$/,
    };
  }
  /** @param {EditorView} view @param {number} place */
  async hover(view, place) {
    const found = await this.ask("hover", this.where(view, place)).catch(() => null);
    if (!found) return null;
    const [row, start, end] = found.place;
    return {pos: at(view, row, start), end: at(view, row, end), above: true, create: () => { const dom = document.createElement("div"); dom.append(shown(found.text)); return {dom}; }};
  }
}

/** @param {EditorView} view @param {number} row @param {number} column */
export function at(view, row, column) {
  const line = view.state.doc.line(Math.min(row + 1, view.state.doc.lines));
  return Math.min(line.from + column, line.to);
}

/** @param {EditorView} view @param {Edit[]} edits */
export function apply(view, edits) {
  if (!edits.length) return;
  view.dispatch({changes: edits.map(([row, start, end, insert, down]) => ({from: at(view, row, start), to: at(view, row + down, end), insert})), userEvent: "input.edit"});
}

/** The form of the statement that is being typed, above the caret. @param {Language} language */
function signatures(language) {
  const effect = /** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").Tooltip | null>} */ (StateEffect.define());
  const field = StateField.define({
    create: () => /** @type {import("@codemirror/view").Tooltip | null} */ (null),
    update(value, transaction) {
      for (const each of transaction.effects) if (each.is(effect)) return each.value;
      const stays = transaction.docChanged ? transaction.isUserEvent("input.type") : !transaction.selection;
      return value && stays ? {...value, pos: transaction.changes.mapPos(value.pos)} : null;
    },
    provide: field => showTooltip.from(field),
  });
  let number = 0;
  return [field, EditorView.updateListener.of(update => {
    if (!update.docChanged) return;
    const asked = ++number, view = update.view, place = view.state.selection.main.head;
    const typing = update.transactions.some(each => each.isUserEvent("input.type"));
    const before = view.state.doc.sliceString(Math.max(0, place - 1), place);
    if (!typing || (!view.state.field(field) && !/[ (,]/.test(before))) return;
    language.ask("signature", language.where(view, place)).then(forms => {
      if (asked !== number) return;
      const tooltip = forms?.length ? {pos: place, above: true, create: () => ({dom: form(forms)})} : null;
      if (tooltip || view.state.field(field)) view.dispatch({effects: effect.of(tooltip)});
    }, () => {});
  })];
}

/** @param {{form: string, text: string, parameters: [number, number][], active: number}[]} forms */
function form(forms) {
  const best = forms.find(each => each.active < each.parameters.length) ?? forms[0];
  const box = document.createElement("div"), code = document.createElement("code"), part = best.parameters[best.active];
  box.className = "about";
  if (part) {
    const strong = document.createElement("b");
    strong.textContent = best.form.slice(...part);
    code.append(best.form.slice(0, part[0]), strong, best.form.slice(part[1]));
  } else code.textContent = best.form;
  box.append(code, document.createElement("br"), best.text);
  const outer = document.createElement("div");
  outer.append(box);
  return outer;
}
