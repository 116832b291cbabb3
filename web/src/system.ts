// The system that is looked at: its spec, its name among the presets, its words, and its history.

import type { Matrix } from "./linear";
import type { Drawn } from "./moved";
import type { Fields } from "./run";

const MOST_REMEMBERED = 100;

type Snapshot = { spec: Fields; name: string | null; words: string[] | null; pinned: Fields | null };

export class System {
  spec: Fields = {};
  defaults: Fields = {}; // of all fields of a spec
  unitSpaces: string[] = []; // whose tokens have norm one
  name: string | null = null;
  words: string[] | null = null; // of tokens that are those of a sentence
  drawn: Drawn | null = null; // the tokens before hands moved some
  pinned: Fields | null = null; // the spec of a second run that stays while the first changes
  private history: Snapshot[] = [];
  private undone: Snapshot[] = [];

  set(spec: Fields, name: string | null, words: string[] | null = null): void {
    [this.spec, this.name, this.words] = [spec, name, words];
  }

  /** The value of a field, which may be its default. */
  value(name: string): any {
    return this.spec[name] ?? this.defaults[name];
  }

  private get snapshot(): Snapshot {
    return { spec: this.spec, name: this.name, words: this.words, pinned: this.pinned };
  }

  remember(): void {
    this.history.push(this.snapshot);
    if (this.history.length > MOST_REMEMBERED) this.history.shift();
    this.undone = [];
  }

  /** Back to what was remembered last; whether there was anything. */
  undo(): boolean {
    return this.step(this.history, this.undone);
  }

  /** Forth to what was undone last; whether there was anything. */
  redo(): boolean {
    return this.step(this.undone, this.history);
  }

  private step(from: Snapshot[], to: Snapshot[]): boolean {
    const other = from.pop();
    if (!other) return false;
    to.push(this.snapshot);
    this.set(other.spec, other.name, other.words);
    this.pinned = other.pinned;
    return true;
  }

  /** Another value of a field; null or its default leave it out. Arrays that no longer fit go. */
  change(name: string, value: unknown): void {
    const spec = { ...this.spec };
    if (value === null || JSON.stringify(value) === JSON.stringify(this.defaults[name])) delete spec[name];
    else spec[name] = value;
    if (name === "beta") delete spec.gamma;
    if (name === "gamma" && value !== null) delete spec.beta;
    const resized = name === "n" || name === "d";
    if (resized) for (const field of ["init", "masses", "frozen", "mask"]) if (Array.isArray(spec[field])) delete spec[field];
    if (name === "d") for (const field of ["qk", "ov"]) if (Array.isArray(spec[field])) delete spec[field];
    if (name === "init") for (const field of ["masses", "frozen"]) delete spec[field];
    this.set(spec, null, resized || name === "init" ? null : this.words);
  }

  changeMatrix(v: Matrix): void {
    this.set({ ...this.spec, ov: v }, null, this.words);
  }

  /** Start from these tokens; what belonged to each of others goes, if their number changes. */
  start(rows: number[][], before: number, words: string[] | null): void {
    this.set(startedFrom(this.spec, rows, before), null, words);
  }

  /** The same for the second run, which is from then on one of its own. */
  startSecond(contrast: Fields | null, rows: number[][], before: number): void {
    this.pinned = startedFrom(this.second(contrast)!, rows, before);
  }

  /** A token as the space wants it: on the sphere to the last digit. */
  inSpace(row: number[], spec: Fields = this.spec): number[] {
    if (!this.unitSpaces.includes((spec.space ?? this.defaults.space).split(":")[0])) return row;
    const norm = Math.hypot(...row);
    return norm > 1e-12 ? row.map((v) => v / norm) : row.map((_, c) => (c ? 0 : 1));
  }

  /** The spec of the second run: pinned, or the first with a contrast; null if there is none. */
  second(contrast: Fields | null): Fields | null {
    return this.pinned ?? (contrast && this.contrasted(contrast));
  }

  /** The spec with some fields changed, those that are null left out. */
  private contrasted(contrast: Fields | null): Fields {
    const spec: Fields = { ...this.spec, ...contrast };
    for (const [name, value] of Object.entries(spec)) if (value === null) delete spec[name];
    return spec;
  }
}

/** A spec that starts from these tokens. */
function startedFrom(old: Fields, rows: number[][], before: number): Fields {
  const spec: Fields = { ...old, n: rows.length, d: rows[0].length, init: rows };
  if (rows.length !== before) {
    for (const field of ["masses", "frozen"]) delete spec[field];
    if (Array.isArray(spec.mask)) delete spec.mask;
  }
  return spec;
}
