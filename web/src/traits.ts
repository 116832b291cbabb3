// What a notebook reads and sets: the spec, the time of the cursor and the chosen tokens.

import type { Explorer } from "./explorer";
import type { Model } from "./host";
import type { Fields } from "./run";

const PAUSE = 150; // ms between two messages on the cursor

export function shareTraits(explorer: Explorer, model: Model): void {
  let telling = false; // what we set ourselves is no wish of the notebook
  const tell = (name: string, value: unknown) => {
    if (same(model.get(name), value)) return;
    telling = true;
    model.set(name, value);
    model.save_changes();
    telling = false;
  };
  const hear = (name: string, act: (value: any) => void) => model.on(`change:${name}`, () => { if (!telling && explorer.controls) act(model.get(name)); });

  explorer.runShown.on(() => { if (explorer.run && !explorer.run.preview) tell("spec", explorer.run.spec); });
  explorer.chosenChanged.on(() => tell("selection", [...explorer.chosen]));
  let waiting = 0;
  explorer.timeChanged.on(() => (waiting ||= window.setTimeout(() => { waiting = 0; tell("time", explorer.t); }, PAUSE)));

  hear("spec", (spec: Fields) => { if (!same(spec, explorer.spec)) explorer.edits.open({ name: "", title: "", spec }); });
  hear("selection", (tokens: number[]) => { if (!same(tokens, [...explorer.chosen])) explorer.choose(tokens); });
  hear("time", (t: number) => {
    if (same(t, explorer.t)) return;
    explorer.pause();
    explorer.seek(explorer.axis().place(t));
  });
}

/** Whether two plain values are the same, whatever the order of their fields. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));
}

function ordered(value: any): any {
  if (Array.isArray(value) || value === null || typeof value !== "object") return value;
  return Object.keys(value).sort().map((name) => [name, value[name]]);
}
