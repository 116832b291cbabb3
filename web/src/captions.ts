// Captions: what the page says in words about what it shows.

import { badgeOf } from "./badge";
import { marked } from "./dom";
import type { Layout } from "./layout";
import type { Run } from "./run";
import { short } from "./scales";

export function describe(parts: Layout, run: Run | null, busy: boolean): void {
  const { state, words, detail } = badgeOf(run, busy);
  const { badge, spectrum } = parts;
  badge.dataset.state = state;
  badge.querySelector("b")!.textContent = words;
  badge.querySelector("span")!.replaceChildren(...marked(detail));
  badge.title = run?.verdict?.reason ?? detail;
  spectrum.note.textContent = run ? prediction(run) : "";
}

function prediction(run: Run): string {
  const spectrum = run.begin.spectrum;
  if (spectrum?.note) return spectrum.note;
  if (spectrum?.prediction && isPredicted(run)) return `predicted: ${spectrum.prediction}`;
  return spectrum?.blocks ? "drag an eigenvalue" : "";
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

export function caption(element: HTMLElement, run: Run | null, t: number, centers: boolean): void {
  const lines = run?.rows ? linesOf(run, t, centers) : [];
  element.replaceChildren(...lines.map((line, k) => Object.assign(document.createElement(k ? "span" : "b"), { textContent: line })));
}

function linesOf(run: Run, t: number, centers: boolean): string[] {
  const row = run.measuredAt(run.rowAt(t));
  const count = row < 0 ? NaN : run.curves.count[row];
  const loose = row < 0 ? 0 : run.curves.loose[row];
  const lines = [`t = ${short(t)}`];
  if (!Number.isNaN(count)) lines.push(`${count} ${count === 1 ? "cluster" : "clusters"}${loose ? `, ${loose} loose` : ""}`);
  if (centers && run.begin.centers) lines.push(...parking(run, count, loose));
  if (run.d > 3) lines.push("three principal directions");
  return lines;
}

/** Rényi centers, in parentheses what parking predicts. */
function parking(run: Run, count: number, loose: number): string[] {
  const { renyi, strong, delta, predicted } = run.begin.centers;
  const lines = [
    `${renyi.length} Rényi ${renyi.length === 1 ? "center" : "centers"}${predicted.renyi ? ` (${predicted.renyi.toFixed(1)})` : ""}`,
    `${strong.length} strong${predicted.strong ? ` (${predicted.strong.toFixed(1)})` : ""}`,
  ];
  const filled = (count * delta) / (2 * Math.PI);
  if (run.d === 2 && !loose && predicted.renyi && filled < 1.5) lines.push(`parked ${filled.toFixed(2)}, Rényi ${predicted.density.toFixed(2)}`);
  return lines;
}
