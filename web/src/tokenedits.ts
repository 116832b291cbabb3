// Edits of tokens: moved, added and deleted. What is shown becomes the start.

import type { Run } from "./run";
import type { System } from "./system";

export type Held = { token: number; to: number[] };
export type EditTarget = {
  run(): Run | null; // that can be changed
  shown(run: Run): Float32Array;
  moved(preview: boolean): void;
  followExactly(): void;
};

export class TokenEdits {
  held: Held | null = null; // a token in the hand is drawn where the hand is, before any answer
  private rowsBefore: number[][] | null = null; // the drag

  constructor(private system: System, private target: EditTarget) {}

  private rows(run: Run): number[][] {
    const x = this.target.shown(run);
    return Array.from({ length: run.n }, (_, i) => this.system.inSpace(Array.from(x.subarray(i * run.d, (i + 1) * run.d))));
  }

  move(token: number, to: number[], done: boolean): void {
    const run = this.target.run();
    if (!run) return;
    if (!this.rowsBefore) {
      this.system.remember();
      this.rowsBefore = this.rows(run);
    }
    const place = this.system.inSpace(to);
    this.held = { token, to: place };
    const rows = this.rowsBefore.map((row, i) => (i === token ? place : row));
    if (done) this.rowsBefore = null;
    this.system.start(rows, run.n, this.system.words);
    this.target.moved(!done);
  }

  /** A run has come that knows where the hand was. */
  answered(): void {
    if (!this.rowsBefore) this.held = null;
  }

  add(at: number[]): void {
    this.edit((rows, words) => [[...rows, this.system.inSpace(at)], words && [...words, "+"]]);
  }

  remove(token: number): void {
    const others = <T>(list: T[]) => list.filter((_, i) => i !== token);
    if ((this.target.run()?.n ?? 0) > 1) this.edit((rows, words) => [others(rows), words && others(words)]);
  }

  /** A preview at once, and the tolerance of the spec right after it. */
  private edit(act: (rows: number[][], words: string[] | null) => [number[][], string[] | null]): void {
    const run = this.target.run();
    if (!run) return;
    this.system.remember();
    const [rows, words] = act(this.rows(run), this.system.words);
    this.system.start(rows, run.n, words);
    this.target.moved(true);
    this.target.followExactly();
  }
}
