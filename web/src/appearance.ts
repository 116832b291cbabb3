// Appearance: what the options change about the page itself.

import type { Layout } from "./layout";
import type { Fields } from "./run";
import type { Options } from "./state";

export function applyAppearance({ root, drawer }: Layout, { theme, hidden }: Options): void {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.classList.toggle("tkf-focus", hidden);
  drawer.hidden = hidden;
}

/** A second view, with its matrix, or the first alone. */
export function showSecond({ root, secondSeat, secondMatrix }: Layout, isCompared: boolean): void {
  secondSeat.hidden = secondMatrix.hidden = !isCompared;
  root.classList.toggle("tkf-compared", isCompared);
}

const SYMBOLS: Record<string, string> = { beta: "β", gamma: "γ", kappa: "κ", ov: "V", qk: "QᵀK" };

/** Which of two runs is which: the fields in which they differ, with their values. */
export function labelViews(views: HTMLElement[], spec: Fields, second: Fields | null, fallback: (name: string) => unknown): void {
  const specs = [spec, second ?? spec];
  const value = (fields: Fields, name: string) => fields[name] ?? fallback(name);
  const names = Object.keys({ ...spec, ...second }).filter((name) => JSON.stringify(value(spec, name)) !== JSON.stringify(value(specs[1], name)));
  views.forEach((view, k) => {
    if (second) view.dataset.label = names.map((name) => `${SYMBOLS[name] ?? name.replaceAll("_", " ")} = ${inWords(value(specs[k], name))}`).join(", ") || "the same system";
    else delete view.dataset.label;
  });
}

function inWords(value: unknown): string {
  return value === null || value === undefined ? "none" : typeof value === "object" ? "written out" : String(value);
}
