// Edits: the system is changed, by presets, controls or hands, and followed anew.

import type { Explorer } from "./explorer";
import type { Matrix } from "./linear";
import { optionsFor, type Preset } from "./state";
import { UPRIGHT } from "./tokens";

const LARGEST_PREVIEW = 1000; // tokens

export class Edits {
  constructor(private explorer: Explorer) {}

  open(preset: Preset): void {
    const { explorer } = this;
    if (!preset.spec) return explorer.host.send({ type: "preset", name: preset.name });
    explorer.system.remember();
    explorer.system.set({ ...preset.spec }, preset.name, preset.words ?? null);
    explorer.parts.presets.value = preset.name;
    explorer.chosen.clear();
    explorer.pause();
    Object.assign(explorer.options, optionsFor(explorer.system));
    explorer.controls?.set(explorer.spec);
    explorer.restart = explorer.mayPlay = true;
    Object.assign(explorer.views.tokens.camera, { turn: [...UPRIGHT.turn], zoom: 1 });
    explorer.applyOptions();
    explorer.follow(false);
  }

  undo(): void {
    const { explorer } = this;
    if (!explorer.system.undo()) return;
    explorer.controls?.set(explorer.spec);
    explorer.restart = true;
    explorer.follow(false);
  }

  change(name: string, value: unknown, live: boolean): void {
    const { system, controls, parts } = this.explorer;
    if (!live) system.remember();
    system.change(name, value);
    parts.presets.value = "";
    controls?.set(system.spec);
    this.explorer.follow(live && system.value("n") <= LARGEST_PREVIEW);
  }

  changeMatrix(v: Matrix, done: boolean): void {
    const { system, controls } = this.explorer;
    if (done) system.remember();
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

  removeToken(token: number): void {
    this.explorer.hover = -1;
    this.explorer.chosen.clear();
    this.explorer.tokenEdits.remove(token);
  }
}
