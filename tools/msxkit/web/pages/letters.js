// @ts-check
// The letters in which a page shows text: chosen once, kept in this browser. Video memory stays as it is.
const KEPT = "letters";

/** @param {import("./machine.js").Machine} machine @param {HTMLSelectElement} select */
export function chooseLetters(machine, select) {
  const tell = () => machine.ask("letters", {clear: select.value === "clear"}).catch(() => {});
  select.onchange = () => { localStorage.setItem(KEPT, select.value); tell(); };
  if (localStorage.getItem(KEPT) === "clear") { select.value = "clear"; tell(); }
}
