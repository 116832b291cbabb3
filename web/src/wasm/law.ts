// The law of motion as the kernels take it: solvers/native_law.py, and the words of native/law.h.

import type { Matrix } from "../linear";
import type { Heads } from "./initial";
import type { Kernels } from "./kernels";
import { head } from "./served";
import type { Spec } from "./spec";

const MASKS = ["full", "causal", "window", "table"];
const WEIGHTINGS = ["softmax", "unnormalized", "unnormalized:scaled", "sinkhorn"];
const SPACES = ["sphere", "euclidean", "preln", "periln", "shells", "ngpt", "sqrtscaled", "rescaled"];
const BLOCKS = ["sequential", "parallel"];

/** Puts the law that is in force at a time, with the matrices of its layer. */
export function putLaw(kernels: Kernels, spec: Spec, { qk, ov }: { qk: Heads; ov: Heads }, t: number): void {
  const { n, d, mask, masses } = spec;
  const kind = Array.isArray(mask) ? "table" : head(mask);
  const numbers = { n, d, mask: MASKS.indexOf(kind), weighting: WEIGHTINGS.indexOf(spec.weighting), space: SPACES.indexOf(spaceAt(spec, t)),
    block: BLOCKS.indexOf(spec.block), beta: spec.beta, width: kind === "window" ? widthOf(spec) : null, kappa: spec.kappa,
    alpha: Number(spec.space.split(":")[1] ?? 1) };
  for (const [name, value] of Object.entries(numbers)) kernels.put(name, value);
  kernels.put("qk", flat(qk));
  kernels.put("ov", flat(ov));
  kernels.put("seen", kind === "table" ? mask.flat().map(Number) : null);
  kernels.put("masses", rateOf(spec) ? fading(spec).map((f, j) => Math.exp(f) * (masses?.[j] ?? 1)) : masses);
  kernels.put("log_seen", spec.weighting.startsWith("unnormalized") ? logSeen(spec) : null);
  kernels.put("frozen", spec.frozen ? new Float64Array(n).map((_, i) => Number(spec.frozen.includes(i))) : null);
  kernels.put("linear", typeof spec.linear === "number" ? diagonal(spec.linear, d) : spec.linear?.flat() ?? null);
  kernels.put("external", spec.external && new Float64Array(n * d).map((_, k) => spec.external[0].length ? spec.external.flat()[k] : spec.external[k % d]));
}

/** Mix-LN is Post-LN on shells first, and Pre-LN from its time on. */
function spaceAt({ space }: Spec, t: number): string {
  if (head(space) !== "mixln") return head(space);
  return t < Number(space.split(":")[1]) ? "shells" : "preln";
}

const flat = (heads: Matrix[] | null) => heads && heads.flat(2);
const diagonal = (v: number, d: number) => new Float64Array(d * d).map((_, k) => (k % (d + 1) ? 0 : v));

export const widthOf = ({ mask }: Spec): number => Number(mask.split(":")[1]);
export const rateOf = ({ position }: Spec): number => (head(position) === "alibi" ? Number(position.split(":")[1]) : 0);

/** ALiBi: the logarithm of what a sender's weight is multiplied by. */
const fading = (spec: Spec) => Array.from({ length: spec.n }, (_, j) => (rateOf(spec) * (j + 1 - spec.n)) / spec.n);

/** log of the mass that each token sees, which unnormalized weights are divided by. */
function logSeen(spec: Spec): number[] {
  const { n, mask } = spec;
  const mass = (j: number): number => spec.masses?.[j] ?? 1;
  const upTo = [0];
  for (let j = 0; j < n; j++) upTo.push(upTo[j] + mass(j));
  const seen = (i: number): number => {
    if (Array.isArray(mask)) return mask[i].reduce((sum: number, sees: any, j: number) => sum + (sees ? mass(j) : 0), 0);
    if (mask === "full") return upTo[n];
    return upTo[i + 1] - (mask === "causal" ? 0 : upTo[Math.max(0, i + 1 - widthOf(spec))]);
  };
  const faded = fading(spec);
  return Array.from({ length: n }, (_, i) => Math.log(seen(i)) + faded[i]);
}
