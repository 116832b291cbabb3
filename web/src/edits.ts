// Edits: the system is changed, by presets, controls or hands, and followed anew.

import type { Explorer } from "./explorer";
import type { Matrix } from "./linear";
import type { Fields } from "./run";
import { optionsFor, type Preset } from "./state";
import type { TokenEdits } from "./tokenedits";
import { UPRIGHT } from "./tokens";

const LARGEST_PREVIEW = 1000; // tokens

export class Edits {
  private inHand = false; // a slider or an eigenvalue is held

  constructor(private explorer: Explorer) {}

  /** Remembers what a change leaves behind: of a drag what was there before its first move. */
  private remember(held: boolean): void {
    if (!this.inHand) this.explorer.system.remember();
    this.inHand = held;
  }

  open(preset: Preset): void {
    const { explorer } = this;
    if (!preset.spec) return explorer.host.send({ type: "preset", name: preset.name });
    explorer.system.remember();
    explorer.system.set({ ...preset.spec }, preset.name, preset.words ?? null);
    explorer.parts.presets.value = preset.name;
    explorer.chosen.clear();
    explorer.options.step = 0;
    explorer.pause();
    Object.assign(explorer.options, optionsFor(explorer.system));
    explorer.controls?.set(explorer.spec);
    explorer.restart = explorer.mayPlay = true;
    Object.assign(explorer.views.tokens.camera, { turn: [...UPRIGHT.turn], zoom: 1 });
    explorer.applyOptions();
    explorer.follow(false);
  }

  undo(): void {
    if (this.explorer.system.undo()) this.restored();
  }

  redo(): void {
    if (this.explorer.system.redo()) this.restored();
  }

  private restored(): void {
    const { explorer } = this;
    explorer.controls?.set(explorer.spec);
    explorer.parts.presets.value = explorer.name ?? "";
    explorer.restart = true;
    explorer.follow(false);
  }

  change(name: string, value: unknown, live: boolean): void {
    const { system, controls, parts } = this.explorer;
    this.remember(live);
    system.change(name, value);
    parts.presets.value = "";
    controls?.set(system.spec);
    this.explorer.follow(live && system.value("n") <= LARGEST_PREVIEW);
  }

  changeMatrix(v: Matrix, done: boolean): void {
    const { system, controls } = this.explorer;
    this.remember(!done);
    system.changeMatrix(v);
    if (done) controls?.set(system.spec);
    this.explorer.follow(!done);
  }

  /** Tokens were placed by hand. */
  tokensMoved(preview: boolean): void {
    this.explorer.pause();
    this.explorer.restart = true;
    this.explorer.parts.presets.value = "";
    if (!preview) this.explorer.controls?.set(this.explorer.spec);
    this.explorer.follow(preview);
  }

  /** The same to the tolerance of the spec. */
  followExactly(): void {
    this.explorer.follow(false);
    this.explorer.controls?.set(this.explorer.spec);
  }

  removeToken(token: number, of: TokenEdits = this.explorer.tokenEdits): void {
    this.explorer.hover = -1;
    this.explorer.chosen.clear();
    of.remove(token);
  }

  /** Tokens of the second run were placed by hand: the first stays as it is. */
  secondMoved(preview: boolean): void {
    this.explorer.pause();
    this.explorer.seek(0);
    this.explorer.followSecond(preview);
  }

  /** The run that is shown stays beside whatever is made of the system from now on. */
  pin(): void {
    const { explorer } = this;
    explorer.system.remember();
    explorer.system.pinned = { ...explorer.spec };
    explorer.set({ contrast: null });
  }

  /** A second run that differs in some fields from whatever the first is; null for none. */
  compare(contrast: Fields | null): void {
    this.explorer.system.remember();
    this.explorer.system.pinned = null;
    this.explorer.set({ contrast });
  }
}
