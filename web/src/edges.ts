// Edges: whom a token listens to, as lines as wide as the weights.

import type { Theme } from "./colors";
import type { Project } from "./marks";
import type { Painter } from "./painter";
import type { Run } from "./run";
import { attentionRows } from "./weights";

export type Edge = { from: number; to: number; weight: number; share: number }; // share of the largest

const MOST_EDGES = 60; // of all
const MOST_TOKENS = 40; // of a choice
const LEAST = 0.004; // of a weight
const MOST_BALANCED = 64; // tokens whose doubly stochastic weights are found at every frame

/** The largest weights w_ij of some tokens i; none where the page does not know them. */
export function edges(run: Run, t: number, of: number[], head: number): Edge[] {
  if (run.begin.weights?.weighting.kind === "sinkhorn" && run.n > MOST_BALANCED) return [];
  const write = attentionRows(run, t, head);
  if (!write) return [];
  const row = new Float64Array(run.n);
  const found: Edge[] = [];
  for (const from of of.slice(0, MOST_TOKENS)) {
    if (from >= run.n) continue;
    write(from, row);
    row.forEach((weight, to) => { if (to !== from && weight > LEAST) found.push({ from, to, weight, share: 0 }); });
  }
  found.sort((a, b) => b.weight - a.weight);
  return found.slice(0, MOST_EDGES).map((edge) => ({ ...edge, share: edge.weight / found[0].weight }));
}

export function drawEdges(painter: Painter, all: Edge[], xyz: Float32Array, theme: Theme, project: Project): void {
  for (const { from, to, share } of all) {
    const [[a, b], [x, y]] = [project(xyz, 3 * from), project(xyz, 3 * to)];
    painter.line([a, b, x, y], { color: theme.strong, width: 0.5 + 3 * share, alpha: 0.15 + 0.6 * share });
  }
}
