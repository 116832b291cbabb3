// Tips: a sentence about a word or a button, while it is pointed at, has the keyboard, or was tapped.
//
// Whatever has `data-tip` has one. On a touch screen words and switches show theirs when they are
// tapped; fields of the system beside their label.

import { make, marked } from "./dom";

const PAUSE = 350; // ms that a pointer rests before a button is explained
const LASTS = 6000; // ms after a tap
const GAP = 7; // pixels between a tip and what it is about
const ON_TAP = ".tkf-term, label, [aria-pressed]:not(.tkf-play)";

export class Tips {
  private tip = make("div", { class: "tkf-tip", role: "tooltip", id: `tkf-tip-${Math.random().toString(36).slice(2, 8)}`, popover: "manual" });
  private about: Element | null = null; // what is explained
  private described: Element | null = null; // what screen readers are on
  private timer = 0;

  constructor(root: HTMLElement) {
    root.append(this.tip);
    root.addEventListener("pointerover", (event) => this.pointed(event));
    root.addEventListener("pointerout", (event) => this.left(event));
    root.addEventListener("pointerdown", () => this.hide());
    root.addEventListener("click", (event) => this.clicked(event as PointerEvent));
    root.addEventListener("focusin", (event) => { if ((event.target as Element).matches(":focus-visible")) this.show(explained(event.target), event.target as Element); });
    root.addEventListener("focusout", () => this.hide());
    root.addEventListener("keydown", (event) => { if (this.keyed(event)) { event.preventDefault(); event.stopPropagation(); } }, true);
    document.addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  private pointed(event: PointerEvent): void {
    const about = explained(event.target);
    if (event.pointerType === "touch" || !about || about === this.about || (isField(about) && !(event.target as Element).closest("label"))) return;
    this.later(() => this.show(about, about), about.matches(".tkf-term") ? 0 : PAUSE);
  }

  private left(event: PointerEvent): void {
    const about = explained(event.target);
    if (event.pointerType === "touch" || !about || about.contains(event.relatedTarget as Node)) return;
    this.hide();
  }

  /** A tap explains words and switches; a word that is pressed is explained by any means. */
  private clicked(event: PointerEvent): void {
    const target = event.target as Element;
    const pressed = target.closest(event.pointerType === "touch" ? ON_TAP : ".tkf-term");
    if (!pressed) return;
    this.show(explained(pressed), pressed);
    if (event.pointerType === "touch") this.later(() => this.hide(), LASTS);
  }

  /** Whether a key was for a tip: Escape hides it, and words are pressed by keys like buttons. */
  private keyed({ key, target }: KeyboardEvent): boolean {
    const [isWord, isShown] = [(target as Element).matches(".tkf-term"), !!this.about];
    if (key === "Escape") this.hide();
    if (isWord && (key === "Enter" || key === " ")) this.show(explained(target), target as Element);
    return key === "Escape" ? isShown : isWord && (key === "Enter" || key === " ");
  }

  private later(act: () => void, pause: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(act, pause);
  }

  private show(about: HTMLElement | null, described: Element): void {
    const words = about?.dataset.tip;
    if (!about || !words || words === about.textContent) return;
    this.hide();
    [this.about, this.described] = [about, described];
    this.tip.replaceChildren(...words.split("\n").map((line) => make("p", {}, ...marked(line))));
    this.tip.showPopover?.();
    this.place(about);
    name(described, this.tip.id, true);
  }

  private hide(): void {
    clearTimeout(this.timer);
    if (!this.about) return;
    this.about = null;
    this.tip.hidePopover?.();
    if (this.described) name(this.described, this.tip.id, false);
  }

  /** Below what it is about, or above it; of a field beside it where there is room. */
  private place(about: Element): void {
    const [box, { offsetWidth, offsetHeight }] = [about.getBoundingClientRect(), this.tip];
    const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    const isBeside = isField(about) && box.right + GAP + offsetWidth < width;
    const below = box.bottom + GAP + offsetHeight < height;
    const left = isBeside ? box.right + 2 * GAP : box.left;
    const top = isBeside ? box.top : below ? box.bottom + GAP : box.top - GAP - offsetHeight;
    this.tip.style.left = `${Math.max(4, Math.min(left, width - offsetWidth - 4))}px`;
    this.tip.style.top = `${Math.max(4, Math.min(top, height - offsetHeight - 4))}px`;
  }
}

const explained = (target: EventTarget | null) => (target as Element | null)?.closest?.<HTMLElement>("[data-tip]") ?? null;
const isField = (element: Element) => element.classList.contains("tkf-field");

/** Says by which element another is described, or no longer; others that describe it stay. */
function name(element: Element, id: string, isDescribed: boolean): void {
  const others = (element.getAttribute("aria-describedby") ?? "").split(" ").filter((other) => other && other !== id);
  const ids = isDescribed ? [...others, id] : others;
  if (ids.length) element.setAttribute("aria-describedby", ids.join(" "));
  else element.removeAttribute("aria-describedby");
}
