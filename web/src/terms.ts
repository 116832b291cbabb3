// Terms: words of the field on the page, each a button that explains itself.

import { make } from "./dom";
import { meaningOf } from "./glossary";

/** What is said, and of what word of the glossary; without one it is plain. */
export type Said = { words: string; term?: string; tag?: string };

/** A word that explains itself; plain text where the glossary has nothing to say of it. */
export function term(words: string, of = words): HTMLElement | Text {
  const meaning = meaningOf(of);
  return meaning ? pressable(meaning, {}, words) : document.createTextNode(words);
}

/** A button that flows and breaks as words do. */
export function pressable(tip: string, more: Record<string, string>, ...words: string[]): HTMLElement {
  return make("dfn", { class: "tkf-term", role: "button", tabindex: "0", "data-tip": tip, ...more }, ...words);
}

/** Writes lines into an element, no two of one kind. Those that were there stay, with the keyboard on them. */
export function write(element: HTMLElement, lines: Said[]): void {
  const before = new Map([...element.children].map((child) => [(child as HTMLElement).dataset.kind, child]));
  const wanted = lines.map(({ words, term: of, tag = "span" }) => {
    const kind = `${tag} ${of ?? ""}`;
    const line = before.get(kind) ?? make(tag as "span", { "data-kind": kind }, of ? term(words, of) : words);
    const place = line.firstElementChild ?? line;
    if (place.textContent !== words) place.textContent = words;
    return line;
  });
  for (const child of before.values()) if (!wanted.includes(child)) child.remove();
  wanted.forEach((line, k) => { if (element.children[k] !== line) element.insertBefore(line, element.children[k] ?? null); });
}

/** Words that are drawn on a canvas: a button without words of its own lies over each. */
export type Place = { words: string; x: number; y: number; width: number };

const HEIGHT = 18;

export class Places {
  private layer = make("div", { class: "tkf-places" });
  private shown = "";

  constructor(box: HTMLElement) {
    box.append(this.layer);
  }

  show(places: Place[]): void {
    const known = places.filter(({ words }) => meaningOf(words));
    const words = JSON.stringify(known.map((place) => place.words));
    if (words !== this.shown) {
      this.shown = words;
      this.layer.replaceChildren(...known.map((place) => pressable(meaningOf(place.words)!, { "aria-label": place.words })));
    }
    known.forEach(({ x, y, width }, k) => {
      const { style } = this.layer.children[k] as HTMLElement;
      [style.left, style.top, style.width, style.height] = [x, y - HEIGHT / 2, width, HEIGHT].map((length) => `${length}px`);
    });
  }
}
