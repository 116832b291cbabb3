// The explorer: one time cursor, one pointer, several views; messages in, requests out.

import { badgeOf } from "./badge";
import { clusterColours, themeOf, type Theme } from "./colours";
import { Controls } from "./controls";
import type { Message } from "./frames";
import { HistogramView } from "./histogram";
import type { Host } from "./host";
import { layout, type Layout } from "./layout";
import type { Matrix } from "./linear";
import { MatrixView } from "./matrix";
import { PhaseView } from "./phase";
import { Requests } from "./requests";
import { Run, type Fields } from "./run";
import { short, TimeAxis } from "./scales";
import { fromAddress, toAddress } from "./sharing";
import { SpectrumView } from "./spectrum";
import { TimeView } from "./timeview";
import { TokensView, UPRIGHT, type Camera, type Tool } from "./tokens";

export type Options = {
  log: boolean; trails: boolean; centers: boolean; tree: boolean; hidden: boolean;
  theme: "auto" | "light" | "dark"; contrast: Fields | null; speed: number;
};
type Shared = { spec: Fields; name: string | null; cursor: number; camera: Camera; options: Options };
type Preset = { name: string; title: string; spec: Fields };

const UNIT_SPACES = ["sphere", "ngpt", "sqrtscaled"];
const DURATION = 12; // seconds to play a run once
const ADOPT = 300; // ms after which an unfinished run is shown in place of the one before

export class Explorer {
  readonly parts: Layout;
  readonly requests: Requests;
  readonly tokens: TokensView;
  readonly second: TokensView;
  readonly time: TimeView;
  readonly matrix: MatrixView;
  readonly histogram: HistogramView;
  readonly spectrum: SpectrumView;
  readonly phase: PhaseView;
  controls: Controls | null = null;
  presets: Preset[] = [];
  name: string | null = null;
  spec: Fields = {};
  runs: Record<string, Run | null> = { a: null, b: null };
  cursor = 0;
  playing = false;
  hover = -1;
  chosen = new Set<number>();
  tool: Tool = "move";
  options: Options = { log: true, trails: true, centers: false, tree: false, hidden: false, theme: "auto", contrast: null, speed: 1 };
  arrivals: number[] = []; // ms from asking for a run to having its path
  latencies: number[] = []; // and to seeing it
  pictures = 0;
  private arriving: Record<string, Run | null> = { a: null, b: null };
  private restart = false; // the next run is shown from its beginning
  private history: { spec: Fields; name: string | null }[] = [];
  private theme: Theme;
  private stale = { data: true, cursor: true, pairs: true };
  private lastFrame = 0;
  private lastSlow = 0;
  private pairsCost = 0; // ms of the last drawing of pairs
  private mayPlay = true;
  private sweepId = 0;

  constructor(root: HTMLElement, readonly host: Host, readonly addressed: boolean) {
    this.parts = layout(root);
    this.requests = new Requests(host);
    const view = (box: HTMLElement) => new TokensView(box, {
      hover: (token) => this.point(token),
      moved: (token, to, done) => this.moveToken(token, to, done),
      added: (at) => this.addToken(at),
      removed: (token) => this.removeToken(token),
      turned: () => { this.second.camera = this.tokens.camera; this.touched(); },
      choose: (tokens) => this.choose(tokens),
      tool: () => this.tool,
    });
    this.tokens = view(this.parts.first);
    this.second = view(this.parts.second);
    this.second.camera = this.tokens.camera;
    this.time = new TimeView(this.parts.time.box, {
      scrub: (cursor) => { this.pause(); this.seek(cursor); },
      hover: (token) => this.point(token),
      choose: (tokens) => this.choose(tokens),
    });
    this.matrix = new MatrixView(this.parts.matrix.box, {
      hover: (token, partner) => this.point(token, partner),
      noted: (words) => (this.parts.matrix.note.textContent = words),
    });
    this.histogram = new HistogramView(this.parts.histogram.box, { choose: (tokens) => this.choose(tokens) });
    this.spectrum = new SpectrumView(this.parts.spectrum.box, { changed: (v, done) => this.changeMatrix(v, done) });
    this.phase = new PhaseView(this.parts.phase.box, { open: (beta, cursor) => this.openPixel(beta, cursor) });
    this.theme = themeOf(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
    host.listen((message) => this.receive(message), (reason) => this.say(`${reason} The page shows what it has.`));
    requestAnimationFrame((now) => this.tick(now));
  }

  // Messages

  private receive(message: Message): void {
    switch (message.type) {
      case "hello": return this.greet(message);
      case "begin": return this.begin(message);
      case "path": return this.pathArrived(message);
      case "marks": return this.arrived(message, (run) => run.addMarks(message));
      case "ended": return this.ended(message);
      case "verdict": return this.judged(message);
      case "row": if (message.id === this.sweepId) this.phase.add(message); return this.noteSweep();
      case "swept": return this.noteSweep();
      case "file": return this.onFile?.(message);
    }
  }

  onFile: ((message: Message) => void) | null = null;

  private greet(hello: Message): void {
    this.presets = hello.presets;
    this.parts.controls.replaceChildren();
    this.controls = new Controls(this.parts.controls, hello.schema, (name, value, live) => this.change(name, value, live));
    this.onGreeted?.();
    const shared: Shared | null = this.addressed && this.address ? fromAddress(this.address) : null;
    if (shared?.spec) this.restore(shared);
    else {
      this.name = hello.first.name;
      this.spec = hello.first.spec;
      this.fitOptions();
    }
    this.controls.set(this.spec);
    this.applyOptions();
    if (hello.opened && !shared) this.requests.open();
    else if (this.host.live) this.follow(false);
  }

  onGreeted: (() => void) | null = null;

  private restore(shared: Shared): void {
    this.spec = shared.spec;
    this.name = shared.name;
    this.cursor = shared.cursor ?? 0;
    this.mayPlay = false;
    this.options = { ...this.options, ...shared.options };
    if (shared.camera) Object.assign(this.tokens.camera, shared.camera);
  }

  private begin(message: Message): void {
    const run = new Run(message);
    this.arriving[run.slot] = run;
    const wait = this.runs[run.slot] ? ADOPT : 0;
    setTimeout(() => this.adopt(run), wait);
  }

  private adopt(run: Run): void {
    if (this.arriving[run.slot] !== run) return;
    this.arriving[run.slot] = null;
    if (run.slot === "b" && !this.options.contrast) return;
    this.runs[run.slot] = run;
    if (run.slot === "a" && this.restart) {
      this.cursor = 0;
      this.restart = false;
    }
    if (this.hover >= run.n) this.hover = -1;
    this.chosen = new Set([...this.chosen].filter((token) => token < run.n));
    this.stale.data = true;
  }

  private find(message: Message): Run | null {
    for (const run of [this.arriving[message.slot], this.runs[message.slot]]) if (run?.id === message.id) return run!;
    return null;
  }

  private arrived(message: Message, add: (run: Run) => void): void {
    const run = this.find(message);
    if (!run) return;
    add(run);
    if (this.runs[run.slot] === run) this.stale.data = true;
  }

  /** Rows of a path: with the last one the run takes its place, and the next may be asked for. */
  private pathArrived(message: Message): void {
    const run = this.find(message);
    if (!run) return;
    run.addPath(message);
    if (this.runs[run.slot] === run) this.stale.data = true;
    if (run.rows < run.samples) return;
    this.adopt(run);
    const asked = this.requests.drawn(run.slot, run.id);
    if (asked === null) return;
    this.arrivals.push(performance.now() - asked);
    requestAnimationFrame(() => requestAnimationFrame(() => this.latencies.push(performance.now() - asked)));
  }

  private ended(message: Message): void {
    this.requests.answered(message.slot, message.id);
    if (message.status === "error") this.say(message.message);
    const run = this.find(message);
    if (message.status !== "done" || !run) {
      if (run && this.arriving[run.slot] === run) this.arriving[run.slot] = null;
      this.stale.data = true;
      return;
    }
    run.ended = message;
    this.adopt(run);
    this.stale.data = true;
    if (run.slot === "a" && !run.preview && this.host.live) setTimeout(() => this.judge(run), 900);
    if (run.slot === "a" && this.mayPlay && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.mayPlay = false;
      this.play();
    }
  }

  private judge(run: Run): void {
    if (this.runs.a === run && !this.requests.busy("a")) this.host.send({ type: "judge", id: run.id, slot: "a" });
  }

  private judged(message: Message): void {
    const run = this.find(message);
    if (run) run.verdict = message.verdict;
    this.stale.data = true;
  }

  // The system

  /** Follow the present spec, and its contrast where there is one. */
  follow(preview: boolean): void {
    this.requests.ask("a", this.spec, preview);
    if (this.options.contrast) {
      this.requests.ask("b", this.contrasted(), preview);
      this.label(this.parts.first, this.spec);
      this.label(this.parts.second, this.contrasted());
    }
    this.touched();
  }

  contrasted(): Fields {
    const spec: Fields = { ...this.spec, ...this.options.contrast };
    for (const [name, value] of Object.entries(spec)) if (value === null) delete spec[name];
    return spec;
  }

  private remember(): void {
    this.history.push({ spec: this.spec, name: this.name });
    if (this.history.length > 100) this.history.shift();
  }

  undo(): void {
    const before = this.history.pop();
    if (!before) return;
    ({ spec: this.spec, name: this.name } = before);
    this.controls?.set(this.spec);
    this.restart = true;
    this.follow(false);
  }

  open(preset: Preset): void {
    this.remember();
    this.name = preset.name;
    this.spec = { ...preset.spec };
    this.chosen.clear();
    this.pause();
    this.fitOptions();
    this.controls?.set(this.spec);
    this.restart = true;
    this.mayPlay = true;
    Object.assign(this.tokens.camera, { turn: [...UPRIGHT.turn], zoom: 1 });
    this.applyOptions();
    this.follow(false);
  }

  /** Rényi centers for causal runs, a logarithmic axis for long ones. */
  private fitOptions(): void {
    this.options.centers = this.spec.mask === "causal" && this.spec.ov === undefined && (this.spec.space ?? "sphere") === "sphere";
    this.options.log = this.spec.spacing === "log" || (this.spec.t_end ?? 10) > 100;
  }

  change(name: string, value: unknown, live: boolean): void {
    if (!live) this.remember();
    const spec = { ...this.spec };
    const same = JSON.stringify(value) === JSON.stringify(this.controls?.default(name));
    if (value === null || same) delete spec[name];
    else spec[name] = value;
    if (name === "beta") delete spec.gamma;
    if (name === "gamma" && value !== null) delete spec.beta;
    if (name === "n" || name === "d") for (const field of ["init", "masses", "frozen", "mask"]) if (Array.isArray(spec[field])) delete spec[field];
    if (name === "d") for (const field of ["qk", "ov"]) if (Array.isArray(spec[field])) delete spec[field];
    if (name === "init") for (const field of ["masses", "frozen"]) delete spec[field];
    this.spec = spec;
    this.name = null;
    this.parts.presets.value = "";
    this.controls?.set(spec);
    this.follow(live && (spec.n ?? 32) <= 1000);
  }

  private changeMatrix(v: Matrix, done: boolean): void {
    if (!this.host.live) return;
    if (done) this.remember();
    this.spec = { ...this.spec, ov: v };
    this.name = null;
    if (done) this.controls?.set(this.spec);
    this.follow(!done);
  }

  // Tokens by hand: what is seen becomes the start

  private grabbed: number[][] | null = null;

  private rows(): number[][] {
    const run = this.runs.a!;
    const x = run.at(this.timeOf(run));
    return Array.from({ length: run.n }, (_, i) => this.placed(Array.from(x.subarray(i * run.d, (i + 1) * run.d))));
  }

  /** A token as the space wants it: on the sphere to the last digit. */
  private placed(row: number[]): number[] {
    if (!UNIT_SPACES.includes((this.spec.space ?? "sphere").split(":")[0])) return row;
    const norm = Math.hypot(...row);
    return norm > 1e-12 ? row.map((v) => v / norm) : row.map((_, c) => (c ? 0 : 1));
  }

  private begun(rows: number[][], preview: boolean): void {
    const { masses, frozen, ...rest } = this.spec;
    const same = rows.length === this.runs.a!.n;
    this.spec = { ...rest, n: rows.length, d: rows[0].length, init: rows, ...(same ? { ...(masses && { masses }), ...(frozen && { frozen }) } : {}) };
    if (Array.isArray(this.spec.mask) && !same) delete this.spec.mask;
    this.name = null;
    this.pause();
    this.restart = true;
    if (!preview) this.controls?.set(this.spec);
    this.follow(preview);
  }

  moveToken(token: number, to: number[], done: boolean): void {
    if (!this.host.live || !this.runs.a) return;
    if (!this.grabbed) {
      this.remember();
      this.grabbed = this.rows();
    }
    const rows = this.grabbed.map((row, i) => (i === token ? this.placed(to) : row));
    this.begun(rows, !done);
    if (done) this.grabbed = null;
  }

  // A preview at once, and the tolerance of the spec right after it.

  addToken(at: number[]): void {
    if (!this.host.live || !this.runs.a) return;
    this.remember();
    this.begun([...this.rows(), this.placed(at)], true);
    this.follow(false);
    this.controls?.set(this.spec);
  }

  removeToken(token: number): void {
    if (!this.host.live || !this.runs.a || this.runs.a.n < 2) return;
    this.remember();
    this.hover = -1;
    this.chosen.clear();
    this.begun(this.rows().filter((_, i) => i !== token), true);
    this.follow(false);
    this.controls?.set(this.spec);
  }

  // The phase diagram

  sweep(): void {
    const top = Math.max(4, (this.spec.beta ?? 1) * 2);
    const betas = Array.from({ length: 24 }, (_, k) => (top * (k + 0.5)) / 24);
    const spec: Fields = { ...this.spec, samples: Math.min(81, this.spec.samples ?? 101), tol: Math.max(1e-6, this.spec.tol ?? 1e-8) };
    delete spec.gamma;
    this.phase.begin(betas, this.axis());
    this.sweepId++;
    this.host.send({ type: "sweep", id: this.sweepId, spec, betas });
    this.noteSweep();
  }

  private noteSweep(): void {
    this.parts.phase.note.textContent = this.phase.filled && this.phase.filled < 24 ? `${this.phase.filled} of 24` : "";
  }

  private openPixel(beta: number, cursor: number): void {
    this.pause();
    this.change("beta", Number(beta.toPrecision(6)), false);
    this.seek(cursor);
  }

  // Looking

  axis(): TimeAxis {
    const run = this.runs.a;
    return new TimeAxis(run?.end ?? this.spec.t_end ?? 10, this.options.log);
  }

  private timeOf(run: Run): number {
    const t = this.axis().time(this.cursor);
    return Math.min(t, run.rows ? run.times[run.rows - 1] : 0);
  }

  get t(): number {
    return this.runs.a ? this.timeOf(this.runs.a) : 0;
  }

  seek(cursor: number): void {
    this.cursor = Math.min(1, Math.max(0, cursor));
    this.restart = false;
    this.touched();
  }

  play(): void {
    if (this.cursor >= 1) this.cursor = 0;
    this.playing = true;
    this.lastFrame = 0;
    this.onPlay?.();
  }

  pause(): void {
    this.playing = false;
    this.onPlay?.();
  }

  onPlay: (() => void) | null = null;

  point(token: number, partner = -1): void {
    if (token === this.hover && this.matrix.partner === partner) return;
    this.hover = token;
    this.matrix.partner = partner;
    this.stale.cursor = true;
  }

  choose(tokens: number[]): void {
    this.chosen = new Set(tokens);
    this.stale.data = true;
  }

  set(options: Partial<Options>): void {
    const t = this.t;
    this.options = { ...this.options, ...options };
    if ("log" in options) this.cursor = this.axis().place(t);
    if ("contrast" in options) {
      if (this.options.contrast) this.requests.ask("b", this.contrasted(), false);
      else { this.requests.drop("b"); this.runs.b = null; }
    }
    this.applyOptions();
    this.touched();
  }

  applyOptions(): void {
    const { root, second, drawer } = this.parts;
    if (this.options.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.options.theme;
    root.classList.toggle("tkf-focus", this.options.hidden);
    drawer.hidden = this.options.hidden;
    second.hidden = !this.options.contrast;
    root.classList.toggle("tkf-compared", !!this.options.contrast);
    this.label(this.parts.first, this.spec);
    this.label(second, this.contrasted());
    this.onOptions?.();
    this.retheme();
  }

  /** What a view shows of the fields that are compared. */
  private label(view: HTMLElement, spec: Fields): void {
    const { contrast } = this.options;
    if (!contrast) { delete view.dataset.label; return; }
    const names = Object.keys(contrast).filter((name) => contrast[name] !== null);
    view.dataset.label = names.map((name) => `${name} = ${spec[name] ?? this.controls?.default(name)}`).join(", ");
  }

  onOptions: (() => void) | null = null;

  private retheme(): void {
    this.theme = themeOf(this.parts.root);
    this.phase.paint(this.theme);
    this.stale.data = true;
  }

  /** Something to draw and to remember in the address. */
  touched(): void {
    this.stale.cursor = true;
    // Before the greeting there is nothing to remember, and the address still says what to open.
    if (!this.addressed || !this.controls) return;
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => history.replaceState(null, "", `#${this.shared()}`), 400);
  }

  private writing = 0;
  private address = location.hash.slice(1); // as the page was opened

  shared(): string {
    const state: Shared = {
      spec: this.spec, name: this.name, cursor: Number(this.cursor.toFixed(5)),
      camera: { turn: this.tokens.camera.turn.map((v) => Number(v.toFixed(6))) as Camera["turn"], zoom: this.tokens.camera.zoom },
      options: this.options,
    };
    return toAddress(state);
  }

  say(words: string): void {
    const { toast } = this.parts;
    toast.textContent = words;
    toast.hidden = false;
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => (toast.hidden = true), 9000);
  }

  private silence = 0;

  // Drawing

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    if (this.playing) {
      const step = this.lastFrame ? (now - this.lastFrame) / 1000 : 0;
      this.lastFrame = now;
      this.cursor = Math.min(1, this.cursor + (Math.min(step, 0.2) * this.options.speed) / DURATION);
      if (this.cursor >= 1) this.pause();
      this.touched();
    }
    if (this.stale.data || this.stale.cursor) this.draw();
    // Pairs of tokens are many: their views follow a few times a second while something moves.
    const pause = this.playing || this.runs.a?.preview ? Math.max(120, 8 * this.pairsCost) : 0;
    if (this.stale.pairs && now - this.lastSlow >= pause) this.drawPairs(now);
  }

  private drawPairs(now: number): void {
    const begun = performance.now();
    this.lastSlow = now;
    this.stale.pairs = false;
    this.matrix.show(this.runs.a, this.t, this.theme, this.hover);
    this.histogram.show(this.runs.a, this.t, this.theme, this.hover);
    this.pairsCost = performance.now() - begun;
  }

  private draw(): void {
    const run = this.runs.a;
    const all = this.stale.data;
    this.stale = { data: false, cursor: false, pairs: true };
    const axis = this.axis();
    const state = { theme: this.theme, colours: this.coloursOf(run, 0), axis, cursor: this.cursor, tree: this.options.tree, hover: this.hover, chosen: this.chosen };
    if (all) {
      this.time.show([run, this.runs.b].filter((r): r is Run => !!r), state);
      this.spectrum.show(run, this.theme);
      this.describe();
    } else this.time.quick(state);
    this.drawTokens(this.tokens, run);
    if (this.options.contrast) this.drawTokens(this.second, this.runs.b);
    this.caption();
    this.onTime?.();
    if (run?.rows) this.pictures++;
  }

  onTime: (() => void) | null = null;

  private colours: { run: Run | null; measured: number; theme: Theme; list: string[] }[] = [];

  /** Colours by cluster; those of the run before until clusters are known. */
  private coloursOf(run: Run | null, k: number): string[] {
    const kept = this.colours[k];
    const measured = run?.measured ?? 0;
    if (kept && kept.run === run && kept.measured === measured && kept.theme === this.theme) return kept.list;
    if (kept && run && !measured && kept.list.length === run.n && kept.theme === this.theme) return kept.list;
    const list = run ? clusterColours(run, run.lastRow(), this.theme) : [];
    this.colours[k] = { run, measured, theme: this.theme, list };
    return list;
  }

  private drawTokens(view: TokensView, run: Run | null): void {
    view.show(run, {
      theme: this.theme, colours: this.coloursOf(run, view === this.tokens ? 0 : 1), t: run ? this.timeOf(run) : 0,
      hover: this.hover, chosen: this.chosen, trails: this.options.trails, centers: this.options.centers,
    });
  }

  private describe(): void {
    const run = this.runs.a;
    const { state, words, detail } = badgeOf(run, this.requests.busy("a"));
    const { badge, spectrum, matrix } = this.parts;
    badge.dataset.state = state;
    badge.querySelector("b")!.textContent = words;
    badge.querySelector("span")!.textContent = detail;
    badge.title = run?.verdict?.reason ?? detail;
    const told = run?.begin.spectrum;
    spectrum.note.textContent = told?.prediction && run!.spec.mask === "causal" && !run!.flat ? `predicted: ${told.prediction}` : told?.blocks && this.host.live ? "drag an eigenvalue" : "";
    const heads = run?.matrices("qk", 0)?.length ?? 1;
    matrix.head.querySelector("h2")!.textContent = heads > 1 ? `Attention, mean of ${heads} heads` : "Attention";
  }

  private caption(): void {
    const run = this.runs.a;
    if (!run?.rows) { this.parts.caption.textContent = ""; return; }
    const row = run.measuredAt(run.rowAt(this.t));
    const count = row < 0 ? NaN : run.curves.count[row];
    const loose = row < 0 ? 0 : run.curves.loose[row];
    const lines = [`t = ${short(this.t)}`];
    if (!Number.isNaN(count)) lines.push(`${count} ${count === 1 ? "cluster" : "clusters"}${loose ? `, ${loose} loose` : ""}`);
    const centers = run.begin.centers;
    if (this.options.centers && centers) {
      const { renyi, strong } = centers.predicted;
      lines.push(`${centers.renyi.length} Rényi centers${renyi ? `, ${renyi.toFixed(1)} expected` : ""}`, `${centers.strong.length} strong, ${strong.toFixed(1)} expected`);
      const filled = (count * centers.delta) / (2 * Math.PI);
      if (run.d === 2 && !loose && filled < 1.5) lines.push(`parked ${filled.toFixed(2)}, Rényi 0.75`);
    }
    if (run.d > 3) lines.push("three principal directions");
    this.parts.caption.replaceChildren(...lines.map((line, k) => Object.assign(document.createElement(k ? "span" : "b"), { textContent: line })));
  }
}
