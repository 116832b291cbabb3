// Colors: the package's palette (plots/style.py) on white, Paul Tol's light scheme on black. Both
// are safe for color-blind eyes; neighbors on the circle always differ.

import type { Run } from "./run";

export type Rgb = [number, number, number];

const LIGHT = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#882255", "#999933", "#332288"];
const DARK = ["#77AADD", "#EE8866", "#44BB99", "#FFAABB", "#99DDFF", "#EEDD88", "#BBCC33", "#CC99FF"];

export type Theme = {
  dark: boolean;
  ink: string;
  soft: string;
  faint: string;
  line: string;
  panel: string;
  accent: string;
  strong: string;
  gray: string;
  palette: string[];
};

export function themeOf(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const dark = value("--dark") === "1";
  return {
    dark,
    ink: value("--ink"), soft: value("--soft"), faint: value("--faint"), line: value("--line"),
    panel: value("--panel"), accent: value("--accent"), strong: value("--strong"), gray: value("--gray"),
    palette: dark ? DARK : LIGHT,
  };
}

export function rgb(hex: string): Rgb {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  const value = parseInt(digits, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** One color per token, by its cluster at a row; gray for none. */
export function clusterColors(run: Run, row: number, theme: Theme): string[] {
  const colors = new Array<string>(run.n).fill(theme.gray);
  const measured = run.measuredAt(row);
  if (measured < 0) return colors.fill(theme.accent);
  const labels = run.labels.subarray(measured * run.n, (measured + 1) * run.n);
  const rank = ranks(run, measured, labels);
  for (let i = 0; i < run.n; i++) {
    if (labels[i] < 0) continue;
    const place = rank[labels[i]];
    const last = place === rank.length - 1 && place > 0 && place % theme.palette.length === 0;
    colors[i] = theme.palette[last ? 2 : place % theme.palette.length];
  }
  return colors;
}

/** The place of each cluster: along the line, around the circle, else by number. */
function ranks(run: Run, row: number, labels: Int16Array): number[] {
  const count = labels.reduce((most, label) => Math.max(most, label + 1), 0);
  const order = Array.from({ length: count }, (_, k) => k);
  if (run.d > 2) return order;
  const middle = order.map(() => [0, 0]);
  for (let i = 0; i < run.n; i++)
    if (labels[i] >= 0)
      for (let c = 0; c < run.d; c++) middle[labels[i]][c] += run.x[(row * run.n + i) * run.d + c];
  const place = middle.map(([a, b]) => (run.d === 1 ? a : Math.atan2(b, a)));
  order.sort((a, b) => place[a] - place[b]);
  const rank = new Array<number>(count);
  order.forEach((label, k) => (rank[label] = k));
  return rank;
}
