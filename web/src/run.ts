// A run as the page holds it: rows of tokens as they arrive, and what was measured on them.

import type { Message } from "./frames";
import { exponential, identity, principal, product, transposed, type Matrix } from "./linear";
import type { Attention } from "./weights";

export type Fields = Record<string, any>;

export class Run {
  readonly id: number;
  readonly slot: string;
  readonly preview: boolean;
  readonly spec: Fields;
  readonly n: number;
  readonly d: number;
  readonly beta: number;
  readonly space: { unit: boolean; flat: boolean }; // whether tokens have norm one; whether places count, not directions
  readonly samples: number;
  readonly begin: Message;
  words: string[] | null; // of tokens that are those of a sentence
  readonly times: Float64Array;
  readonly x: Float32Array;
  readonly labels: Int16Array; // cluster of every token at every row; -1 in none, -2 not measured
  readonly curves: Record<"count" | "loose" | "energy" | "alignment", Float64Array>;
  rows = 0; // that have arrived
  measured = 0;
  ended: Message | null = null;
  verdict: { state: string; reason: string; log10_next_merge?: number | null } | null = null;
  refines = false; // a preview that is shown already
  private potentials: Float64Array[] = []; // by which Sinkhorn's weights were balanced last
  private basis: Matrix | null = null;
  private basisRows = 0;
  private farthest = 1e-9;
  private reachRows = 0;

  constructor(begin: Message) {
    this.begin = begin;
    ({ id: this.id, slot: this.slot, preview: this.preview, spec: this.spec } = begin as any);
    ({ n: this.n, d: this.d, beta: this.beta, space: this.space, samples: this.samples } = begin as any);
    this.words = begin.words ?? null;
    this.times = new Float64Array(this.samples);
    this.x = new Float32Array(this.samples * this.n * this.d);
    this.labels = new Int16Array(this.samples * this.n).fill(-2);
    const curve = () => new Float64Array(this.samples).fill(NaN);
    this.curves = { count: curve(), loose: curve(), energy: curve(), alignment: curve() };
  }

  get flat(): boolean {
    return this.space.flat;
  }

  get end(): number {
    return this.begin.t_end;
  }

  get complete(): boolean {
    return this.rows === this.samples && this.ended !== null;
  }

  addPath(message: Message): void {
    const { times, x } = message.arrays;
    this.times.set(times as Float64Array, message.first);
    this.x.set(x as Float32Array, message.first * this.n * this.d);
    this.rows = Math.max(this.rows, message.first + times.length);
  }

  addMeasures(message: Message): void {
    const { rows, labels, count, loose, energy, alignment } = message.arrays as Record<string, any>;
    rows.forEach((row: number, k: number) => {
      this.labels.set(labels.subarray(k * this.n, (k + 1) * this.n), row * this.n);
      this.curves.count[row] = count[k];
      this.curves.loose[row] = loose[k];
      this.curves.energy[row] = energy[k];
      this.curves.alignment[row] = alignment[k];
      this.measured = Math.max(this.measured, row + 1);
    });
  }

  /** The row at or before a time. */
  rowAt(t: number): number {
    let low = 0;
    let high = Math.max(0, this.rows - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The last measured row at or before a row; -1 if there is none. */
  measuredAt(row: number): number {
    let k = Math.min(row, this.measured - 1);
    while (k >= 0 && this.labels[k * this.n] === -2) k--;
    return k;
  }

  /** Tokens (n, d) at a time, interpolated, on the sphere where that is the space. */
  at(t: number): Float32Array {
    const row = this.rowAt(t);
    const size = this.n * this.d;
    const here = this.x.subarray(row * size, (row + 1) * size);
    if (row + 1 >= this.rows || t <= this.times[row]) return here;
    const share = (t - this.times[row]) / (this.times[row + 1] - this.times[row]);
    const next = this.x.subarray((row + 1) * size, (row + 2) * size);
    const mixed = new Float32Array(size);
    for (let k = 0; k < size; k++) mixed[k] = here[k] + share * (next[k] - here[k]);
    if (this.space.unit) normalize(mixed, this.d);
    return mixed;
  }

  /** Three directions (3, d) to look along: coordinates where they suffice, else principal ones. */
  axes(): Matrix {
    if (this.d <= 3) return identity(this.d);
    if (!this.basis || (this.basisRows !== this.rows && this.rows === this.samples)) {
      this.basis = principal(this.x.subarray(0, Math.max(1, this.rows) * this.n * this.d), this.d);
      this.basisRows = this.rows;
    }
    return this.basis;
  }

  /** Tokens as points of space (n, 3); where norms are free but play no part, their directions. */
  points(x: Float32Array, out: Float32Array): Float32Array {
    const { n, d } = this;
    if (!this.flat && !this.space.unit) x = normalize(x.slice(), d);
    if (d <= 3) {
      for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) out[3 * i + c] = c < d ? x[i * d + c] : 0;
      return out;
    }
    const axes = this.axes();
    for (let i = 0; i < n; i++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < d; k++) sum += axes[c][k] * x[i * d + k];
        out[3 * i + c] = sum;
      }
    return out;
  }

  /** The row whose clusters give tokens their colors: the last, or the last with four of them. */
  lastRow(): number {
    if (this.n <= 8) return 0;
    const last = this.rows - 1;
    if (this.curves.count[this.measuredAt(last)] > 1) return last;
    for (let row = last; row > 0; row--) if (this.curves.count[row] >= 4) return row;
    return last;
  }

  /** The angles to draw on the circle: all of them, or the arc that holds all tokens at all times. */
  angles(): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (const row of [0, this.rows - 1])
      for (let i = 0; i < this.n; i++) {
        const at = 2 * (row * this.n + i);
        const angle = Math.atan2(this.x[at + 1], this.x[at]);
        [low, high] = [Math.min(low, angle), Math.max(high, angle)];
      }
    if (!(high - low < 1.5) || this.n < 2) return [-Math.PI, Math.PI];
    const margin = 0.08 * (high - low) + 1e-3;
    return [low - margin, high + margin];
  }

  /** The largest coordinate that is ever drawn: what the picture must hold. */
  reach(): number {
    if (!this.flat) return 1;
    const { n, d } = this;
    for (; this.reachRows < this.rows; this.reachRows++)
      for (let k = this.reachRows * n * d; k < (this.reachRows + 1) * n * d; k++)
        this.farthest = Math.max(this.farthest, Math.abs(this.x[k]));
    return this.farthest;
  }

  betaAt(t: number): number {
    const end = this.begin.beta_end;
    return end == null ? this.beta : this.beta + ((end - this.beta) * t) / this.end;
  }

  /** The matrices (heads, d, d) of the layer in force; null for the identity. */
  matrices(name: "qk" | "ov", t: number): Matrix[] | null {
    const layers: Matrix[][] | null = this.begin.matrices[name];
    if (!layers) return null;
    const layer = Math.floor(t / this.begin.layer_time + 1e-9);
    return layers[Math.min(Math.max(layer, 0), layers.length - 1)];
  }

  /** The attention at a time, of directions where norms play no part; null if only Python knows it. */
  attention(t: number): Attention | null {
    const { n, d, potentials } = this;
    const { weights: law } = this.begin;
    if (!law) return null;
    const x = Float64Array.from(this.at(t));
    const [beta, heads] = [this.betaAt(t), this.matrices("qk", t) ?? [null]];
    if (law.rescaled) return { law, beta, ...this.rescaled(t, beta, heads[0]), x, n, d, potentials };
    return { law, beta, scale: Math.abs(beta), heads, x: this.flat ? x : normalize(x, d), n, d, potentials };
  }

  /** Of tokens z = e^(-tV) x: <x_i, M x_j> = <z_i, E'ME z_j> with E = e^(tV), up to a scale. */
  private rescaled(t: number, beta: number, m: Matrix | null): { scale: number; heads: Matrix[] } {
    const { matrix, log } = exponential(this.matrices("ov", t)?.[0] ?? identity(this.d), t);
    const between = product(transposed(matrix), m ? product(m, matrix) : matrix);
    return { scale: Math.abs(beta) * Math.exp(Math.min(2 * log, 600)), heads: [between] };
  }

  /** The merges of the run: told by the solver, or seen where clusters of some size become one. */
  merges(): { time: number }[] {
    if (this.ended?.merges) return this.ended.merges;
    const found: { time: number }[] = [];
    let before = -1;
    for (let row = 0; row < this.measured; row++) {
      if (this.labels[row * this.n] === -2) continue;
      if (before >= 0 && this.curves.count[row] < this.curves.count[before] && this.joined(before, row))
        found.push({ time: this.times[row] });
      before = row;
    }
    return found;
  }

  /** Whether two clusters of a row, each a fiftieth of all tokens at least, are one in a later row. */
  private joined(before: number, after: number): boolean {
    const old = this.labels.subarray(before * this.n, (before + 1) * this.n);
    const now = this.labels.subarray(after * this.n, (after + 1) * this.n);
    const sizes = new Map<number, number>();
    for (const label of old) sizes.set(label, (sizes.get(label) ?? 0) + 1);
    const least = Math.min(Math.max(1, this.n / 50), this.n / 4);
    const home = new Map<number, number>();
    for (let i = 0; i < this.n; i++) {
      if (old[i] < 0 || now[i] < 0 || sizes.get(old[i])! < least) continue;
      if (home.has(now[i]) && home.get(now[i]) !== old[i]) return true;
      home.set(now[i], old[i]);
    }
    return false;
  }
}

export function normalize<T extends Float32Array | Float64Array>(x: T, d: number): T {
  for (let i = 0; i < x.length; i += d) {
    let square = 0;
    for (let c = 0; c < d; c++) square += x[i + c] * x[i + c];
    const norm = Math.sqrt(square) || 1;
    for (let c = 0; c < d; c++) x[i + c] /= norm;
  }
  return x;
}
