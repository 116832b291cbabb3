// Captions: what the page says in words about what it shows.

import { badgeOf, type Badge } from "./badge";
import { marked } from "./dom";
import { meaningOf } from "./glossary";
import type { Layout } from "./layout";
import type { Run } from "./run";
import { short } from "./scales";
import { write, type Said } from "./terms";

export function describe(parts: Layout, run: Run | null, busy: boolean): void {
  const { state, words, detail } = badgeOf(run, busy);
  const { badge, spectrum } = parts;
  badge.dataset.state = state;
  write(badge.querySelector("b")!, [{ words, term: state }]);
  parts.detail.replaceChildren(...marked(detail));
  parts.detail.dataset.tip = detail && `${detail}\n${meaningOf("how it was computed")}`;
  write(spectrum.note, run ? [prediction(run)] : []);
  const predicted = spectrum.note.querySelector<HTMLElement>(".tkf-term");
  if (predicted) predicted.dataset.tip = `${predicted.textContent}\n${meaningOf("predicted end")}`; // all of it, where two lines are too few
}

function prediction(run: Run): Said {
  const spectrum = run.begin.spectrum;
  if (spectrum?.note) return { words: spectrum.note };
  if (spectrum?.prediction && isPredicted(run)) return { words: `predicted: ${spectrum.prediction}`, term: "predicted end" };
  return { words: spectrum?.blocks ? "drag an eigenvalue" : "" };
}

/** Whether the spectrum of V decides: one head of softmax, causal, on the sphere, and nothing else acts (arXiv:2411.04990). */
function isPredicted({ spec, begin }: Run): boolean {
  const others = ["kappa", "frozen", "position", "beta_end", "mlp", "linear", "external"];
  const { weighting = "softmax", space = "sphere", method = "auto" } = spec;
  const heads = Math.max(...["qk", "ov"].map((name) => begin.matrices[name]?.[0].length ?? 1));
  const layers = Math.max(...["qk", "ov"].map((name) => begin.matrices[name]?.length ?? 1));
  return spec.mask === "causal" && space === "sphere" && weighting === "softmax" && begin.beta >= 0 && heads === 1 && layers === 1
    && !/^(layers|no-residual|nesterov)/.test(method) && others.every((name) => spec[name] == null);
}

export function caption(element: HTMLElement, run: Run | null, t: number, centers: boolean, badge: Badge | null = null): void {
  const lines = run?.rows ? linesOf(run, t, centers) : [];
  write(element, badge ? [...lines, { words: badge.words, term: badge.state, tag: "em" }] : lines);
}

function linesOf(run: Run, t: number, centers: boolean): Said[] {
  const row = run.measuredAt(run.rowAt(t));
  const count = row < 0 ? NaN : run.curves.count[row];
  const loose = row < 0 ? 0 : run.curves.loose[row];
  const lines: Said[] = [{ words: `t = ${short(t)}`, tag: "b" }];
  if (!Number.isNaN(count)) lines.push({ words: counted(count, "cluster"), term: "clusters" });
  if (loose) lines.push({ words: counted(loose, "loose token"), term: "loose tokens" });
  if (centers && run.begin.centers) lines.push(...parking(run, count, loose));
  if (run.d > 3) lines.push({ words: "three main directions", term: "main directions" });
  return lines;
}

/** How many lines the caption of a run beside another has at most, at any time: in what they differ, t, clusters, verdict. */
export function mostLines(run: Run, centers: boolean): number {
  return 4 + (run.curves.loose.some((count) => count > 0) ? 1 : 0) + (centers && run.begin.centers ? 3 : 0) + (run.d > 3 ? 1 : 0);
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Rényi centers, in parentheses what parking predicts. */
function parking(run: Run, count: number, loose: number): Said[] {
  const { renyi, strong, delta, predicted } = run.begin.centers;
  const expected = (value: number | null) => (value ? ` (${value.toFixed(1)} expected)` : "");
  const lines = [
    { words: counted(renyi.length, "Rényi center") + expected(predicted.renyi), term: "Rényi centers" },
    { words: counted(strong.length, "strong center") + expected(predicted.strong), term: "strong centers" },
  ];
  const covered = (count * delta) / (2 * Math.PI);
  if (run.d === 2 && !loose && predicted.renyi && covered < 1.5)
    lines.push({ words: `arcs cover ${covered.toFixed(2)} (parking ${predicted.density.toFixed(2)})`, term: "covered arcs" });
  return lines;
}
