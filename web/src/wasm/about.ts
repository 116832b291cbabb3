// What is known of a spec before its first step: explorer/run_messages.py and predictions.py.

import type { Fields } from "../run";
import { identity, type Matrix } from "../linear";
import type { Law } from "../weights";
import data from "./data.json";
import { rateOf, widthOf } from "./law";
import { directions } from "./measures";
import type { Problem } from "./path";
import { NEEDS_SERVER } from "./refusal";
import { head } from "./served";
import type { Spec } from "./spec";
import { eigen, isSymmetric } from "./symmetric";

/** The message `begin`, but for the header of its request. */
export function begun({ spec, layers, times, x0 }: Problem, fields: Fields): Fields {
  const listed = (name: "qk" | "ov") => (layers[0][name] ? layers.map((layer) => layer[name]) : null);
  return {
    type: "begin", spec: fields, samples: times.length, n: spec.n, d: spec.d, t_end: spec.t_end, beta: spec.beta, beta_end: null,
    layer_time: spec.layer_time ?? 1, space: (data.spaces as any)[head(spec.space)], words: null, bibtex: data.program,
    matrices: { qk: listed("qk"), ov: listed("ov") }, weights: lawOf(spec), spectrum: spectrum(spec, layers[0].ov?.[0] ?? identity(spec.d)),
    centers: centersOf(spec, x0),
  };
}

function lawOf(spec: Spec): Law {
  const [kind, scaled] = spec.weighting.split(":");
  const mask = Array.isArray(spec.mask) ? { kind: "explicit", rows: spec.mask.map((row: any[]) => row.map(Number)) }
    : spec.mask === "full" ? { kind: "full" } : { kind: "window", width: spec.mask === "causal" ? spec.n : widthOf(spec) };
  return { weighting: { kind: kind as any, scaled: scaled === "scaled" }, mask: mask as Law["mask"], masses: spec.masses, fading: rateOf(spec), frequencies: null, rescaled: spec.space === "rescaled" };
}

/** Eigenvalues of V, a basis in which they can be moved, and the predicted limit, where V is symmetric or 2 x 2. */
function spectrum(spec: Spec, v: Matrix): Fields {
  if (isSymmetric(v)) {
    const { values, vectors } = eigen(v);
    const limit = spec.linear === null && spec.external === null ? limitOf(values, vectors) : {};
    return { re: values, im: values.map(() => 0), blocks: values.map((a) => [a]), basis: vectors, ...limit };
  }
  return spec.d === 2 ? ofTwo(v) : { re: [], im: [], blocks: null, basis: null, note: `this spectrum ${NEEDS_SERVER}` };
}

/** What the spectrum of a symmetric V predicts of causal tokens: theory/limit_sets.py. */
function limitOf(values: number[], vectors: Matrix): Fields {
  const top = Math.max(...values);
  const size = Math.max(...values.map(Math.abs)) || 1;
  const leading = values.flatMap((a, k) => (top - a <= 1e-11 * size ? [vectors.map((row) => row[k])] : []));
  const kind = Math.abs(top) <= 1e-11 * size ? "neutral" : top < 0 ? (leading.length === 1 ? "two clouds" : "cloud")
    : leading.length === values.length && values.length > 1 ? "first token" : leading.length === 1 ? "two points" : "point";
  return { kind, prediction: data.atlas[kind as keyof typeof data.atlas], rate: top, leading };
}

function ofTwo([[a, b], [c, d]]: Matrix): Fields {
  const [middle, square] = [(a + d) / 2, ((a - d) / 2) ** 2 + b * c];
  const column = (value: number, imaginary = 0): [number[], number[]] =>
    Math.abs(b) > Math.abs(c) ? [[b, value - a], [0, imaginary]] : [[value - d, c], [imaginary, 0]];
  if (square >= 0) {
    const values = [middle + Math.sqrt(square), middle - Math.sqrt(square)];
    const [u, w] = values.map((value) => column(value)[0]);
    const movable = Math.abs(u[0] * w[1] - u[1] * w[0]) > 1e-6 * Math.hypot(...u) * Math.hypot(...w);
    return { re: values, im: [0, 0], blocks: movable ? values.map((value) => [value]) : null, basis: movable ? [[u[0], w[0]], [u[1], w[1]]] : null };
  }
  const im = Math.sqrt(-square);
  const [u, w] = column(middle, im);
  return { re: [middle, middle], im: [im, -im], blocks: [[middle, im]], basis: [[u[0], w[0]], [u[1], w[1]]] };
}

/** Rényi centers of causal tokens on the sphere, and how many parking predicts: observables/renyi.py. */
function centersOf(spec: Spec, x0: Float64Array): Fields | null {
  const { n, d, beta } = spec;
  if (spec.mask !== "causal" || spec.space !== "sphere" || beta <= 0 || d === 1 || spec.linear !== null || spec.external !== null) return null;
  const delta = 4 * beta ** -0.5;
  const [renyi, strong] = parked(directions(x0, d), n, d, delta);
  const mass = d === 2 ? Math.min(1, delta / Math.PI) : d === 3 && delta < Math.PI ? Math.sin(delta / 2) ** 2 : delta >= Math.PI ? 1 : null;
  const { renyi_constant } = data.numbers;
  const full = d === 2 && delta < 2 ? (renyi_constant * 2 * Math.PI) / delta : null;
  return { delta, renyi, strong, predicted: {
    density: renyi_constant, renyi: full === null || full > n ? null : full,
    strong: mass === null ? null : mass === 1 ? 1 : -Math.expm1(n * Math.log1p(-mass)) / mass,
  } };
}

/** Tokens farther than delta from all centers before, and from all tokens before. */
function parked(u: Float64Array, n: number, d: number, delta: number): [number[], number[]] {
  const [renyi, strong]: [number[], number[]] = [[], []];
  const near = (i: number, j: number): boolean => {
    let [apart, sum] = [0, 0];
    for (let c = 0; c < d; c++) [apart, sum] = [apart + (u[i * d + c] - u[j * d + c]) ** 2, sum + (u[i * d + c] + u[j * d + c]) ** 2];
    return 2 * Math.atan2(Math.sqrt(apart), Math.sqrt(sum)) <= delta;
  };
  for (let i = 0; i < n; i++) {
    if (renyi.some((j) => near(i, j))) continue;
    renyi.push(i);
    let first = true;
    for (let j = 0; j < i && first; j++) first = !near(i, j);
    if (first) strong.push(i);
  }
  return [renyi, strong];
}
