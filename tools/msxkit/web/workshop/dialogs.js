// Questions before something is lost, and for a name.
import {$} from "./page.js";

/** @param {string} question @param {string} yes @returns {Promise<boolean>} */
export async function sure(question, yes) { return await asked(question, yes, null) !== null; }

/** The text that is answered; null for none. @param {string} question @param {string} text @param {string} yes @returns {Promise<string | null>} */
export async function answered(question, text, yes) { return asked(question, yes, text); }

/** @param {string} question @param {string} yes @param {string | null} text @returns {Promise<string | null>} */
function asked(question, yes, text) {
  const dialog = $("asking", HTMLDialogElement), input = $("asking-text", HTMLInputElement);
  $("asking-told").textContent = question; $("asking-yes").textContent = yes;
  input.hidden = text === null; input.value = text ?? "";
  dialog.returnValue = "";
  dialog.showModal();
  if (text !== null) input.select();
  return new Promise(resolve => { dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? input.value : null), {once: true}); });
}
