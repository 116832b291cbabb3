// The phase sweep: the phase diagram in the background, one run for each beta.

import type { Explorer } from "./explorer";
import type { Message } from "./frames";
import { PhaseView } from "./phase";
import type { Fields } from "./run";

const ROWS = 24;
const MOST_SAMPLES = 81;
const LEAST_TOL = 1e-6;

export class PhaseSweep {
  readonly view: PhaseView;
  id = 0;

  constructor(private explorer: Explorer) {
    this.view = new PhaseView(explorer.parts.phase.box, { open: (beta, cursor) => this.open(beta, cursor) });
  }

  begin(): void {
    const { spec, system } = this.explorer;
    const twice = system.value("beta") * 2;
    const [low, top] = [Math.min(0, twice), Math.max(4, twice)];
    const betas = Array.from({ length: ROWS }, (_, k) => low + ((top - low) * (k + 0.5)) / ROWS);
    const swept: Fields = { ...spec, samples: Math.min(MOST_SAMPLES, system.value("samples")), tol: Math.max(LEAST_TOL, system.value("tol")) };
    delete swept.gamma;
    this.view.begin(betas, this.explorer.axis());
    this.explorer.host.send({ type: "sweep", id: ++this.id, spec: swept, betas });
    this.note();
  }

  receive(message: Message): void {
    if (message.type === "row" && message.id === this.id) this.view.add(message);
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
