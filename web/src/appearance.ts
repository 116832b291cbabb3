// Appearance: what the options change about the page itself.

import type { Layout } from "./layout";
import type { Fields } from "./run";
import type { Options } from "./state";

export function applyAppearance({ root, second, drawer }: Layout, { theme, hidden, contrast }: Options): void {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.classList.toggle("tkf-focus", hidden);
  drawer.hidden = hidden;
  second.hidden = !contrast;
  root.classList.toggle("tkf-compared", !!contrast);
}

/** Which of two runs is which: the fields that are compared, with their values. */
export function labelViews(views: [HTMLElement, Fields][], contrast: Fields | null, fallback: (name: string) => unknown): void {
  const names = Object.keys(contrast ?? {}).filter((name) => contrast![name] !== null);
  for (const [view, spec] of views) {
    if (!contrast) delete view.dataset.label;
    else view.dataset.label = names.map((name) => `${name} = ${spec[name] ?? fallback(name)}`).join(", ");
  }
}
