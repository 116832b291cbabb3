// Attention weights, row by row, from the tokens on the page: the formulas of attention/weightings.py.
// tests/explorer/test_weights.py runs both on the same tokens.

import { balanced, type Rows } from "./balance";
import type { Matrix } from "./linear";
import type { Run } from "./run";

/** What explorer/weights.py tells of an attention; a causal mask is a window as wide as all tokens. */
export type Law = {
  weighting: { kind: "softmax" | "unnormalized" | "hardmax" | "sinkhorn"; scaled?: boolean; others?: boolean };
  mask: { kind: "full" } | { kind: "window"; width: number } | { kind: "explicit"; rows: number[][] };
  masses: number[] | null;
  fading: number; // ALiBi's rate
  frequencies: number[] | null; // of rotary positions, by which pairs of coordinates turn
  rescaled: boolean; // tokens are e^(-tV) x
};

/** A law at a time: logits are scale <x_i, M x_j>, times the sign of beta, one M for each head; Sinkhorn's potentials of the time before. */
export type Attention = { law: Law; beta: number; scale: number; heads: (Matrix | null)[]; x: Float64Array; n: number; d: number; potentials: Float64Array[] };

/** Writes row i of the attention matrix, the mean over heads. */
export type WriteRow = (i: number, out: Float64Array) => void;

const TIE = 1e-6; // relative: tokens on the page are float32
const MOST_BALANCED = 400; // tokens for which doubly stochastic weights are computed here

/** The rows of the attention matrix of a run at a time, of one head or their mean; null where the page does not know them. */
export function attentionRows(run: Run, t: number, head = -1): WriteRow | null {
  const attention = run.attention(t);
  if (!attention) return null;
  const kind = attention.law.weighting.kind;
  if (kind === "sinkhorn" && attention.n > MOST_BALANCED) return null;
  const { x, ...rest } = attention;
  const turned = { ...rest, x: attention.law.frequencies ? rotated(x, attention) : x };
  const write = { softmax, unnormalized, hardmax, sinkhorn }[kind];
  const heads = attention.heads.map((m, h) => [m, h] as const).filter(([, h]) => head < 0 || head >= attention.heads.length || h === head);
  return mean(heads.map(([m, h]) => write(turned, m, h)), attention.n);
}

function mean(heads: WriteRow[], n: number): WriteRow {
  if (heads.length === 1) return heads[0];
  const part = new Float64Array(n);
  return (i, out) => {
    out.fill(0);
    for (const write of heads) {
      write(i, part);
      for (let j = 0; j < n; j++) out[j] += part[j] / heads.length;
    }
  };
}

function softmax(attention: Attention, m: Matrix | null): WriteRow {
  const { n, scale } = attention;
  const [gaps, mass] = [scores(attention, m, sight(attention)), senders(attention)];
  return (i, out) => {
    gaps(i, out);
    let total = 0;
    for (let j = 0; j < n; j++) total += out[j] = mass[j] * Math.exp(logit(scale, out[j]));
    for (let j = 0; j < n; j++) out[j] /= total;
  };
}

/** m_j e^l over the mass that is seen, each as far as it has not faded for the receiver. */
function unnormalized(attention: Attention, m: Matrix | null): WriteRow {
  const { n, scale, beta, law } = attention;
  const seen = sight(attention);
  const [gaps, mass, faded] = [scores(attention, m, seen), senders(attention), fading(attention)];
  const less = law.weighting.scaled ? Math.abs(beta) : 0;
  return (i, out) => {
    const top = gaps(i, out);
    let massSeen = 0;
    for (let j = 0; j < n; j++) if (seen(i, j)) massSeen += law.masses?.[j] ?? 1;
    for (let j = 0; j < n; j++) out[j] = (mass[j] * Math.exp(logit(scale, out[j] + top) - less)) / (massSeen * faded[i]);
  };
}

function hardmax(attention: Attention, m: Matrix | null): WriteRow {
  const { n, law, x } = attention;
  const seen = law.weighting.others ? elsewhere(attention, sight(attention)) : sight(attention);
  const [gaps, mass] = [scores(attention, m, seen), senders(attention)];
  const tie = TIE * largest(x) ** 2 * (m ? largest(m.flat()) : 1);
  return (i, out) => {
    gaps(i, out);
    let total = 0;
    for (let j = 0; j < n; j++) total += out[j] = out[j] >= -tie ? mass[j] : 0;
    for (let j = 0; j < n; j++) out[j] /= total;
  };
}

function sinkhorn(attention: Attention, m: Matrix | null, head: number): WriteRow {
  const { n, scale, potentials } = attention;
  const gaps = scores(attention, m, sight(attention));
  const logits: Rows = Array.from({ length: n }, (_, i) => {
    const row = new Float64Array(n);
    const top = gaps(i, row);
    return row.map((gap) => logit(scale, gap + top));
  });
  const w = balanced(logits, attention.law.masses, (potentials[head] ??= new Float64Array(n)));
  return (i, out) => out.set(w[i]);
}

/** A score as a logit; beta = 0 shows nobody who is hidden. */
const logit = (scale: number, score: number) => (score === -Infinity ? score : scale * score);

type Sees = (i: number, j: number) => boolean;

/** Writes <x_i, M (x_j - x_top)>, for beta < 0 of -M; -Infinity for those not seen; returns the largest <x_i, M x_j>. */
function scores({ x, n, d, beta }: Attention, m: Matrix | null, seen: Sees): (i: number, out: Float64Array) => number {
  const [q, sign] = [new Float64Array(d), beta < 0 ? -1 : 1];
  const product = (at: number, from: number) => {
    let sum = 0;
    for (let c = 0; c < d; c++) sum += q[c] * (from < 0 ? x[at + c] : x[at + c] - x[from + c]);
    return sum;
  };
  return (i, out) => {
    for (let c = 0; c < d; c++) {
      q[c] = m ? 0 : sign * x[i * d + c];
      if (m) for (let r = 0; r < d; r++) q[c] += sign * x[i * d + r] * m[r][c];
    }
    let [top, best] = [-Infinity, 0];
    for (let j = 0; j < n; j++) {
      out[j] = seen(i, j) ? product(j * d, -1) : -Infinity;
      if (out[j] > top) [top, best] = [out[j], j];
    }
    // Differences of tokens are exact where they are close, which differences of scores are not.
    for (let j = 0; j < n; j++) if (out[j] > -Infinity) out[j] = product(j * d, best * d);
    return top;
  };
}

function sight({ law: { mask } }: Attention): Sees {
  switch (mask.kind) {
    case "full": return () => true;
    case "window": return (i, j) => j <= i && j > i - mask.width;
    case "explicit": return (i, j) => !!mask.rows[i][j];
  }
}

/** Those seen that stand elsewhere; who sees nobody elsewhere looks at those beside it. */
function elsewhere({ x, n, d }: Attention, seen: Sees): Sees {
  const near = TIE * largest(x);
  const apart: Sees = (i, j) => {
    for (let c = 0; c < d; c++) if (Math.abs(x[i * d + c] - x[j * d + c]) > near) return true;
    return false;
  };
  const alone = Array.from({ length: n }, (_, i) => {
    for (let j = 0; j < n; j++) if (seen(i, j) && apart(i, j)) return false;
    return true;
  });
  return (i, j) => seen(i, j) && (alone[i] || apart(i, j));
}

/** What multiplies the weights of a sender. */
function senders(attention: Attention): Float64Array {
  const { masses } = attention.law;
  return fading(attention).map((share, j) => share * (masses?.[j] ?? 1));
}

/** ALiBi: e^(rate (j + 1 - n) / n) of sender j over the same of receiver i. */
function fading({ law, n }: Attention): Float64Array {
  return new Float64Array(n).map((_, j) => Math.exp((law.fading * (j + 1 - n)) / n));
}

/** Rotary positions: the pair (2a, 2a + 1) of token p is turned by p times its frequency. */
function rotated(x: Float64Array, { law, n, d }: { law: Law; n: number; d: number }): Float64Array {
  const out = Float64Array.from(x);
  for (let p = 0; p < n; p++)
    law.frequencies!.forEach((frequency, a) => {
      const [c, s] = [Math.cos(p * frequency), Math.sin(p * frequency)];
      const at = p * d + 2 * a;
      out[at] = c * x[at] - s * x[at + 1];
      out[at + 1] = s * x[at] + c * x[at + 1];
    });
  return out;
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < values.length; k++) most = Math.max(most, Math.abs(values[k]));
  return most;
}
