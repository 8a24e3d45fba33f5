// What all parts of the page use: its elements, and where mistakes are told.

/** @template {HTMLElement} T @param {string} id @param {new () => T} [kind] @returns {T} */
export function $(id, kind) {
  const found = document.getElementById(id);
  if (!found || kind && !(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (found);
}

/** What went wrong stands until something else is asked for. @param {unknown} error */
export function oops(error) { $("oops").textContent = error instanceof Error ? error.message : String(error); }
export function fine() { $("oops").textContent = ""; }

/** @template {any[]} A @param {(...what: A) => unknown} work @returns {(...what: A) => Promise<void>} */
export const asked = work => async (...what) => { fine(); try { await work(...what); } catch (error) { oops(error); } };

/** @param {string} text @param {() => unknown} work */
export function button(text, work) {
  const made = document.createElement("button");
  made.type = "button"; made.textContent = text; made.onclick = asked(work);
  return made;
}
/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob), link = document.createElement("a");
  link.href = url; link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
