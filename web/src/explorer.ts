// The explorer: one system, one time cursor, one pointer, several views; messages in, requests out.

import { Address } from "./address";
import { applyAppearance, labelViews } from "./appearance";
import { Arrivals } from "./arrivals";
import { Controls, defaultsOf } from "./controls";
import { Drawing, type Views } from "./drawing";
import { Edits } from "./edits";
import type { Message } from "./frames";
import { TokenEdits } from "./tokenedits";
import type { Host } from "./host";
import { layout, type Layout } from "./layout";
import { Playback } from "./playback";
import { Requests } from "./requests";
import type { Fields, Run } from "./run";
import { TimeAxis } from "./scales";
import { Signal } from "./signal";
import { optionsFor, OPTIONS, type Command, type Contrast, type Options, type Preset, type SharedState } from "./state";
import { PhaseSweep } from "./phasesweep";
import { System } from "./system";
import type { Camera, Tool } from "./tokens";
import { drawingContextOf, viewsOf, editTargetOf } from "./wiring";

const DAMAGED = "This link is cut off or damaged, so it opens nothing. Ask for it once more.";

export class Explorer {
  readonly parts: Layout;
  readonly system = new System();
  readonly playback = new Playback();
  readonly requests: Requests;
  readonly arrivals: Arrivals;
  readonly edits = new Edits(this);
  readonly tokenEdits: TokenEdits;
  readonly views: Views;
  readonly drawing: Drawing;
  readonly phaseSweep: PhaseSweep;
  readonly helloReceived = new Signal();
  readonly optionsChanged = new Signal();
  readonly timeChanged = new Signal();
  readonly fileReceived = new Signal<Message>();
  controls: Controls | null = null;
  presets: Preset[] = [];
  contrasts: Contrast[] = [];
  command: Command = { preset: "", defaults: {} };
  hover = -1;
  chosen = new Set<number>();
  tool: Tool = "move";
  options: Options = { ...OPTIONS };
  private address = new Address();
  restart = false; // the next run is shown from its beginning
  mayPlay = true; // the next run plays once it is there
  private toastTimer = 0;

  constructor(root: HTMLElement, readonly host: Host, readonly addressed: boolean) {
    this.parts = layout(root);
    this.requests = new Requests(host);
    this.arrivals = new Arrivals(this.requests, {
      shown: (run) => this.shown(run),
      updated: () => this.drawing.data(),
      ended: (run) => this.ended(run),
      failed: (message) => this.failed(message),
      accepts: (slot) => slot === "a" || !!this.options.contrast,
    });
    this.tokenEdits = new TokenEdits(this.system, editTargetOf(this));
    this.views = viewsOf(this);
    this.views.second.camera = this.views.tokens.camera;
    this.drawing = new Drawing(root, this.views, this.arrivals, drawingContextOf(this));
    this.phaseSweep = new PhaseSweep(this);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
    host.listen((message) => this.receive(message), (reason) => this.notify(`${reason} The page shows what it has.`));
    if (addressed) window.addEventListener("hashchange", () => { if (this.controls) this.onLink(); });
    requestAnimationFrame((now) => this.tick(now));
  }

  get run(): Run | null { return this.arrivals.runs.a; }
  get runs(): Record<string, Run | null> { return this.arrivals.runs; }
  get spec(): Fields { return this.system.spec; }
  get name(): string | null { return this.system.name; }
  get cursor(): number { return this.playback.cursor; }
  get playing(): boolean { return this.playback.playing; }

  // Messages

  private receive(message: Message): void {
    switch (message.type) {
      case "hello": return this.onHello(message);
      case "preset": return this.edits.open(message as unknown as Preset);
      case "row": case "swept": return this.phaseSweep.receive(message);
      case "file": return this.fileReceived.emit(message);
      default: return this.arrivals.receive(message);
    }
  }

  private onHello(hello: Message): void {
    [this.presets, this.contrasts, this.command] = [hello.presets, hello.contrasts, hello.command];
    [this.system.defaults, this.system.unitSpaces] = [defaultsOf(hello.schema), hello.unit_spaces];
    this.parts.controls.replaceChildren();
    this.controls = new Controls(this.parts.controls, hello.schema, (name, value, live) => this.edits.change(name, value, live), hello.unserved);
    this.helloReceived.emit();
    const shared = this.addressed ? this.address.found() : null;
    if (shared) this.restore(shared);
    else {
      const named = this.addressed && !hello.opened ? this.presets.find(({ name, spec }) => spec && name === this.address.preset()) : null;
      if (this.addressed && this.address.asked && !named) this.notify(DAMAGED);
      const first = named ?? hello.first;
      this.system.set(first.spec, first.name, first.words ?? null);
      Object.assign(this.options, optionsFor(this.system));
    }
    this.controls.set(this.spec);
    this.applyOptions();
    if (hello.opened && !shared) this.requests.open();
    else this.follow(false);
  }

  /** Another link was opened in this page. */
  private onLink(): void {
    const shared = this.address.reread();
    const preset = this.presets.find(({ name }) => name === this.address.preset());
    if (preset) return this.edits.open(preset);
    if (!shared) return this.notify(DAMAGED);
    this.system.remember();
    this.restore(shared);
    this.controls?.set(this.spec);
    this.applyOptions();
    this.follow(false);
  }

  private restore(shared: SharedState): void {
    this.system.set(shared.spec, shared.name, shared.words ?? null);
    this.seek(shared.cursor ?? 0);
    this.mayPlay = false;
    this.options = { ...this.options, ...shared.options };
    if (shared.camera) Object.assign(this.views.tokens.camera, shared.camera);
  }

  private shown(run: Run): void {
    if (run.slot === "a" && this.restart) {
      this.playback.seek(0);
      this.restart = false;
    }
    if (run.slot === "a") this.tokenEdits.answered();
    if (run.slot === "a") this.controls?.mend();
    if (!run.words && this.system.words?.length === run.n) run.words = this.system.words;
    if (this.hover >= run.n) this.hover = -1;
    this.chosen = new Set([...this.chosen].filter((token) => token < run.n));
    this.drawing.data(true);
  }

  private failed(message: Message): void {
    this.notify(message.message);
    if (message.slot === "a") this.controls?.refuse(message as any, this.spec, this.run?.spec ?? this.spec);
    this.drawing.data();
  }

  private ended(run: Run): void {
    if (run.slot !== "a") return;
    if (!run.preview) setTimeout(() => this.askVerdict(run), 900);
    if (!this.mayPlay || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.mayPlay = false;
    this.play();
  }

  private askVerdict(run: Run): void {
    if (this.run === run && !this.requests.busy("a")) this.host.send({ type: "verdict", id: run.id, slot: "a" });
  }

  // The system

  /** Follow the present spec, and its contrast where there is one. */
  follow(preview: boolean): void {
    this.requests.ask("a", this.spec, preview);
    if (this.options.contrast) {
      this.requests.ask("b", this.system.contrasted(this.options.contrast), preview);
      this.labelViews();
    }
    this.changed();
  }

  // Looking

  axis(): TimeAxis {
    return new TimeAxis(this.run?.end ?? this.system.value("t_end"), this.options.log);
  }

  timeOf(run: Run): number {
    return Math.min(this.axis().time(this.cursor), run.rows ? run.times[run.rows - 1] : 0);
  }

  get t(): number {
    return this.run ? this.timeOf(this.run) : 0;
  }

  seek(cursor: number): void {
    this.playback.seek(cursor);
    this.restart = false;
    this.changed();
  }

  play(): void { this.playback.play(); }
  pause(): void { this.playback.pause(); }

  point(token: number, partner = -1): void {
    if (token === this.hover && this.views.matrix.partner === partner) return;
    this.hover = token;
    this.views.matrix.partner = partner;
    this.drawing.moved();
  }

  choose(tokens: number[]): void {
    this.chosen = new Set(tokens);
    this.drawing.data();
  }

  pick(tool: Tool): void {
    this.tool = tool;
    this.optionsChanged.emit();
  }

  set(options: Partial<Options>): void {
    const t = this.t;
    this.options = { ...this.options, ...options };
    if ("log" in options) this.playback.seek(this.axis().place(t));
    if ("contrast" in options) {
      if (this.options.contrast) this.requests.ask("b", this.system.contrasted(this.options.contrast), false);
      else { this.requests.cancel("b"); this.runs.b = null; }
    }
    this.applyOptions();
    this.changed();
  }

  applyOptions(): void {
    applyAppearance(this.parts, this.options);
    this.labelViews();
    this.optionsChanged.emit();
    this.retheme();
  }

  private labelViews(): void {
    const { contrast } = this.options;
    const views: [HTMLElement, Fields][] = [[this.parts.first, this.spec], [this.parts.second, this.system.contrasted(contrast)]];
    labelViews(views, contrast, (name) => this.system.defaults[name]);
  }

  private retheme(): void {
    this.drawing.retheme();
    this.phaseSweep.view.paint(this.drawing.theme);
  }

  /** Something to draw and to remember in the address. */
  changed(): void {
    this.drawing?.moved();
    // Before the greeting there is nothing to remember, and the address still says what to open.
    if (!this.addressed || !this.controls) return;
    this.address.write(() => this.shared());
  }

  cameraMoved(): void {
    this.views.second.camera = this.views.tokens.camera;
    this.changed();
  }

  shared(): SharedState {
    const { camera } = this.views.tokens;
    return {
      spec: this.spec, name: this.name, words: this.system.words ?? undefined, cursor: Number(this.cursor.toFixed(5)),
      camera: { turn: camera.turn.map((v) => Number(v.toFixed(6))) as Camera["turn"], zoom: camera.zoom },
      options: this.options,
    };
  }

  notify(words: string): void {
    const { toast } = this.parts;
    toast.textContent = words;
    toast.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => (toast.hidden = true), 9000);
  }

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    if (this.playback.advance(now, this.options.speed)) this.changed();
    this.drawing.frame(now);
  }
}
