// The explorer: one system, one time cursor, one pointer, several views; messages in, requests out.

import { Address } from "./address";
import { applyAppearance, labelViews, showSecond } from "./appearance";
import { Arrivals } from "./arrivals";
import { badgeOf } from "./badge";
import { caption } from "./captions";
import { Controls, defaultsOf } from "./controls";
import { marked } from "./dom";
import { Drawing, type Views } from "./drawing";
import { Edits } from "./edits";
import { Equation } from "./equation";
import type { Message } from "./frames";
import { TokenEdits } from "./tokenedits";
import type { Host } from "./host";
import { layout, type Layout } from "./layout";
import { difference, type Moved } from "./moved";
import { Playback } from "./playback";
import { Requests } from "./requests";
import type { Fields, Run } from "./run";
import { TimeAxis } from "./scales";
import { Signal } from "./signal";
import { optionsFor, OPTIONS, type Command, type Contrast, type Options, type Preset, type SharedState } from "./state";
import { PhaseSweep } from "./phasesweep";
import { Story } from "./story";
import { Tips } from "./tips";
import { System } from "./system";
import type { Camera, Tool } from "./tokens";
import { drawingContextOf, secondOf, viewsOf, editTargetOf } from "./wiring";

const DAMAGED = "This link is cut off or damaged, so it opens nothing. Ask for it once more.";

export class Explorer {
  readonly parts: Layout;
  readonly system = new System();
  readonly playback = new Playback();
  readonly requests: Requests;
  readonly arrivals: Arrivals;
  readonly edits = new Edits(this);
  readonly tokenEdits: TokenEdits;
  readonly secondEdits: TokenEdits; // of the second run
  readonly views: Views;
  readonly drawing: Drawing;
  readonly phaseSweep: PhaseSweep;
  readonly equation: Equation;
  readonly story: Story;
  readonly helloReceived = new Signal();
  readonly optionsChanged = new Signal();
  readonly timeChanged = new Signal();
  readonly runShown = new Signal();
  readonly chosenChanged = new Signal();
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
  private complains = false; // the toast says why a run was refused
  private moved: { by: Moved; of: Fields } | null = null; // tokens that a link has moved, until those that it does not tell are there
  private secondAsked = ""; // the second run, as it was asked for last

  constructor(root: HTMLElement, readonly host: Host, readonly addressed: boolean) {
    this.parts = layout(root);
    this.requests = new Requests(host);
    this.arrivals = new Arrivals(this.requests, {
      shown: (run) => this.shown(run),
      updated: () => this.drawing.data(),
      ended: (run) => this.ended(run),
      failed: (message) => this.failed(message),
      accepts: (slot) => slot === "a" || this.isCompared,
    });
    this.tokenEdits = new TokenEdits(this.system, editTargetOf(this));
    this.secondEdits = new TokenEdits(...secondOf(this));
    this.views = viewsOf(this);
    this.views.second.camera = this.views.tokens.camera;
    this.drawing = new Drawing(root, this.views, this.arrivals, drawingContextOf(this));
    this.phaseSweep = new PhaseSweep(this);
    this.equation = new Equation(this.parts.equation);
    this.story = new Story(this, this.parts.told);
    new Tips(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
    host.listen((message) => this.receive(message), (reason) => this.closed(reason));
    if (addressed) window.addEventListener("hashchange", () => { if (this.controls) void this.onLink(); });
    requestAnimationFrame((now) => this.tick(now));
  }

  get run(): Run | null { return this.arrivals.runs.a; }
  get runs(): Record<string, Run | null> { return this.arrivals.runs; }
  get secondSpec(): Fields | null { return this.system.second(this.options.contrast); }
  get isCompared(): boolean { return this.secondSpec !== null; }
  get spec(): Fields { return this.system.spec; }
  get name(): string | null { return this.system.name; }
  get cursor(): number { return this.playback.cursor; }
  get playing(): boolean { return this.playback.playing; }

  // Messages

  private receive(message: Message): void {
    switch (message.type) {
      case "hello": return void this.onHello(message);
      case "preset": return this.edits.open(message as unknown as Preset);
      case "row": case "swept": return this.phaseSweep.receive(message);
      case "opened": return this.onOpened(message.spec);
      case "file": return this.fileReceived.emit(message);
      default: return this.arrivals.receive(message);
    }
  }

  /** Nobody answers: the page says so until somebody does. */
  private closed(reason: string): void {
    this.parts.bar.textContent = `${reason} The page shows what it has, and asks again until somebody answers.`;
    this.parts.bar.hidden = false;
  }

  private async onHello(hello: Message): Promise<void> {
    this.parts.bar.hidden = true;
    const shared = this.addressed && !this.controls ? await this.address.found() : null;
    if (this.controls) {
      // Another server: what was asked of the one before is lost, and the system stays.
      this.requests.forget();
      this.secondAsked = "";
      return this.follow(false);
    }
    [this.presets, this.contrasts, this.command] = [hello.presets, hello.contrasts, hello.command];
    [this.system.defaults, this.system.unitSpaces] = [defaultsOf(hello.schema), hello.unit_spaces];
    this.parts.controls.replaceChildren();
    this.controls = new Controls(this.parts.controls, hello.schema, {
      change: (name, value, live) => this.edits.change(name, value, live), touch: (name) => this.equation.touch(name),
    }, hello.unserved);
    this.story.told(hello.story, "unserved" in hello);
    this.helloReceived.emit();
    if (shared) this.restore(shared);
    else {
      const named = this.addressed && !hello.opened ? this.presets.find(({ name, spec }) => spec && name === this.address.preset()) : null;
      if (this.addressed && this.address.asked && !named) this.notify(DAMAGED);
      const first = named ?? hello.first;
      this.system.set(first.spec, first.name, first.words ?? null);
      this.openWith(hello.pinned ?? null);
      Object.assign(this.options, optionsFor(this.system));
    }
    this.controls.set(this.spec);
    this.applyOptions();
    if (hello.opened && !shared) this.requests.open();
    else this.follow(!!this.moved);
  }

  /** A file may hold the second run as well, which nobody need be asked for. */
  private openWith(pinned: Fields | null): void {
    this.system.pinned = pinned;
    this.secondAsked = pinned ? JSON.stringify([pinned, false]) : "";
  }

  /** A notebook gave a run to look at. */
  private onOpened(spec: Fields): void {
    this.system.remember();
    this.system.set(spec, null);
    this.controls?.set(spec);
    this.restart = true;
    this.requests.open();
    this.told();
  }

  /** Another link was opened in this page. */
  private async onLink(): Promise<void> {
    const shared = await this.address.reread();
    const preset = this.presets.find(({ name }) => name === this.address.preset());
    if (preset) return this.edits.open(preset);
    if (!shared) return this.notify(DAMAGED);
    this.system.remember();
    this.restore(shared);
    this.controls?.set(this.spec);
    this.applyOptions();
    this.follow(!!this.moved);
  }

  private restore(shared: SharedState): void {
    this.system.set(shared.spec, shared.name, shared.words ?? null);
    this.moved = shared.moved ? { by: shared.moved, of: shared.spec } : null;
    this.system.pinned = shared.pinned ?? null;
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
    (run.slot === "a" ? this.tokenEdits : this.secondEdits).answered();
    if (run.slot === "a") this.mend();
    if (!run.words && this.system.words?.length === run.n) run.words = this.system.words;
    if (this.hover >= run.n) this.hover = -1;
    this.chosen = new Set([...this.chosen].filter((token) => token < run.n));
    this.drawing.data(true);
    this.runShown.emit();
  }

  /** What was refused is no more: nothing says so any longer. */
  private mend(): void {
    this.controls?.mend();
    if (this.complains) this.parts.toast.hidden = true;
    this.complains = false;
  }

  private failed(message: Message): void {
    this.notify(message.message);
    this.complains = true;
    if (message.slot === "a") this.controls?.refuse(message as any, this.spec, this.run?.spec ?? this.spec);
    this.drawing.data();
  }

  private ended(run: Run): void {
    if (run.slot === "a" && this.movedNow) return this.replay(this.movedNow);
    if (!run.preview) setTimeout(() => this.askVerdict(run), 900);
    if (run.slot !== "a") return;
    if (!this.mayPlay || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.mayPlay = false;
    this.play();
  }

  /** What a link has moved of the system that is looked at. */
  private get movedNow(): Moved | null {
    return this.moved && JSON.stringify(this.moved.of) === JSON.stringify(this.spec) ? this.moved.by : null;
  }

  /** The tokens that a link does not tell are there: those that it moved take their places. */
  private replay(moved: Moved): void {
    this.moved = null;
    if (!this.tokenEdits.replay(moved)) this.notify(DAMAGED);
    this.controls?.set(this.spec);
    this.follow(false);
  }

  private askVerdict(run: Run): void {
    if (this.runs[run.slot] === run && !this.requests.busy(run.slot)) this.host.send({ type: "verdict", id: run.id, slot: run.slot });
  }

  // The system

  /** Follow the present spec, and its contrast where there is one. */
  follow(preview: boolean): void {
    this.requests.ask("a", this.spec, preview);
    this.followSecond(preview);
    this.told();
    this.changed();
  }

  /** Follow the second run where it is not the one that was asked for last. */
  followSecond(preview: boolean): void {
    const spec = this.secondSpec;
    const asked = JSON.stringify([spec, preview]);
    if (spec && asked !== this.secondAsked) this.requests.ask("b", spec, preview);
    if (!spec && this.runs.b) { this.requests.cancel("b"); this.runs.b = null; }
    this.secondAsked = spec ? asked : "";
    this.showCompared();
  }

  /** The equation and the sentence on the system. */
  private told(): void {
    this.equation.show((name) => this.system.value(name));
    this.story.show();
    this.phaseSweep.check();
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
    this.chosenChanged.emit();
  }

  pick(tool: Tool): void {
    this.tool = tool;
    this.optionsChanged.emit();
  }

  set(options: Partial<Options>): void {
    const t = this.t;
    this.options = { ...this.options, ...options };
    if ("log" in options) this.playback.seek(this.axis().place(t));
    if ("contrast" in options) this.followSecond(false);
    this.applyOptions();
    this.changed();
  }

  applyOptions(): void {
    applyAppearance(this.parts, this.options);
    this.showCompared();
    this.optionsChanged.emit();
    this.retheme();
  }

  /** One view or two, and which is which. */
  private showCompared(): void {
    showSecond(this.parts, this.isCompared);
    labelViews([this.parts.first, this.parts.second], this.spec, this.secondSpec, (name) => this.system.defaults[name]);
  }

  /** What both runs are at the time of the cursor, each in its view. */
  captionBoth(): void {
    const { centers } = this.options;
    for (const [slot, element] of [["a", this.parts.firstCaption], ["b", this.parts.secondCaption]] as const) {
      const run = this.runs[slot];
      caption(element, run, run ? this.timeOf(run) : 0, centers, badgeOf(run, this.requests.busy(slot)));
    }
  }

  /** What a pointer reads off the matrix. */
  read(words: string): void {
    this.parts.readout.textContent = words;
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
    const { spec, moved } = difference(this.spec, this.system.drawn) ?? { spec: this.spec, moved: this.movedNow ?? undefined };
    return {
      spec, moved, name: this.name, words: this.system.words ?? undefined, pinned: this.system.pinned ?? undefined, cursor: Number(this.cursor.toFixed(5)),
      camera: { turn: camera.turn.map((v) => Number(v.toFixed(6))) as Camera["turn"], zoom: camera.zoom },
      options: this.options,
    };
  }

  notify(words: string): void {
    this.complains = false;
    const { toast } = this.parts;
    toast.replaceChildren(...marked(words));
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
