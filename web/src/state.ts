// The state of the page that an address holds, besides the system itself.

import type { Moved } from "./moved";
import type { Fields } from "./run";
import type { System } from "./system";
import type { Camera } from "./tokens";

export type Options = {
  log: boolean; trails: boolean; centers: boolean; tree: boolean; gap: boolean; hidden: boolean;
  edges: boolean; sorted: boolean; head: number; // of the attention matrix, -1 for the mean
  theme: "auto" | "light" | "dark"; contrast: Fields | null; speed: number; step: number; // of the story, 0 outside of it
};
export type SharedState = {
  spec: Fields; moved?: Moved; name: string | null; words?: string[] | null; pinned?: Fields | null; cursor: number; camera?: Camera; options: Options;
};
export type Preset = {
  bibtex?: string; // what to cite
  about?: string; // one sentence
  name: string; title: string; group?: string; words?: string[] | null;
  spec: Fields | null; // null: to be asked for
};

export type Contrast = { title: string; change: Fields }; // what a second run with the same seed changes
export type Command = { preset: string; defaults: Fields }; // of a copied command, and the fields to be named

export const OPTIONS: Options = {
  log: true, trails: true, centers: false, tree: false, gap: false, hidden: false, edges: true, sorted: false, head: -1, theme: "auto", contrast: null, speed: 1, step: 0,
};

/** Rényi centers for causal runs, a logarithmic axis for long ones. */
export function optionsFor(system: System): Partial<Options> {
  const { mask, ov, space, spacing, t_end } = { ...system.defaults, ...system.spec };
  const masked = mask === "causal" || String(mask).startsWith("window");
  return { sorted: !masked, head: -1, centers: mask === "causal" && ov == null && space === "sphere", log: spacing === "log" || t_end > 100 };
}
