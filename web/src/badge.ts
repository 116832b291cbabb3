// The honest badge: what the end is, what was reached, and how.

import type { Run } from "./run";
import { power, short } from "./scales";

export type Badge = { state: string; words: string; detail: string };

const WORDS: Record<string, string> = {
  consensus: "consensus",
  stable: "stable",
  metastable: "metastable, not converged",
  saddle: "saddle, not converged",
  moving: "still moving",
  undecided: "undecided",
};

export function badgeOf(run: Run | null, busy: boolean): Badge {
  if (!run) return { state: "busy", words: "starting", detail: "" };
  if (!run.ended && run.rows <= 1) return { state: "busy", words: "preparing", detail: "tokens as they start; the first run of a new kind takes some seconds" };
  if (!run.ended) return { state: "busy", words: "following", detail: run.rows ? `t = ${short(run.times[run.rows - 1])}` : "" };
  const detail = accuracy(run);
  if (run.preview) return { state: "preview", words: "preview", detail };
  if (!run.verdict) return { state: "busy", words: busy ? "following" : "judging the end", detail };
  const wait = run.verdict.log10_next_merge;
  const later = wait == null ? "" : wait < 4 ? `, next merge after ${short(10 ** wait)}` : `, next merge after about ${power(Math.round(wait))}`;
  const { state, reason } = run.verdict;
  const told = reason.includes("local server") ? `${reason} · ${detail}` : detail;
  return { state, words: (WORDS[state] ?? state) + later, detail: told };
}

function accuracy(run: Run): string {
  const solver = run.ended!.solver ?? {};
  const steps = solver.steps_accepted ?? solver.layers;
  const parts = [
    solver.method,
    steps === undefined ? null : counted(steps, solver.layers ? "layer" : "step"),
    solver.slow_steps === undefined ? null : counted(solver.slow_steps, "slow step"),
    solver.tol === undefined ? `step ${short(solver.step ?? 1)}` : `tolerance ${short(solver.tol)} met`,
    run.ended!.norm_error == null ? null : `norm error ${short(run.ended!.norm_error)}`,
    solver.wall_time === undefined ? null : `${short(solver.wall_time)} s`,
  ];
  return parts.filter(Boolean).join(" · ");
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
