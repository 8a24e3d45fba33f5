// @ts-check
// Keeps the site for times without a network, when the page has come and there is nothing else to do.
const LATER = 3000;   // milliseconds
if ("serviceWorker" in navigator && isSecureContext) addEventListener("load", () => setTimeout(() => {
  navigator.serviceWorker.register(new URL("../sw.js", import.meta.url)).catch(() => {});
}, LATER));
