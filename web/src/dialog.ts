// A dialog over the page, with whatever it is to hold.

import { button, make } from "./dom";

export function dialog(root: HTMLElement, ...content: Node[]): void {
  const box = make("dialog", { class: "tkf-dialog" });
  box.append(...content, button("Close", "close", () => box.close()));
  box.addEventListener("close", () => box.remove());
  root.append(box);
  box.showModal();
}

/** Text to be copied by hand, where the clipboard is out of reach. */
export function showText(root: HTMLElement, text: string): void {
  const area = make("textarea", { readonly: "", rows: "12", "aria-label": "text to copy" });
  area.value = text;
  dialog(root, area);
  area.select();
}
