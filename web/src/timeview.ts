// Time: tokens, clusters and energy over one axis, linear or logarithmic, with merges marked.

import { Layers, place } from "./canvas";
import type { Theme } from "./colours";
import type { Pen, Stroke } from "./pen";
import type { Run } from "./run";
import { linear, short, TimeAxis } from "./scales";

export type TimeState = {
  theme: Theme;
  colours: string[];
  axis: TimeAxis;
  cursor: number; // 0 to 1
  tree: boolean;
  hover: number;
  chosen: Set<number>;
};

const LEFT = 46;
const RIGHT = 14;
const BOTTOM = 24;
const CAPTION = 21;
const MOST_LINES = 600;

type Band = { top: number; height: number };

export class TimeView {
  readonly layers: Layers;
  private state: TimeState | null = null;
  private runs: Run[] = [];

  constructor(box: HTMLElement, private act: { scrub(cursor: number): void; hover(token: number): void; choose(tokens: number[]): void }) {
    this.layers = new Layers(box, () => this.redraw());
    const top = this.layers.top;
    let dragging = false;
    let brush: [number, number] | null = null;
    top.addEventListener("pointerdown", (event) => {
      top.setPointerCapture(event.pointerId);
      const [x, y] = place(event, top);
      if (event.shiftKey) brush = [x, y];
      else {
        dragging = true;
        this.act.scrub(this.cursorAt(x));
      }
    });
    top.addEventListener("pointermove", (event) => {
      const [x, y] = place(event, top);
      if (dragging) this.act.scrub(this.cursorAt(x));
      else if (!brush) this.act.hover(this.tokenAt(x, y));
    });
    top.addEventListener("pointerup", (event) => {
      const [, y] = place(event, top);
      if (brush) this.act.choose(this.brushed(brush[0], brush[1], y));
      dragging = false;
      brush = null;
    });
    top.addEventListener("pointerleave", () => this.act.hover(-1));
  }

  show(runs: Run[], state: TimeState): void {
    this.runs = runs;
    this.state = state;
    this.redraw();
  }

  redraw(): void {
    if (!this.state) return;
    this.layers.still((pen) => this.draw(pen, this.layers.width, this.layers.height));
    this.quick(this.state);
  }

  /** The cursor and what is under the pointer. */
  quick(state: TimeState): void {
    this.state = state;
    const { height } = this.layers;
    this.layers.quick((pen) => {
      const run = this.runs[0];
      if (run?.rows && state.hover >= 0 && state.hover < run.n && !state.tree)
        this.drawLine(pen, run, state.hover, { color: state.theme.ink, width: 1.8 }, this.heights(run, this.bands(height)[0]), this.columns(run));
      const x = this.x(state.cursor);
      pen.line([x, 4, x, height - BOTTOM], { color: state.theme.accent, width: 1.5 });
      pen.dot(x, 4, 4, state.theme.accent);
    });
  }

  private inner(): number {
    return this.layers.width - LEFT - RIGHT;
  }

  private x(cursor: number): number {
    return LEFT + cursor * this.inner();
  }

  private cursorAt(x: number): number {
    return Math.min(1, Math.max(0, (x - LEFT) / this.inner()));
  }

  /** Three bands, each with a line for its caption above. */
  private bands(height: number): Band[] {
    const room = height - BOTTOM - 3 * CAPTION;
    const main = Math.max(60, Math.round(room * 0.56));
    const other = (room - main) / 2;
    return [
      { top: CAPTION, height: main },
      { top: 2 * CAPTION + main, height: other },
      { top: 3 * CAPTION + main + other, height: other },
    ];
  }

  draw(pen: Pen, width: number, height: number): void {
    const { theme, axis, tree } = this.state!;
    const [main, energy, count] = this.bands(height);
    for (const { t, name } of axis.ticks(width - LEFT - RIGHT)) {
      const x = this.x(axis.place(t));
      for (const band of [main, energy, count]) pen.line([x, band.top, x, band.top + band.height], { color: theme.line });
      pen.text(x, height - BOTTOM + 12, name, { color: theme.soft, align: "center" });
    }
    pen.text(LEFT - 16, height - BOTTOM + 12, "t", { color: theme.soft, align: "right" });
    const run = this.runs[0];
    if (!run || !run.rows) return;
    if (tree) this.drawTree(pen, run, main);
    else this.drawTokens(pen, run, main);
    this.drawEnergy(pen, energy);
    this.drawCount(pen, count);
  }

  private drawTokens(pen: Pen, run: Run, band: Band): void {
    const { theme, chosen, colours } = this.state!;
    const [name, ticks] = quantity(run);
    const y = this.heights(run, band);
    const columns = this.columns(run);
    for (const [value, label] of ticks) pen.text(LEFT - 6, y(value), label, { color: theme.soft, align: "right" });
    const stride = Math.max(1, Math.ceil(run.n / MOST_LINES));
    const width = Math.max(0.5, Math.min(1.6, 5 / run.n ** 0.4));
    for (let i = 0; i < run.n; i += stride)
      this.drawLine(pen, run, i, { color: colours[i] ?? theme.grey, width, alpha: chosen.size && !chosen.has(i) ? 0.12 : 0.75 }, y, columns);
    caption(pen, band, name, theme);
  }

  /** The height of a value in a band. */
  private heights(run: Run, band: Band): (value: number) => number {
    const [low, high] = span(run);
    const unit = band.height / (high - low);
    return (value) => band.top + (high - value) * unit;
  }

  /** Rows to draw, at least half a pixel apart, and where they stand. */
  private columns(run: Run): { rows: number[]; xs: number[] } {
    const rows: number[] = [];
    const xs: number[] = [];
    for (let row = 0; row < run.rows; row++) {
      const x = this.x(this.state!.axis.place(run.times[row]));
      if (rows.length && row < run.rows - 1 && x - xs[xs.length - 1] < 0.75) continue;
      rows.push(row);
      xs.push(x);
    }
    return { rows, xs };
  }

  private drawLine(pen: Pen, run: Run, i: number, stroke: Stroke, y: (value: number) => number, { rows, xs }: { rows: number[]; xs: number[] }): void {
    const points: number[] = [];
    let before = NaN;
    rows.forEach((row, k) => {
      const value = coordinate(run, row, i);
      // Around the circle: lift the pen where the angle jumps from pi to -pi.
      if (Math.abs(value - before) > Math.PI) points.push(NaN, NaN);
      points.push(xs[k], y(value));
      before = value;
    });
    pen.line(points, stroke);
  }

  /** Every token at the height of its cluster: lines join where clusters merge. */
  private drawTree(pen: Pen, run: Run, band: Band): void {
    const { theme, axis, chosen, colours } = this.state!;
    const last = run.measuredAt(run.rows - 1);
    if (last < 0) return;
    const height = leafHeights(run, last, band);
    const lines: number[][] = Array.from({ length: run.n }, () => []);
    for (let row = 0; row <= last; row++) {
      if (run.label[row * run.n] === -2) continue;
      const x = this.x(axis.place(run.times[row]));
      const middle = new Map<number, [number, number]>();
      for (let i = 0; i < run.n; i++) {
        const label = run.label[row * run.n + i];
        const [sum, size] = middle.get(label) ?? [0, 0];
        middle.set(label, [sum + height[i], size + 1]);
      }
      for (let i = 0; i < run.n; i++) {
        const label = run.label[row * run.n + i];
        const [sum, size] = middle.get(label)!;
        lines[i].push(x, label < 0 ? height[i] : sum / size);
      }
    }
    const width = Math.max(0.5, Math.min(1.6, 5 / run.n ** 0.4));
    lines.forEach((points, i) =>
      pen.line(points, { color: colours[i] ?? theme.grey, width, alpha: chosen.size && !chosen.has(i) ? 0.12 : 0.75 }));
    caption(pen, band, "cluster tree", theme);
  }

  private drawEnergy(pen: Pen, band: Band): void {
    const { theme } = this.state!;
    frame(pen, band, this.layers.width, theme);
    const flat = this.runs[0].flat;
    const low = flat ? -1 : 0;
    const y = (v: number) => band.top + band.height * (1 - (v - low) / (1 - low));
    for (const v of flat ? [-1, 0, 1] : [0, 1]) pen.text(LEFT - 6, y(v), String(v), { color: theme.soft, align: "right" });
    const shown: ["energy" | "alignment", string, number[]][] = flat
      ? [["alignment", theme.palette[2], []]]
      : [["energy", theme.palette[0], []], ["alignment", theme.palette[2], []]];
    if (!flat) this.plateaus(pen, y);
    this.runs.forEach((run, k) => {
      for (const [curve, color] of shown)
        this.curve(pen, run, run.curves[curve], (v) => y(Math.max(low, v)), color, k === 0 ? [] : [5, 4]);
      for (const theory of run.ended?.theory ?? [])
        this.curve(pen, run, theory.values, y, theme.strong, [2, 3]);
    });
    caption(pen, band, flat ? "mean cosine" : "energy", theme, theme.palette[flat ? 2 : 0]);
    if (!flat) caption(pen, band, "mean cosine", theme, theme.palette[2], 52);
    if (this.runs[0].ended?.theory?.length) caption(pen, band, this.runs[0].ended.theory[0].name, theme, theme.strong, 132);
  }

  /** The levels sum_a (m_a / n)^2 that the energy of clusters far apart would have. */
  private plateaus(pen: Pen, y: (v: number) => number): void {
    const run = this.runs[0];
    const { theme, axis } = this.state!;
    const stairs: number[] = [];
    for (let row = 0; row < run.measured; row++) {
      const labels = run.label.subarray(row * run.n, (row + 1) * run.n);
      if (labels[0] === -2 || run.curves.loose[row] > 0) continue;
      const sizes = new Map<number, number>();
      labels.forEach((label) => sizes.set(label, (sizes.get(label) ?? 0) + 1));
      let level = 0;
      for (const size of sizes.values()) level += (size / run.n) ** 2;
      stairs.push(this.x(axis.place(run.times[row])), y(level));
    }
    pen.line(stairs, { color: theme.soft, width: 1, dash: [1, 3] });
  }

  private drawCount(pen: Pen, band: Band): void {
    const { theme, axis } = this.state!;
    frame(pen, band, this.layers.width, theme);
    let most = 1;
    for (const run of this.runs) for (const v of run.curves.count) if (v > most) most = v;
    const top = Math.log10(most * 1.15);
    const y = (v: number) => band.top + band.height * (1 - Math.max(0, Math.log10(Math.max(v, 1))) / Math.max(top, 0.3));
    for (const v of [1, 10, 100, 1000]) if (v <= most) pen.text(LEFT - 6, y(v), String(v), { color: theme.soft, align: "right" });
    this.runs.forEach((run, k) => {
      this.curve(pen, run, run.curves.loose, (v) => (v > 0 ? y(v) : NaN), theme.grey, k === 0 ? [] : [5, 4]);
      this.curve(pen, run, run.curves.count, y, theme.ink, k === 0 ? [] : [5, 4], true);
    });
    for (const merge of this.runs[0].merges()) {
      const x = this.x(axis.place(merge.time));
      pen.line([x, band.top + band.height - 6, x, band.top + band.height], { color: theme.strong, width: 1.4 });
    }
    caption(pen, band, "clusters", theme, theme.ink);
    caption(pen, band, "loose tokens", theme, theme.grey, 56);
    caption(pen, band, "merges", theme, theme.strong, 137);
  }

  private curve(pen: Pen, run: Run, values: ArrayLike<number>, y: (v: number) => number, color: string, dash: number[], steps = false): void {
    const { axis } = this.state!;
    const points: number[] = [];
    let before = NaN;
    for (let row = 0; row < Math.min(run.rows, values.length); row++) {
      if (Number.isNaN(values[row])) continue;
      const x = this.x(axis.place(run.times[row]));
      const height = y(values[row]);
      if (Number.isNaN(height)) points.push(NaN, NaN);
      else {
        if (steps && !Number.isNaN(before)) points.push(x, before);
        points.push(x, height);
      }
      before = height;
    }
    pen.line(points, { color, width: 1.6, dash });
  }

  /** The token whose line is nearest to a place of the uppermost band; -1 if none is near. */
  private tokenAt(x: number, y: number): number {
    const run = this.runs[0];
    const [band] = this.bands(this.layers.height);
    if (!run?.rows || !this.state || this.state.tree || y > band.top + band.height) return -1;
    const row = run.rowAt(this.state.axis.time(this.cursorAt(x)));
    const height = this.heights(run, band);
    let nearest = 8;
    let found = -1;
    for (let i = 0; i < run.n; i++) {
      const away = Math.abs(height(coordinate(run, row, i)) - y);
      if (away < nearest) [nearest, found] = [away, i];
    }
    return found;
  }

  private brushed(x: number, y0: number, y1: number): number[] {
    const run = this.runs[0];
    const [band] = this.bands(this.layers.height);
    if (!run?.rows || Math.abs(y1 - y0) < 4) return [];
    const row = run.rowAt(this.state!.axis.time(this.cursorAt(x)));
    const height = this.heights(run, band);
    const inside = [];
    for (let i = 0; i < run.n; i++) {
      const y = height(coordinate(run, row, i));
      if (y >= Math.min(y0, y1) && y <= Math.max(y0, y1)) inside.push(i);
    }
    return inside;
  }
}

function caption(pen: Pen, band: Band, words: string, theme: Theme, color: string | null = null, shift = 0): void {
  pen.text(LEFT + shift, band.top - 9, words, { color: color ?? theme.soft, size: 11, weight: 500 });
}

function frame(pen: Pen, band: Band, width: number, theme: Theme): void {
  const y = band.top + band.height;
  pen.line([LEFT, y, width - RIGHT, y], { color: theme.faint });
}

/** What is drawn over time: angles on the circle, coordinates in flat space, else angles to token 0. */
function quantity(run: Run): [string, [number, string][]] {
  const [low, high] = span(run);
  if (run.flat || run.d === 1) return [run.d === 1 ? "tokens" : "first coordinate", linear(low, high, 4).map((v) => [v, short(v)])];
  if (run.d === 2 && high - low < 6) return ["angle of every token", linear(low, high, 3).map((v) => [v, short(v)])];
  if (run.d === 2) return ["angle of every token", [[-Math.PI, "−π"], [0, "0"], [Math.PI, "π"]]];
  return ["angle to where token 0 started", [[0, "0"], [Math.PI / 2, "π/2"], [Math.PI, "π"]]];
}

function span(run: Run): [number, number] {
  if (run.flat || run.d === 1) return [-1.05 * run.reach(), 1.05 * run.reach()];
  return run.d === 2 ? run.angles() : [0, Math.PI];
}

function coordinate(run: Run, row: number, i: number): number {
  const { d, n, x } = run;
  const at = (row * n + i) * d;
  if (run.flat || d === 1) return x[at];
  if (d === 2) return Math.atan2(x[at + 1], x[at]);
  let dot = 0, here = 0, there = 0;
  for (let c = 0; c < d; c++) {
    dot += x[at + c] * x[c];
    here += x[at + c] ** 2;
    there += x[c] ** 2;
  }
  return Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(here * there || 1))));
}

/** A height for every leaf: clusters of the last row stand together, in the order of their tokens. */
function leafHeights(run: Run, last: number, band: Band): number[] {
  const order = Array.from({ length: run.n }, (_, i) => i);
  const key = (i: number) => (run.d === 2 && !run.flat ? coordinate(run, last, i) : run.label[last * run.n + i]);
  const start = (i: number) => coordinate(run, 0, i);
  order.sort((a, b) => Math.round((key(a) - key(b)) * 1e4) || start(a) - start(b));
  const height = new Array<number>(run.n);
  order.forEach((i, k) => (height[i] = band.top + 16 + ((k + 0.5) / run.n) * (band.height - 20)));
  return height;
}
