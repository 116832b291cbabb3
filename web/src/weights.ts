// Attention weights, row by row, from the tokens on the page: the formulas of attention/weightings.py.

import type { Run } from "./run";

export type Rows = { row(i: number, out: Float64Array): void; n: number } | null;

const MOST_WORK = 2e7; // entries touched while balancing
const MOST_BALANCED = 400; // tokens for which Sinkhorn's matrix is balanced here

/** The rows of the attention matrix at a time, averaged over heads; null where it is not shown. */
export function attention(run: Run, t: number): Rows {
  const { n, d, spec } = run;
  if (run.begin.matrices.qk === null && spec.qk != null) return null; // too large to be sent
  const weighting: string = spec.weighting ?? "softmax";
  const { x, logScale } = run.attended(t);
  if (spec.position?.startsWith?.("rotary")) rotate(x, d, Number(spec.position.split(":")[1] ?? 1e4));
  const heads = run.matrices("qk", t);
  const scale = run.betaAt(t) * Math.exp(Math.min(logScale, 600));
  const seen = sight(run);
  const mass = masses(run);
  const keys = heads ?? [null];

  function scores(i: number, m: number[][] | null, out: Float64Array): void {
    const q = new Float64Array(d);
    for (let c = 0; c < d; c++) {
      if (!m) q[c] = x[i * d + c];
      else for (let r = 0; r < d; r++) q[c] += x[i * d + r] * m[r][c];
    }
    for (let j = 0; j < n; j++) {
      if (!seen(i, j)) { out[j] = -Infinity; continue; }
      let s = 0;
      for (let c = 0; c < d; c++) s += q[c] * x[j * d + c];
      out[j] = s;
    }
  }

  function one(i: number, m: number[][] | null, out: Float64Array): void {
    scores(i, m, out);
    let top = -Infinity;
    for (let j = 0; j < n; j++) top = Math.max(top, out[j]);
    let total = 0;
    let massSeen = 0;
    const hard = weighting.startsWith("hardmax");
    for (let j = 0; j < n; j++) {
      if (out[j] === -Infinity) { out[j] = 0; continue; }
      massSeen += mass ? mass[j] : 1;
      out[j] = hard ? +(out[j] >= top - 1e-6) : Math.exp(scale * (out[j] - top));
      if (mass) out[j] *= mass[j];
      total += out[j];
    }
    let factor = 1 / total;
    if (weighting === "unnormalized") factor = Math.exp(scale * top) / massSeen;
    if (weighting === "unnormalized:scaled") factor = Math.exp(scale * top - run.betaAt(t)) / massSeen;
    for (let j = 0; j < n; j++) out[j] *= factor;
  }

  if (weighting === "sinkhorn") return balanced(n, (i, out) => one(i, keys[0], out));
  const part = new Float64Array(n);
  return {
    n,
    row(i, out) {
      if (keys.length === 1) return one(i, keys[0], out);
      out.fill(0);
      for (const m of keys) {
        one(i, m, part);
        for (let j = 0; j < n; j++) out[j] += part[j] / keys.length;
      }
    },
  };
}

/** Rotary positions: the pair (2a, 2a + 1) of token p is turned by p base^(-2a / d). */
function rotate(x: Float64Array, d: number, base: number): void {
  for (let p = 0; p * d < x.length; p++)
    for (let a = 0; a + 1 < d; a += 2) {
      const angle = p * base ** (-a / d);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const at = p * d + a;
      [x[at], x[at + 1]] = [c * x[at] - s * x[at + 1], s * x[at] + c * x[at + 1]];
    }
}

function sight(run: Run): (i: number, j: number) => boolean {
  const mask = run.spec.mask ?? "full";
  if (mask === "full") return () => true;
  if (mask === "causal") return (i, j) => j <= i;
  if (typeof mask === "string") {
    const width = Number(mask.split(":")[1]);
    return (i, j) => j <= i && j > i - width;
  }
  return (i, j) => mask[i][j];
}

function masses(run: Run): number[] | null {
  const { spec, n } = run;
  const rate = spec.position?.startsWith?.("alibi") ? Number(spec.position.split(":")[1]) : 0;
  if (!rate) return Array.isArray(spec.masses) ? spec.masses : null;
  return Array.from({ length: n }, (_, j) => (spec.masses?.[j] ?? 1) * Math.exp((rate * (j + 1 - n)) / n));
}

/** Sinkhorn: rows and columns that sum to one, by turns. */
function balanced(n: number, row: (i: number, out: Float64Array) => void): Rows {
  if (n > MOST_BALANCED) return null;
  const w = Array.from({ length: n }, (_, i) => {
    const out = new Float64Array(n);
    row(i, out);
    return out;
  });
  const columns = new Float64Array(n);
  // Clusters exchange mass slowly; the work is bounded, not the number of turns.
  for (let work = 0, off = 1; off > 1e-10 && work < MOST_WORK; work += n * n) {
    columns.fill(0);
    for (const r of w) for (let j = 0; j < n; j++) columns[j] += r[j];
    off = 0;
    for (const sum of columns) off = Math.max(off, Math.abs(sum - 1));
    for (const r of w) {
      let total = 0;
      for (let j = 0; j < n; j++) total += r[j] /= columns[j] || 1;
      for (let j = 0; j < n; j++) r[j] /= total || 1;
    }
  }
  return { n, row: (i, out) => out.set(w[i]) };
}
