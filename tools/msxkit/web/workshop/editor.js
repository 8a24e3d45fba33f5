// The editor of the listing: CodeMirror with the line numbers, breakpoints and keys of BASIC.
import {closeCompletion, completionKeymap} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap, invertedEffects, isolateHistory} from "@codemirror/commands";
import {lintGutter, lintKeymap} from "@codemirror/lint";
import {highlightSelectionMatches, openSearchPanel, searchKeymap} from "@codemirror/search";
import {Compartment, EditorSelection, EditorState, RangeSet, StateEffect, StateField, Text, Transaction} from "@codemirror/state";
import {Decoration, EditorView, GutterMarker, WidgetType, drawSelection, dropCursor, gutter, highlightActiveLine, keymap, lineNumbers} from "@codemirror/view";
import {basic, colours, modern} from "./grammar.js";

/** Which program the text is: undoing the opening of another one brings back the one before. */
export const opens = /** @type {import("@codemirror/state").StateEffectType<string>} */ (StateEffect.define());
/** The same text belongs to another program: the copy of an example that is changed. */
const moves = /** @type {import("@codemirror/state").StateEffectType<string>} */ (StateEffect.define());
const program = StateField.define({
  create: () => "",
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(opens) || effect.is(moves)) value = effect.value;
    return value;
  },
});
const remembers = invertedEffects.of(transaction =>
  transaction.effects.filter(effect => effect.is(opens)).map(() => opens.of(transaction.startState.field(program))));

// Breakpoints: marks in the margin that move with their rows.
class Dot extends GutterMarker {
  /** @param {string} condition an expression; empty for none */
  constructor(condition) { super(); this.condition = condition; }
  toDOM() { const dot = document.createElement("span"); dot.className = "dot"; dot.textContent = this.condition ? "◆" : "●"; dot.title = this.condition; return dot; }
}
const DOT = new Dot("");
const toggles = /** @type {import("@codemirror/state").StateEffectType<{from: number, on: boolean, condition?: string}>} */ (
  StateEffect.define({map: (value, changes) => ({...value, from: changes.mapPos(value.from)})}));
const breaks = StateField.define({
  create: () => /** @type {RangeSet<Dot>} */ (RangeSet.empty),
  update(value, transaction) {
    value = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(opens)) value = RangeSet.empty;
      if (effect.is(toggles)) {
        const {from, on, condition} = effect.value;
        value = value.update({filter: place => place !== from, add: on ? [(condition ? new Dot(condition) : DOT).range(from)] : []});
      }
    }
    return value;
  },
});

/** Break at the line that begins there, or not any more. @param {EditorView} view @param {number} from */
function toggle(view, from) {
  view.dispatch({effects: toggles.of({from, on: !dotAt(view, from)})});
  return true;
}
/** The mark of the line that begins there. @param {EditorView} view @param {number} from */
function dotAt(view, from) {
  const at = view.state.field(breaks).iter(from);
  return at.from === from ? at.value : null;
}
/** Where the line of the caret begins. @param {EditorView} view */
const caretLine = view => view.state.doc.lineAt(view.state.selection.main.head).from;

// The line that runs, or that an error has stopped.
const stands = /** @type {import("@codemirror/state").StateEffectType<{row: number | null, bad: boolean, part: [number, number] | null}>} */ (StateEffect.define());
const NEXT = Decoration.mark({class: "cm-next"});
const marks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    value = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(stands)) {
      const {row, bad, part} = effect.value;
      if (row === null) { value = Decoration.none; continue; }
      const {to} = transaction.state.doc.lineAt(row), [from, end] = (part ?? [0, 0]).map(column => Math.min(row + column, to));
      value = Decoration.set([Decoration.line({class: bad ? "cm-failed" : "cm-now"}).range(row), ...from < end ? [NEXT.range(from, end)] : []]);
    }
    return value;
  },
  provide: field => EditorView.decorations.from(field),
});

/** Where the row of a program line begins. @param {import("@codemirror/state").Text} doc @param {number} number */
function rowOf(doc, number) {
  let from = 0, found = null;
  for (const text of doc.iterLines()) {
    if (parseInt(text, 10) === number) found = from;
    from += text.length + 1;
  }
  return found;
}

const STEP = 10;
/** @param {string} text */
const numberOf = text => { const found = /^\s*(\d+)/.exec(text); return found ? Number(found[1]) : null; };

// The number that RETURN proposes stands in a row as long as nothing else does; it becomes text with what is typed behind it.
// Somebody who types or pastes a number takes that one.
class Proposal extends WidgetType {
  /** @param {number} number */
  constructor(number) { super(); this.number = number; }
  /** @param {Proposal} other */
  eq(other) { return other.number === this.number; }
  toDOM() { const shown = document.createElement("span"); shown.className = "cm-proposal"; shown.textContent = `${this.number} `; return shown; }
}
const proposes = /** @type {import("@codemirror/state").StateEffectType<number | null>} */ (StateEffect.define());
const proposal = StateField.define({
  create: () => /** @type {{from: number, number: number} | null} */ (null),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(opens)) return null;
    else if (effect.is(proposes)) {
      const line = transaction.state.doc.lineAt(transaction.state.selection.main.head);
      return effect.value === null ? null : {from: line.from, number: effect.value};
    }
    if (!value || !(transaction.docChanged || transaction.selection)) return value;
    const {doc, selection} = transaction.state, line = doc.lineAt(transaction.changes.mapPos(value.from));
    return line.text.trim() || line.number !== doc.lineAt(selection.main.head).number ? null : {...value, from: line.from};
  },
  provide: field => EditorView.decorations.from(field, value =>
    value ? Decoration.set(Decoration.widget({widget: new Proposal(value.number), side: -1}).range(value.from)) : Decoration.none),
});
const numbers = EditorState.transactionFilter.of(transaction => {
  const proposed = transaction.startState.field(proposal);
  if (!proposed || !transaction.docChanged || !transaction.isUserEvent("input") || transaction.isUserEvent("input.open")) return transaction;
  const line = transaction.newDoc.lineAt(transaction.changes.mapPos(proposed.from, -1));
  return /^\s*[^\s\d]/.test(line.text) ? [transaction, {changes: {from: line.from, insert: `${proposed.number} `}, sequential: true}] : transaction;
});

/** What replaces a selection: browsers would keep its look in styles, which the policy of the page forbids.
 * @param {InputEvent} event @param {EditorView} view */
function replaces(event, view) {
  const text = event.inputType === "insertText" ? event.data : event.inputType.startsWith("deleteContent") ? "" : null;
  if (text === null || !event.cancelable || view.composing || view.state.readOnly || view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(text), {scrollIntoView: true, userEvent: text ? "input.type" : "delete.selection"});
  event.preventDefault();
  return true;
}

/** RETURN proposes the number of the next line. @param {EditorView} view */
function enter(view) {
  const {state} = view, {from, to, empty} = state.selection.main, line = state.doc.lineAt(from), number = numberOf(line.text);
  if (state.field(proposal)) {   // a number and nothing else: the program is complete
    view.dispatch({effects: proposes.of(null)});
    return true;
  }
  if (number === null || from === line.from) return false;
  if (empty && /^\s*\d+\s*$/.test(line.text)) {
    view.dispatch({changes: {from: line.from, to: line.to}, userEvent: "input"});
    return true;
  }
  const following = between(state.doc, line.number, number);
  if (following === null) return false;
  const start = to < line.to && /^ /.test(state.sliceDoc(to, to + 1)) ? to + 1 : to, rest = state.sliceDoc(start, line.to);
  // What is carried over to the new line has its number at once.
  const insert = /^\s*[^\s\d]/.test(rest) ? `\n${following} ` : "\n";
  view.dispatch({changes: {from, to: start, insert}, selection: EditorSelection.cursor(from + insert.length), scrollIntoView: true, userEvent: "input.enter",
    effects: insert === "\n" && !rest.trim() ? proposes.of(following) : []});
  return true;
}
/** The number of a new row behind that one; null where there is none left.
 * @param {import("@codemirror/state").Text} doc @param {number} row @param {number} number */
function between(doc, row, number) {
  for (let next = row + 1; next <= doc.lines; next++) {
    const other = numberOf(doc.line(next).text);
    if (other === null) continue;
    if (other > number + STEP) break;
    return other - number > 1 ? number + (other - number >> 1) : null;
  }
  return number + STEP <= 65529 ? number + STEP : null;
}

const look = EditorView.theme({
  "&": {height: "100%", fontSize: "var(--code-size, 14px)", color: "var(--ink)", backgroundColor: "var(--card)"},
  "&.cm-focused": {outline: "none"},
  ".cm-scroller": {fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5"},
  ".cm-content": {caretColor: "var(--ink)", padding: ".4rem 0"},
  ".cm-cursor": {borderLeftColor: "var(--ink)", borderLeftWidth: "2px"},
  ".cm-gutters": {backgroundColor: "var(--card)", border: "0", color: "var(--soft)"},
  ".cm-breaks": {width: "1.4em", cursor: "pointer"},
  ".cm-breaks .cm-gutterElement": {textAlign: "center", color: "var(--bad)"},
  ".cm-breaks .cm-gutterElement:hover": {background: "color-mix(in srgb, var(--bad) 25%, transparent)", borderRadius: "50%"},
  ".cm-activeLine": {backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)"},
  ".cm-activeLineGutter": {backgroundColor: "transparent"},
  ".cm-now": {backgroundColor: "var(--mark)"},
  ".cm-proposal": {color: "var(--soft)"},
  ".cm-next": {outline: "2px solid var(--accent)", borderRadius: "2px"},
  ".cm-failed": {backgroundColor: "color-mix(in srgb, var(--bad) 22%, transparent)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {background: "color-mix(in srgb, var(--accent) 28%, transparent)"},
  ".cm-selectionMatch": {backgroundColor: "color-mix(in srgb, var(--accent) 18%, transparent)"},
  ".cm-tooltip": {backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: ".4rem", boxShadow: "0 4px 16px #0004", maxWidth: "34rem"},
  ".cm-tooltip .about": {padding: ".4rem .7rem", font: "14px/1.45 system-ui, sans-serif", maxHeight: "18rem", overflow: "auto"},
  ".cm-tooltip .about p": {margin: ".3rem 0"},
  ".cm-tooltip .about pre, .cm-tooltip .about code": {font: "13px/1.45 ui-monospace, monospace", margin: ".2rem 0", whiteSpace: "pre-wrap"},
  ".cm-tooltip .about hr": {border: "0", borderTop: "1px solid var(--line)"},
  ".cm-tooltip-autocomplete > ul": {fontFamily: "ui-monospace, monospace", maxHeight: "14em"},
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {background: "var(--accent)", color: "var(--on-accent)"},
  ".cm-completionDetail": {color: "var(--soft)", fontStyle: "normal", marginLeft: "1em"},
  "li[aria-selected] .cm-completionDetail": {color: "inherit"},
  ".cm-panels": {backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--line)"},
  ".cm-panel input, .cm-panel button": {font: "inherit", color: "inherit", background: "var(--card)", border: "1px solid var(--line)", borderRadius: ".3rem", padding: ".15rem .5rem", backgroundImage: "none"},
  ".cm-panel.cm-search label": {fontSize: "inherit"},
  // A triangle: a disc is a breakpoint.
  ".cm-lint-marker": {content: "normal", width: ".8em", height: ".75em", margin: ".35em auto 0", clipPath: "polygon(50% 0, 100% 100%, 0 100%)"},
  ".cm-lint-marker-error": {content: "normal", background: "var(--bad)"},
  ".cm-lint-marker-warning": {content: "normal", background: "var(--warn)"},
  ".cm-diagnostic": {padding: ".3rem .6rem", font: "14px/1.4 system-ui, sans-serif"},
  ".cm-diagnosticAction": {background: "var(--accent)", color: "var(--on-accent)"},
});

/** A breakpoint: its row, from 1, the number of its line, and its condition. @typedef {{row: number, line: number | null, condition: string}} Stop */

export class Editor {
  /** @param {HTMLElement} host @param {{extensions: any[], run: () => void, changed: (text: boolean) => void, rename: () => void, define: () => void,
   *   format: () => void, mend: () => void, breaks: () => void, example?: string}} options */
  constructor(host, options) {
    const root = host.attachShadow({mode: "open"});   // where styles of its own need no leave of the page's policy
    this.wrapping = new Compartment();
    this.readOnly = new Compartment();
    this.dialect = new Compartment();
    /** The breakpoints of each text that was open. @type {Map<string, Stop[]>} */
    this.stops = new Map();
    /** Whether it is a modern source: without line numbers, so that its rows are counted instead. */
    this.modern = false;
    const margin = gutter({
      class: "cm-breaks",
      markers: view => view.state.field(breaks),
      initialSpacer: () => DOT,
      domEventHandlers: {mousedown: (view, block) => toggle(view, block.from)},
    });
    this.view = new EditorView({
      root, parent: root,
      extensions: [
        program, remembers, breaks, marks, proposal, numbers, margin, history(), drawSelection(), dropCursor(), highlightActiveLine(),
        highlightSelectionMatches({minSelectionLength: 2}), lintGutter(), this.dialect.of(basic), colours, look, this.wrapping.of([]), this.readOnly.of([]),
        EditorView.domEventHandlers({beforeinput: replaces}),
        EditorView.contentAttributes.of({"aria-label": "MSX BASIC listing", tabindex: "0", autocapitalize: "off", autocorrect: "off"}),
        keymap.of([
          {key: "Mod-Enter", run: () => { options.run(); return true; }},
          {key: "Enter", run: view => !this.modern && enter(view)},
          {key: "F2", run: () => { options.rename(); return true; }},
          {key: "F12", run: () => { options.define(); return true; }},
          {key: "F9", run: view => toggle(view, caretLine(view))},
          {key: "Mod-.", run: () => { options.mend(); return true; }},
          {key: "Shift-Alt-f", run: () => { options.format(); return true; }},
          ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
        ...options.extensions,
        EditorView.updateListener.of(update => {
          const effects = update.transactions.flatMap(each => [...each.effects]);
          const moved = update.docChanged || effects.some(each => each.is(toggles) || each.is(opens) || each.is(moves));
          if (moved) this.stops.set(this.program, this.ownStops());
          if (update.docChanged || effects.some(each => each.is(opens))) options.changed(update.docChanged);
          if (moved) options.breaks();
        }),
      ],
    });
  }
  /** @param {boolean} on */
  setModern(on) {
    if (on === this.modern) return;
    this.modern = on;
    this.view.dispatch({effects: this.dialect.reconfigure(on ? [lineNumbers(), modern] : basic)});
  }
  /** Where the row of a program line, or that row of a modern source, begins. @param {number | null} line */
  rowOf(line) {
    const {doc} = this.view.state;
    if (line === null) return null;
    return this.modern ? doc.line(Math.min(line, doc.lines)).from : rowOf(doc, line);
  }
  get text() { return this.view.state.doc.toString(); }
  /** The program that the text belongs to: its key in the store, or the name of an example. */
  get program() { return this.view.state.field(program); }
  /** Another program comes in, which can be undone. @param {string} text @param {string} key */
  open(text, key) {
    const {doc} = this.view.state, rows = Text.of(text.split(/\r\n?|\n/)), stops = (this.stops.get(key) ?? []).filter(({row}) => row <= rows.lines);
    this.view.dispatch({
      changes: {from: 0, to: doc.length, insert: rows}, selection: {anchor: 0}, scrollIntoView: true,
      effects: [opens.of(key), ...stops.map(({row, condition}) => toggles.of({from: rows.line(row).from, on: true, condition}))],
      annotations: isolateHistory.of("full"), userEvent: "input.open",
    });
  }
  /** The same text belongs to another program from now on: the copy of an example. @param {string} key */
  become(key) { this.view.dispatch({effects: moves.of(key), annotations: Transaction.addToHistory.of(false)}); }
  /** Put in another text, as one change. @param {string} text */
  write(text) { this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: text}, userEvent: "input"}); }
  /** The row of the caret, from 0. */
  get row() { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number - 1; }
  /** @param {number} row */
  rowText(row) { return this.view.state.doc.line(row + 1).text; }
  /** Write statements, a line each (a row each in a modern source), in place of some rows from the caret on, or behind its row. Return the first row that was written.
   * @param {string[]} statements @param {number} rows */
  put(statements, rows) {
    const blank = !rows && !this.rowText(this.row).replace(/^\s*\d+/, "").trim(), first = rows || blank ? this.row : this.row + 1;
    statements.forEach((statement, at) => {
      const {doc} = this.view.state, row = first + at, replaced = at < (rows || Number(blank));
      const own = replaced ? numberOf(this.rowText(row)) : null, before = row ? numberOf(this.rowText(row - 1)) ?? 0 : 0;
      const number = this.modern ? 0 : own ?? between(doc, row, before), line = doc.line(replaced ? row + 1 : row);
      const head = this.modern ? (/^[ \t]*/.exec(line.text) ?? [""])[0] : `${number} `;
      if (number === null) throw new Error(`There is no line number left behind ${before}: renumber the listing first.`);
      this.view.dispatch({changes: replaced ? {from: line.from, to: line.to, insert: head + statement} : {from: line.to, insert: `\n${head}${statement}`}, userEvent: "input"});
    });
    this.select(first, 0);
    return first;
  }
  /** The breakpoints of the text. */
  ownStops() {
    /** @type {Stop[]} */
    const found = [], {state} = this.view;
    for (const at = state.field(breaks).iter(); at.value; at.next()) {
      const {number: row, text} = state.doc.lineAt(at.from);
      found.push({row, line: numberOf(text), condition: at.value.condition});
    }
    return found;
  }
  /** Break at the line of the caret where that is true. @param {string} condition */
  breakIf(condition) { this.view.dispatch({effects: toggles.of({from: caretLine(this.view), on: true, condition})}); }
  get condition() { return dotAt(this.view, caretLine(this.view))?.condition ?? ""; }
  /** Mark the line that runs, or that failed. @param {number | null} line @param {boolean} [bad]
   * @param {[number, number] | null} [part] the columns of the statement that runs next */
  mark(line, bad = false, part = null) {
    if (this.marked === `${line}${bad}${part}`) return;
    this.marked = `${line}${bad}${part}`;
    const row = this.rowOf(line);
    this.view.dispatch({effects: [stands.of({row, bad, part}), ...row === null ? [] : [EditorView.scrollIntoView(row, {y: "nearest", yMargin: 40})]]});
  }
  /** @param {number} row @param {number} start @param {number} [end] */
  select(row, start, end = start) {
    const line = this.view.state.doc.line(Math.min(row + 1, this.view.state.doc.lines));
    closeCompletion(this.view);
    this.view.dispatch({selection: {anchor: Math.min(line.from + start, line.to), head: Math.min(line.from + end, line.to)}, effects: EditorView.scrollIntoView(line.from, {y: "center"})});
    this.view.focus();
  }
  /** @param {number} line of the program */
  goTo(line) {
    const from = this.rowOf(line);
    if (from !== null) this.select(this.view.state.doc.lineAt(from).number - 1, 0);
  }
  /** @param {boolean} on */
  setReadOnly(on) { this.view.dispatch({effects: this.readOnly.reconfigure(on ? [EditorState.readOnly.of(true)] : [])}); }
  toggleHere() { toggle(this.view, caretLine(this.view)); }
  search() { openSearchPanel(this.view); }
}
