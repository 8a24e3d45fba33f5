"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const font = Uint8Array.from(atob(data.font), c => c.charCodeAt(0));
const $ = id => document.getElementById(id);
const node = (tag, text, cls) => { const n = document.createElement(tag); if (text !== undefined) n.textContent = text;
  if (cls) n.className = cls; return n; };
const number = n => n.toLocaleString("en");

// Screens of a game: each step is the one before it with the runs that changed.
const cache = new Map();
function screens(game) {
  if (!cache.has(game.name)) {
    const list = []; let cells = new Uint8Array(768).fill(32);
    for (const step of game.steps) {
      cells = cells.slice();
      for (const [offset, text] of step.changes) for (let i = 0; i < text.length; i++) cells[offset + i] = text.charCodeAt(i);
      list.push(cells);
    }
    cache.clear(); cache.set(game.name, list);
  }
  return cache.get(game.name);
}
function draw(canvas, cells, cursor, waiting, marked) {
  const context = canvas.getContext("2d"), picture = context.createImageData(272, 208), pixels = picture.data;
  const ink = data.palette[15], paper = data.palette[0];
  for (let i = 0; i < pixels.length; i += 4) { pixels.set(paper, i); pixels[i + 3] = 255; }
  cells.forEach((code, offset) => {
    const x = offset % 32, y = offset >> 5, inverse = waiting && cursor[0] === x && cursor[1] === y;
    for (let row = 0; row < 8; row++) {
      const bits = font[code * 8 + row] ^ (inverse ? 255 : 0);
      for (let column = 0; column < 8; column++) if (bits >> (7 - column) & 1)
        pixels.set(ink, 4 * ((8 + y * 8 + row) * 272 + 8 + x * 8 + column));
    }
  });
  context.putImageData(picture, 0, 0);
  context.strokeStyle = `rgb(${data.palette[8]})`; context.lineWidth = 1;
  for (const offset of marked) context.strokeRect(8 + offset % 32 * 8 - .5, 8 + (offset >> 5) * 8 - .5, 9, 9);
}
function figure(title, cls) {
  const f = node("figure"), canvas = node("canvas"); canvas.width = 272; canvas.height = 208;
  canvas.onclick = e => { pause(); go(step + (e.offsetX < canvas.clientWidth / 2 ? -1 : 1)); };
  f.append(node("figcaption", title, cls), canvas); $("screens").append(f); return canvas;
}
let game = data.games[0], step = 0;
const keys = {8: "BS", 13: "RETURN", 27: "ESC", 28: "RIGHT", 29: "LEFT", 30: "UP", 31: "DOWN", 32: "SPACE"};
const keyName = code => keys[code] || (code > 32 && code < 127 ? JSON.stringify(String.fromCharCode(code)) : "code " + code);
function given(index) {
  // What was given to the step before this one.
  if (index === 0) return "";
  const before = game.steps[index - 1], nth = game.steps.slice(0, index).filter(s => s.at === before.at).length - 1;
  return before.at === "draw" ? `after TIME ${game.times[nth]}` : `after ${keyName(game.keys[nth])}`;
}
function show() {
  const now = game.steps[step], cells = screens(game)[step], guilty = [];
  $("caption").textContent = `${game.name}, step ${step} of ${game.steps.length - 1}: ` +
    [given(step), now.line === undefined ? "back at Ok" : `line ${now.line}`, {draw: "about to draw RND(-TIME)",
     key: "waiting for a key", end: "the end"}[now.at], `cursor ${now.cursor.join(", ")}`].filter(Boolean).join(" · ");
  $("screens").replaceChildren();
  draw(figure("recorded on " + (game.machine || "a machine")), cells, now.cursor, now.at === "key", []);
  for (const [name, replay] of Object.entries(game.replays)) {
    const difference = replay.difference;
    if (!difference || step < difference.step) draw(figure(name + ": equal", "good"), cells, now.cursor, now.at === "key", []);
    else if (step > difference.step) figure(`${name}: stopped at step ${difference.step}`, "soft");
    else {
      const other = cells.slice(), marked = [];
      for (const cell of difference.cells || []) { const o = cell.row * 32 + cell.column; other[o] = cell.actual; marked.push(o); }
      const actual = difference.actual, told = [];
      if (actual.at !== now.at) told.push(`event ${actual.at} ${actual.message}`);
      if (actual.line !== null && now.line !== undefined && actual.line !== now.line) told.push(`line ${actual.line}`);
      if (String(actual.cursor) !== String(now.cursor)) told.push(`cursor ${actual.cursor.join(", ")}`);
      if (marked.length) told.push(`${marked.length} cells`);
      const canvas = figure(`${name}: differs in ${told.join("; ")}`, "bad");
      draw(canvas, other, actual.cursor, actual.at === "key", marked);
      if (replay.explanation) canvas.after(node("p", replay.explanation, "why"));
      guilty.push(replay.guilty);
    }
  }
  listing(now.line, guilty);
  $("game").value = game.name; $("slider").max = game.steps.length - 1; $("slider").value = step;
  history.replaceState(null, "", `#${encodeURIComponent(game.name)}/step-${step}`);
}
let listed = null;
function listing(line, guilty) {
  const pre = $("listing"), counts = data.coverage[game.program];
  if (listed !== game.program) {
    listed = game.program; pre.replaceChildren();
    for (const [n, text] of data.programs[game.program] || []) {
      const row = node("span"); row.dataset.line = n;
      // Remarks and DATA are not counted; a line that could have run and did not stands out.
      if (counts) row.append(node("span", String(counts[n] ?? "").padStart(9) + "  ", counts[n] === 0 ? "bad" : "count"));
      row.append(text + "\n"); pre.append(row);
    }
    const ran = Object.values(counts || {});
    $("listing-note").textContent = game.program + (counts ?
      `: how often each line ran in all these games (${ran.filter(n => n > 0).length} of ${ran.length} lines that can run did), and the line` :
      ": the line") + " that the step is in.";
  }
  for (const row of pre.children) {
    row.className = Number(row.dataset.line) === line ? "now" : "";
    row.classList.toggle("guilty", guilty.includes(Number(row.dataset.line)));
  }
  const now = pre.querySelector(".guilty, .now");
  if (now) pre.scrollTop = now.offsetTop - pre.offsetTop - pre.clientHeight / 2;
}
// A play of all steps, some each second, until the end or whatever else is pressed.
let playing = 0;
function pause() { clearInterval(playing); playing = 0; $("play").textContent = "Play"; }
function play() {
  if (playing) return pause();
  if (step === game.steps.length - 1) go(0);
  playing = setInterval(() => { go(step + 1); if (step === game.steps.length - 1) pause(); }, 120);
  $("play").textContent = "Pause";
}
function go(to) { step = Math.max(0, Math.min(game.steps.length - 1, to)); show(); }
function find() {
  const from = data.games.indexOf(game);
  for (let i = 0; i < data.games.length; i++) {
    const candidate = data.games[(from + i) % data.games.length];
    const found = Object.values(candidate.replays).map(r => r.difference).filter(Boolean).map(d => d.step);
    if (found.length && !(i === 0 && found.includes(step))) { game = candidate; go(Math.min(...found)); return true; }
  }
  $("caption").textContent = "No other difference: all replays are equal.";
  return false;
}
function fromAddress() {
  const match = location.hash.match(/^#(.+)\/step-(\d+)$/);
  const named = match && data.games.find(g => match[1] === g.name || match[1] === encodeURIComponent(g.name));
  if (named) { game = named; go(Number(match[2])); } else if (game && !find()) go(somethingToSee());
}
// Where the program first waits for a key: most have drawn what there is to see by then.
function somethingToSee() {
  const key = game.steps.findIndex(s => s.at === "key");
  return key < 0 ? game.steps.length - 1 : key;
}
function summary() {
  const table = $("summary"), head = node("tr");
  for (const [text, cls] of [["backend"], ["equal", "n"], ["compared with"], ["programs"], ["games", "n"], ["steps", "n"],
       ["cells", "n"], ["time", "n"]]) head.append(node("th", text, cls));
  table.append(head);
  for (const b of data.backends) {
    const row = node("tr"); row.append(node("td", b.name));
    if (!b.available) { const td = node("td", b.reason, "soft"); td.colSpan = 7; row.append(td); table.append(row); continue; }
    row.append(node("td", `${b.equal} of ${b.games}`, "n " + (b.equal === b.games ? "good" : "bad")), node("td", b.note),
      node("td", b.programs.join(", ")), node("td", number(b.games), "n"), node("td", number(b.steps), "n"),
      node("td", number(b.cells), "n"), node("td", b.seconds.toFixed(1) + " s", "n"));
    table.append(row);
  }
  const bad = data.backends.filter(b => b.available && b.equal !== b.games);
  if (!data.backends.some(b => b.available)) return;
  $("verdict").textContent = bad.length ? "There are differences." : "All that could be compared is equal.";
  $("verdict").className = bad.length ? "bad" : "good";
}
function maps() {
  for (const section of data.maps) {
    $("extra").append(node("h2", section.title)); const box = node("div", undefined, "maps");
    for (const map of section.maps) {
      const f = node("figure"), table = node("table", undefined, "map"), head = node("tr"); head.append(node("th"));
      const values = map.rows.flat(), free = values.filter(value => map.certain === null || value < map.certain);
      const low = Math.min(...free), top = Math.max(...free); map.columns.forEach(c => head.append(node("th", c))); table.append(head);
      map.rows.forEach((row, y) => { const tr = node("tr"); tr.append(node("th", y + 1));
        for (const value of row) { const td = node("td", map.decimals ? value.toFixed(map.decimals) : value);
          const share = top > low ? Math.max(0, Math.min(1, (value - low) / (top - low))) : 1;
          td.style.background = `color-mix(in srgb, #e4572e ${Math.round(100 * share)}%, transparent)`; tr.append(td); }
        table.append(tr); });
      f.append(node("figcaption", map.title), table); box.append(f);
    }
    $("extra").append(box);
  }
}
// What another script on the page has replayed: results by name of the game, as `battleship verify --json` gives them.
globalThis.replayed = (name, row, results) => {
  for (const g of data.games) if (results[g.name]) g.replays[name] = {difference: results[g.name].difference};
  data.backends = [...data.backends.filter(b => b.name !== row.name), row];
  $("summary").replaceChildren(); summary(); show();
};
summary();
for (const g of data.games) {
  const differs = Object.values(g.replays).some(r => r.difference);
  const option = node("option", `${g.name} · ${g.program} · ${g.style} · ${g.outcome || "left"}${differs ? " · DIFFERENT" : ""}`);
  option.value = g.name; $("game").append(option);
}
maps();
$("game").onchange = e => { pause(); game = data.games.find(g => g.name === e.target.value); go(somethingToSee()); };
$("slider").oninput = e => { pause(); go(Number(e.target.value)); };
$("back").onclick = () => { pause(); go(step - 1); }; $("forth").onclick = () => { pause(); go(step + 1); };
$("find").onclick = () => { pause(); find(); }; $("play").onclick = play;
addEventListener("hashchange", fromAddress);
addEventListener("keydown", e => {
  if (e.target.tagName === "SELECT" || e.ctrlKey || e.metaKey || e.altKey) return;
  const to = {ArrowLeft: step - 1, ArrowRight: step + 1, PageUp: step - 10, PageDown: step + 10, Home: 0, End: 1e9}[e.key];
  if (to !== undefined) { e.preventDefault(); pause(); go(to); } else if (e.key === "d") { pause(); find(); }
  else if (e.key === "p") play();
});
fromAddress();
