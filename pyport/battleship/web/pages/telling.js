// @ts-check
// What happened in a recorded game, in words: read off the screen, as somebody who watches would.
/** @typedef {{at: string, changes: [number, string][], cursor: number[]}} Step */
/** @typedef {{steps: Step[]}} Game */
/** @type {Record<number, string>} */
const SHIPS = {65: "Aircraft Carrier", 67: "Cruiser", 66: "Battleship", 83: "Submarine"};
const WATER = 32, SHOT = 88, WIDTH = 32, YOURS = 2, COMPUTERS = 20, SIDE = 10;

/** The sentence of each step: what has happened since the wait for a key before it. @param {Game} game @returns {string[]} */
export function told({steps}) {
  const cells = new Uint8Array(24 * WIDTH).fill(WATER);
  let before = cells.slice(), waited = false, said = "The ships are being placed.";
  return steps.map(({at, changes, cursor}) => {
    for (const [offset, text] of changes) for (let i = 0; i < text.length; i++) cells[offset + i] = text.charCodeAt(i);
    if (at === "draw") return waited ? "The computer thinks." : said;
    said = waited ? since(before, cells) || `The cursor is at ${square(cursor[0] - COMPUTERS, cursor[1])}.` : "All ships are placed. You shoot first.";
    const line = String.fromCharCode(...cells.slice(14 * WIDTH, 15 * WIDTH)).replaceAll("*", "").trim();
    if (at === "end" && line) said += ` ${line}`;
    before = cells.slice(); waited = true;
    return said;
  });
}
/** @param {Uint8Array} before @param {Uint8Array} cells */
function since(before, cells) {
  const found = [], crossed = [];
  for (let y = 1; y <= SIDE; y++) for (let x = 0; x < SIDE; x++) {
    const own = y * WIDTH + YOURS + x, other = y * WIDTH + COMPUTERS + x;
    if (before[other] !== cells[other]) found.push(`You shoot at ${square(x, y)}: ${SHIPS[cells[other]] ? `a hit, ${SHIPS[cells[other]]}` : "water"}.`);
    if (before[own] !== cells[own] && cells[own] === SHOT) crossed.push({name: square(x, y), ship: SHIPS[before[own]]});
  }
  const hit = crossed.find(({ship}) => ship);
  if (crossed.length === 1) found.push(`The computer shoots at ${crossed[0].name}: ${hit ? `a hit, ${hit.ship}` : "water"}.`);
  else if (hit) found.push(`The computer sinks a ship at ${hit.name} (${hit.ship}) and marks the squares around it.`);
  return found.join(" ");
}
/** @param {number} x @param {number} y */
const square = (x, y) => `${"ABCDEFGHIJ"[x] ?? "?"}${y}`;
