// @ts-check
// Python in a worker, and what it is asked. Everything asked before it is there waits its turn.

/** @typedef {{base: string, entry: string}} Boot */

export class Python extends EventTarget {
  /** @param {Boot} boot */
  constructor(boot) {
    super();
    this.number = 0; this.isReady = false;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => { this.begun = resolve; this.failed = reject; });
    this.ready.catch(() => {});
    // A worker that a blob starts follows the page's own content security policy.
    const start = URL.createObjectURL(new Blob([`import {boot} from ${JSON.stringify(`${boot.base}worker.js`)}; boot(${JSON.stringify(boot)});`], {type: "text/javascript"}));
    this.worker = new Worker(start, {type: "module"});
    this.worker.onerror = event => this.broken(event.message || "The worker could not be started.");
    this.worker.onmessage = ({data}) => this.take(data);
  }
  /** @param {string} type @param {any} [detail] */
  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, {detail})); }
  /** @param {string} why */
  broken(why) {
    this.failed?.(new Error(why));
    for (const {reject} of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    this.tell("broke", why);
  }
  /** @param {any} data */
  take(data) {
    if (data.loading) this.tell("loading", data.loading);
    else if (data.ready) { this.isReady = true; this.begun?.(); this.tell("ready"); }
    else if (data.broke) this.broken(data.error);
    else {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) asked?.reject(new Error(data.error)); else asked?.resolve(data.answer);
    }
  }
  /** @param {object} message @param {ArrayBuffer} [bytes] @returns {Promise<any>} */
  async send(message, bytes) {
    if (!this.isReady) await this.ready;
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {resolve, reject});
      this.worker.postMessage({id, ...message}, bytes ? [bytes] : []);
    });
  }
  /** @param {string} name @param {object} [options] @returns {Promise<any>} */
  ask(name, options = {}) { return this.send({command: {do: name, ...options}}); }
}

/** How far the loading is, in words. @param {{done: number, total: number}} size */
export function progress({done, total}) {
  const shown = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  return done < total ? `Loading: ${shown(done)} of ${shown(total)} MB` : "Switching it on ...";
}
