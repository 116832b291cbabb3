// A spec as the page follows it: all fields, checked by the schema that Python wrote.

import type { Fields } from "../run";
import data from "./data.json";
import { Refusal } from "./refusal";

type Part = { type?: string; gt?: number; items?: object };
type Property = Part & { default: any; minimum?: number; enum?: string[]; anyOf?: Part[]; "x-hint": { words?: string[] } };

const PROPERTIES = data.hello.schema.properties as unknown as Record<string, Property>;

export type Spec = Fields & { n: number; d: number; beta: number; t_end: number; samples: number; tol: number; seed: number };

/** The shape of an array, () for what is none. */
export function shape(value: any): number[] {
  return Array.isArray(value) ? [value.length, ...shape(value[0])] : [];
}

/** All fields of a spec, with n and d read off its tokens and beta off gamma. */
export function completed(fields: Fields): Spec {
  const given = { ...fields };
  const size = shape(given.init);
  if (size.length === 2) [given.n, given.d] = [given.n ?? size[0], given.d ?? size[1]];
  for (const name of Object.keys(given))
    if (!(name in PROPERTIES)) throw new Refusal(null, `A spec has no field \`${name}\`. Leave it out.`);
  const all = Object.fromEntries(Object.entries(PROPERTIES).map(([name, about]) => [name, given[name] === undefined ? about.default : given[name]]));
  for (const [name, about] of Object.entries(PROPERTIES)) checkField(name, all[name], about);
  if (all.gamma !== null) all.beta = scaled(all as Spec, given.beta);
  checkNumbers(all as Spec);
  checkShapes(all as Spec);
  checkAgreement(all as Spec);
  return all as Spec;
}

/** beta = gamma log n, which a beta that is given as well must be. */
function scaled({ gamma, n }: Spec, given: number | undefined): number {
  const beta = gamma * Math.log(n);
  if (given !== undefined && Math.abs(given - beta) > 1e-12 * Math.max(Math.abs(given), Math.abs(beta)))
    throw new Refusal("gamma", `\`gamma\` sets beta = gamma log n = ${beta}, so \`beta\` must be left out. Got beta=${given}.`);
  return beta;
}

function checkField(name: string, value: any, about: Property): void {
  const nullable = !!about.anyOf?.some((part) => part.type === "null");
  if (value === null && nullable) return;
  const part: Part = about.anyOf?.find((one) => one.type !== "null") ?? about;
  const refuse = (must: string) => { throw new Refusal(name, `\`${name}\` must be ${must}. Got ${short(value)}.`); };
  const listed = about.enum ?? about["x-hint"].words;
  if (part.type === "string" && typeof value !== "string") refuse(listed ? `one of ${listed.join(", ")}` : "a word");
  if (part.type === "array" && !(Array.isArray(value) && value.every(Number.isSafeInteger))) refuse("a list of whole numbers");
  if (part.type === undefined && !isOpen(value, !!listed, nullable)) refuse(`an array${listed ? ` or one of ${listed.join(", ")}` : ""}`);
  if (part.type === "integer" && !Number.isSafeInteger(value)) refuse("a whole number");
  if (part.type === "number" && !(typeof value === "number" && Number.isFinite(value))) refuse("a finite number");
  if (part.type === "boolean" && typeof value !== "boolean") refuse("true or false");
  if (about.minimum !== undefined && value < about.minimum) refuse(`at least ${about.minimum}`);
  if (part.gt !== undefined && !(value > part.gt)) refuse(`more than ${part.gt}`);
  if (about.enum && !about.enum.includes(value)) refuse(`one of ${about.enum.join(", ")}`);
  const words = about["x-hint"].words;
  if (words && typeof value === "string" && !isWord(name, value, words)) refuse(`one of ${words.join(", ")}`);
}

/** Whether a value may stand where arrays do: words where some are listed, and numbers times the identity. */
function isOpen(value: any, listed: boolean, nullable: boolean): boolean {
  return Array.isArray(value) || (listed && (typeof value === "string" || (nullable && Number.isFinite(value))));
}

/** Whether a word is on the list; where that has capitals stands a positive number. */
function isWord(name: string, value: string, words: string[]): boolean {
  if (words.includes(value) && !/:[A-Z]/.test(value)) return true;
  const [head, rest] = [value.split(":")[0], value.slice(value.indexOf(":") + 1)];
  if (head === "window" && !Number.isSafeInteger(Number(rest))) return false;
  if (name === "init") return words.includes(head) && rest.split(",").every((part) => Number(part) > 0 && Number.isFinite(Number(part)));
  return words.some((word) => /:[A-Z]/.test(word) && word.split(":")[0] === head) && value.includes(":") && Number(rest) > 0 && Number.isFinite(Number(rest));
}

function checkNumbers(spec: Spec): void {
  const { smallest_tol, longest_time } = data.numbers;
  if (!(spec.tol >= smallest_tol && spec.tol < 1)) throw new Refusal("tol", `\`tol\` must lie between ${smallest_tol} and 1. Got ${spec.tol}.`);
  if (!(spec.t_end > 0 && spec.t_end <= longest_time)) throw new Refusal("t_end", `\`t_end\` must be positive. Got ${spec.t_end}.`);
  const { tokens, coordinates, numbers, steps } = data.limits;
  const most = (field: string, got: number, limit: number, what: string) => {
    if (got > limit) throw new Refusal(field, `The page without a server follows at most ${limit} ${what}. Got ${got}; \`tokenflock run\` has no such limit.`);
  };
  most("n", spec.n, tokens, "tokens");
  most("d", spec.n * spec.d, coordinates, "coordinates");
  most("samples", spec.n * spec.d * spec.samples, numbers, "numbers");
  if (spec.step !== null) most("step", spec.t_end / spec.step, steps, "steps");
}

function checkShapes(spec: Spec): void {
  const { n, d } = spec;
  const fits = (name: string, ...shapes: number[][]) => {
    const found = shape(spec[name]);
    const flat = [spec[name]].flat(9);
    if (Array.isArray(spec[name]) && !shapes.some((one) => String(one) === String(found)))
      throw new Refusal(name, `\`${name}\` must have shape ${shapes.map((one) => `(${one.join(", ")})`).join(" or ")}. Got (${found.join(", ")}).`);
    if (Array.isArray(spec[name]) && flat.length !== found.reduce((a, b) => a * b, 1)) throw new Refusal(name, `The rows of \`${name}\` must be equally long.`);
    if (Array.isArray(spec[name]) && !flat.every((v) => typeof v === "boolean" || Number.isFinite(v))) throw new Refusal(name, `\`${name}\` must hold finite numbers.`);
  };
  fits("init", [n, d]);
  fits("mask", [n, n]);
  if (Array.isArray(spec.mask) && !spec.mask.flat().every((sees: unknown) => typeof sees === "boolean"))
    throw new Refusal("mask", "`mask` must be the name of a mask or an array of true and false.");
  fits("masses", [n]);
  for (const name of ["qk", "ov"]) fits(name, [d, d], [...shape(spec[name]).slice(0, -2).slice(-2), d, d]);
  fits("linear", [d, d], [...shape(spec.linear).slice(0, 1), d, d]);
  fits("external", [d], [n, d]);
}

function checkAgreement(spec: Spec): void {
  const refuse = (field: string, sentence: string) => { throw new Refusal(field, sentence); };
  if (["+qk", "-qk"].includes(spec.ov) && spec.qk === null) refuse("ov", `\`ov='${spec.ov}'\` is made of M = Q^T K, but \`qk\` is not given.`);
  if (spec.ov === "white" && spec.layer_time === null) refuse("ov", "`ov='white'` is drawn anew with every layer: give `layer_time`.");
  if (spec.mlp === null && spec.mlp_scale !== 1) refuse("mlp_scale", "`mlp_scale` multiplies a perceptron, but `mlp` is not given.");
  if (spec.noise !== "token" && spec.kappa === null) refuse("noise", `\`noise='${spec.noise}'\` needs \`kappa\`, its inverse temperature.`);
  if (spec.frozen?.some((i: number) => !(i >= 0 && i < spec.n))) refuse("frozen", `\`frozen\` must hold token numbers from 0 to ${spec.n - 1}.`);
  if (spec.masses?.some((m: number) => !(m > 0))) refuse("masses", "`masses` must be positive.");
  if (Array.isArray(spec.mask) && spec.mask.some((row: any[]) => !row.some(Boolean))) refuse("mask", "`mask` must show every token somebody.");
}

const short = (value: any) => { const text = JSON.stringify(value); return text.length > 60 ? `${text.slice(0, 57)}...` : text; };
