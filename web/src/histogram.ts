// The cosines of pairs of tokens, as a histogram; a click chooses the tokens of a bar.

import { Layers, positionIn } from "./canvas";
import type { Theme } from "./colors";
import { normalize, type Run } from "./run";

const BINS = 60;
const MOST_TOKENS = 700; // whose pairs are counted; more are thinned evenly
const BOTTOM = 16;

export class HistogramView {
  readonly layers: Layers;
  private run: Run | null = null;
  private theme: Theme | null = null;
  private t = 0;
  private hover = -1;
  density = new Float64Array(BINS);

  constructor(box: HTMLElement, private act: { choose(tokens: number[]): void }) {
    this.layers = new Layers(box, () => this.redraw(), "Histogram of the cosines of pairs of tokens");
    this.layers.top.addEventListener("click", (event) => {
      const [x] = positionIn(event, this.layers.top);
      this.act.choose(this.tokensOf(Math.floor((x / this.layers.width) * BINS)));
    });
  }

  show(run: Run | null, t: number, theme: Theme, hover: number): void {
    [this.run, this.t, this.theme, this.hover] = [run, t, theme, hover];
    this.redraw();
  }

  private directions(): { u: Float32Array; picked: number[] } {
    const run = this.run!;
    const u = normalize(run.at(this.t).slice(), run.d);
    const stride = Math.max(1, Math.ceil(run.n / MOST_TOKENS));
    return { u, picked: Array.from({ length: Math.ceil(run.n / stride) }, (_, k) => k * stride) };
  }

  private cosine(u: Float32Array, i: number, j: number): number {
    const d = this.run!.d;
    let sum = 0;
    for (let c = 0; c < d; c++) sum += u[i * d + c] * u[j * d + c];
    return sum;
  }

  private bin(cosine: number): number {
    return Math.min(BINS - 1, Math.max(0, Math.floor(((cosine + 1) / 2) * BINS)));
  }

  private tokensOf(bin: number): number[] {
    if (!this.run?.rows) return [];
    const { u, picked } = this.directions();
    const found = new Set<number>();
    for (const i of picked)
      for (const j of picked) if (j > i && this.bin(this.cosine(u, i, j)) === bin) found.add(i).add(j);
    return [...found];
  }

  redraw(): void {
    const { run, theme } = this;
    if (!theme || !this.layers.width) return;
    const own = new Float64Array(BINS);
    this.density.fill(0);
    if (run?.rows) {
      const { u, picked } = this.directions();
      for (let a = 0; a < picked.length; a++)
        for (let b = a + 1; b < picked.length; b++) this.density[this.bin(this.cosine(u, picked[a], picked[b]))]++;
      const pairs = (picked.length * (picked.length - 1)) / 2;
      for (let k = 0; k < BINS; k++) this.density[k] /= pairs || 1;
      if (this.hover >= 0 && this.hover < run.n)
        for (const j of picked) if (j !== this.hover) own[this.bin(this.cosine(u, this.hover, j))] += 1 / picked.length;
    }
    const { width, height } = this.layers;
    const most = Math.max(1e-9, ...this.density);
    const room = height - BOTTOM - 4;
    const bar = (share: number) => Math.sqrt(Math.min(1, share / most)) * room;
    this.layers.drawBase((painter) => {
      for (let k = 0; k < BINS; k++) {
        const h = bar(this.density[k]);
        painter.rect((k / BINS) * width + 0.5, 4 + room - h, width / BINS - 1, h, theme.palette[0], 0.85);
        const mine = bar(own[k]);
        if (mine) painter.rect((k / BINS) * width + 0.5, 4 + room - mine, width / BINS - 1, mine, theme.strong, 0.7);
      }
      painter.line([0, 4 + room, width, 4 + room], { color: theme.faint });
      painter.text(1, height - 6, "−1", { color: theme.soft });
      painter.text(width / 2, height - 6, "cosine 0", { color: theme.soft, align: "center" });
      painter.text(width - 1, height - 6, "1", { color: theme.soft, align: "right" });
    });
  }

  picture(): HTMLCanvasElement[] {
    return this.layers.picture();
  }
}
