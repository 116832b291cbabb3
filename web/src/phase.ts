// The phase diagram: one row per beta, filled in the background; a click opens that run.

import { Layers, positionIn } from "./canvas";
import { rgb, type Theme } from "./colors";
import type { Message } from "./frames";
import { TimeAxis } from "./scales";

type Row = { beta: number; times: Float64Array; values: Float64Array };

const LEFT = 34;
const BOTTOM = 18;

export class PhaseView {
  private layers: Layers;
  private rows: Row[] = [];
  private betas: number[] = [];
  private theme: Theme | null = null;
  private axis = new TimeAxis(1, true);

  constructor(box: HTMLElement, private act: { open(beta: number, cursor: number): void }) {
    this.layers = new Layers(box, () => this.redraw());
    this.layers.top.addEventListener("click", (event) => {
      const [x, y] = positionIn(event, this.layers.top);
      const k = Math.floor((1 - y / (this.layers.height - BOTTOM)) * this.betas.length);
      if (this.betas[k] !== undefined) this.act.open(this.betas[k], Math.min(1, Math.max(0, (x - LEFT) / (this.layers.width - LEFT))));
    });
  }

  begin(betas: number[], axis: TimeAxis): void {
    [this.betas, this.axis, this.rows] = [betas, axis, []];
    this.redraw();
  }

  add(message: Message): void {
    const { times, alignment } = message.arrays as any;
    this.rows[message.row] = { beta: message.beta, times, values: alignment };
    this.redraw();
  }

  get filled(): number {
    return this.rows.filter(Boolean).length;
  }

  paint(theme: Theme): void {
    this.theme = theme;
    this.redraw();
  }

  redraw(): void {
    const { theme } = this;
    if (!theme || !this.layers.width) return;
    const { width, height } = this.layers;
    const [w, h] = [width - LEFT, height - BOTTOM];
    const [low, high] = [rgb(theme.panel), rgb(theme.dark ? "#9fd6ff" : "#0b4f7a")];
    this.layers.drawBase((painter) => {
      const count = Math.max(1, this.betas.length);
      this.rows.forEach((row, k) => {
        if (!row) return;
        for (let j = 0; j + 1 < row.times.length; j++) {
          const from = this.axis.place(row.times[j]) * w;
          const to = this.axis.place(row.times[j + 1]) * w;
          const share = Math.max(0, Math.min(1, row.values[j + 1]));
          const color = low.map((v, c) => Math.round(255 * (v + (high[c] - v) * share)));
          painter.rect(LEFT + from, h - ((k + 1) / count) * h, to - from + 0.7, h / count + 0.7, `rgb(${color.join(",")})`);
        }
      });
      const every = Math.max(1, Math.ceil(count / 5));
      for (let k = 0; k < this.betas.length; k += every)
        painter.text(LEFT - 4, h - ((k + 0.5) / count) * h, String(Number(this.betas[k].toPrecision(2))), { color: theme.soft, size: 10, align: "right" });
      if (!this.betas.length) return painter.text(width / 2, height / 2, "β against t: mean cosine", { color: theme.soft, align: "center" });
      for (const { t, name } of this.axis.ticks(w)) {
        const x = LEFT + this.axis.place(t) * w;
        const last = x > width - 12;
        painter.text(last ? width : x, height - 8, name, { color: theme.soft, size: 10, align: last ? "right" : "center" });
      }
    });
  }
}
