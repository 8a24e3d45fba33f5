// The colours of a listing. A word is found wherever its letters stand, as the machine finds it: SCORE has an OR.
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from "@codemirror/language";
import {tags} from "@lezer/highlight";
import {WORDS} from "./words.js";

const TAGS = {
  label: tags.labelName, control: tags.controlKeyword, other: tags.keyword, function: tags.standard(tags.function(tags.name)),
  operator: tags.operatorKeyword, name: tags.variableName, number: tags.number, string: tags.string, comment: tags.comment,
  sign: tags.operator,
};
/** Words by their first letter, the longest first. @type {Map<string, string[]>} */
const BY_LETTER = new Map();
for (const word of Object.keys(WORDS).sort((one, other) => other.length - one.length)) {
  const found = BY_LETTER.get(word[0]) ?? [];
  found.push(word);
  BY_LETTER.set(word[0], found);
}
/** Words behind which numbers are those of lines. */
const JUMPS = new Set(["GOTO", "GO TO", "GOSUB", "THEN", "ELSE", "RESTORE", "RESUME", "RETURN", "RUN", "DELETE", "LIST", "RENUM", "AUTO"]);

/** @param {import("@codemirror/language").StringStream} stream */
function wordAt(stream) {
  const rest = stream.string.slice(stream.pos, stream.pos + 9).toUpperCase();
  return BY_LETTER.get(rest[0])?.find(word => rest.startsWith(word));
}

/** Inside of what the stream is: a line's beginning, a remark, DATA, behind a jump. @typedef {{mode: string}} State */

/** @param {import("@codemirror/language").StringStream} stream @param {State} state @returns {string | null} */
function token(stream, state) {
  if (stream.sol()) {
    state.mode = "";
    stream.eatSpace();
    if (stream.match(/^\d+/)) return "label";
  }
  if (state.mode === "remark") { stream.skipToEnd(); return "comment"; }
  if (stream.match(/^"[^"]*"?/)) return "string";
  if (state.mode === "data" && stream.match(/^[^:"]+/)) return "string";
  if (stream.eatSpace()) return null;
  if (stream.eat("'")) { state.mode = "remark"; return "comment"; }
  if (stream.eat(":")) { state.mode = ""; return null; }
  if (stream.match(/^&([HB]?)[0-9A-F]*/i) || stream.match(/^&O[0-7]*/i)) return "number";
  if (stream.match(/^(\d+\.?\d*|\.\d+)([ED][-+]?\d+)?[!#%]?/i)) return state.mode === "jump" ? "label" : "number";
  const word = wordAt(stream);
  if (word) return known(word, stream, state);
  if (stream.match(/^[A-Z]/i)) {
    while (!wordAt(stream) && stream.match(/^[A-Z0-9]/i));
    stream.match(/^[$%!#]/);
    state.mode = "";
    return "name";
  }
  const next = stream.next();
  if (next !== "," && next !== "-") state.mode = "";
  return next && "+-*/^\\=<>?@".includes(next) ? "sign" : null;
}

/** @param {string} word @param {import("@codemirror/language").StringStream} stream @param {State} state */
function known(word, stream, state) {
  stream.pos += word.length;
  if (word === "REM") { state.mode = "remark"; return "comment"; }
  state.mode = word === "DATA" ? "data" : JUMPS.has(word) ? "jump" : "";
  return WORDS[word];
}
WORDS.REM = "comment";
BY_LETTER.get("R")?.push("REM");

/** A modern source: its words are whole, and its labels have names. @param {import("@codemirror/language").StringStream} stream @param {State} state */
function modernToken(stream, state) {
  const begins = stream.sol();
  if (begins) state.mode = "";
  if (stream.eatSpace()) return null;
  if (state.mode === "remark" || state.mode === "data") return token(stream, state);
  if (stream.match(/^##.*/)) return "comment";
  if (stream.match(/^(\{[\w@]*\}|\w+\{|\})/)) return "label";
  const [whole] = /^[A-Za-z_]\w*\$?/.exec(stream.string.slice(stream.pos)) ?? [], word = (whole ?? "").toUpperCase();
  if (WORDS[word]) return known(word, stream, state);
  stream.pos += word.length;
  return word ? OWN.has(word) ? "control" : "name" : begins && stream.match(/^\d+/) ? "number" : token(stream, state);
}
const OWN = new Set(["FUNC", "RET", "EXIT", "ENDIF", "TRUE", "FALSE", "DEFINE", "DECLARE", "INCLUDE", "KEEP"]);
export const modern = StreamLanguage.define({name: "msxmodern", startState: () => /** @type {State} */ ({mode: ""}), token: modernToken, tokenTable: TAGS});

export const basic = StreamLanguage.define({
  name: "msxbasic",
  startState: () => /** @type {State} */ ({mode: ""}),
  token,
  tokenTable: TAGS,
});

// The colours themselves are the page's, for light and dark.
export const colours = syntaxHighlighting(HighlightStyle.define([
  {tag: tags.labelName, color: "var(--code-label)"},
  {tag: tags.controlKeyword, color: "var(--code-control)", fontWeight: "600"},
  {tag: tags.keyword, color: "var(--code-word)", fontWeight: "600"},
  {tag: tags.standard(tags.function(tags.name)), color: "var(--code-function)"},
  {tag: tags.operatorKeyword, color: "var(--code-word)"},
  {tag: tags.number, color: "var(--code-number)"},
  {tag: tags.string, color: "var(--code-string)"},
  {tag: tags.comment, color: "var(--code-remark)", fontStyle: "italic"},
]));
