// @ts-check
// A program in the fragment of an address, which no server sees: deflated, in base64 for addresses.
/** @param {BlobPart} bytes @param {CompressionStream | DecompressionStream} stream @returns {ReadableStream<Uint8Array<ArrayBuffer>>} */
const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);
const MOST = 8e6;   // characters of a listing, or of a disk's files in base64; no MSX has larger ones

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {number} [most] */
async function whole(stream, most = Infinity) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    size += value.length;
    if (size > most) { await reader.cancel(); throw new Error("too long"); }
  }
}
/** @param {Uint8Array} bytes */
const base64 = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));

/** @param {string} text */
export async function packed(text) {
  const bytes = await whole(through(text, new CompressionStream("deflate-raw")));
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
/** @param {string} text */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  return new TextDecoder("utf-8", {fatal: true}).decode(await whole(through(bytes, new DecompressionStream("deflate-raw")), MOST));
}
// The disk as an address of WebMSX, which unpacks what is gzipped.
/** @param {Uint8Array<ArrayBuffer>} disk */
export async function webMsx(disk) {
  const text = base64(await whole(through(disk, new CompressionStream("gzip"))));
  return `https://webmsx.org/?MACHINE=MSX2E&DISKA_URL=${encodeURIComponent(`data:application/gzip;base64,${text}`)}`;
}
