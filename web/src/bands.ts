// The lower bands over time: energy and mean cosine, the number of clusters, and what theory predicts.

import type { Theme } from "./colors";
import type { Band } from "./heights";
import type { Painter } from "./painter";
import type { Run } from "./run";
import { power } from "./scales";
import type { Place } from "./terms";

export const LEFT = 46;
export const RIGHT = 14;

export type Plot = { painter: Painter; theme: Theme; width: number; x(t: number): number; said: Place[] };
type Curve = "energy" | "alignment";

const DECADES = 12; // below one that are told apart
const SECOND = [5, 4]; // dashes of the second run
const THEORY = [2, 3]; // and of predictions

const entry = (words: string, color: string): [string, string] => [words, color];

/** Captions side by side above a band, each in the color of its line. */
export function captions({ painter, width, said }: Plot, band: Band, all: [string, string][]): void {
  let x = LEFT;
  for (const [words, color] of all) {
    const room = painter.width(words, 11);
    if (x + room > width - RIGHT) return;
    painter.text(x, band.top - 9, words, { color, size: 11, weight: 500 });
    said.push({ words, x, y: band.top - 9, width: room });
    x += room + 14;
  }
}

function baseline({ painter, theme, width }: Plot, band: Band): void {
  const y = band.top + band.height;
  painter.line([LEFT, y, width - RIGHT, y], { color: theme.faint });
}

function curve({ painter, x }: Plot, run: Run, values: ArrayLike<number | null>, y: (v: number) => number, color: string, dash: number[], steps = false): void {
  const points: number[] = [];
  let before = NaN;
  for (let row = 0; row < Math.min(run.rows, values.length); row++) {
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) continue;
    const height = y(value);
    if (Number.isNaN(height)) points.push(NaN, NaN);
    else {
      if (steps && !Number.isNaN(before)) points.push(x(run.times[row]), before);
      points.push(x(run.times[row]), height);
    }
    before = height;
  }
  painter.line(points, { color, width: 1.6, dash });
}

/** The height of a value between `low` and one, or of what it lacks, by decades. */
function scale(band: Band, low: number, gap: boolean): { y(v: number): number; ticks: [number, string][] } {
  if (gap) {
    const y = (v: number) => band.top + (band.height * Math.log10(Math.max(1 - v, 10 ** -DECADES))) / -DECADES;
    return { y, ticks: [0, 4, 8, 12].filter((k) => k <= DECADES).map((k) => [1 - 10 ** -k, k ? power(-k) : "1"]) };
  }
  const y = (v: number) => band.top + band.height * (1 - (Math.max(low, v) - low) / (1 - low));
  return { y, ticks: (low < 0 ? [-1, 0, 1] : [0, 1]).map((v) => [v, String(v)]) };
}

/** Energy and mean cosine, each with a line per run, and the curves that theory has for them. */
export function drawEnergy(plot: Plot, band: Band, runs: Run[], gap: boolean): void {
  const { painter, theme } = plot;
  const flat = runs[0].flat;
  const { y, ticks } = scale(band, flat ? -1 : 0, gap);
  const less = gap ? "1 − " : "";
  const shown: [Curve, string, string][] = [["alignment", `${less}mean cosine`, theme.palette[2]]];
  if (!flat) shown.unshift(["energy", `${less}energy`, theme.palette[0]]);
  baseline(plot, band);
  for (const [v, name] of ticks) painter.text(LEFT - 6, y(v), name, { color: theme.soft, align: "right" });
  if (!flat && !gap) plateaus(plot, runs[0], y);
  const names = new Set<string>();
  runs.forEach((run, k) => {
    for (const [name, , color] of shown) curve(plot, run, run.curves[name], y, color, k ? SECOND : []);
    for (const theory of run.ended?.theory?.curves ?? []) {
      curve(plot, run, theory.values, y, theme.strong, THEORY);
      names.add(theory.name);
    }
  });
  captions(plot, band, [...shown.map(([, words, color]) => entry(words, color)), ...[...names].map((name) => entry(name, theme.strong)),
    ...(runs.length > 1 ? [entry("dashed: the second run", theme.soft)] : [])]);
}

/** The levels sum_a (m_a / n)^2 that the energy of clusters far apart would have. */
function plateaus({ painter, theme, x }: Plot, run: Run, y: (v: number) => number): void {
  const stairs: number[] = [];
  for (let row = 0; row < run.measured; row++) {
    const labels = run.labels.subarray(row * run.n, (row + 1) * run.n);
    if (labels[0] === -2 || run.curves.loose[row] > 0) continue;
    const sizes = new Map<number, number>();
    labels.forEach((label) => sizes.set(label, (sizes.get(label) ?? 0) + 1));
    let level = 0;
    for (const size of sizes.values()) level += (size / run.n) ** 2;
    stairs.push(x(run.times[row]), y(level));
  }
  painter.line(stairs, { color: theme.soft, width: 1, dash: [1, 3] });
}

export function drawCount(plot: Plot, band: Band, runs: Run[]): void {
  const { painter, theme, width, x } = plot;
  const levels: { name: string; value: number }[] = runs[0].ended?.theory?.levels ?? [];
  const moments: { name: string; t: number }[] = runs[0].ended?.theory?.times ?? [];
  const bottom = band.top + band.height;
  let most = 1;
  for (const { curves } of runs) for (const values of [curves.count, curves.loose]) for (const v of values) if (v > most) most = v;
  for (const { value } of levels) most = Math.max(most, value);
  const top = Math.max(Math.log10(most * 1.15), 0.3);
  const y = (v: number) => band.top + band.height * (1 - Math.max(0, Math.log10(Math.max(v, 1))) / top);
  baseline(plot, band);
  for (const v of [1, 10, 100, 1000]) if (v <= most) painter.text(LEFT - 6, y(v), String(v), { color: theme.soft, align: "right" });
  for (const { value } of levels) painter.line([LEFT, y(value), width - RIGHT, y(value)], { color: theme.strong, width: 1.2, dash: THEORY });
  for (const { t } of moments) painter.line([x(t), band.top, x(t), bottom], { color: theme.strong, width: 1.2, dash: THEORY });
  runs.forEach((run, k) => {
    curve(plot, run, run.curves.loose, (v) => (v > 0 ? y(v) : NaN), theme.gray, k ? SECOND : []);
    curve(plot, run, run.curves.count, y, theme.ink, k ? SECOND : [], true);
  });
  for (const { time } of runs[0].merges()) painter.line([x(time), bottom - 6, x(time), bottom], { color: theme.strong, width: 1.4 });
  const predicted = [...new Set([...levels, ...moments].map(({ name }) => name))];
  captions(plot, band, [["clusters", theme.ink], ["loose tokens", theme.gray], ["merges", theme.strong],
    ...predicted.map((name) => entry(name, theme.strong))]);
}
