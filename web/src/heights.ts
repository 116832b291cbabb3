// Heights: what stands for a token over time. Angles on the circle, coordinates in flat space, else
// the angle to where token 0 started.

import type { Run } from "./run";
import { linear, short } from "./scales";

export type Band = { top: number; height: number };

/** What is drawn, in words, and the values that are named on its axis. */
export function quantity(run: Run): [string, [number, string][]] {
  const [low, high] = span(run);
  if (run.flat || run.d === 1) return [run.d === 1 ? "tokens" : "first coordinate", linear(low, high, 4).map((v) => [v, short(v)])];
  if (run.d === 2 && high - low < 6) return ["angle of every token", linear(low, high, 3).map((v) => [v, short(v)])];
  if (run.d === 2) return ["angle of every token", [[-Math.PI, "−π"], [0, "0"], [Math.PI, "π"]]];
  return ["angle to where token 0 started", [[0, "0"], [Math.PI / 2, "π/2"], [Math.PI, "π"]]];
}

function span(run: Run): [number, number] {
  if (run.flat || run.d === 1) return [-1.05 * run.reach(), 1.05 * run.reach()];
  return run.d === 2 ? run.angles() : [0, Math.PI];
}

/** The height of a value in a band. */
export function heightsIn(run: Run, band: Band): (value: number) => number {
  const [low, high] = span(run);
  const unit = band.height / (high - low);
  return (value) => band.top + (high - value) * unit;
}

export function coordinate(run: Run, row: number, i: number): number {
  const { d, n, x } = run;
  const at = (row * n + i) * d;
  if (run.flat || d === 1) return x[at];
  if (d === 2) return Math.atan2(x[at + 1], x[at]);
  let dot = 0, here = 0, there = 0;
  for (let c = 0; c < d; c++) {
    dot += x[at + c] * x[c];
    here += x[at + c] ** 2;
    there += x[c] ** 2;
  }
  return Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(here * there || 1))));
}

/** A height for every leaf of the tree: clusters of the last row together, in the order of their tokens. */
export function leafHeights(run: Run, last: number, band: Band): number[] {
  const order = Array.from({ length: run.n }, (_, i) => i);
  const key = (i: number) => (run.d === 2 && !run.flat ? coordinate(run, last, i) : run.labels[last * run.n + i]);
  const start = (i: number) => coordinate(run, 0, i);
  order.sort((a, b) => Math.round((key(a) - key(b)) * 1e4) || start(a) - start(b));
  const height = new Array<number>(run.n);
  order.forEach((i, k) => (height[i] = band.top + 16 + ((k + 0.5) / run.n) * (band.height - 20)));
  return height;
}
