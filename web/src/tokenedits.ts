// Edits of tokens: moved, added and deleted. What is shown becomes the start.

import { withMoved, type Drawn, type Moved } from "./moved";
import type { Run } from "./run";

const DIGITS = 10; // after the point

export type Held = { token: number; to: number[] };
/** The system whose tokens are edited: the first, or the second. */
export type Edited = {
  readonly words: string[] | null;
  drawn?: Drawn | null; // the tokens before hands moved some
  remember(): void;
  inSpace(row: number[]): number[];
  start(rows: number[][], before: number, words: string[] | null): void;
};
export type EditTarget = {
  run(): Run | null; // that can be changed
  shown(run: Run): Float32Array;
  isStart(run: Run): boolean; // whether it shows the starting tokens
  moved(preview: boolean): void;
  followExactly(): void;
};

export class TokenEdits {
  held: Held | null = null; // a token in the hand is drawn where the hand is, before any answer
  private rowsBefore: number[][] | null = null; // the drag

  constructor(private system: Edited, private target: EditTarget) {}

  private rows(run: Run, isStart = this.target.isStart(run)): number[][] {
    const { init } = run.spec;
    if (isStart && Array.isArray(init)) return init; // in all its digits
    const x = isStart ? run.x : this.target.shown(run);
    const rows = Array.from({ length: run.n }, (_, i) => this.placed(Array.from(x.subarray(i * run.d, (i + 1) * run.d))));
    if (isStart) this.system.drawn = { fields: run.spec, rows };
    return rows;
  }

  /** Puts tokens where a link says they are; false if they are not among those of the run. */
  replay(moved: Moved): boolean {
    const run = this.target.run();
    const rows = run && withMoved(this.rows(run, true), moved);
    if (rows) this.system.start(rows, run.n, this.system.words);
    return !!rows;
  }

  /** A token in its space, in as many digits as a hand or a picture knows: links to it are short. */
  private placed(row: number[]): number[] {
    return this.system.inSpace(row).map((v) => Number(v.toFixed(DIGITS)));
  }

  move(token: number, to: number[], done: boolean): void {
    const run = this.target.run();
    if (!run) return;
    if (!this.rowsBefore) {
      this.system.remember();
      this.rowsBefore = this.rows(run);
    }
    const place = this.placed(to);
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
    this.edit((rows, words) => [[...rows, this.placed(at)], words && [...words, "+"]]);
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
