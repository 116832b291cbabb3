// The saved times of a spec: spec/times.py.

import { isLayered } from "./served";
import { Refusal } from "./refusal";
import type { Spec } from "./spec";

export function savedTimes(spec: Spec): Float64Array {
  if (!isLayered(spec.method)) return Float64Array.from(spaced(spec, spec.t_end));
  const step = spec.step ?? 1;
  const depth = Math.round(spec.t_end / step);
  if (Math.abs(spec.t_end - depth * step) > 1e-9 * spec.t_end)
    throw new Refusal("t_end", `With \`method='${spec.method}'\` the last time must be a multiple of \`step=${step}\`. Got t_end=${spec.t_end}.`);
  return Float64Array.from([...new Set(spaced(spec, depth).map(evenly))].map((layer) => layer * step));
}

/** Rounded as Python rounds: halves to even. */
function evenly(v: number): number {
  const down = Math.floor(v);
  return v - down === 0.5 ? down + (down % 2) : Math.round(v);
}

function spaced({ spacing, samples }: Spec, end: number): number[] {
  if (spacing === "linear") return Array.from({ length: samples }, (_, k) => (k < samples - 1 ? k * (end / (samples - 1)) : end));
  return [0, ...geometric(Math.min(1e-2, 1e-3 * end), end, samples - 1)];
}

function geometric(first: number, last: number, count: number): number[] {
  if (count === 1) return [last];
  const [low, high] = [Math.log10(first), Math.log10(last)];
  const step = (high - low) / (count - 1);
  return Array.from({ length: count }, (_, k) => (k === 0 ? first : k < count - 1 ? 10 ** (low + k * step) : last));
}
