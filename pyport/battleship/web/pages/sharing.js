// A program in the fragment of an address, which no server sees: deflated, in base64 for addresses.
const whole = stream => new Response(stream).arrayBuffer();
export async function packed(text) {
  const bytes = new Uint8Array(await whole(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))));
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  return new TextDecoder("utf-8", {fatal: true}).decode(await whole(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))));
}
// The disk as an address of WebMSX, which unpacks what is gzipped.
export async function webMsx(disk) {
  const bytes = new Uint8Array(await whole(new Blob([disk]).stream().pipeThrough(new CompressionStream("gzip"))));
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
  return `https://webmsx.org/?MACHINE=MSX2E&DISKA_URL=${encodeURIComponent(`data:application/gzip;base64,${text}`)}`;
}
