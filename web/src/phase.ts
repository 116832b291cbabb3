// The phase diagram: one row per beta, filled in the background; a click opens that run.

import { Layers, positionIn } from "./canvas";
import { rgb, type Theme } from "./colors";
import type { Message } from "./frames";
import type { Painter } from "./painter";
import { short, TimeAxis } from "./scales";

export const QUANTITIES = { alignment: "mean cosine", count: "clusters", energy: "energy" };
export type Quantity = keyof typeof QUANTITIES;
type Row = { beta: number; times: Float64Array } & Record<Quantity, Float64Array>;

const LEFT = 34;
const BOTTOM = 18;
const RIGHT = 42; // for the scale of colors

export class PhaseView {
  readonly layers: Layers;
  quantity: Quantity = "alignment";
  private rows: Row[] = [];
  private betas: number[] = [];
  private theme: Theme | null = null;
  private axis = new TimeAxis(1, true);
  private most = 1; // clusters there can be

  constructor(box: HTMLElement, private act: { open(beta: number, cursor: number): void; read(words: string): void }) {
    this.layers = new Layers(box, () => this.redraw(), "Phase diagram: beta against time");
    const { top } = this.layers;
    top.addEventListener("click", (event) => {
      const { beta, cursor } = this.under(...positionIn(event, top));
      if (beta !== undefined) this.act.open(beta, cursor);
    });
    top.addEventListener("pointermove", (event) => this.act.read(this.readout(...positionIn(event, top))));
    top.addEventListener("pointerleave", () => this.act.read(""));
  }

  /** Where in the diagram a place is: which row, and how far along. */
  private under(x: number, y: number): { k: number; beta: number | undefined; cursor: number } {
    const k = Math.floor((1 - y / (this.layers.height - BOTTOM)) * this.betas.length);
    return { k, beta: this.betas[k], cursor: Math.min(1, Math.max(0, (x - LEFT) / (this.layers.width - LEFT - RIGHT))) };
  }

  private readout(x: number, y: number): string {
    const { k, cursor } = this.under(x, y);
    const row = this.rows[k];
    if (!row) return "";
    const places = Array.from(row.times, (t) => this.axis.place(t));
    let at = 0;
    while (at + 1 < places.length && (places[at] + places[at + 1]) / 2 <= cursor) at++;
    return `β = ${short(row.beta)}, t = ${short(row.times[at])}: ${short(row[this.quantity][at])}`;
  }

  begin(betas: number[], axis: TimeAxis, most: number): void {
    [this.betas, this.axis, this.rows, this.most] = [betas, axis, [], most];
    this.redraw();
  }

  choose(quantity: Quantity): void {
    this.quantity = quantity;
    this.redraw();
  }

  add(message: Message): void {
    const { times, alignment, count, energy } = message.arrays as any;
    this.rows[message.row] = { beta: message.beta, times, alignment, count, energy };
    this.redraw();
  }

  get filled(): number {
    return this.rows.filter(Boolean).length;
  }

  paint(theme: Theme): void {
    this.theme = theme;
    this.redraw();
  }

  /** The place of a value between the palest color and the darkest; clusters by their logarithm. */
  private share(value: number): number {
    const place = this.quantity === "count" ? Math.log(Math.max(1, value)) / Math.log(Math.max(2, this.most)) : value;
    return Math.max(0, Math.min(1, place || 0));
  }

  redraw(): void {
    const { theme } = this;
    if (!theme || !this.layers.width) return;
    const { width, height } = this.layers;
    const [w, h] = [width - LEFT - RIGHT, height - BOTTOM];
    const [low, high] = [rgb(theme.panel), rgb(theme.dark ? "#9fd6ff" : "#0b4f7a")];
    const color = (share: number) => `rgb(${low.map((v, c) => Math.round(255 * (v + (high[c] - v) * share))).join(",")})`;
    this.layers.drawBase((painter) => {
      if (!this.betas.length) return painter.text(width / 2, height / 2, `β against t: ${QUANTITIES[this.quantity]}`, { color: theme.soft, align: "center" });
      this.drawRows(painter, w, h, color);
      this.drawAxes(painter, theme, w, h);
      this.drawScale(painter, theme, w, h, color);
    });
  }

  private drawRows(painter: Painter, w: number, h: number, color: (share: number) => string): void {
    const count = this.betas.length;
    this.rows.forEach((row, k) => {
      const place = (j: number) => this.axis.place(row.times[Math.max(0, Math.min(row.times.length - 1, j))]) * w;
      for (let j = 0; row && j < row.times.length; j++) {
        // A cell reaches halfway to the saved times before and after its own.
        const [from, to] = [(place(j - 1) + place(j)) / 2, (place(j) + place(j + 1)) / 2];
        painter.rect(LEFT + from, h - ((k + 1) / count) * h, to - from + 0.7, h / count + 0.7, color(this.share(row[this.quantity][j])));
      }
    });
  }

  private drawAxes(painter: Painter, theme: Theme, w: number, h: number): void {
    const count = this.betas.length;
    const every = Math.max(1, Math.ceil(count / Math.max(3, Math.min(12, h / 26))));
    for (let k = 0; k < count; k += every)
      painter.text(LEFT - 4, h - ((k + 0.5) / count) * h, String(Number(this.betas[k].toPrecision(2))), { color: theme.soft, size: 10, align: "right" });
    for (const { t, name } of this.axis.ticks(w))
      painter.text(LEFT + this.axis.place(t) * w, h + BOTTOM - 8, name, { color: theme.soft, size: 10, align: "center" });
    painter.text(0, 6, "β", { color: theme.ink, size: 11 });
    painter.text(LEFT + w + 8, h + BOTTOM - 8, "t", { color: theme.ink, size: 11 });
  }

  /** Which color is which value. */
  private drawScale(painter: Painter, theme: Theme, w: number, h: number, color: (share: number) => string): void {
    const x = LEFT + w + 6;
    for (let k = 0; k < 40; k++) painter.rect(x, h - ((k + 1) / 40) * h, 8, h / 40 + 0.7, color((k + 0.5) / 40));
    const ends = this.quantity === "count" ? ["1", String(this.most)] : ["0", "1"];
    painter.text(x + 11, h - 5, ends[0], { color: theme.soft, size: 10 });
    painter.text(x + 11, 6, ends[1], { color: theme.soft, size: 10 });
  }
}
