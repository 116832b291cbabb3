// The attention matrix: rows receive, columns send. Zoomed by the wheel, thinned when it is large.

import { Layers, positionIn } from "./canvas";
import { rgb, type Theme } from "./colors";
import type { Run } from "./run";
import { attentionRows, type WriteRow } from "./weights";

const MOST_PIXELS = 220;
const MOST_WORDS = 40; // that are written beside rows and columns
const MARGIN = 46; // for words, in pixels

export type MatrixLook = { theme: Theme; hover: number; sorted: boolean; head: number };

export class MatrixView {
  readonly layers: Layers;
  private view: [number, number, number] = [0, 0, 1]; // left, top, size: shares of the matrix
  private run: Run | null = null;
  private t = 0;
  private theme: Theme | null = null;
  private sorted = false; // by cluster
  private head = -1;
  private order: number[] = []; // of the tokens
  private pointer: [number, number] | null = null; // where it is, if it is here
  private image: { data: ImageData; key: string } | null = null;
  hover = -1;
  partner = -1;
  note = "";

  constructor(box: HTMLElement, label: string, private act: { hover(token: number, partner: number): void; noted(words: string): void; read(words: string): void }) {
    this.layers = new Layers(box, () => this.redraw(), label);
    const top = this.layers.top;
    let held: [number, number] | null = null;
    top.addEventListener("pointermove", (event) => {
      const [x, y] = positionIn(event, top);
      if (held) {
        const side = this.side();
        this.pan((held[0] - x) / side, (held[1] - y) / side);
        held = [x, y];
        return;
      }
      this.pointer = [x, y];
      this.tell();
    });
    top.addEventListener("pointerdown", (event) => {
      top.setPointerCapture(event.pointerId);
      held = positionIn(event, top);
    });
    top.addEventListener("pointerup", () => (held = null));
    top.addEventListener("pointerleave", () => { this.pointer = null; this.act.hover(-1, -1); this.act.read(""); });
    top.addEventListener("dblclick", () => { this.view = [0, 0, 1]; this.image = null; this.redraw(); });
    top.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(...positionIn(event, top), Math.exp(event.deltaY / 500));
    }, { passive: false });
  }

  show(run: Run | null, t: number, { theme, hover, sorted, head }: MatrixLook): void {
    [this.run, this.t, this.theme, this.hover, this.sorted, this.head] = [run, t, theme, hover, sorted, head];
    this.redraw();
  }

  /** Whether there is room for words beside the rows. */
  private get worded(): boolean {
    return !!this.run?.words && this.run.n <= MOST_WORDS && this.layers.width > 4 * MARGIN;
  }

  private get margin(): number {
    return this.worded ? MARGIN : 0;
  }

  private side(): number {
    return Math.min(this.layers.width, this.layers.height) - this.margin;
  }

  /** Tokens in the order of rows and columns: by cluster, those in none last, or as they come. */
  private orderOf(run: Run): number[] {
    const all = Array.from({ length: run.n }, (_, i) => i);
    const row = run.measuredAt(run.rowAt(this.t));
    if (!this.sorted || row < 0) return all;
    const label = (i: number) => { const at = run.labels[row * run.n + i]; return at < 0 ? Infinity : at; };
    return all.sort((i, j) => (label(i) === label(j) ? i - j : label(i) - label(j)));
  }

  /** What the pointer is on: said again whenever the run, the time or the order changes under it. */
  private tell(): void {
    if (!this.pointer) return;
    const [i, j] = this.cell(...this.pointer);
    this.act.hover(i, j);
    this.act.read(this.readout(i, j));
  }

  /** What a cell says. */
  private readout(i: number, j: number): string {
    const { run } = this;
    const write = i < 0 || !run?.rows ? null : attentionRows(run, this.t, this.head);
    if (!write) return "";
    const row = new Float64Array(run!.n);
    write(i, row);
    const name = (k: number) => run!.words?.[k] ?? `token ${k}`;
    return `${name(i)} ← ${name(j)}: w = ${row[j] < 1e-3 && row[j] > 0 ? row[j].toExponential(1) : row[j].toFixed(3)}`;
  }

  private pan(dx: number, dy: number): void {
    const [left, top, size] = this.view;
    const clamp = (v: number) => Math.min(1 - size, Math.max(0, v));
    this.view = [clamp(left + dx * size), clamp(top + dy * size), size];
    this.image = null;
    this.redraw();
  }

  private zoom(x: number, y: number, factor: number): void {
    const side = this.side();
    const [left, top, size] = this.view;
    const smaller = Math.min(1, Math.max(4 / Math.max(4, this.run?.n ?? 4), size * factor));
    const [u, v] = [left + (x / side) * size, top + (y / side) * size];
    this.view = [u - (x / side) * smaller, v - (y / side) * smaller, smaller];
    this.pan(0, 0);
  }

  private cell(x: number, y: number): [number, number] {
    const n = this.run?.n ?? 0;
    const [left, top, size] = this.view;
    x -= this.margin;
    const column = Math.floor((left + (x / this.side()) * size) * n);
    const row = Math.floor((top + (y / this.side()) * size) * n);
    return row >= 0 && row < n && column >= 0 && column < n ? [this.order[row] ?? row, this.order[column] ?? column] : [-1, -1];
  }

  /** The weights of the cells in view, one number per pixel; the largest of a row is darkest. */
  values(): { size: number; w: Float64Array; thinned: number } | null {
    const { run } = this;
    if (!run?.rows) return null;
    const written = attentionRows(run, this.t, this.head);
    if (!written) return null;
    this.order = this.orderOf(run);
    const write = reordered(written, this.order);
    const [left, top, share] = this.view;
    const first = Math.floor(top * run.n);
    const start = Math.floor(left * run.n);
    const cells = Math.max(1, Math.min(run.n, Math.round(share * run.n)));
    const size = Math.min(cells, MOST_PIXELS);
    const w = new Float64Array(size * size);
    const row = new Float64Array(run.n);
    for (let a = 0; a < size; a++) {
      // Of rows that share a pixel one is computed; columns that share one are averaged.
      const i = Math.min(run.n - 1, first + Math.floor(((a + 0.5) * cells) / size));
      write(i, row);
      for (let b = 0; b < size; b++) {
        const from = start + Math.floor((b * cells) / size);
        const to = Math.max(from + 1, start + Math.floor(((b + 1) * cells) / size));
        let sum = 0;
        for (let j = from; j < Math.min(to, run.n); j++) sum += row[j];
        w[a * size + b] = sum;
      }
    }
    return { size, w, thinned: Math.ceil(cells / size) };
  }

  redraw(): void {
    const { run, theme } = this;
    if (!theme || !this.layers.width) return;
    const row = run ? run.rowAt(this.t) : 0;
    const key = `${this.sorted && run?.measured}/${this.sorted}/${this.head}/${run?.id}/${run?.slot}/${run?.rows === run?.samples}/${row}/${this.view}/${theme.dark}/${this.layers.width}`;
    if (this.image?.key !== key) {
      const found = this.values();
      this.image = found ? { data: painted(found, theme), key } : null;
      this.note = found ? (found.thinned > 1 ? `one row in ${found.thinned}` : "") : "not shown for this weighting or position";
      this.act.noted(run?.rows ? this.note : "");
      this.tell();
    }
    const side = this.side();
    this.layers.drawBase((_, context) => {
      if (!this.image) return;
      const small = new OffscreenCanvas(this.image.data.width, this.image.data.height);
      small.getContext("2d")!.putImageData(this.image.data, 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(small, this.margin, 0, side, side);
      if (this.worded) this.drawWords(context, theme);
    });
    this.layers.drawOverlay((painter) => {
      if (!run || this.hover < 0) return;
      const [left, top, size] = this.view;
      const place = (token: number) => { const at = this.order.indexOf(token); return at < 0 ? token : at; };
      const x = this.margin + ((place(this.partner < 0 ? this.hover : this.partner) + 0.5) / run.n - left) / size * side;
      const y = ((place(this.hover) + 0.5) / run.n - top) / size * side;
      if (y >= 0 && y <= side) painter.line([this.margin, y, this.margin + side, y], { color: theme.strong, width: 1, alpha: 0.8 });
      if (x >= this.margin && x <= this.margin + side) painter.line([x, 0, x, side], { color: theme.strong, width: 1, alpha: 0.8 });
    });
  }

  /** The words of a sentence, beside rows and under columns. */
  private drawWords(context: CanvasRenderingContext2D, theme: Theme): void {
    const { words, n } = this.run!;
    const [left, top, size] = this.view;
    const side = this.side();
    const short = (word: string) => (word.length > 7 ? `${word.slice(0, 6)}…` : word);
    context.fillStyle = theme.soft;
    context.font = `${Math.max(7, Math.min(10, side / n / size))}px sans-serif`;
    context.textAlign = "right";
    context.textBaseline = "middle";
    this.order.forEach((token, k) => {
      const at = (share: number) => (((k + 0.5) / n - share) / size) * side;
      if (at(top) > 0 && at(top) < side) context.fillText(short(words![token]), this.margin - 4, at(top));
      if (at(left) <= 0 || at(left) >= side) return;
      context.save();
      context.translate(this.margin + at(left), side + 4);
      context.rotate(-Math.PI / 2);
      context.fillText(short(words![token]), 0, 0);
      context.restore();
    });
  }

  picture(): HTMLCanvasElement[] {
    return this.layers.picture();
  }
}

/** Rows and columns in another order. */
function reordered(write: WriteRow, order: number[]): WriteRow {
  const row = new Float64Array(order.length);
  return (a, out) => {
    write(order[a], row);
    order.forEach((j, b) => (out[b] = row[j]));
  };
}

function painted({ size, w }: { size: number; w: Float64Array }, theme: Theme): ImageData {
  const image = new ImageData(size, size);
  const [low, high] = [rgb(theme.panel), rgb(theme.dark ? "#9fd6ff" : "#0b4f7a")];
  for (let a = 0; a < size; a++) {
    let top = 1e-300;
    for (let b = 0; b < size; b++) top = Math.max(top, w[a * size + b]);
    for (let b = 0; b < size; b++) {
      const share = Math.sqrt(w[a * size + b] / top);
      const at = 4 * (a * size + b);
      for (let c = 0; c < 3; c++) image.data[at + c] = 255 * (low[c] + (high[c] - low[c]) * share);
      image.data[at + 3] = 255;
    }
  }
  return image;
}
