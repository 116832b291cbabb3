// The story: a strip over the panels with one sentence on what is shown, or the steps of a guide.

import { button, make, marked } from "./dom";
import type { Explorer } from "./explorer";
import type { Fields } from "./run";

type Variant = { title: string; seen: string; spec: Fields; deed: string; do: Fields; shown: string };
export type Step = Variant & { preset: string; mark: number | null; alone?: Variant };

export class Story {
  private steps: Step[] = [];
  private isDone = false; // the deed of the step
  private words = make("p", { class: "tkf-told", "aria-live": "polite" });
  private deed = button("", "", () => this.act(), { class: "tkf-deed" });
  private place = make("span", { class: "tkf-place" });
  private back = button("‹", "step before", () => this.go(this.step - 1));
  private next = button("Next ›", "next step of the story", () => this.go(this.step + 1));
  private leave = button("✕", "leave the story", () => this.go(0));
  private begin = button("New here? A story in 8 steps", "begin the guided story", () => this.go(1), { class: "tkf-deed" });

  constructor(private explorer: Explorer, place: HTMLElement) {
    place.append(this.words, make("div", { class: "tkf-steps" }, this.begin, this.deed, this.back, this.place, this.next, this.leave));
    explorer.optionsChanged.on(() => this.show());
  }

  private get step(): number {
    return Math.min(this.explorer.options.step, this.steps.length);
  }

  /** What the server, or the page itself, has to tell. */
  told(steps: Step[], alone: boolean): void {
    this.steps = steps.map((step) => ({ ...step, ...(alone ? step.alone : {}) }));
    this.begin.textContent = `New here? A story in ${steps.length} steps`;
    this.isDone = false;
  }

  /** Opens a step; 0 leaves the story, and what is shown stays. */
  go(number: number): void {
    const { explorer } = this;
    const step = this.steps[number - 1];
    this.isDone = false;
    this.light(step);
    if (!step) return explorer.set({ step: 0 });
    const words = explorer.presets.find(({ group }) => group);
    if (number === this.steps.length && words) explorer.edits.open(words);
    else explorer.edits.open({ name: "", title: "", spec: step.spec });
    explorer.set({ step: number });
    explorer.point(step.mark ?? -1);
  }

  /** Does what the step offers, or takes it back. */
  private act(): void {
    const number = this.step; // opening a system leaves the story
    const step = this.steps[number - 1];
    if (!step) return;
    const { explorer } = this;
    this.isDone = !this.isDone;
    const spec = this.isDone ? { ...step.spec, ...step.do } : step.spec;
    explorer.edits.open({ name: "", title: "", spec });
    explorer.set({ step: number });
    explorer.point(step.mark ?? -1);
  }

  /** Lights the control that a step is about, and its term in the equation. */
  private light(step: Step | undefined): void {
    const field = Object.keys(step?.do ?? {})[0] ?? null;
    this.explorer.equation.touch(field);
    this.explorer.controls?.point(field);
  }

  show(): void {
    const step = this.steps[this.step - 1];
    for (const part of [this.deed, this.back, this.place, this.next, this.leave]) part.hidden = !step;
    this.begin.hidden = !!step || !this.steps.length;
    const unnamed = this.explorer.parts.presets.options[0]; // of systems that are no preset
    if (unnamed) unnamed.textContent = step ? "a step of the story" : "changed by hand";
    if (!step) return this.words.replaceChildren(this.about());
    this.words.replaceChildren(make("b", {}, step.title), " ", ...marked(this.isDone ? step.shown : step.seen));
    this.place.textContent = `${this.step} of ${this.steps.length}`;
    this.deed.textContent = this.isDone ? "Take it back" : step.deed;
    this.deed.hidden = !step.deed;
    this.deed.ariaLabel = this.deed.textContent;
    this.back.disabled = this.step === 1;
    this.next.hidden = this.step === this.steps.length;
  }

  /** One sentence on the preset, or on what was made of it. */
  private about(): string {
    const { presets, name, system } = this.explorer;
    const told = presets.find((preset) => preset.name === name)?.about;
    if (told) return told;
    const [n, d] = [system.value("n"), system.value("d")];
    const size = n >= 1 && d >= 1 ? `${n} ${n === 1 ? "token" : "tokens"} in ${d} ${d === 1 ? "dimension" : "dimensions"}, a` : "A";
    return `${size} system of your own: the equation says how tokens move. Touch a control to see what it changes.`;
  }
}
