// What the end of a run is, as far as the page can tell: analysis/verdicts.py.

import type { Kernels } from "./kernels";
import data from "./data.json";
import { clusters, directions } from "./measures";
import { layerAt, velocities, type Problem } from "./path";
import { NEEDS_SERVER } from "./refusal";
import { head } from "./served";

export type Verdict = { state: string; reason: string; log10_next_merge: number | null };

const SOON = 30; // times at the present speed: clusters that would meet sooner are moving

export function verdictOn(kernels: Kernels, problem: Problem, t: number, x: Float64Array): Verdict {
  const { spec } = problem;
  const found = (state: string, reason: string): Verdict => ({ state, reason, log10_next_merge: null });
  if (spec.kappa !== null) return found("moving", "noise never lets tokens rest");
  const angle = consensusAngle(x, spec.d);
  if (!(data.spaces as any)[head(spec.space)].flat && angle < data.numbers.consensus_angle)
    return found("consensus", `every token is within ${angle.toExponential(1)} rad of the mean direction`);
  const speed = fastest(velocities(kernels, problem, t, x), spec.d);
  if (head(spec.space) !== "sphere") {
    const relative = speed / Math.max(x.reduce((top, v) => Math.max(top, Math.abs(v)), 0), data.numbers.still);
    return relative > 1e-6 ? found("moving", `the fastest token moves at ${relative.toExponential(1)} of its norm`)
      : found("undecided", `tokens move at ${relative.toExponential(1)} of their norm, which proves nothing`);
  }
  if (isAttractive(problem, t)) return attracted(problem, t, x, speed, found);
  if (speed > data.numbers.still) return found("moving", `the fastest token moves at ${speed.toExponential(1)}`);
  return found("undecided", `tokens rest; telling whether they would return when pushed ${NEEDS_SERVER}`);
}

function isAttractive(problem: Problem, t: number): boolean {
  const { spec } = problem;
  const plain = spec.position === null && spec.frozen === null;
  return layerAt(problem, t).ov === null && spec.beta >= 0 && spec.weighting !== "sinkhorn" && spec.linear === null && spec.external === null
    && (plain || (head(spec.position ?? "alibi") === "alibi" && spec.mask !== "full"));
}

/** For V = I, where every pair of tokens attracts: several clusters are no end (arXiv:2411.04990, arXiv:2312.10794). */
function attracted({ spec }: Problem, _: number, x: Float64Array, speed: number, found: (state: string, reason: string) => Verdict): Verdict {
  const { n, d, beta } = spec;
  if (d === 1) return found("stable", "the sphere of R^1 is two points: nothing can move");
  const labels = clusters(x, d, beta);
  const loose = labels.reduce((sum, label) => sum + (label < 0 ? 1 : 0), 0);
  const heads = Math.max(1, spec.qk?.[0]?.[0]?.length ? spec.qk.length : spec.heads);
  // Pulls may cancel by symmetry: of those so slow the page does not tell which do.
  if (speed <= 2 * data.numbers.balanced * heads) return found("undecided", `tokens hardly move; telling whether pulls cancel exactly ${NEEDS_SERVER}`);
  if (loose > n / 20) return found("moving", `${loose} of ${n} tokens are in no cluster`);
  const count = labels.reduce((top, label) => Math.max(top, label + 1), 0);
  if (count === 1) return found("moving", "one cluster, still contracting");
  const closest = closestLeaders(x, d, labels, count);
  if (beta * (1 - closest) < data.numbers.apart || Math.acos(closest) < SOON * speed) return found("moving", "clusters are merging");
  return found("metastable", `${count} clusters that attract each other; telling when two of them merge ${NEEDS_SERVER}`);
}

function closestLeaders(x: Float64Array, d: number, labels: Int16Array, count: number): number {
  const leaders = Array.from({ length: count }, (_, c) => labels.indexOf(c));
  let closest = -1;
  for (const a of leaders) for (const b of leaders) {
    if (a === b) continue;
    let dot = 0;
    for (let c = 0; c < d; c++) dot += x[a * d + c] * x[b * d + c];
    closest = Math.max(closest, Math.min(1, dot));
  }
  return closest;
}

/** The largest angle between a token and the mean direction. */
function consensusAngle(x: Float64Array, d: number): number {
  const u = directions(x, d);
  const mean = new Float64Array(d);
  for (let k = 0; k < u.length; k++) mean[k % d] += u[k];
  const size = Math.hypot(...mean);
  if (size < 1e-12) return Math.PI;
  let worst = 0;
  for (let i = 0; i < u.length; i += d) {
    let [apart, sum] = [0, 0];
    for (let c = 0; c < d; c++) [apart, sum] = [apart + (u[i + c] - mean[c] / size) ** 2, sum + (u[i + c] + mean[c] / size) ** 2];
    worst = Math.max(worst, 2 * Math.atan2(Math.sqrt(apart), Math.sqrt(sum)));
  }
  return worst;
}

function fastest(v: Float64Array, d: number): number {
  let top = 0;
  for (let i = 0; i < v.length; i += d) top = Math.max(top, Math.hypot(...v.subarray(i, i + d)));
  return top;
}
