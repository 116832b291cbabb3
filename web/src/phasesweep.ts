// The phase sweep: the phase diagram in the background, one run for each beta.

import { button, make } from "./dom";
import type { Explorer } from "./explorer";
import type { Message } from "./frames";
import { PhaseView, QUANTITIES, type Quantity } from "./phase";
import type { Fields } from "./run";

const ROWS = 24;
const MOST_SAMPLES = 81;
const LEAST_TOL = 1e-6;

export class PhaseSweep {
  readonly view: PhaseView;
  id = 0;
  private drawn = ""; // of what system the diagram is

  constructor(private explorer: Explorer) {
    const { phase } = explorer.parts;
    this.view = new PhaseView(phase.box, { open: (beta, cursor) => this.open(beta, cursor), read: (words) => { if (this.view.filled) phase.note.textContent = words; } });
    const quantity = make("select", { class: "tkf-small", "aria-label": "quantity of the phase diagram" },
      ...Object.entries(QUANTITIES).map(([name, title]) => make("option", { value: name }, title)));
    quantity.addEventListener("change", () => this.view.choose(quantity.value as Quantity));
    const large = button("⤢", "large phase diagram, or small", () => {
      const isLarge = phase.panel.classList.toggle("tkf-large");
      large.setAttribute("aria-pressed", String(isLarge));
      phase.panel.scrollIntoView({ block: "nearest" }); // large it stands elsewhere on the page
    }, { class: "tkf-small" });
    const draw = button("draw", "draw the phase diagram in the background", () => this.begin(), { class: "tkf-small" });
    phase.head.append(quantity, draw, large);
  }

  begin(): void {
    const { spec, system } = this.explorer;
    const twice = system.value("beta") * 2;
    const [low, top] = [Math.min(0, twice), Math.max(4, twice)];
    const betas = Array.from({ length: ROWS }, (_, k) => low + ((top - low) * (k + 0.5)) / ROWS);
    const swept: Fields = { ...spec, samples: Math.min(MOST_SAMPLES, system.value("samples")), tol: Math.max(LEAST_TOL, system.value("tol")) };
    delete swept.gamma;
    this.drawn = this.swept();
    this.view.begin(betas, this.explorer.axis(), system.value("n"));
    this.explorer.host.send({ type: "sweep", id: ++this.id, spec: swept, betas });
    this.note();
  }

  /** The system but for what a sweep changes. */
  private swept(): string {
    const { beta, gamma, ...rest } = this.explorer.spec;
    return JSON.stringify(rest);
  }

  /** A diagram of another system than the one that is shown would mislead: it goes. */
  check(): void {
    if (!this.drawn || this.drawn === this.swept()) return;
    this.drawn = "";
    this.id++;
    this.explorer.host.send({ type: "cancel", slot: "sweep" });
    this.view.begin([], this.explorer.axis(), 1);
    this.explorer.parts.phase.note.textContent = "the system has changed";
  }

  receive(message: Message): void {
    if (message.id !== this.id) return;
    if (message.type === "row") this.view.add(message);
    this.note();
  }

  private note(): void {
    const { filled } = this.view;
    this.explorer.parts.phase.note.textContent = filled && filled < ROWS ? `${filled} of ${ROWS}` : "";
  }

  private open(beta: number, cursor: number): void {
    this.explorer.pause();
    this.explorer.edits.change("beta", Number(beta.toPrecision(6)), false);
    this.explorer.seek(cursor);
  }
}
