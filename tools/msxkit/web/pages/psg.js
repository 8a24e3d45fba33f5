// @ts-check
// The AY-3-8910 of an MSX: three tones, noise, envelope, a logarithmic volume (data manual, General Instrument 1979).
const CLOCK = 3579545 / 2 / 8;   // tone counters run at an eighth of the chip's clock
const LEVELS = Float32Array.from({length: 16}, (_, level) => level ? 0.28 * 2 ** ((level - 15) / 2) : 0);
const MASKS = [255, 15, 255, 15, 255, 15, 31, 255, 31, 31, 31, 255, 255, 15];
// Seconds that changes are heard later, so that slices of the machine that come late are still in order.
const DELAY = 0.05, TOLERANCE = 0.3;

class Psg extends AudioWorkletProcessor {
  constructor() {
    super();
    this.registers = new Uint8Array(14); this.registers[7] = 0xbf;
    this.counters = [0, 0, 0]; this.tones = [0, 0, 0];
    this.noiseCounter = 0; this.noise = 1;
    this.envelopeCounter = 0; this.envelope = 0; this.up = false; this.holding = true;
    /** @type {[number, number, number][]} */ this.due = [];
    /** @type {number | null} */ this.offset = null; this.rest = 0; this.level = 0;
    this.port.onmessage = (/** @type {MessageEvent<{silence: true} | {silence?: undefined, speed: number, changes: [number, number, number][]}>} */ {data}) => {
      if (data.silence) { this.due.length = 0; this.registers.fill(0, 8, 11); this.offset = null; return; }
      if (!data.speed) {   // as fast as it goes: what is played now
        for (const [, register, value] of this.due.splice(0)) this.write(register, value);
        for (const [, register, value] of data.changes) this.write(register, value);
        return;
      }
      // Music that plays on behind the program's end comes at once; only its beginning says what time it is.
      const begins = data.changes[0][0] / data.speed;
      if (this.offset === null || Math.abs(begins + this.offset - currentTime - DELAY) > TOLERANCE) {
        // Another run, or one that was away: what was to come later does not come any more.
        for (const [at, register, value] of this.due.splice(0)) if (at < currentTime + TOLERANCE) this.write(register, value);
        this.offset = currentTime + DELAY - begins;
      }
      for (const [at, register, value] of data.changes) this.due.push([at / data.speed + this.offset, register, value]);
    };
  }
  /** @param {number} register @param {number} value */
  write(register, value) {
    value &= MASKS[register];
    this.registers[register] = value;
    if (register !== 13) return;
    this.envelopeCounter = 0; this.up = Boolean(value & 4); this.envelope = this.up ? 0 : 15; this.holding = false;
  }
  tick() {
    const r = this.registers;
    for (let c = 0; c < 3; c++)
      if (++this.counters[c] >= Math.max(1, r[2 * c] | r[2 * c + 1] << 8)) { this.counters[c] = 0; this.tones[c] ^= 1; }
    if (++this.noiseCounter >= 2 * Math.max(1, r[6])) {
      this.noiseCounter = 0; this.noise = this.noise >> 1 | ((this.noise ^ this.noise >> 3) & 1) << 16;
    }
    if (!this.holding && ++this.envelopeCounter >= 2 * Math.max(1, r[11] | r[12] << 8)) this.bend(r[13]);
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      const tone = this.tones[c] | r[7] >> c & 1, noise = this.noise & 1 | r[7] >> c + 3 & 1;
      if (tone & noise) sum += LEVELS[r[8 + c] & 16 ? this.envelope : r[8 + c] & 15];
    }
    return sum;
  }
  /** @param {number} shape */
  bend(shape) {
    this.envelopeCounter = 0;
    this.envelope += this.up ? 1 : -1;
    if (this.envelope >= 0 && this.envelope <= 15) return;
    if (!(shape & 8)) { this.envelope = 0; this.holding = true; }
    else if (shape & 1) { this.holding = true; this.envelope = this.up !== Boolean(shape & 2) ? 15 : 0; }
    else { if (shape & 2) this.up = !this.up; this.envelope = this.up ? 0 : 15; }
  }
  /** @param {Float32Array[][]} _ @param {Float32Array[][]} outputs */
  process(_, [[out]]) {
    const steps = CLOCK / sampleRate;
    for (let i = 0; i < out.length; i++) {
      while (this.due.length && this.due[0][0] <= currentTime + i / sampleRate) {
        const [, register, value] = /** @type {[number, number, number]} */ (this.due.shift());
        this.write(register, value);
      }
      let sum = 0, count = 0;
      for (this.rest += steps; this.rest >= 1; this.rest--) { sum += this.tick(); count++; }
      const value = count ? sum / count : 0;
      // Without the constant part, which loudspeakers do not like.
      this.level += (value - this.level) * 0.001;
      out[i] = value - this.level;
    }
    return true;
  }
}
registerProcessor("psg", Psg);
