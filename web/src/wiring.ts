// Wiring: what each part of the page may ask of the whole.

import { caption, describe } from "./captions";
import type { DrawingContext, Views } from "./drawing";
import type { Explorer } from "./explorer";
import type { EditTarget } from "./tokenedits";
import { HistogramView } from "./histogram";
import { MatrixView } from "./matrix";
import type { Run } from "./run";
import { SpectrumView } from "./spectrum";
import { TimeView } from "./timeview";
import { TokensView } from "./tokens";

export function viewsOf(explorer: Explorer): Views {
  const { parts, tokenEdits, edits } = explorer;
  const choose = (tokens: number[]) => explorer.choose(tokens);
  const hover = (token: number, partner?: number) => explorer.point(token, partner);
  const act = {
    hover, choose, tool: () => explorer.tool,
    moved: (token: number, to: number[], done: boolean) => tokenEdits.move(token, to, done),
    added: (at: number[]) => tokenEdits.add(at),
    removed: (token: number) => edits.removeToken(token),
    cameraMoved: () => explorer.cameraMoved(),
  };
  return {
    tokens: new TokensView(parts.first, act),
    second: new TokensView(parts.second, act),
    time: new TimeView(parts.time.box, { hover, choose, scrub: (cursor) => { explorer.pause(); explorer.seek(cursor); } }),
    matrix: new MatrixView(parts.matrix.box, { hover, noted: (words) => (parts.matrix.note.textContent = words) }),
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
      explorer.timeChanged.emit();
    },
  };
}

/** What edits of tokens need: a run that can be changed, and somebody to follow the change. */
export function editTargetOf(explorer: Explorer): EditTarget {
  return {
    run: () => explorer.run,
    shown: (run: Run) => run.at(explorer.timeOf(run)),
    moved: (preview) => explorer.edits.tokensMoved(preview),
    followExactly: () => explorer.edits.followExactly(),
  };
}
