// Two panes with a divider, tabs, and on a phone one pane at a time.
import {$} from "./page.js";

/** @param {() => void} fit what is done when the panes have other sizes */
export function layOut(fit) {
  const divider = $("divider"), main = $("workshop");
  const kept = Number(localStorage.getItem("divider"));
  /** @param {number} percent */
  const divide = percent => {
    const share = Math.max(20, Math.min(80, percent));
    main.style.setProperty("--share", `${share}%`);
    divider.setAttribute("aria-valuenow", String(Math.round(share)));
    localStorage.setItem("divider", String(share));
    fit();
  };
  if (kept) divide(kept);
  divider.onpointerdown = event => {
    divider.setPointerCapture(event.pointerId);
    divider.onpointermove = move => divide(100 * (move.clientX - main.getBoundingClientRect().left) / main.clientWidth);
    divider.onpointerup = divider.onpointercancel = () => { divider.onpointermove = null; };
  };
  divider.onkeydown = event => {
    const step = {ArrowLeft: -2, ArrowRight: 2}[event.key];
    if (step) { event.preventDefault(); divide(Number(divider.getAttribute("aria-valuenow")) + step); }
  };
  divider.ondblclick = () => divide(50);
  new ResizeObserver(fit).observe($("frame"));
  tabs();
}

function tabs() {
  const all = [...document.querySelectorAll("#tabs [role=tab]")].map(tab => /** @type {HTMLElement} */ (tab));
  for (const tab of all) {
    tab.onclick = () => choose(tab.id);
    tab.onkeydown = event => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!step) return;
      event.preventDefault();
      const next = all[(all.indexOf(tab) + step + all.length) % all.length];
      choose(next.id); next.focus();
    };
  }
  /** @param {string} id */
  function choose(id) {
    for (const tab of all) {
      const on = tab.id === id;
      tab.setAttribute("aria-selected", String(on)); tab.tabIndex = on ? 0 : -1;
      $(tab.id.replace("tab-", "panel-")).hidden = !on;
    }
    dispatchEvent(new CustomEvent("tab", {detail: id}));
  }
  // A menu closes when something else is done.
  addEventListener("click", event => {
    for (const menu of document.querySelectorAll("details.menu[open]"))
      if (!menu.contains(/** @type {Node} */ (event.target)) || /** @type {Element} */ (event.target).closest("button")) menu.removeAttribute("open");
  });
  addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) { menu.removeAttribute("open"); menu.querySelector("summary")?.focus(); }
  });
}

/** On a phone: the editor or the screen. @param {"edit" | "play"} what */
export function turn(what) {
  document.body.dataset.shows = what;
  $("to-edit").setAttribute("aria-pressed", String(what === "edit"));
  $("to-play").setAttribute("aria-pressed", String(what === "play"));
}
