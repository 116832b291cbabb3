// Elements in one line.

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, string> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Words as nodes: what stands in backquotes is code. */
export function marked(words: string): Node[] {
  return words.split("`").map((part, k) => (k % 2 ? make("code", {}, part) : document.createTextNode(part)));
}

export function button(words: string, about: string, press: () => void, extra: Record<string, string> = {}): HTMLButtonElement {
  const element = make("button", { type: "button", "data-tip": about, "aria-label": about, ...extra }, words);
  element.addEventListener("click", press);
  return element;
}
