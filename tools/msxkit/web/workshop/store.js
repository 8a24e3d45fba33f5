// My programs, kept in this browser. Nothing of them leaves it.

/** @typedef {{key: string, name: string, text: string, files: Record<string, Uint8Array>, main: string, changed: number}} Kept */

const NAME = "msx-basic", TABLE = "programs";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Store {
  constructor() {
    /** Tells the other tabs which program has changed. */
    this.tabs = new BroadcastChannel(NAME);
    /** @type {Promise<IDBDatabase>} */
    this.database = new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE, {keyPath: "key"});
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    this.database.catch(() => {});
    /** When a program was last changed, as far as this visit knows. */
    this.latest = 0;
    this.all().catch(() => {});
  }
  /** When a program is changed now: after all others, also when the clock has been set back. */
  now() { this.latest = Math.max(Date.now(), this.latest + 1); return this.latest; }
  /** @param {IDBTransactionMode} mode */
  async table(mode) { return (await this.database).transaction(TABLE, mode).objectStore(TABLE); }
  /** @param {string} key @returns {Promise<Kept | undefined>} */
  async get(key) { return done((await this.table("readonly")).get(key)); }
  /** Keep a program, unless another tab has kept it since. @param {Kept} program @param {number} [seen] when this tab last did
   * @returns {Promise<boolean>} whether it is kept */
  async put(program, seen = program.changed) {
    try {
      const table = await this.table("readwrite"), found = /** @type {Kept | undefined} */ (await done(table.get(program.key)));
      if (found && found.changed !== seen) return false;
      await done(table.put(program));
      this.tabs.postMessage(program.key);
      return true;
    } catch (error) { throw new Error(`This browser does not keep your program (${/** @type {Error} */ (error).message}): download it before you leave.`); }
  }
  /** @param {string} key */
  async remove(key) {
    await done((await this.table("readwrite")).delete(key));
    this.tabs.postMessage(key);
  }
  /** All programs, the last changed first. @returns {Promise<Kept[]>} */
  async all() {
    const found = /** @type {Kept[]} */ (await done((await this.table("readonly")).getAll()));
    this.latest = Math.max(this.latest, ...found.map(program => program.changed));
    return found.sort((one, other) => other.changed - one.changed);
  }
}

export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => byte.toString(36).padStart(2, "0")).join("");
