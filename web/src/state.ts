// The state of the page that an address holds, besides the system itself.

import type { Fields } from "./run";
import type { Camera } from "./tokens";

export type Options = {
  log: boolean; trails: boolean; centers: boolean; tree: boolean; gap: boolean; hidden: boolean;
  theme: "auto" | "light" | "dark"; contrast: Fields | null; speed: number;
};
export type Shared = {
  spec: Fields; name: string | null; words?: string[] | null; cursor: number; camera: Camera; options: Options;
};
export type Preset = {
  name: string; title: string; group?: string; words?: string[] | null;
  spec: Fields | null; // null: to be asked for
};

export const OPTIONS: Options = {
  log: true, trails: true, centers: false, tree: false, gap: false, hidden: false, theme: "auto", contrast: null, speed: 1,
};

/** Rényi centers for causal runs, a logarithmic axis for long ones. */
export function fitting(spec: Fields): Partial<Options> {
  return {
    centers: spec.mask === "causal" && spec.ov === undefined && (spec.space ?? "sphere") === "sphere",
    log: spec.spacing === "log" || (spec.t_end ?? 10) > 100,
  };
}
