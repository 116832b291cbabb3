// Arrivals: runs as they come in, each kept aside until it can take the place of the one before.

import type { Message } from "./frames";
import type { Requests } from "./requests";
import { Run } from "./run";

const SHOW_AFTER = 300; // ms after which an unfinished run is shown in place of the one before

export type ArrivalEvents = {
  shown(run: Run): void; // a run took its place
  updated(run: Run): void; // a run in its place has more to show
  ended(run: Run): void;
  failed(message: Message): void;
  accepts(slot: string): boolean;
};

export class Arrivals {
  readonly runs: Record<string, Run | null> = { a: null, b: null };
  readonly latencies = { arrived: [] as number[], drawn: [] as number[] }; // ms since a run was asked for
  private arriving: Record<string, Run | null> = { a: null, b: null };
  private undrawn: { run: Run; asked: number } | null = null;

  constructor(private requests: Requests, private events: ArrivalEvents) {}

  receive(message: Message): void {
    switch (message.type) {
      case "begin": this.begin(new Run(message)); break;
      case "path": this.path(message); break;
      case "measures": this.update(message, (run) => run.addMeasures(message)); break;
      case "verdict": this.update(message, (run) => (run.verdict = message.verdict)); break;
      case "ended": this.end(message); break;
    }
  }

  private begin(run: Run): void {
    // After a preview the same path comes again, more accurately: nobody waits for that.
    run.refines = !run.preview && !!this.runs[run.slot]?.preview;
    this.arriving[run.slot] = run;
    setTimeout(() => this.show(run), this.runs[run.slot] ? SHOW_AFTER : 0);
  }

  private show(run: Run): void {
    if (this.arriving[run.slot] !== run) return;
    this.arriving[run.slot] = null;
    if (!this.events.accepts(run.slot)) return;
    this.runs[run.slot] = run;
    this.events.shown(run);
  }

  private find(message: Message): Run | null {
    for (const run of [this.arriving[message.slot], this.runs[message.slot]]) if (run?.id === message.id) return run!;
    return null;
  }

  private update(message: Message, add: (run: Run) => void): Run | null {
    const run = this.find(message);
    if (run) add(run);
    if (run && this.runs[run.slot] === run) this.events.updated(run);
    return run;
  }

  /** Rows of a path: with the last one the run takes its place, and the next may be asked for. */
  private path(message: Message): void {
    const run = this.update(message, (run) => run.addPath(message));
    if (!run || run.rows < run.samples) return;
    this.show(run);
    const asked = this.requests.drawn(run.slot, run.id);
    if (asked === null || run.refines) return;
    this.latencies.arrived.push(performance.now() - asked);
    this.undrawn = { run, asked };
  }

  /** The path of a run was drawn; what is seen of it is seen when the next frame begins. */
  drawn(run: Run | null): void {
    if (!this.undrawn || this.undrawn.run !== run) return;
    const { asked } = this.undrawn;
    this.undrawn = null;
    requestAnimationFrame(() => this.latencies.drawn.push(performance.now() - asked));
  }

  private end(message: Message): void {
    this.requests.answered(message.slot, message.id);
    if (message.status === "error") this.events.failed(message);
    const run = this.find(message);
    if (!run) return;
    if (message.status !== "done") {
      if (this.arriving[run.slot] === run) this.arriving[run.slot] = null;
      return this.events.updated(run);
    }
    run.ended = message;
    this.show(run);
    this.events.updated(run);
    this.events.ended(run);
  }
}
