// Tools of the attention matrix: its order, and the head that is shown.

import { button, make } from "./dom";
import type { Explorer } from "./explorer";

export function matrixTools(explorer: Explorer): HTMLElement[] {
  const sort = button("sort", "sort rows and columns by cluster", () => explorer.set({ sorted: !explorer.options.sorted }), { class: "tkf-small" });
  const head = make("select", { class: "tkf-small", "aria-label": "head of the attention matrix", hidden: "" });
  head.addEventListener("change", () => explorer.set({ head: Number(head.value) }));
  let listed = 0;
  const update = () => {
    const heads = explorer.run?.matrices("qk", 0)?.length ?? 1;
    if (heads !== listed) {
      head.replaceChildren(make("option", { value: "-1" }, `mean of ${heads}`), ...Array.from({ length: heads }, (_, k) => make("option", { value: String(k) }, `head ${k + 1}`)));
      listed = heads;
    }
    head.hidden = heads < 2;
    head.value = String(explorer.options.head < heads ? explorer.options.head : -1);
    sort.setAttribute("aria-pressed", String(explorer.options.sorted));
  };
  explorer.optionsChanged.on(update);
  explorer.runShown.on(update);
  return [head, sort];
}
