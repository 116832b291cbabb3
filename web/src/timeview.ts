// Time: tokens, clusters and energy over one axis, linear or logarithmic, with merges marked.

import { captions, drawCount, drawEnergy, LEFT, RIGHT, type Plot } from "./bands";
import { Layers, positionIn } from "./canvas";
import type { Theme } from "./colors";
import { coordinate, heightsIn, leafHeights, quantity, type Band } from "./heights";
import type { Painter, Stroke } from "./painter";
import type { Run } from "./run";
import type { TimeAxis } from "./scales";
import { Places, type Place } from "./terms";

export type TimeState = {
  theme: Theme;
  colors: string[];
  axis: TimeAxis;
  cursor: number; // 0 to 1
  tree: boolean;
  gap: boolean; // what energy and mean cosine lack, not they
  hover: number;
  chosen: Set<number>;
};

const BOTTOM = 24;
const CAPTION = 21;
const MOST_LINES = 600;

export class TimeView {
  readonly layers: Layers;
  private places: Places;
  private state: TimeState | null = null;
  private runs: Run[] = [];

  constructor(box: HTMLElement, private act: { scrub(cursor: number): void; hover(token: number): void; choose(tokens: number[]): void }) {
    this.layers = new Layers(box, () => this.redraw(), "Tokens, energy and number of clusters over time");
    this.places = new Places(box);
    const top = this.layers.top;
    let dragging = false;
    let brush: [number, number] | null = null;
    top.addEventListener("pointerdown", (event) => {
      top.setPointerCapture(event.pointerId);
      const [x, y] = positionIn(event, top);
      if (event.shiftKey) brush = [x, y];
      else {
        dragging = true;
        this.act.scrub(this.cursorAt(x));
      }
    });
    top.addEventListener("pointermove", (event) => {
      const [x, y] = positionIn(event, top);
      if (dragging) this.act.scrub(this.cursorAt(x));
      else if (!brush) this.act.hover(this.tokenAt(x, y));
    });
    top.addEventListener("pointerup", (event) => {
      const [, y] = positionIn(event, top);
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
    this.layers.drawBase((painter) => this.places.show(this.draw(painter, this.layers.width, this.layers.height)));
    this.drawOverlay(this.state);
  }

  /** The cursor and what is under the pointer. */
  drawOverlay(state: TimeState): void {
    this.state = state;
    const { height } = this.layers;
    this.layers.drawOverlay((painter) => {
      const run = this.runs[0];
      if (run?.rows && state.hover >= 0 && state.hover < run.n && !state.tree)
        this.drawLine(painter, run, state.hover, { color: state.theme.ink, width: 1.8 }, heightsIn(run, this.bands(height)[0]), this.columns(run));
      const x = this.x(state.cursor);
      painter.line([x, 4, x, height - BOTTOM], { color: state.theme.accent, width: 1.5 });
      painter.dot(x, 4, 4, state.theme.accent);
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

  /** Three bands, each with a line for its caption above; decades need more room. */
  private bands(height: number): Band[] {
    const room = height - BOTTOM - 3 * CAPTION;
    const main = Math.max(60, Math.round(room * (this.state?.gap ? 0.36 : 0.56)));
    const energy = Math.round((room - main) * (this.state?.gap ? 0.68 : 0.5));
    return [
      { top: CAPTION, height: main },
      { top: 2 * CAPTION + main, height: energy },
      { top: 3 * CAPTION + main + energy, height: room - main - energy },
    ];
  }

  /** Draws all bands; where their captions stand. */
  draw(painter: Painter, width: number, height: number): Place[] {
    const { theme, axis, tree, gap } = this.state!;
    const [main, energy, count] = this.bands(height);
    for (const { t, name } of axis.ticks(width - LEFT - RIGHT)) {
      const x = this.x(axis.place(t));
      for (const band of [main, energy, count]) painter.line([x, band.top, x, band.top + band.height], { color: theme.line });
      const inside = width - painter.width(name, 11) / 2 - 2;
      painter.text(Math.min(x, inside), height - BOTTOM + 12, name, { color: theme.soft, align: "center" });
    }
    painter.text(LEFT - 16, height - BOTTOM + 12, "t", { color: theme.soft, align: "right" });
    const run = this.runs[0];
    if (!run || !run.rows) return [];
    const plot: Plot = { painter, theme, width, x: (t) => this.x(axis.place(t)), said: [] };
    if (tree) this.drawTree(plot, run, main);
    else this.drawTokens(plot, run, main);
    drawEnergy(plot, energy, this.runs, gap);
    drawCount(plot, count, this.runs);
    return plot.said;
  }

  private drawTokens(plot: Plot, run: Run, band: Band): void {
    const { painter, theme } = plot;
    const { chosen, colors } = this.state!;
    const [name, ticks] = quantity(run);
    const y = heightsIn(run, band);
    const columns = this.columns(run);
    for (const [value, label] of ticks) painter.text(LEFT - 6, y(value), label, { color: theme.soft, align: "right" });
    const stride = Math.max(1, Math.ceil(run.n / MOST_LINES));
    const width = Math.max(0.5, Math.min(1.6, 5 / run.n ** 0.4));
    for (let i = 0; i < run.n; i += stride)
      this.drawLine(painter, run, i, { color: colors[i] ?? theme.gray, width, alpha: chosen.size && !chosen.has(i) ? 0.12 : 0.75 }, y, columns);
    captions(plot, band, [[name, theme.soft]]);
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

  private drawLine(painter: Painter, run: Run, i: number, stroke: Stroke, y: (value: number) => number, { rows, xs }: { rows: number[]; xs: number[] }): void {
    const points: number[] = [];
    let before = NaN;
    rows.forEach((row, k) => {
      const value = coordinate(run, row, i);
      // Around the circle: a new line where the angle jumps from pi to -pi.
      if (Math.abs(value - before) > Math.PI) points.push(NaN, NaN);
      points.push(xs[k], y(value));
      before = value;
    });
    painter.line(points, stroke);
  }

  /** Every token at the height of its cluster: lines join where clusters merge. */
  private drawTree(plot: Plot, run: Run, band: Band): void {
    const { painter, theme } = plot;
    const { chosen, colors } = this.state!;
    const last = run.measuredAt(run.rows - 1);
    if (last < 0) return;
    const height = leafHeights(run, last, band);
    const lines: number[][] = Array.from({ length: run.n }, () => []);
    for (let row = 0; row <= last; row++) {
      if (run.labels[row * run.n] === -2) continue;
      const x = plot.x(run.times[row]);
      const middle = new Map<number, [number, number]>();
      for (let i = 0; i < run.n; i++) {
        const label = run.labels[row * run.n + i];
        const [sum, size] = middle.get(label) ?? [0, 0];
        middle.set(label, [sum + height[i], size + 1]);
      }
      for (let i = 0; i < run.n; i++) {
        const label = run.labels[row * run.n + i];
        const [sum, size] = middle.get(label)!;
        lines[i].push(x, label < 0 ? height[i] : sum / size);
      }
    }
    const width = Math.max(0.5, Math.min(1.6, 5 / run.n ** 0.4));
    lines.forEach((points, i) =>
      painter.line(points, { color: colors[i] ?? theme.gray, width, alpha: chosen.size && !chosen.has(i) ? 0.12 : 0.75 }));
    captions(plot, band, [["cluster tree", theme.soft]]);
  }

  /** The token whose line is nearest to a place of the uppermost band; -1 if none is near. */
  private tokenAt(x: number, y: number): number {
    const run = this.runs[0];
    const [band] = this.bands(this.layers.height);
    if (!run?.rows || !this.state || this.state.tree || y > band.top + band.height) return -1;
    const row = run.rowAt(this.state.axis.time(this.cursorAt(x)));
    const height = heightsIn(run, band);
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
    const height = heightsIn(run, band);
    const inside = [];
    for (let i = 0; i < run.n; i++) {
      const y = height(coordinate(run, row, i));
      if (y >= Math.min(y0, y1) && y <= Math.max(y0, y1)) inside.push(i);
    }
    return inside;
  }
}
