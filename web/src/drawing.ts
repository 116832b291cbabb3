// Drawing: which view is drawn in which frame. Tokens and their paths come first; what is slower, or
// looked at later, follows in frames of its own.

import type { Arrivals } from "./arrivals";
import { clusterColors, themeOf, type Theme } from "./colors";
import { edges, type Edge } from "./edges";
import type { Run } from "./run";
import type { TimeAxis } from "./scales";
import type { Options } from "./state";
import type { HistogramView } from "./histogram";
import type { MatrixView } from "./matrix";
import type { Held } from "./tokenedits";
import type { SpectrumView } from "./spectrum";
import type { TimeView } from "./timeview";
import type { TokensView } from "./tokens";

export type Views = {
  tokens: TokensView; second: TokensView; time: TimeView; matrix: MatrixView; secondMatrix: MatrixView; histogram: HistogramView; spectrum: SpectrumView;
};
export type State = {
  readonly options: Options; readonly hover: number; readonly chosen: Set<number>; readonly cursor: number;
  readonly tokenEdits: { readonly held: Held | null }; readonly secondEdits: { readonly held: Held | null }; readonly isCompared: boolean;
  axis(): TimeAxis; timeOf(run: Run): number;
};
export type DrawingContext = { state(): State; moving(): boolean; describe(): void; caption(): void };

const SOON = 200; // ms between pictures of the same run, while the next is on its way

export class Drawing {
  theme: Theme;
  pictures = 0;
  readonly colors: { run: Run | null; measured: number; theme: Theme; list: string[] }[] = [];
  private stale = { tokens: true, paths: true, details: true, pairs: true };
  private fresh = true; // a run has just taken its place
  private last = { paths: 0, details: 0, pairs: 0 }; // when they were drawn
  private pairsCost = 0; // ms of the last drawing of pairs

  constructor(private root: HTMLElement, private views: Views, private arrivals: Arrivals, private context: DrawingContext) {
    this.theme = themeOf(root);
  }

  retheme(): void {
    this.theme = themeOf(this.root);
    this.data();
  }

  /** The cursor or the pointer has moved. */
  moved(): void {
    this.stale.tokens = this.stale.pairs = true;
  }

  /** More is known than was drawn; of a run that is `fresh` nothing was drawn yet. */
  data(fresh = false): void {
    this.stale = { tokens: true, paths: true, details: true, pairs: true };
    this.fresh ||= fresh;
  }

  frame(now: number): void {
    const { stale, last } = this;
    const moving = this.context.moving();
    const paths = stale.paths && (this.fresh || !moving || now - last.paths > SOON);
    if (paths) this.drawPaths(now);
    if (stale.tokens) this.drawTokens();
    // What comes next has a frame of its own, unless it has waited for long.
    if (paths && now - last.details < 2 * SOON) return;
    if (stale.details) return this.drawDetails(now);
    const pause = moving ? Math.max(120, 8 * this.pairsCost) : 0;
    if (stale.pairs && now - last.pairs >= pause) this.drawPairs(now);
  }

  private drawPaths(now: number): void {
    const { a, b } = this.arrivals.runs;
    this.stale.paths = this.fresh = false;
    this.last.paths = now;
    this.views.time.show([a, b].filter((run): run is Run => !!run), this.timeState());
    this.arrivals.drawn(a);
  }

  private timeState() {
    const state = this.context.state();
    const { cursor, options, hover, chosen } = state;
    return { theme: this.theme, colors: this.colorsOf(0), axis: state.axis(), cursor, tree: options.tree, gap: options.gap, hover, chosen };
  }

  private drawTokens(): void {
    this.stale.tokens = false;
    this.views.time.drawOverlay(this.timeState());
    this.showTokens(this.views.tokens, 0);
    if (this.context.state().isCompared) this.showTokens(this.views.second, 1);
    this.context.caption();
    if (this.arrivals.runs.a?.rows) this.pictures++;
  }

  private showTokens(view: TokensView, k: number): void {
    const state = this.context.state();
    const { hover, chosen, options, tokenEdits, secondEdits } = state;
    const run = this.run(k);
    view.show(run, {
      theme: this.theme, colors: this.colorsOf(k), t: run ? state.timeOf(run) : 0, hover, chosen,
      trails: options.trails, centers: options.centers, held: (k ? secondEdits : tokenEdits).held, edges: this.edgesOf(run, state),
    });
  }

  private drawDetails(now: number): void {
    this.stale.details = false;
    this.last.details = now;
    this.views.spectrum.show(this.run(0), this.theme);
    this.context.describe();
  }

  private drawPairs(now: number): void {
    const begun = performance.now();
    const run = this.run(0);
    const state = this.context.state();
    const t = run ? state.timeOf(run) : 0;
    this.stale.pairs = false;
    this.last.pairs = now;
    const { sorted, head } = state.options;
    this.views.matrix.show(run, t, { theme: this.theme, hover: state.hover, sorted, head });
    const other = this.run(1);
    if (state.isCompared) this.views.secondMatrix.show(other, other ? state.timeOf(other) : 0, { theme: this.theme, hover: state.hover, sorted, head });
    this.views.histogram.show(run, t, this.theme, state.hover);
    this.pairsCost = performance.now() - begun;
  }

  /** Whom the tokens that are pointed at, or chosen, listen to. */
  private edgesOf(run: Run | null, { hover, chosen, options, timeOf }: State): Edge[] {
    if (!run?.rows || !options.edges) return [];
    const of = hover >= 0 ? [hover] : [...chosen];
    return of.length && of.length < run.n ? edges(run, timeOf.call(this.context.state(), run), of, options.head) : [];
  }

  private run(k: number): Run | null {
    return this.arrivals.runs["ab"[k]];
  }

  /** Colors by cluster; those of the run before until clusters are known. */
  private colorsOf(k: number): string[] {
    const run = this.run(k);
    const kept = this.colors[k];
    const measured = run?.measured ?? 0;
    if (kept && kept.run === run && kept.measured === measured && kept.theme === this.theme) return kept.list;
    if (kept && run && !measured && kept.list.length === run.n && kept.theme === this.theme) return kept.list;
    const list = run ? clusterColors(run, run.lastRow(), this.theme) : [];
    this.colors[k] = { run, measured, theme: this.theme, list };
    return list;
  }
}
