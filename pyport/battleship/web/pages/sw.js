// @ts-check
// The site without a network. All that a page loads lies in a folder that is named by what is in it: a page of one version never
// gets a file of another. Pages come from the network while there is one, the files of the folder from the cache.
const NAME = "battleship-@VERSION@";
/** @type {string[]} */ const FILES = JSON.parse('@FILES@');
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", event => event.waitUntil((async () => {
  await (await caches.open(NAME)).addAll(FILES);
  await worker.skipWaiting();
})()));
worker.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("battleship-") && name !== NAME) await caches.delete(name);
  await worker.clients.claim();
})()));
worker.addEventListener("fetch", event => {
  const {request} = event, here = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && here) event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});
/** @param {Request} request */
async function page(request) {
  try { return await fetch(request); } catch (error) {
    const address = new URL(request.url);
    if (address.pathname.endsWith("/")) address.pathname += "index.html";
    return await caches.match(address, {ignoreSearch: true}) ?? Promise.reject(error);
  }
}
/** @param {Request} request */
async function file(request) { return await caches.match(request) ?? fetch(request); }
