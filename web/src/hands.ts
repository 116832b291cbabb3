// Hands: tokens moved, added and deleted. What is seen becomes the start.

import type { Run } from "./run";
import type { System } from "./system";

export type Held = { token: number; to: number[] };
export type Whole = {
  run(): Run | null; // that can be changed
  seen(run: Run): Float32Array;
  started(preview: boolean): void;
  settled(): void;
};

export class Hands {
  held: Held | null = null; // a token in the hand is drawn where the hand is, before any answer
  private grabbed: number[][] | null = null;

  constructor(private system: System, private whole: Whole) {}

  private rows(run: Run): number[][] {
    const x = this.whole.seen(run);
    return Array.from({ length: run.n }, (_, i) => this.system.placed(Array.from(x.subarray(i * run.d, (i + 1) * run.d))));
  }

  move(token: number, to: number[], done: boolean): void {
    const run = this.whole.run();
    if (!run) return;
    if (!this.grabbed) {
      this.system.remember();
      this.grabbed = this.rows(run);
    }
    const place = this.system.placed(to);
    this.held = { token, to: place };
    const rows = this.grabbed.map((row, i) => (i === token ? place : row));
    if (done) this.grabbed = null;
    this.system.start(rows, run.n, this.system.words);
    this.whole.started(!done);
  }

  /** A run has come that knows where the hand was. */
  answered(): void {
    if (!this.grabbed) this.held = null;
  }

  add(at: number[]): void {
    this.edit((rows, words) => [[...rows, this.system.placed(at)], words && [...words, "+"]]);
  }

  remove(token: number): void {
    const others = <T>(list: T[]) => list.filter((_, i) => i !== token);
    if ((this.whole.run()?.n ?? 0) > 1) this.edit((rows, words) => [others(rows), words && others(words)]);
  }

  /** A preview at once, and the tolerance of the spec right after it. */
  private edit(act: (rows: number[][], words: string[] | null) => [number[][], string[] | null]): void {
    const run = this.whole.run();
    if (!run) return;
    this.system.remember();
    const [rows, words] = act(this.rows(run), this.system.words);
    this.system.start(rows, run.n, words);
    this.whole.started(true);
    this.whole.settled();
  }
}
