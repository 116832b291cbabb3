// Tokens that hands moved, told by how they differ from those that were drawn: links to them stay short.

import type { Fields } from "./run";

/** Tokens as the fields of a spec draw them. */
export type Drawn = { fields: Fields; rows: number[][] };
/** Places of moved tokens, by their numbers. */
export type Moved = Record<string, number[]>;

const DRAWN_BY = ["seed", "space"]; // what else decides the tokens that a word draws
const MOST = 0.25; // share of the tokens that may differ

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The spec before tokens were moved, and where they are now; null if nobody drew the others. */
export function difference(spec: Fields, drawn: Drawn | null): { spec: Fields; moved: Moved } | null {
  const rows: unknown = spec.init;
  if (!drawn || !Array.isArray(rows) || rows.length !== drawn.rows.length || rows[0].length !== drawn.rows[0].length) return null;
  if (DRAWN_BY.some((name) => !same(spec[name], drawn.fields[name]))) return null;
  const moved = Object.fromEntries(rows.map((row, i) => [i, row]).filter(([i, row]) => !same(row, drawn.rows[i])));
  if (Object.keys(moved).length > MOST * rows.length) return null;
  const { init: _, ...rest } = spec;
  return { spec: drawn.fields.init === undefined ? rest : { ...rest, init: drawn.fields.init }, moved };
}

/** Rows with some of them moved; null if one of those is not among them. */
export function withMoved(rows: number[][], moved: Moved): number[][] | null {
  const fits = Object.entries(moved).every(([i, row]) => rows[Number(i)]?.length === row.length);
  return fits ? rows.map((row, i) => moved[i] ?? row) : null;
}
