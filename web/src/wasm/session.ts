// A page without a server: what it asks, and what it is told, as explorer/sessions.py and work.py have it.

import type { Fields } from "../run";
import { begun } from "./about";
import data from "./data.json";
import { layersOf, startingTokens } from "./initial";
import { Kernels } from "./kernels";
import { measured, type Measures } from "./measures";
import { path, type Problem, type Rows, type Solver } from "./path";
import { Refusal } from "./refusal";
import { checkServed, head, UNSERVED } from "./served";
import { completed, type Spec } from "./spec";
import { savedTimes } from "./times";
import { verdictOn } from "./verdict";

const FRAME_TIME = 30; // ms between frames
const MEASURED_AT_ONCE = 30; // ms

type Tell = (message: Fields) => void;
type Job = { canceled: boolean };
type Kept = { problem: Problem; x: Float64Array; t: number };

/** The problem that a spec poses; refuses what the page cannot follow. */
export function posed(fields: Fields, preview = false): Problem {
  const spec = completed(preview ? previewed(fields) : fields);
  checkServed(spec);
  return { spec, layers: layersOf(spec), times: savedTimes(spec), x0: startingTokens(spec) };
}

/** The spec as it is followed while a hand still moves. */
function previewed(fields: Fields): Fields {
  const { preview_tol, preview_samples } = data.numbers;
  const { samples, tol } = completed(fields);
  return { ...fields, samples: Math.min(samples, preview_samples), tol: Math.max(tol, preview_tol) };
}

/** What the page is told first. */
export const greeting = () => ({ ...data.hello, unserved: UNSERVED });

export class Session {
  private kernels = new Map<string, Promise<Kernels>>();
  private jobs = new Map<string, Job>();
  private kept = new Map<string, Kept>();

  constructor(private tell: Tell, private pause: () => Promise<void>) {}

  receive(message: Fields): void {
    const slot = message.slot ?? (message.type === "sweep" ? "sweep" : "a");
    switch (message.type) {
      case "run": return this.start(slot, message, (job) => this.run(job, slot, message));
      case "sweep": return this.start(slot, { ...message, slot }, (job) => this.sweep(job, message));
      case "verdict": return this.start(`verdict of ${slot}`, message, () => this.judge(slot, message));
      case "cancel": return this.cancel(slot);
    }
  }

  private cancel(slot: string): void {
    const job = this.jobs.get(slot);
    if (job) job.canceled = true;
    this.jobs.delete(slot);
  }

  private start(slot: string, { id, slot: shown = slot }: Fields, work: (job: Job) => Promise<boolean>): void {
    this.cancel(slot);
    const job: Job = { canceled: false };
    this.jobs.set(slot, job);
    work(job).then(
      (finished) => { if (!finished) this.tell({ type: "ended", id, slot: shown, status: "canceled" }); },
      (error) => {
        const field = error instanceof Refusal ? error.field : null;
        this.tell({ type: "ended", id, slot: shown, status: "error", field, message: error.message });
        if (!(error instanceof Refusal)) throw error;
      },
    );
  }

  private loaded(slot: string): Promise<Kernels> {
    if (!this.kernels.has(slot)) this.kernels.set(slot, Kernels.load());
    return this.kernels.get(slot)!;
  }

  private async run(job: Job, slot: string, { id, spec: fields, preview = false }: Fields): Promise<boolean> {
    const began = performance.now();
    const problem = posed(fields, preview);
    const header = { id, slot };
    this.tell({ ...begun(problem, fields), ...header, preview });
    const stream = new Stream(this.tell, header, problem.spec, preview ? data.numbers.preview_stride : 1);
    stream.add({ first: 0, times: problem.times.slice(0, 1), x: problem.x0 });
    const solver = await this.follow(job, slot, problem, (rows) => stream.add(rows));
    if (!solver) return false;
    stream.send();
    while (stream.measure()) {
      await this.pause();
      if (job.canceled) return false;
    }
    const last = stream.last!;
    if (!preview) this.kept.set(slot, { problem, x: last, t: problem.times[problem.times.length - 1] });
    this.tell({ type: "ended", ...header, status: "done", merges: null, norm_error: stream.normError(), theory: { curves: [], levels: [], times: [] },
      solver: { ...solver, wall_time: (performance.now() - began) / 1000 } });
    return true;
  }

  private async follow(job: Job, slot: string, problem: Problem, take: (rows: Rows) => void): Promise<Solver | null> {
    const steps = path(await this.loaded(slot), problem);
    const [began, { seconds }] = [performance.now(), data.limits];
    for (;;) {
      if (job.canceled) return null;
      if (performance.now() - began > 1000 * seconds)
        throw new Refusal("t_end", `The page follows a run for at most ${seconds} s, and this one takes longer. Ask for a smaller \`t_end\` or fewer tokens.`);
      const { value, done } = steps.next();
      if (done) return value as Solver;
      if (value) take(value as Rows);
      await this.pause();
    }
  }

  private async judge(slot: string, { id }: Fields): Promise<boolean> {
    const kept = this.kept.get(slot);
    if (!kept) throw new Refusal(null, "There is no run to judge.");
    const verdict = verdictOn(await this.loaded("verdict"), kept.problem, kept.t, kept.x);
    this.tell({ type: "verdict", id, slot, verdict });
    return true;
  }

  private async sweep(job: Job, { id, spec, betas }: Fields): Promise<boolean> {
    for (const [row, beta] of betas.entries()) {
      const problem = posed({ ...spec, beta });
      const found = [measured(problem.x0, problem.spec)];
      const followed = await this.follow(job, "sweep", problem, ({ x }) => {
        const size = problem.x0.length;
        for (let k = 0; k < x.length; k += size) found.push(measured(x.subarray(k, k + size), problem.spec));
      });
      if (!followed) return false;
      const all = (name: "count" | "alignment" | "energy") => Float64Array.from(found, (one) => one[name]);
      this.tell({ type: "row", id, slot: "sweep", row, rows: betas.length, beta,
        arrays: { times: problem.times, count: all("count"), alignment: all("alignment"), energy: all("energy") } });
    }
    this.tell({ type: "swept", id, slot: "sweep" });
    return true;
  }
}

/** Rows of a path, sent as they are saved; what is measured on them comes after. */
class Stream {
  last: Float64Array | null = null;
  private unsent: Rows[] = [];
  private rows: Float64Array[] = [];
  private measured = 0;
  private sent = -Infinity;

  constructor(private tell: Tell, private header: Fields, private spec: Spec, private stride: number) {}

  add({ first, times, x }: Rows): void {
    this.unsent.push({ first, times, x });
    const size = this.spec.n * this.spec.d;
    for (let k = 0; k < x.length; k += size) this.rows.push((this.last = x.subarray(k, k + size)));
    if (performance.now() - this.sent > FRAME_TIME) this.send();
  }

  send(): void {
    if (!this.unsent.length) return;
    const times = Float64Array.from(this.unsent.flatMap((rows) => [...rows.times]));
    const x = new Float32Array(times.length * this.spec.n * this.spec.d);
    let at = 0;
    for (const rows of this.unsent) { x.set(rows.x, at); at += rows.x.length; }
    this.tell({ type: "path", ...this.header, first: this.unsent[0].first, arrays: { times, x } });
    [this.unsent, this.sent] = [[], performance.now()];
  }

  /** Some rows, of one in `stride` and the last, measured; whether some are left. */
  measure(): boolean {
    const began = performance.now();
    const [index, found]: [number[], Measures[]] = [[], []];
    const last = this.rows.length - 1;
    for (; this.measured <= last && performance.now() - began < MEASURED_AT_ONCE; this.measured++) {
      if ((last - this.measured) % this.stride) continue;
      index.push(this.measured);
      found.push(measured(this.rows[this.measured], this.spec));
    }
    const labels = new Int16Array(found.length * this.spec.n);
    found.forEach((one, k) => labels.set(one.labels, k * this.spec.n));
    const all = (name: "count" | "loose" | "alignment" | "energy") => Float64Array.from(found, (one) => one[name]);
    this.tell({ type: "measures", ...this.header,
      arrays: { rows: Int32Array.from(index), labels, count: all("count"), loose: all("loose"), energy: all("energy"), alignment: all("alignment") } });
    return this.measured <= last;
  }

  /** How far the worst token is from the unit sphere; null where norms are free. */
  normError(): number | null {
    const { d, space } = this.spec;
    if (!(data.spaces as any)[head(space)].unit) return null;
    let worst = 0;
    for (const row of this.rows) for (let i = 0; i < row.length; i += d) {
      let square = 0;
      for (let c = 0; c < d; c++) square += row[i + c] ** 2;
      worst = Math.max(worst, Math.abs(Math.sqrt(square) - 1));
    }
    return worst;
  }
}
