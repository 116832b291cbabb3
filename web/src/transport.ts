// Buttons under the tokens and over the time axis: play, tools and switches.

import { button, make } from "./dom";
import type { Explorer } from "./explorer";
import { short } from "./scales";

export function transport(explorer: Explorer): void {
  const { play } = explorer.parts;
  const run = button("▶", "play or pause (space)", () => (explorer.playing ? explorer.pause() : explorer.play()), { class: "tkf-play" });
  const slider = make("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": "time", class: "tkf-scrub" });
  slider.addEventListener("input", () => { explorer.pause(); explorer.seek(Number(slider.value) / 1000); });
  const clock = make("output", { class: "tkf-clock" });
  const speed = button("1×", "speed", () => {
    const speeds = [0.25, 0.5, 1, 2, 4];
    explorer.set({ speed: speeds[(speeds.indexOf(explorer.options.speed) + 1) % speeds.length] });
  });
  const log = button("log t", "logarithmic or linear time (L)", () => explorer.set({ log: !explorer.options.log }));
  const tree = button("tree", "lines that join where clusters merge, or every token's own (T)", () => explorer.set({ tree: !explorer.options.tree }));
  const gap = button("gap", "energy and mean cosine, or what is left to one, by powers of ten (G)", () => explorer.set({ gap: !explorer.options.gap }));
  play.append(run, slider, clock, speed, log, tree, gap);
  explorer.playback.toggled.on(() => { run.textContent = explorer.playing ? "❚❚" : "▶"; run.setAttribute("aria-pressed", String(explorer.playing)); });
  explorer.timeChanged.on(() => {
    if (document.activeElement !== slider || explorer.playing) slider.value = String(Math.round(1000 * explorer.cursor));
    clock.textContent = `t = ${short(explorer.t)}`;
  });
  explorer.optionsChanged.on(() => {
    log.setAttribute("aria-pressed", String(explorer.options.log));
    tree.setAttribute("aria-pressed", String(explorer.options.tree));
    gap.setAttribute("aria-pressed", String(explorer.options.gap));
    speed.textContent = `${explorer.options.speed}×`;
    explorer.parts.presets.value = explorer.name ?? "";
  });
}

export function tools(explorer: Explorer): void {
  const { tokenTools } = explorer.parts;
  const tools = (["move", "add", "delete"] as const).map((tool) => {
    const words = { move: "move", add: "+ token", delete: "− token" }[tool];
    const about = { move: "drag tokens, turn the sphere (M)", add: "click to add a token (A)", delete: "click to delete a token (D)" }[tool];
    return [tool, button(words, about, () => explorer.pick(tool))] as const;
  });
  const trails = button("trails", "where every token came from", () => explorer.set({ trails: !explorer.options.trails }));
  const centers = button("centers", "mark the tokens that others gather around: Rényi centers, in causal runs (R)", () => explorer.set({ centers: !explorer.options.centers }));
  const edges = button("edges", "lines to those whom a token under the pointer listens to", () => explorer.set({ edges: !explorer.options.edges }));
  const undo = button("↶", "undo (Ctrl+Z)", () => explorer.edits.undo());
  const redo = button("↷", "redo (Ctrl+Shift+Z)", () => explorer.edits.redo());
  tokenTools.append(...tools.map(([, element]) => element), trails, edges, centers, undo, redo);
  explorer.optionsChanged.on(() => {
    for (const [name, element] of tools) element.setAttribute("aria-pressed", String(name === explorer.tool));
    explorer.parts.stage.dataset.tool = explorer.tool;
    edges.setAttribute("aria-pressed", String(explorer.options.edges));
    trails.setAttribute("aria-pressed", String(explorer.options.trails));
    centers.setAttribute("aria-pressed", String(explorer.options.centers));
  });
}
