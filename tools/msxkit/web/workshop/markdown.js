// The little Markdown that explanations are written in: paragraphs, rules, code.

/** @param {string} text */
export function shown(text) {
  const box = document.createElement("div");
  box.className = "about";
  for (const part of text.split(/\n\n/)) {
    if (part === "---") { box.append(document.createElement("hr")); continue; }
    const fenced = /^```\w*\n([^]*?)\n```\n?/.exec(part), rest = fenced ? part.slice(fenced[0].length) : part;
    if (fenced) box.append(element("pre", fenced[1]));
    if (!rest) continue;
    const paragraph = document.createElement("p");
    rest.split("`").forEach((piece, index) => paragraph.append(index % 2 ? element("code", piece) : piece));
    box.append(paragraph);
  }
  return box;
}

/** @param {string} name @param {string} text */
export function element(name, text) { return Object.assign(document.createElement(name), {textContent: text}); }
