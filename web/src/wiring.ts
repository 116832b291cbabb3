// Wiring: what each part of the page may ask of the whole.

import { caption, describe } from "./captions";
import type { DrawingContext, Views } from "./drawing";
import type { Explorer } from "./explorer";
import type { Edited, EditTarget, TokenEdits } from "./tokenedits";
import { HistogramView } from "./histogram";
import { MatrixView } from "./matrix";
import type { Run } from "./run";
import { SpectrumView } from "./spectrum";
import { TimeView } from "./timeview";
import { TokensView } from "./tokens";

export function viewsOf(explorer: Explorer): Views {
  const { parts, edits } = explorer;
  const choose = (tokens: number[]) => explorer.choose(tokens);
  const hover = (token: number, partner?: number) => explorer.point(token, partner);
  const act = (tokenEdits: TokenEdits) => ({
    hover, choose, tool: () => explorer.tool,
    moved: (token: number, to: number[], done: boolean) => tokenEdits.move(token, to, done),
    added: (at: number[]) => tokenEdits.add(at),
    removed: (token: number) => edits.removeToken(token, tokenEdits),
    cameraMoved: () => explorer.cameraMoved(),
  });
  const matrix = (box: HTMLElement, slot: string) => new MatrixView(box, `Attention matrix${slot === "b" ? " of the second run" : ""}`, {
    hover, noted: (words) => { if (slot === "a") parts.matrix.note.textContent = words; },
    read: (words) => explorer.read(words),
  });
  return {
    tokens: new TokensView(parts.first, "Tokens", act(explorer.tokenEdits)),
    second: new TokensView(parts.second, "Tokens of the second run", act(explorer.secondEdits)),
    time: new TimeView(parts.time.box, { hover, choose, scrub: (cursor) => { explorer.pause(); explorer.seek(cursor); } }),
    matrix: matrix(parts.matrix.box, "a"),
    secondMatrix: matrix(parts.secondMatrix, "b"),
    histogram: new HistogramView(parts.histogram.box, { choose }),
    spectrum: new SpectrumView(parts.spectrum.box, { changed: (v, done) => edits.changeMatrix(v, done) }),
  };
}

/** What drawing needs to know. */
export function drawingContextOf(explorer: Explorer): DrawingContext {
  return {
    state: () => explorer,
    moving: () => explorer.playing || !!explorer.run?.preview,
    describe: () => describe(explorer.parts, explorer.run, explorer.requests.busy("a")),
    caption: () => {
      caption(explorer.parts.caption, explorer.run, explorer.t, explorer.options.centers);
      if (explorer.isCompared) explorer.captionBoth();
      explorer.timeChanged.emit();
    },
  };
}

/** What edits of tokens need: a run that can be changed, and somebody to follow the change. */
export function editTargetOf(explorer: Explorer): EditTarget {
  return {
    run: () => explorer.run,
    shown: (run: Run) => run.at(explorer.timeOf(run)),
    isStart: (run: Run) => explorer.timeOf(run) === 0,
    moved: (preview) => explorer.edits.tokensMoved(preview),
    followExactly: () => explorer.edits.followExactly(),
  };
}

/** The tokens of the second run: what is edited there becomes a run of its own, and the first stays. */
export function secondOf(explorer: Explorer): [Edited, EditTarget] {
  const { system } = explorer;
  const edited = {
    get words() { return explorer.runs.b?.words ?? null; },
    remember: () => system.remember(),
    inSpace: (row: number[]) => system.inSpace(row, explorer.secondSpec ?? {}),
    start: (rows: number[][], before: number) => system.startSecond(explorer.options.contrast, rows, before),
  };
  const target = {
    run: () => explorer.runs.b,
    shown: (run: Run) => run.at(explorer.timeOf(run)),
    isStart: (run: Run) => explorer.timeOf(run) === 0,
    moved: (preview: boolean) => explorer.edits.secondMoved(preview),
    followExactly: () => explorer.followSecond(false),
  };
  return [edited, target];
}
