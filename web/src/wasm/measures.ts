// What is shown beside the tokens: explorer/measures.py, observables/clustering.py and linkage.py.

import data from "./data.json";
import { head } from "./served";
import type { Spec } from "./spec";

const TURN = 2 * Math.PI;

export type Measures = { labels: Int16Array; count: number; loose: number; energy: number; alignment: number };

/** Clusters, energy and mean cosine of tokens (n, d). */
export function measured(x: Float64Array, spec: Spec): Measures {
  const { flat } = (data.spaces as any)[head(spec.space)];
  const labels = flat ? flatClusters(x, spec.d) : clusters(x, spec.d, spec.beta);
  const unit = directions(thinned(x, spec), spec.d);
  let [count, loose] = [0, 0];
  for (const label of labels) [count, loose] = [Math.max(count, label + 1), loose + (label < 0 ? 1 : 0)];
  return { labels, count, loose, energy: flat ? NaN : energy(unit, spec.d, spec.beta), alignment: alignment(unit, spec.d) };
}

/** Tokens divided by their norms; one at the origin stays there. */
export function directions(x: Float64Array, d: number): Float64Array {
  const out = x.slice();
  for (let i = 0; i < x.length; i += d) {
    let [top, square] = [0, 0];
    for (let c = i; c < i + d; c++) top = Math.max(top, Math.abs(x[c]));
    if (!top) continue;
    for (let c = i; c < i + d; c++) square += (out[c] = x[c] / top) ** 2;
    for (let c = i; c < i + d; c++) out[c] /= Math.sqrt(square);
  }
  return out;
}

/** Tokens evenly spread over all, as many as pairs are summed of. */
function thinned(x: Float64Array, { n, d }: Spec): Float64Array {
  const most = data.numbers.measured_tokens;
  if (n <= most) return x;
  const out = new Float64Array(most * d);
  for (let k = 0; k < most; k++) {
    const i = Math.round((k * (n - 1)) / (most - 1));
    out.set(x.subarray(i * d, (i + 1) * d), k * d);
  }
  return out;
}

/** 1 / n^2 sum_ij exp(beta (<x_i, x_j> - 1)) */
function energy(x: Float64Array, d: number, beta: number): number {
  const n = x.length / d;
  let total = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let dot = 0;
      for (let c = 0; c < d; c++) dot += x[i * d + c] * x[j * d + c];
      total += (i === j ? 1 : 2) * Math.exp(beta * (dot - 1));
    }
  }
  return total / n ** 2;
}

/** (|sum_i x_i|^2 - n) / (n (n - 1)) */
function alignment(x: Float64Array, d: number): number {
  const n = x.length / d;
  if (n === 1) return 1;
  const sum = new Float64Array(d);
  for (let k = 0; k < x.length; k++) sum[k % d] += x[k];
  return (sum.reduce((s, v) => s + v * v, 0) - n) / (n * (n - 1));
}

/** Labels of tokens linked by a tenth of the interaction range and no farther apart than that; -1 for the others. */
export function clusters(x: Float64Array, d: number, beta: number): Int16Array {
  const size = beta === 0 ? 1 : Math.min(1, Math.abs(beta) ** -0.5);
  if (d > 2) {
    const u = directions(x, d);
    const component = components(u, d, chord(size / 10));
    return numbered(component, compact(u, d, component, chord(size)));
  }
  const angles = Float64Array.from({ length: x.length / d }, (_, i) => Math.atan2(d === 2 ? x[2 * i + 1] : 0 * x[i], x[d * i]));
  const { component, diameter } = arcs(angles, size / 10);
  return numbered(component, diameter.map((width) => width <= size));
}

const chord = (angle: number) => (angle < Math.PI ? 2 * Math.sin(angle / 2) : Infinity);

function flatClusters(x: Float64Array, d: number): Int16Array {
  let square = 0;
  for (let c = 0; c < d; c++) {
    let [low, high] = [Infinity, -Infinity];
    for (let k = c; k < x.length; k += d) [low, high] = [Math.min(low, x[k]), Math.max(high, x[k])];
    square += (high - low) ** 2;
  }
  const size = Math.sqrt(square) / 10;
  const component = components(x, d, size / 10);
  return numbered(component, compact(x, d, component, size));
}

/** Arcs of the circle cut at gaps wider than a threshold, and their diameters. */
function arcs(angle: Float64Array, threshold: number): { component: Int32Array; diameter: number[] } {
  const n = angle.length;
  const order = Array.from(angle.keys()).sort((i, j) => angle[i] - angle[j]);
  const a = order.map((i) => angle[i]);
  const cuts = a.flatMap((v, k) => ((k + 1 < n ? a[k + 1] : a[0] + TURN) - v > threshold ? [k] : []));
  const component = new Int32Array(n);
  let arc = 0;
  for (let k = 0; k < n; k++) {
    component[order[k]] = arc % Math.max(1, cuts.length);
    if (arc < cuts.length && cuts[arc] === k) arc++;
  }
  if (!cuts.length) return { component, diameter: [wideDiameter(a)] };
  const diameter = cuts.map((cut, k) => {
    const before = cuts[(k + cuts.length - 1) % cuts.length];
    const width = (((a[cut] - a[(before + 1) % n]) % TURN) + TURN) % TURN;
    return width > Math.PI ? wideDiameter(a.filter((_, at) => component[order[at]] === k)) : width;
  });
  return { component, diameter };
}

/** The diameter of sorted angles that no half circle holds: pi less the closest miss of an antipode. */
function wideDiameter(a: number[]): number {
  let miss = Infinity;
  for (const v of a) for (const w of a) {
    const gap = Math.abs(((((v + Math.PI - w) % TURN) + TURN + Math.PI) % TURN) - Math.PI);
    miss = Math.min(miss, gap);
  }
  return Math.PI - miss;
}

const distance = (x: Float64Array, d: number, i: number, j: number): number => {
  let square = 0;
  for (let c = 0; c < d; c++) square += (x[i * d + c] - x[j * d + c]) ** 2;
  return Math.sqrt(square);
};

/** Component numbers of the graph that joins tokens at most a threshold apart, by first members. */
function components(x: Float64Array, d: number, threshold: number): Int32Array {
  const n = x.length / d;
  const component = new Int32Array(n).fill(-1);
  let left = Array.from({ length: n }, (_, i) => i);
  for (let count = 0; left.length; count++) {
    const found = [left[0]];
    component[left[0]] = count;
    left = left.slice(1);
    for (let k = 0; k < found.length; k++)
      left = left.filter((j) => {
        if (distance(x, d, found[k], j) > threshold) return true;
        component[j] = count;
        found.push(j);
        return false;
      });
  }
  return component;
}

/** Which components have a diameter of at most `size`. */
function compact(x: Float64Array, d: number, component: Int32Array, size: number): boolean[] {
  const members: number[][] = [];
  component.forEach((c, i) => (members[c] ??= []).push(i));
  return members.map((all) => {
    const reach = Math.max(...all.map((i) => distance(x, d, all[0], i)));
    if (2 * reach <= size) return true;
    return reach <= size && all.every((i) => all.every((j) => distance(x, d, i, j) <= size));
  });
}

/** Numbers 0, 1, ... for the small components, by their smallest token; -1 for the others. */
function numbered(component: Int32Array, small: boolean[]): Int16Array {
  const number = new Map<number, number>();
  return Int16Array.from(component, (c) => {
    if (!small[c]) return -1;
    if (!number.has(c)) number.set(c, number.size);
    return number.get(c)!;
  });
}
