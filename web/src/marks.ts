// Marks above the tokens: Rényi centers and their arcs, predicted limits, names.

import type { Theme } from "./colors";
import type { Painter } from "./painter";
import type { Run } from "./run";

export type Project = (p: ArrayLike<number>, at?: number) => [number, number, number];

const MOST_WORDS = 64;

/** Rényi centers of the start: rings, strong ones doubled, with the arcs nobody else may park in. */
export function drawCenters(painter: Painter, run: Run, theme: Theme, project: Project): void {
  const { delta, renyi, strong } = run.begin.centers;
  const start = run.points(run.x.subarray(0, run.n * run.d), new Float32Array(3 * run.n));
  const isStrong = new Set<number>(strong);
  for (const i of renyi as number[]) {
    const color = isStrong.has(i) ? theme.strong : theme.ink;
    if (run.d === 2) painter.line(arc(start, i, delta, isStrong.has(i) ? 1.1 : 1.065, project), { color, width: 3, alpha: 0.55 });
    const [x, y, z] = project(start, 3 * i);
    const alpha = run.d >= 3 && z < 0 ? 0.25 : 1;
    painter.ring(x, y, 6.5, { color, width: 2, alpha });
    if (isStrong.has(i)) painter.ring(x, y, 9.5, { color, width: 1.2, alpha });
  }
}

function arc(start: Float32Array, i: number, delta: number, radius: number, project: Project): number[] {
  const a = Math.atan2(start[3 * i + 1], start[3 * i]);
  const points: number[] = [];
  for (let k = -24; k <= 24; k++) {
    const b = a + (Math.min(delta, Math.PI) * k) / 48;
    points.push(...project([radius * Math.cos(b), radius * Math.sin(b), 0]).slice(0, 2));
  }
  return points;
}

/** The directions that the spectrum of V predicts, as small crosses. */
export function drawLimit(painter: Painter, run: Run, theme: Theme, project: Project): void {
  const spectrum = run.begin.spectrum;
  if (!spectrum?.leading || run.d > 3 || run.flat || spectrum.leading.length !== 1) return;
  for (const sign of [1, -1]) {
    const [x, y] = project([0, 1, 2].map((c) => sign * (spectrum.leading[0][c] ?? 0)));
    for (const [a, b] of [[5, 5], [5, -5]]) painter.line([x - a, y - b, x + a, y + b], { color: theme.strong, width: 1.6 });
  }
}

/** The token under the pointer, by name; the words of a sentence. */
export function drawNames(painter: Painter, run: Run, theme: Theme, xyz: Float32Array, hover: number, width: number, project: Project): void {
  if (hover >= 0 && hover < run.n) {
    const [x, y] = project(xyz, 3 * hover);
    painter.ring(x, y, 10, { color: theme.ink, width: 1.5 });
    const right = x < width - 80;
    const words = run.words?.[hover] ?? `token ${hover}`;
    painter.text(x + (right ? 15 : -15), y - 2, words, { color: theme.ink, size: 12, weight: 600, align: right ? "left" : "right" });
  }
  if (run.words && run.n <= MOST_WORDS) drawWords(painter, run.words, theme, xyz, hover, project);
}

/** Words beside their tokens, those behind the sphere and those that would cover others left out. */
function drawWords(painter: Painter, words: string[], theme: Theme, xyz: Float32Array, hover: number, project: Project): void {
  const taken: [number, number, number][] = hover < 0 ? [] : [box(painter, words[hover], 12, project(xyz, 3 * hover))];
  words.forEach((word, i) => {
    const place = project(xyz, 3 * i);
    const [left, right, y] = box(painter, word, 10, place);
    if (i === hover || place[2] < -0.2) return;
    if (taken.some(([a, b, c]) => left < b && right > a && Math.abs(y - c) < 11)) return;
    taken.push([left, right, y]);
    painter.text(left, y, word, { color: theme.soft, size: 10 });
  });
}

/** Left and right end and the height of a word beside its token. */
function box(painter: Painter, word: string, size: number, [x, y]: [number, number, number]): [number, number, number] {
  return [x + 8, x + 8 + painter.width(word, size), y];
}
