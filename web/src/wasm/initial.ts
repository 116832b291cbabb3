// Starting tokens and random matrices by name: initial/configurations.py and initial/matrices.py.

import { product, transposed, type Matrix } from "../linear";
import { normalize } from "../run";
import data from "./data.json";
import { Generator } from "./random";
import { Refusal } from "./refusal";
import { head } from "./served";
import { shape, type Spec } from "./spec";
import { largestSingularValue } from "./symmetric";

/** Tokens (n, d); drawn ones are put on the sphere where that is the space. */
export function startingTokens(spec: Spec): Float64Array {
  const unit = (data.spaces as any)[head(spec.space)].unit;
  if (Array.isArray(spec.init)) return checkedTokens(Float64Array.from(spec.init.flat()), spec, unit);
  const drawn = draw(spec, new Generator(spec.seed, data.streams.tokens));
  return unit ? normalize(drawn, spec.d) : drawn;
}

function checkedTokens(x: Float64Array, { d, space }: Spec, unit: boolean): Float64Array {
  for (let i = 0; i < x.length; i += d) {
    const norm = Math.hypot(...x.subarray(i, i + d));
    if (unit && Math.abs(norm - 1) > 1e-9) throw new Refusal("init", `Tokens must lie on the unit sphere, but token ${i / d} has norm ${norm}.`);
    if (norm === 0 && ["preln", "periln", "mixln"].includes(head(space))) throw new Refusal("init", `Every token must have a direction, but token ${i / d} is at the origin.`);
  }
  return x;
}

function draw(spec: Spec, rng: Generator): Float64Array {
  const { n, d } = spec;
  const numbers = spec.init.includes(":") ? spec.init.slice(spec.init.indexOf(":") + 1).split(",").map(Number) : [];
  const most = { cap: 1, cube: 1, gaussian: 1, clusters: 2 }[head(spec.init)] ?? 0;
  if (numbers.length > most) throw new Refusal("init", `\`init='${spec.init}'\` may carry ${most || "no"} positive numbers after its colon.`);
  const uniform = (count: number) => normalize(rng.normals(count * d), d);
  switch (head(spec.init)) {
    case "uniform": return uniform(n);
    case "half-sphere": return uniform(n).map((v, k) => (k % d ? v : Math.abs(v)));
    case "cap": return cap(uniform(n), d, Math.min(numbers[0] ?? 0.5, Math.PI), rng);
    case "orthogonal": return axes(spec);
    case "circle": return circle(spec);
    case "cube": return scaled(n * d, () => { const half = numbers[0] ?? 1; return -half + 2 * half * rng.uniform(); });
    case "gaussian": return scaled(n * d, () => (numbers[0] ?? 1) * rng.normal());
    case "clusters": return clusters(uniform, spec, numbers, rng);
  }
  throw new Refusal("init", `There are no starting tokens \`${spec.init}\`.`);
}

const scaled = (count: number, draw: () => number) => new Float64Array(count).map(draw);

/** (1 - <x, e_1>) / 2 has the law Beta(a, a), a = (d - 1) / 2, cut at the angle; closed for d = 2 and 3. */
function cap(x: Float64Array, d: number, angle: number, rng: Generator): Float64Array {
  if (d === 1) return x.map(Math.abs);
  const end = Math.sin(angle / 2) ** 2;
  const mass = (v: number) => (d === 2 ? (2 / Math.PI) * Math.asin(Math.sqrt(v)) : v);
  const inverse = (p: number) => (d === 2 ? Math.sin((Math.PI / 2) * p) ** 2 : p);
  for (let i = 0; i < x.length; i += d) {
    const half = inverse(mass(end) * rng.uniform());
    const side = Math.hypot(...x.subarray(i + 1, i + d));
    for (let c = 1; c < d; c++) x[i + c] = (2 * Math.sqrt(half * (1 - half)) * x[i + c]) / side;
    x[i] = 1 - 2 * half;
  }
  return normalize(x, d);
}

function axes({ n, d }: Spec): Float64Array {
  if (n > d) throw new Refusal("init", `\`init="orthogonal"\` needs n <= d: R^${d} holds at most ${d} orthogonal tokens. Got n=${n}.`);
  return new Float64Array(n * d).map((_, k) => (k % d === Math.floor(k / d) ? 1 : 0));
}

function circle({ n, d }: Spec): Float64Array {
  if (d < 2) throw new Refusal("init", `\`init="circle"\` needs d >= 2. Got d=${d}.`);
  const x = new Float64Array(n * d);
  for (let i = 0; i < n; i++) [x[i * d], x[i * d + 1]] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)];
  return x;
}

function clusters(uniform: (count: number) => Float64Array, { n, d }: Spec, [count = 3, spread = 0.1]: number[], rng: Generator): Float64Array {
  if (count !== Math.floor(count)) throw new Refusal("init", `\`init="clusters:K,SPREAD"\` needs a whole number K. Got ${count}.`);
  const centers = uniform(count);
  return normalize(scaled(n * d, rng.normal.bind(rng)).map((v, k) => centers[(Math.floor(k / d) % count) * d + (k % d)] + spread * v), d);
}

export type Heads = Matrix[] | null; // null: the identity

/** M and V of every layer, (heads, d, d) each; one pair where they never change. */
export function layersOf(spec: Spec): { qk: Heads; ov: Heads }[] {
  const rng = new Generator(spec.seed, data.streams.weights);
  const lengths = new Set([spec.qk, spec.ov].filter((m) => shape(m).length === 4).map((m) => m.length));
  if (lengths.size > 1) throw new Refusal("ov", "`qk` and `ov` must have as many layers.");
  const laws = [spec.qk, spec.ov].some((m) => typeof m === "string" && !["+qk", "-qk"].includes(m));
  const depth = [...lengths][0] ?? (spec.layer_time !== null && laws ? Math.ceil(spec.t_end / spec.layer_time) : 1);
  return Array.from({ length: depth }, (_, layer) => {
    const qk = ofLayer(spec.qk, layer, spec, rng);
    const sign = { "+qk": 1, "-qk": -1 }[spec.ov as string];
    return { qk, ov: sign && qk ? signed(qk, sign) : ofLayer(spec.ov, layer, spec, rng) };
  });
}

function ofLayer(value: any, layer: number, { d, heads, layer_time }: Spec, rng: Generator): Heads {
  if (value === null) return null;
  if (value === "white") return drawn("gaussian", heads, d, rng).map((m) => m.map((row) => row.map((v) => v / Math.sqrt(heads * layer_time))));
  if (typeof value === "string") return drawn(value, heads, d, rng);
  if (typeof value === "number") return [Array.from({ length: d }, (_, i) => Array.from({ length: d }, (_, j) => (i === j ? value : 0)))];
  const rank = shape(value).length;
  return rank === 2 ? [value] : rank === 3 ? value : value[layer];
}

function drawn(law: string, heads: number, d: number, rng: Generator): Matrix[] {
  const root = Math.sqrt(d);
  const normal = (): Matrix => Array.from({ length: d }, () => Array.from(rng.normals(d)));
  const over = (m: Matrix, by: number) => m.map((row) => row.map((v) => v / by));
  const one = (): Matrix => {
    const g = normal();
    switch (law) {
      case "product": { const k = normal(); return over(product(transposed(g), k), root); }
      case "wigner": return over(g.map((row, i) => row.map((v, j) => (j <= i ? v : g[j][i]))), root);
      case "goe": return over(g.map((row, i) => row.map((v, j) => v / root + g[j][i] / root)), Math.SQRT2);
      case "wishart": return over(product(g, transposed(g)), root);
      default: return over(g, root);
    }
  };
  return Array.from({ length: heads }, one);
}

/** sign M / |M| for every head. */
const signed = (qk: Matrix[], sign: number): Matrix[] =>
  qk.map((m) => { const norm = largestSingularValue(m); return m.map((row) => row.map((v) => (sign * v) / norm)); });
