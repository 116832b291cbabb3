// Random numbers as NumPy draws them: SeedSequence, PCG64, and normal numbers by the ziggurat.

import data from "./data.json";

const POOL = 4;
const MASK64 = (1n << 64n) - 1n;
const MASK128 = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

/** A chain of hashes, each with a constant of its own (Numpy's SeedSequence, after M. O'Neill). */
function hashing(first: number, factor: number): (value: number) => number {
  let constant = first;
  return (value) => {
    value = (value ^ constant) >>> 0;
    constant = Math.imul(constant, factor) >>> 0;
    value = Math.imul(value, constant) >>> 0;
    return (value ^ (value >>> 16)) >>> 0;
  };
}

function mixed(x: number, y: number): number {
  const both = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) >>> 0;
  return (both ^ (both >>> 16)) >>> 0;
}

/** The words of 32 bits of a seed, lowest first. */
function words(seed: number): number[] {
  const found = [];
  for (let left = BigInt(seed); left > 0n || !found.length; left >>= 32n) found.push(Number(left & 0xffffffffn));
  return found;
}

/** `SeedSequence(seed, spawn_key=(stream,)).generate_state(count)` */
export function seedState(seed: number, stream: number, count: number): number[] {
  const entropy = words(seed);
  while (entropy.length < POOL) entropy.push(0);
  entropy.push(...words(stream));
  const hash = hashing(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: POOL }, (_, i) => hash(entropy[i]));
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mixed(pool[to], hash(pool[from]));
  for (const word of entropy.slice(POOL)) for (let to = 0; to < POOL; to++) pool[to] = mixed(pool[to], hash(word));
  const out = hashing(0x8b51f9dd, 0x58f38ded);
  return Array.from({ length: count }, (_, k) => out(pool[k % POOL]));
}

/** `default_rng(SeedSequence(seed, spawn_key=(stream,)))` */
export class Generator {
  private state = 0n;
  private increment: bigint;

  constructor(seed: number, stream: number) {
    const state = seedState(seed, stream, 8);
    const [a, b, c, d] = [0, 2, 4, 6].map((k) => (BigInt(state[k + 1]) << 32n) | BigInt(state[k]));
    this.increment = (((c << 64n) | d) << 1n | 1n) & MASK128;
    this.step();
    this.state = (this.state + ((a << 64n) | b)) & MASK128;
    this.step();
  }

  private step(): void {
    this.state = (this.state * MULTIPLIER + this.increment) & MASK128;
  }

  private next(): bigint {
    this.step();
    const folded = (this.state >> 64n) ^ (this.state & MASK64);
    const turn = this.state >> 122n;
    return ((folded >> turn) | (folded << (64n - turn))) & MASK64;
  }

  /** A number in [0, 1). */
  uniform(): number {
    return Number(this.next() >> 11n) / 2 ** 53;
  }

  normal(): number {
    const { k, w, f } = data.ziggurat;
    for (;;) {
      const bits = this.next();
      const layer = Number(bits & 0xffn);
      const place = Number((bits >> 9n) & 0xfffffffffffffn);
      const x = ((bits >> 8n) & 1n ? -1 : 1) * place * w[layer];
      if (place < k[layer]) return x;
      if (layer === 0) return this.tail((bits >> 17n) & 1n ? -1 : 1);
      if ((f[layer - 1] - f[layer]) * this.uniform() + f[layer] < Math.exp(-0.5 * x * x)) return x;
    }
  }

  private tail(sign: number): number {
    const { tail } = data.ziggurat;
    for (;;) {
      const x = -(1 / tail) * Math.log1p(-this.uniform());
      const y = -Math.log1p(-this.uniform());
      if (y + y > x * x) return sign * (tail + x);
    }
  }

  normals(count: number): Float64Array {
    return new Float64Array(count).map(() => this.normal());
  }
}
