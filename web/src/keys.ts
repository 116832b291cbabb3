// Keys: everything a keyboard can do, and the list of it.

import { dialog } from "./dialog";
import { make } from "./dom";
import type { Explorer } from "./explorer";

const KEYS: [string, string][] = [
  ["space", "play or pause"], ["← →", "one saved time back or on"], ["Home End", "first or last time"],
  ["L", "logarithmic or linear time"], ["T", "cluster tree"], ["G", "energy and cosine, or what they lack"], ["R", "Rényi centers"], ["H", "hide the controls"],
  [", .", "point at the token before or after"], ["Delete", "delete that token"], ["M A D", "move, add, delete by hand"],
  ["Ctrl+Z", "undo"], ["wheel", "zoom tokens or matrix"], ["double click", "choose a cluster; again beside it: all"],
  ["Shift+drag", "choose tokens in the time view"], ["Shift+click", "add a token"], ["Alt+click", "delete a token"],
];

export function help(explorer: Explorer): void {
  const list = make("dl", {}, ...KEYS.flatMap(([key, words]) => [make("dt", {}, key), make("dd", {}, words)]));
  dialog(explorer.parts.root, make("h2", {}, "Keys and gestures"), list);
}

export function keys(explorer: Explorer): void {
  const target = explorer.addressed ? window : explorer.parts.root;
  target.addEventListener("keydown", (raw) => {
    const event = raw as KeyboardEvent;
    const inside = event.target as HTMLElement;
    if (event.defaultPrevented || /^(INPUT|SELECT|TEXTAREA)$/.test(inside.tagName) && !(inside as HTMLInputElement).matches(".tkf-scrub")) return;
    if (inside.closest?.("dialog")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); return explorer.edits.undo(); }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (pressed(explorer, event, inside)) event.preventDefault();
  });
}

function pressed(explorer: Explorer, event: KeyboardEvent, inside: HTMLElement): boolean {
  const { options } = explorer;
  const turning = inside.closest?.(".tkf-view") && explorer.runs.a && explorer.runs.a.d >= 3;
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
  if (turning && arrows[event.key]) { explorer.views.tokens.turn(...arrows[event.key]); return true; }
  const acts: Record<string, () => void> = {
    ArrowLeft: () => stepRow(explorer, -1), ArrowRight: () => stepRow(explorer, 1),
    Home: () => explorer.seek(0), End: () => explorer.seek(1),
    l: () => explorer.set({ log: !options.log }), t: () => explorer.set({ tree: !options.tree }), g: () => explorer.set({ gap: !options.gap }),
    r: () => explorer.set({ centers: !options.centers }), h: () => explorer.set({ hidden: !options.hidden }),
    m: () => explorer.pick("move"), a: () => explorer.pick("add"), d: () => explorer.pick("delete"),
    ",": () => nextToken(explorer, -1), ".": () => nextToken(explorer, 1),
    Delete: () => { if (explorer.hover >= 0) explorer.edits.removeToken(explorer.hover); },
    Escape: () => explorer.choose([]), "?": () => help(explorer),
    "+": () => explorer.views.tokens.zoom(1.2), "-": () => explorer.views.tokens.zoom(1 / 1.2),
  };
  if (event.key === " " && !/^(BUTTON|SUMMARY)$/.test(inside.tagName)) acts[" "] = () => (explorer.playing ? explorer.pause() : explorer.play());
  const act = acts[event.key] ?? acts[event.key.toLowerCase()];
  act?.();
  return !!act;
}

function stepRow(explorer: Explorer, by: number): void {
  const run = explorer.runs.a;
  if (!run?.rows) return;
  explorer.pause();
  const row = Math.min(run.rows - 1, Math.max(0, run.rowAt(explorer.t * (1 + 1e-12)) + by));
  explorer.seek(explorer.axis().place(run.times[row]));
}

function nextToken(explorer: Explorer, by: number): void {
  const n = explorer.runs.a?.n ?? 0;
  if (n) explorer.point((explorer.hover + by + n) % n);
}
