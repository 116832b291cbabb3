// The path of a spec, some steps at a time: adaptive ones, or equal ones, as solvers/driver.py has them.

import data from "./data.json";
import type { Heads } from "./initial";
import type { Kernels } from "./kernels";
import { putLaw } from "./law";
import { Refusal } from "./refusal";
import { seedState } from "./random";
import { head, isLayered } from "./served";
import type { Spec } from "./spec";

const WINDOW = 30; // ms, aimed at
const WAYS = ["layers", "no-residual", "runge-kutta", "splitting"];

export type Rows = { first: number; times: Float64Array; x: Float64Array };
export type Layers = { qk: Heads; ov: Heads }[];
export type Solver = { method: string; tol?: number; step?: number; steps_accepted?: number; steps_rejected?: number; layers?: number };

/** What is followed: a spec with its weights, times and starting tokens. */
export type Problem = { spec: Spec; layers: Layers; times: Float64Array; x0: Float64Array };

/** The rows after the first, as they come; between two a caller may stop. Returns how it was done. */
export function* path(kernels: Kernels, problem: Problem): Generator<Rows | null, Solver> {
  const solver = solverOf(problem.spec);
  let x = problem.x0;
  let first = 0; // of equal steps
  for (const [start, end] of stretches(problem, solver)) {
    const inside = problem.times.filter((t) => t > start && t < end);
    const times = Float64Array.from([...inside, end]);
    const part = { problem, times, start, x };
    const follow = solver.step === undefined ? adaptive(kernels, part, solver) : equal(kernels, part, solver, first);
    for (const rows of follow) {
      if (!rows) { yield null; continue; }
      const index = problem.times.indexOf(rows.times[0]);
      // A break need not be a time that was asked for.
      const asked = problem.times.includes(rows.times[rows.times.length - 1]) ? rows : without(rows);
      if (asked.times.length) yield { ...asked, first: index };
    }
    x = kernels.view("x").slice();
    first += solver.step === undefined ? 0 : stepsBetween(start, times, solver).reduce((a, b) => a + b, 0);
  }
  return solver;
}

const without = ({ first, times, x }: Rows): Rows => ({
  first, times: times.slice(0, -1), x: x.slice(0, (x.length / times.length) * (times.length - 1)),
});

function solverOf(spec: Spec): Solver {
  if (spec.kappa !== null) return { method: "splitting", step: spec.step ?? data.numbers.noisy_step };
  if (isLayered(spec.method)) return { method: spec.method, step: spec.step ?? 1 };
  const exact = spec.tol <= 1e-8 && spec.step === null;
  const method = spec.method === "auto" ? (exact ? "dopri8" : "tsit5") : spec.method;
  return spec.step === null ? { method, tol: spec.tol } : { method, step: spec.step };
}

/** The ends of stretches on which the field is smooth. */
function stretches({ spec, layers, times }: Problem, { method }: Solver): [number, number][] {
  const end = times[times.length - 1];
  const breaks: number[] = [];
  if (method in data.methods) {
    for (let k = 1; k < layers.length; k++) breaks.push(k * (spec.layer_time ?? 1));
    if (head(spec.space) === "mixln") breaks.push(Number(spec.space.split(":")[1]));
  }
  const ends = [...new Set(breaks.filter((t) => t > 0 && t < end))].sort((a, b) => a - b).concat(end);
  return ends.map((stop, k) => [k ? ends[k - 1] : 0, stop]);
}

export const layerAt = ({ spec, layers }: Problem, t: number) =>
  layers[Math.min(Math.max(Math.floor(t / (spec.layer_time ?? 1) + 1e-9), 0), layers.length - 1)];

type Part = { problem: Problem; times: Float64Array; start: number; x: Float64Array };

function begin(kernels: Kernels, { problem, start, times, x }: Part, t: number, method: string): void {
  kernels.clear();
  putLaw(kernels, problem.spec, layerAt(problem, t), t);
  const table = (data.methods as any)[method in data.methods ? method : "midpoint"];
  for (const name of ["a", "b", "c", "e", "w"]) kernels.put(name, table[name]);
  kernels.put("x", x);
  kernels.put("velocity", new Float64Array(x.length));
  for (const [name, value] of Object.entries({ t: start, t_next: -Infinity, saved: 0, accepted: 0, rejected: 0, between: 0 })) kernels.put(name, value);
  kernels.put("times", times);
}

function* adaptive(kernels: Kernels, part: Part, solver: Solver): Generator<Rows | null> {
  const { times, problem: { spec }, start } = part;
  const size = part.x.length;
  begin(kernels, part, (start + times[times.length - 1]) / 2, solver.method);
  const control = { ...data.control, order: (data.methods as any)[solver.method].order, tol: spec.tol };
  for (const [name, value] of Object.entries(control)) kernels.put(name, value);
  kernels.put("values", new Float64Array(times.length * size));
  let [saved, steps] = [0, 8];
  while (saved < times.length) {
    const began = performance.now();
    kernels.advance(steps);
    const took = Math.max(performance.now() - began, 1e-3);
    steps = Math.max(1, Math.min(4 * steps, Math.floor((WINDOW * steps) / took)));
    const now = kernels.number("saved");
    if (now > saved) yield { first: 0, times: times.slice(saved, now), x: kernels.view("values").slice(saved * size, now * size) };
    else yield null;
    saved = now;
    if (saved < times.length && !(kernels.number("t_next") > kernels.number("t"))) throw stuck(kernels, spec);
  }
  solver.steps_accepted = (solver.steps_accepted ?? 0) + kernels.number("accepted");
  solver.steps_rejected = (solver.steps_rejected ?? 0) + kernels.number("rejected");
}

function stuck(kernels: Kernels, spec: Spec): Refusal {
  const t = kernels.number("t").toPrecision(6);
  const large = kernels.view("x").some((v) => Math.abs(v) > 1e150);
  return large
    ? new Refusal("t_end", `The tokens grow beyond floating point: past 1e+150 at t=${t}. Use \`space='rescaled'\` or a smaller \`t_end\`.`)
    : new Refusal("tol", `\`tol=${spec.tol}\` cannot be met: at t=${t} even the smallest step has a larger error. Ask for a larger \`tol\`.`);
}

/** How many equal steps lead from each saved time to the next. */
function stepsBetween(start: number, times: Float64Array, { method, step }: Solver): number[] {
  return Array.from(times, (t, k) => {
    const length = t - (k ? times[k - 1] : start);
    return isLayered(method) ? Math.round(length / step!) : Math.max(1, Math.ceil(length / step! - 1e-9));
  });
}

function* equal(kernels: Kernels, part: Part, solver: Solver, first: number): Generator<Rows | null> {
  const { problem, times, start } = part;
  const counts = stepsBetween(start, times, solver);
  const changing = !(solver.method in data.methods) && (problem.layers.length > 1 || head(problem.spec.space) === "mixln");
  const way = Math.max(WAYS.indexOf(solver.method), solver.method in data.methods ? 2 : 0);
  let x = part.x;
  let began = performance.now();
  const prepare = (t: number) => {
    begin(kernels, { ...part, x }, t, solver.method);
    kernels.put("seed", seedState(problem.spec.seed, data.streams.noise, 2));
  };
  prepare(changing ? start : (start + times[times.length - 1]) / 2);
  for (const [k, count] of counts.entries()) {
    const from = k ? times[k - 1] : start;
    const length = isLayered(solver.method) ? solver.step! : (times[k] - from) / count;
    for (let done = 0; done < count; ) {
      const some = changing ? 1 : Math.min(count - done, 16);
      if (changing) { x = kernels.view("x").slice(); prepare(from + done * length); }
      kernels.takeSteps(way, from + done * length, length, some, first + done);
      done += some;
      if (performance.now() - began > WINDOW) { yield null; began = performance.now(); }
    }
    first += count;
    const values = kernels.view("x").slice();
    if (!values.every(Number.isFinite))
      throw new Refusal("step", `The tokens must stay finite, but by t=${times[k]} equal steps have led some to infinity. Use a smaller \`step\`, or none for adaptive ones.`);
    yield { first: 0, times: times.slice(k, k + 1), x: values };
  }
  const unit = isLayered(solver.method) ? "layers" : "steps_accepted";
  solver[unit] = (solver[unit] ?? 0) + counts.reduce((a, b) => a + b, 0);
}

/** The velocities of tokens at a time. */
export function velocities(kernels: Kernels, problem: Problem, t: number, x: Float64Array): Float64Array {
  begin(kernels, { problem, start: t, times: Float64Array.of(t + 1), x }, t, "tsit5");
  for (const [name, value] of Object.entries({ ...data.control, order: 5, tol: 1e-3 })) kernels.put(name, value);
  kernels.put("values", new Float64Array(x.length));
  kernels.advance(0);
  return kernels.view("velocity").slice();
}
