// The spectrum of V in the complex plane. An eigenvalue is dragged; off the axis it takes a partner.

import { Layers, positionIn } from "./canvas";
import type { Theme } from "./colors";
import { inverse, product, type Matrix } from "./linear";
import type { Run } from "./run";
import { linear, short } from "./scales";

type Block = number[]; // [a], or [a, b] for the pair a ± ib
type Dot = { block: number; sign: number; x: number; y: number };

const NEAR = 14;

export class SpectrumView {
  readonly layers: Layers;
  private blocks: Block[] | null = null;
  private basis: Matrix = [];
  private fixed: [number, number][] = []; // shown only
  private reach = 1.5;
  private theme: Theme | null = null;
  private run: Run | null = null;
  private held = -1;

  constructor(box: HTMLElement, private act: { changed(v: Matrix, done: boolean): void }) {
    this.layers = new Layers(box, () => this.redraw(), "Eigenvalues of V in the complex plane");
    const top = this.layers.top;
    top.tabIndex = 0;
    top.setAttribute("role", "application");
    top.setAttribute("aria-label", "Eigenvalues of V. Drag one; arrow keys move the leading one.");
    top.addEventListener("pointerdown", (event) => {
      const [x, y] = positionIn(event, top);
      this.held = this.blockAt(x, y);
      if (this.held >= 0) top.setPointerCapture(event.pointerId);
    });
    top.addEventListener("pointermove", (event) => {
      if (this.held >= 0) this.move(...this.number(...positionIn(event, top)), false);
    });
    top.addEventListener("pointerup", (event) => {
      if (this.held >= 0) this.move(...this.number(...positionIn(event, top)), true);
      this.held = -1;
    });
    top.addEventListener("keydown", (event) => this.key(event));
  }

  show(run: Run | null, theme: Theme): void {
    if (run && run !== this.run && this.held < 0) this.setRun(run);
    this.run = run;
    this.theme = theme;
    this.redraw();
  }

  private setRun(run: Run): void {
    const { blocks, basis, re, im } = run.begin.spectrum;
    this.blocks = blocks ? blocks.map((b: Block) => [...b]) : null;
    this.basis = basis ?? [];
    this.fixed = re.map((a: number, k: number) => [a, im[k]]);
    const most = Math.max(1, ...this.fixed.map(([a, b]) => Math.max(Math.abs(a), Math.abs(b))));
    if (most * 1.3 > this.reach || most * 3 < this.reach) this.reach = most * 1.5;
  }

  private scale(): number {
    return Math.min(this.layers.width, this.layers.height) / 2 / this.reach;
  }

  private at(a: number, b: number): [number, number] {
    return [this.layers.width / 2 + a * this.scale(), this.layers.height / 2 - b * this.scale()];
  }

  private number(x: number, y: number): [number, number] {
    return [(x - this.layers.width / 2) / this.scale(), (this.layers.height / 2 - y) / this.scale()];
  }

  private dots(): Dot[] {
    if (!this.blocks) return this.fixed.map(([a, b]) => { const [x, y] = this.at(a, b); return { block: -1, sign: 1, x, y }; });
    return this.blocks.flatMap(([a, b], block) =>
      (b ? [1, -1] : [1]).map((sign) => { const [x, y] = this.at(a, sign * (b ?? 0)); return { block, sign, x, y }; }));
  }

  private blockAt(x: number, y: number): number {
    let nearest = NEAR;
    let found = -1;
    for (const dot of this.dots()) {
      const away = Math.hypot(dot.x - x, dot.y - y);
      if (away < nearest) [nearest, found] = [away, dot.block];
    }
    return found;
  }

  /** Move the held block: real ones pair up off the axis, pairs part on it. */
  private move(a: number, b: number, done: boolean): void {
    const { blocks } = this;
    if (!blocks) return;
    const limit = this.reach * 0.97;
    a = Math.min(limit, Math.max(-limit, Math.abs(a) < 0.02 * this.reach ? 0 : a));
    b = Math.min(limit, Math.abs(b) < 0.05 * this.reach ? 0 : Math.abs(b));
    const block = blocks[this.held];
    if (block.length === 2 && b > 0) blocks[this.held] = [a, b];
    else if (block.length === 2) blocks.splice(this.held, 1, [a], [a]);
    else if (b === 0) blocks[this.held] = [a];
    else this.pair(a, b);
    this.redraw();
    this.act.changed(this.matrix(), done);
  }

  /** The held real eigenvalue and the nearest other real one become a pair. */
  private pair(a: number, b: number): void {
    const blocks = this.blocks!;
    const mine = this.held;
    let partner = -1;
    blocks.forEach((block, k) => {
      if (k === mine || block.length === 2) return;
      if (partner < 0 || Math.abs(block[0] - blocks[mine][0]) < Math.abs(blocks[partner][0] - blocks[mine][0])) partner = k;
    });
    if (partner < 0) { blocks[mine] = [a]; return; }
    const offset = (k: number) => blocks.slice(0, k).reduce((sum, block) => sum + block.length, 0);
    const [first, second] = [Math.min(mine, partner), Math.max(mine, partner)];
    // Columns of a pair stand side by side.
    const from = offset(second);
    const to = offset(first) + 1;
    this.basis = this.basis.map((row) => {
      const moved = [...row];
      const [value] = moved.splice(from, 1);
      moved.splice(to, 0, value);
      return moved;
    });
    blocks.splice(second, 1);
    blocks[first] = [a, b];
    this.held = first;
  }

  /** V = B D B^-1. */
  private matrix(): Matrix {
    const d = this.basis.length;
    const diagonal: Matrix = Array.from({ length: d }, () => new Array(d).fill(0));
    let k = 0;
    for (const [a, b] of this.blocks!) {
      diagonal[k][k] = a;
      if (b) {
        diagonal[k + 1][k + 1] = a;
        diagonal[k][k + 1] = b;
        diagonal[k + 1][k] = -b;
      }
      k += b ? 2 : 1;
    }
    const v = product(product(this.basis, diagonal), inverse(this.basis));
    return v.map((row) => row.map((value) => (Math.abs(value) < 1e-14 ? 0 : value)));
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step || !this.blocks) return;
    event.preventDefault();
    event.stopPropagation();
    this.held = this.blocks.reduce((best, [a], k) => (a > this.blocks![best][0] ? k : best), 0);
    const [a, b = 0] = this.blocks[this.held];
    const unit = this.reach * 0.06;
    this.move(a + step[0] * unit, Math.max(0, b + step[1] * unit), true);
    this.held = -1;
  }

  redraw(): void {
    const { theme } = this;
    if (!theme || !this.layers.width) return;
    const { width, height } = this.layers;
    const leading = this.run?.begin.spectrum?.rate ?? NaN;
    this.layers.drawBase((painter) => {
      const [zero, middle] = this.at(0, 0);
      const edge = this.at(Number.isNaN(leading) ? -1e9 : leading, 0)[0];
      painter.line([0, middle, width, middle], { color: theme.faint });
      painter.line([zero, 0, zero, height], { color: theme.faint });
      const [x1] = this.at(1, 0);
      painter.ring(zero, middle, x1 - zero, { color: theme.line });
      for (const v of linear(-this.reach, this.reach, 4)) {
        if (!v) continue;
        const [x] = this.at(v, 0);
        if (x > 16 && x < width - 16) painter.text(x, middle + 10, short(v), { color: theme.soft, size: 10, align: "center" });
      }
      painter.line([edge, 0, edge, height], { color: theme.strong, width: 1, alpha: 0.7, dash: [3, 3] });
      painter.text(width - 3, middle + 10, "Re", { color: theme.soft, size: 10, align: "right" });
      painter.text(zero + 4, 8, "Im", { color: theme.soft, size: 10 });
      const placed = new Map<string, number>();
      for (const dot of this.dots()) {
        // Equal eigenvalues are counted: each can be taken out.
        const key = `${Math.round(dot.x)}/${Math.round(dot.y)}`;
        const k = placed.get(key) ?? 0;
        placed.set(key, k + 1);
        const top = Math.abs(dot.x - edge) < 3;
        painter.dot(dot.x, dot.y, 5.5, top ? theme.strong : theme.palette[0], 0.9);
        if (k && k < 3) painter.ring(dot.x, dot.y, 5.5 + 3 * k, { color: top ? theme.strong : theme.palette[0], alpha: 0.7 });
      }
      for (const [key, count] of placed) {
        const [x, y] = key.split("/").map(Number);
        if (count > 1) painter.text(x + 14, y - 12, `×${count}`, { color: theme.soft, size: 11 });
      }
    });
  }

  picture(): HTMLCanvasElement[] {
    return this.layers.picture();
  }
}
