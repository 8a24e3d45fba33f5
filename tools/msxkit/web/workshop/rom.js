// A compiled program on an MSX1: a Z80, its memory, and the ports of video and sound chip. What its BIOS is, msxkit.web.compiled says.
import {Z80} from "z80-emulator";
import {bytesOf} from "./programs.js";

/** @typedef {{memory: string, upper: string, boot: number, stack: number, ended: number, program: number, size: number, keys: Record<string, [number, number]>, codes: Record<string, number[]>}} Cartridge */
/** T-states a second. */
export const CLOCK = 3579545;
const FRAME = CLOCK / 50;
const PUTPNT = 0xf3f8, NEWKEY = 0xfbe5, KEYBUF = 0xfbf0, QUEUE = 40;
const ENABLE_INTERRUPTS = 0xfb, FRAME_DONE = 0x80;
/** Left, up, down, right as STICK has them: the sum of x + 1 and 3 times y + 1. */
const DIRECTIONS = [8, 1, 2, 7, 0, 3, 6, 5, 4];

export class Rom {
  /** @param {Cartridge} cartridge */
  constructor(cartridge) {
    this.cartridge = cartridge;
    this.memory = bytesOf(cartridge.memory); this.vram = new Uint8Array(0x4000); this.registers = new Uint8Array(8);
    // A short cartridge has RAM behind it.
    this.ram = cartridge.upper ? 0xc000 : 0x8000;
    this.sound = new Uint8Array(16); this.register = 0;
    this.status = FRAME_DONE; this.address = 0; this.latch = -1;
    /** What its sprites tell of at the next interrupt. */ this.sprites = 0;
    this.changes = 1;
    /** T-states so far, and how many of them were waits: an MSX waits for one before it fetches each opcode. */
    this.tStateCount = 0; this.waits = 0;
    this.due = FRAME;
    this.cpu = new Z80(this);
    this.cpu.regs.pc = cartridge.boot; this.cpu.regs.sp = cartridge.stack;
  }
  get ended() { return this.cpu.regs.pc === this.cartridge.ended; }

  // What the processor sees

  /** @param {number} address */
  readMemory(address) { return this.memory[address & 0xffff]; }
  /** @param {number} address @param {number} value */
  writeMemory(address, value) { if ((address & 0xffff) >= this.ram) this.memory[address & 0xffff] = value; }
  contendMemory() {}
  contendPort() {}
  /** @param {number} port */
  readPort(port) {
    switch (port & 0xff) {
      case 0x98: { const value = this.vram[this.address]; this.address = this.address + 1 & 0x3fff; this.latch = -1; return value; }
      case 0x99: { const value = this.status; this.status &= 0x5f; this.latch = -1; return value; }
      case 0xa2: return this.register === 14 ? 0x7f : this.sound[this.register];
      case 0xa8: return 0;
    }
    return 0xff;
  }
  /** @param {number} port @param {number} value */
  writePort(port, value) {
    switch (port & 0xff) {
      case 0x98: this.vram[this.address] = value; this.address = this.address + 1 & 0x3fff; this.latch = -1; this.changes++; break;
      case 0x99:
        if (this.latch < 0) { this.latch = value; break; }
        if (value & 0x80) { this.registers[value & 7] = this.latch; this.changes++; }
        else this.address = (value & 0x3f) << 8 | this.latch;
        this.latch = -1;
        break;
      case 0xa0: this.register = value & 15; break;
      case 0xa1: this.sound[this.register] = value; break;
      // ENASLT: page 2 shows the cartridge; STICK and STRIG of the keyboard.
      case 0x20: if (this.cpu.regs.h >= 0x80) this.memory.set(bytesOf(this.cartridge.upper), 0x8000); break;
      case 0x21: this.cpu.regs.a = value ? 0 : this.stick(); break;
      case 0x22: this.cpu.regs.a = value || this.memory[NEWKEY + 8] & 1 ? 0 : 0xff; break;
    }
  }
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
  /** Run to that many T-states, with an interrupt at each frame. @param {number} until */
  run(until) {
    const {regs} = this.cpu;
    while (this.tStateCount < until && !this.ended) {
      const enabling = this.memory[regs.pc] === ENABLE_INTERRUPTS;
      this.step();
      if (this.tStateCount >= this.due) { this.due += FRAME; this.status |= FRAME_DONE | this.sprites; }
      if (this.status & FRAME_DONE && this.registers[1] & 0x20 && regs.iff1 && !enabling) this.cpu.maskableInterrupt();
    }
  }
}
