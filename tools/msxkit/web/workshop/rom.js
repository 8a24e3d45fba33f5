// A compiled program on a machine: a Z80, its memory, and the ports. What its BIOS and its video chip are, msxkit.web.compiled says.
import {Z80} from "z80-emulator";

/** @typedef {{memory: string, rom: string, windows: Record<string, number>, saves: boolean, version: number, boot: number, stack: number, ended: number, program: number,
 *   keys: Record<string, [number, number]>, codes: Record<string, number[]>}} Cartridge */
/** The video chip: it returns whether it asks for an interrupt, with the T-states of its commands from bit 1 on, or as bit 8 of what is read.
 * @typedef {{write: (pairs: Uint8Array) => number, read: (port: number) => number, end_frame: () => boolean}} Chip */
/** T-states a second and a frame, seconds that a busy browser may be behind, bytes of a bank, and port writes that wait for the chip at most. */
const CLOCK = 3579545, FRAME = CLOCK / 50, DEBT = 0.1, BANK = 0x2000, WAITING = 0x4000;
const PUTPNT = 0xf3f8, NEWKEY = 0xfbe5, KEYBUF = 0xfbf0, QUEUE = 40;
const ENABLE_INTERRUPTS = 0xfb;
/** Left, up, down, right as STICK has them: the sum of x + 1 and 3 times y + 1. */
const DIRECTIONS = [8, 1, 2, 7, 0, 3, 6, 5, 4];
/** @param {string} text */
const bytesOf = text => Uint8Array.from(atob(text), character => character.charCodeAt(0));

export class Rom {
  /** @param {Cartridge} cartridge @param {Chip} chip */
  constructor(cartridge, chip) {
    this.cartridge = cartridge; this.chip = chip;
    const rom = bytesOf(cartridge.rom);
    this.memory = bytesOf(cartridge.memory);
    /** What the machine sees, in pieces of a bank, and the banks of the cartridge. */
    this.pieces = banks(this.memory); this.banks = banks(rom);
    /** What of the cartridge lies in page 2, and whether the machine sees that there; else there is RAM. */
    this.page2 = 0x6000 in cartridge.windows ? [this.banks[0], this.banks[0]] : this.banks.slice(2, 4);
    this.shown = false;
    if (cartridge.saves) this.banks.push(new Uint8Array(BANK));
    this.waiting = new Uint8Array(2 * WAITING); this.count = 0; this.asks = false;
    this.sound = new Uint8Array(16); this.register = 0;
    /** Writes into the sound chip: seconds, register, value. @type {[number, number, number][]} */ this.sounds = [];
    // The first of January 1988 in the clock.
    this.clock = Array.from({length: 4}, () => new Uint8Array(16)); this.clock[0].set([1, 0, 1, 0, 8], 7); this.digit = 0;
    /** T-states so far, and how many of them were waits: an MSX waits for one before it fetches each opcode. */
    this.tStateCount = 0; this.waits = 0;
    this.due = FRAME; this.until = 0;
    this.cpu = new Z80(this);
    this.cpu.regs.pc = cartridge.boot; this.cpu.regs.sp = cartridge.stack;
  }
  get seconds() { return this.tStateCount / CLOCK; }
  get ended() { return this.cpu.regs.pc === this.cartridge.ended; }

  // What the processor sees

  /** @param {number} address */
  readMemory(address) { return this.pieces[address >> 13 & 7][address & 0x1fff]; }
  /** @param {number} address @param {number} value */
  writeMemory(address, value) {
    const number = address >> 13 & 7, piece = this.pieces[number], window = number === 3 && this.cartridge.windows[address & 0xffff];
    if (window) this.choose(window >> 13, this.banks[value % this.banks.length]);
    else if (number >= (this.shown ? 6 : 4) || piece === this.banks[this.banks.length - 1] && this.cartridge.saves) piece[address & 0x1fff] = value;
  }
  /** Show a bank. @param {number} number of the piece @param {Uint8Array} bank */
  choose(number, bank) {
    if (number >= 4) this.page2[number - 4] = bank;
    if (number < 4 || this.shown) this.pieces[number] = bank;
  }
  contendMemory() {}
  contendPort() {}
  /** Tell the chip what was written to its ports. */
  flush() {
    if (!this.count) return;
    const found = this.chip.write(this.waiting.subarray(0, this.count));
    this.count = 0; this.asks = Boolean(found & 1);
    this.tStateCount += found >> 1;
  }
  /** @param {number} port */
  readPort(port) {
    port &= 0xff;
    if (port === 0x98 || port === 0x99) {
      this.flush();
      const found = this.chip.read(port);
      this.asks = found > 0xff;
      return found & 0xff;
    }
    switch (port) {
      case 0xa2: return this.register === 14 ? 0x7f : this.sound[this.register];
      case 0xa8: return 0;
      case 0xb5: return this.block()[this.digit] | 0xf0;
    }
    return 0xff;
  }
  /** @param {number} port @param {number} value */
  writePort(port, value) {
    port &= 0xff;
    if (port >= 0x98 && port < 0x9c) {
      this.waiting[this.count++] = port; this.waiting[this.count++] = value;
      if (this.count === this.waiting.length) this.flush();
      return;
    }
    switch (port) {
      case 0xa0: this.register = value & 15; break;
      case 0xa1: this.sound[this.register] = value; this.hear(this.register); break;
      case 0xb4: this.digit = value & 15; break;
      case 0xb5: this.block()[this.digit] = value & 15; break;
      // ENASLT: page 2 shows the cartridge; STICK and STRIG of the keyboard.
      case 0x20: if (this.cpu.regs.h >= 0x80) { this.shown = true; this.pieces.splice(4, 2, ...this.page2); } break;
      case 0x21: this.cpu.regs.a = value ? 0 : this.stick(); break;
      case 0x22: this.cpu.regs.a = value || this.memory[NEWKEY + 8] & 1 ? 0 : 0xff; break;
    }
  }
  /** The registers that the ports of the clock reach. */
  block() { return this.clock[this.digit < 13 ? this.clock[0][13] & 3 : 0]; }
  /** @param {number} register */
  hear(register) { if (register < 14) this.sounds.push([this.seconds, register, this.sound[register]]); }
  /** Somebody begins to listen. */
  tune() { for (let register = 0; register < 14; register++) this.hear(register); }
  stick() {
    const held = ~this.memory[NEWKEY + 8], bit = (/** @type {number} */ n) => held >> n & 1;
    return DIRECTIONS[bit(7) - bit(4) + 1 + 3 * (bit(6) - bit(5) + 1)];
  }

  // Keys

  /** @param {string} name of the matrix @param {boolean} down @param {string} text what it types */
  press(name, down, text) {
    const [row, bit] = this.cartridge.keys[name] ?? [];
    if (row !== undefined) this.memory[NEWKEY + row] = this.memory[NEWKEY + row] & ~(1 << bit) | (down ? 0 : 1 << bit);
    if (down) for (const code of text ? [text.charCodeAt(0)] : this.cartridge.codes[name] ?? []) this.type(code);
  }
  /** @param {number} code */
  type(code) {
    const put = this.memory[PUTPNT] | this.memory[PUTPNT + 1] << 8, next = put + 1 === KEYBUF + QUEUE ? KEYBUF : put + 1;
    if ((next & 0xff) === this.memory[PUTPNT + 2]) return;   // the queue is full
    this.memory[put] = code;
    this.memory[PUTPNT] = next & 0xff; this.memory[PUTPNT + 1] = next >> 8;
  }

  // Running

  /** Carry out one instruction. */
  step() {
    const {regs} = this.cpu, before = regs.r;
    this.cpu.step();
    const waits = regs.r - before & 0x7f;
    this.tStateCount += waits; this.waits += waits;
  }
  /** Run for that time, with an interrupt at each frame. @param {number} seconds */
  run(seconds) {
    const {regs} = this.cpu;
    this.until = Math.min(this.until + seconds * CLOCK, this.tStateCount + DEBT * CLOCK);
    while (this.tStateCount < this.until && !this.ended) {
      const enabling = this.readMemory(regs.pc) === ENABLE_INTERRUPTS;
      this.step();
      if (this.tStateCount >= this.due) { this.due += FRAME; this.flush(); this.asks = this.chip.end_frame(); }
      if (this.asks && regs.iff1 && !enabling) this.cpu.maskableInterrupt();
    }
    this.flush();
  }
}

/** @param {Uint8Array} bytes */
function banks(bytes) { return Array.from({length: bytes.length / BANK}, (_, number) => bytes.subarray(number * BANK, (number + 1) * BANK)); }
