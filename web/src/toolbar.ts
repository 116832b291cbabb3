// Buttons, menus and keys: everything a hand can press.

import { button, make } from "./dom";
import type { Explorer } from "./explorer";
import type { Message } from "./frames";
import { Gif } from "./gif";
import { SvgPen } from "./pen";
import type { Fields } from "./run";
import { short } from "./scales";
import { download, flattened, toBibtex, toCommand, toPython, toToml } from "./sharing";

/** Contrasts: what a second run with the same seed changes. */
function contrasts(spec: Fields): [string, Fields][] {
  return [
    [spec.mask === "causal" ? "full attention" : "causal attention", { mask: spec.mask === "causal" ? "full" : "causal" }],
    [spec.weighting?.startsWith("unnormalised") ? "softmax (SA)" : "unnormalised (USA)", { weighting: spec.weighting?.startsWith("unnormalised") ? "softmax" : "unnormalised:scaled" }],
    [spec.space === "preln" ? "Post-LN" : "Pre-LN", { space: spec.space === "preln" ? "sphere" : "preln" }],
    ["β / 4", { beta: (spec.beta ?? 1) / 4, gamma: null }],
    ["another seed", { seed: (spec.seed ?? 0) + 1 }],
  ];
}

function menu(title: string, about: string): { details: HTMLDetailsElement; list: HTMLElement } {
  const list = make("div", { class: "tkf-list" });
  const details = make("details", { class: "tkf-menu" }, make("summary", { title: about, "aria-label": about }, title), list);
  details.addEventListener("keydown", (event) => { if (event.key === "Escape") details.open = false; });
  details.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !details.contains(event.relatedTarget as Node)) details.open = false;
  });
  return { details, list };
}

export function furnish(explorer: Explorer): void {
  const { parts, host } = explorer;
  explorer.onGreeted = () => fillPresets(explorer);
  const share = shareMenu(explorer);
  const compare = host.live ? [compareMenu(explorer)] : [];
  const theme = button("◐", "light or dark", () => {
    const dark = getComputedStyle(parts.root).getPropertyValue("--dark").trim() === "1";
    explorer.set({ theme: dark ? "light" : "dark" });
  });
  const focus = button("☰", "hide or show the controls (H)", () => explorer.set({ hidden: !explorer.options.hidden }));
  parts.tools.append(...compare, share, button("?", "keys and gestures", () => help(explorer)), theme, focus);
  if (host.live) parts.phase.head.append(button("draw", "draw the phase diagram in the background", () => explorer.sweep(), { class: "tkf-small" }));
  else parts.phase.panel.remove();
  transport(explorer);
  hands(explorer);
  keys(explorer);
}

function fillPresets(explorer: Explorer): void {
  const { presets } = explorer.parts;
  if (!explorer.presets.length) { presets.remove(); return; }
  const options = explorer.presets.map(({ name, title }) => make("option", { value: name, title }, `${name}: ${title}`));
  presets.replaceChildren(make("option", { value: "" }, "changed by hand"), ...options);
  presets.addEventListener("change", () => {
    const preset = explorer.presets.find(({ name }) => name === presets.value);
    if (preset) explorer.open(preset);
  });
}

function compareMenu(explorer: Explorer): HTMLElement {
  const { details, list } = menu("Compare", "a second run with the same seed");
  details.addEventListener("toggle", () => {
    const off = button("nothing", "one run only", () => { explorer.set({ contrast: null }); details.open = false; });
    list.replaceChildren(off, ...contrasts(explorer.spec).map(([name, change]) =>
      button(name, `compare with ${name}`, () => { explorer.set({ contrast: change }); details.open = false; })));
  });
  return details;
}

function shareMenu(explorer: Explorer): HTMLElement {
  const { details, list } = menu("Share", "copy or save");
  const copy = (words: () => string) => async () => {
    const text = words();
    details.open = false;
    try {
      await navigator.clipboard.writeText(text);
      explorer.say("Copied.");
    } catch {
      showText(explorer, text);
    }
  };
  const title = () => explorer.presets.find(({ name }) => name === explorer.name)?.title ?? "";
  const spec = () => explorer.runs.a?.spec ?? explorer.spec;
  const items: [string, () => unknown][] = [
    ["Copy Python", copy(() => toPython(spec()))],
    ["Copy command", copy(() => toCommand(spec()))],
    ["Copy TOML", copy(() => toToml(spec()))],
    ["Copy BibTeX", copy(() => toBibtex(title(), spec()))],
    ["Save PNG", () => savePng(explorer)],
    ["Save SVG", () => saveSvg(explorer)],
    ["Save GIF", () => saveGif(explorer)],
  ];
  if (explorer.addressed) items.unshift(["Copy address", copy(() => `${location.href.split("#")[0]}#${explorer.shared()}`)]);
  if (explorer.host.live) {
    items.push(["Save HTML", () => explorer.host.send({ type: "save", slot: "a", kind: "html" })]);
    items.push(["Save data (netCDF)", () => explorer.host.send({ type: "save", slot: "a", kind: "netcdf" })]);
    explorer.onFile = (message: Message) => download(message.name, message.arrays.data as Uint8Array<ArrayBuffer>, "application/octet-stream");
  }
  list.append(...items.map(([name, act]) => button(name, name, () => { act(); details.open = false; })));
  return details;
}

function showText(explorer: Explorer, text: string): void {
  const area = make("textarea", { readonly: "", rows: "12", "aria-label": "text to copy" });
  area.value = text;
  dialog(explorer, area);
  area.select();
}

function dialog(explorer: Explorer, ...content: Node[]): void {
  const box = make("dialog", { class: "tkf-dialog" });
  box.append(...content, button("Close", "close", () => box.close()));
  box.addEventListener("close", () => box.remove());
  explorer.parts.root.append(box);
  box.showModal();
}

function savePng(explorer: Explorer): void {
  const canvas = flattened(explorer.tokens.picture(), ground(explorer));
  canvas.toBlob((blob) => blob && download("tokenflock.png", blob, "image/png"));
}

const ground = (explorer: Explorer) => getComputedStyle(explorer.parts.root).getPropertyValue("--panel").trim();

export function svgOf(explorer: Explorer): string {
  const pen = new SvgPen();
  const { tokens, time } = explorer;
  const [a, b] = [tokens.layers, time.layers];
  const width = Math.max(a.width, b.width);
  pen.group((width - a.width) / 2, 0, () => tokens.drawMarks(pen, true));
  pen.group(0, a.height, () => time.draw(pen, b.width, b.height));
  return pen.document(width, a.height + b.height, ground(explorer));
}

function saveSvg(explorer: Explorer): void {
  download("tokenflock.svg", svgOf(explorer), "image/svg+xml");
}

/** The run from beginning to end as a GIF: 60 pictures, at most 480 pixels high. */
export async function gifOf(explorer: Explorer, count = 60): Promise<Uint8Array<ArrayBuffer>> {
  const before = explorer.cursor;
  explorer.pause();
  let gif: Gif | null = null;
  for (let k = 0; k < count; k++) {
    explorer.seek(k / (count - 1));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const whole = flattened(explorer.tokens.picture(), ground(explorer));
    const scale = Math.min(1, 480 / whole.height);
    const small = document.createElement("canvas");
    [small.width, small.height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
    const context = small.getContext("2d", { willReadFrequently: true })!;
    context.drawImage(whole, 0, 0, small.width, small.height);
    gif ??= new Gif(small.width, small.height);
    gif.add(context.getImageData(0, 0, small.width, small.height), k === count - 1 ? 120 : 6);
  }
  explorer.seek(before);
  return gif!.finished();
}

async function saveGif(explorer: Explorer): Promise<void> {
  explorer.say("Drawing 60 pictures.");
  download("tokenflock.gif", await gifOf(explorer), "image/gif");
}

function transport(explorer: Explorer): void {
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
  const tree = button("tree", "cluster tree or tokens (T)", () => explorer.set({ tree: !explorer.options.tree }));
  play.append(run, slider, clock, speed, log, tree);
  explorer.onPlay = () => { run.textContent = explorer.playing ? "❚❚" : "▶"; run.setAttribute("aria-pressed", String(explorer.playing)); };
  explorer.onTime = () => {
    if (document.activeElement !== slider || explorer.playing) slider.value = String(Math.round(1000 * explorer.cursor));
    clock.textContent = `t = ${short(explorer.t)}`;
  };
  const options = explorer.onOptions;
  explorer.onOptions = () => {
    options?.();
    log.setAttribute("aria-pressed", String(explorer.options.log));
    tree.setAttribute("aria-pressed", String(explorer.options.tree));
    speed.textContent = `${explorer.options.speed}×`;
    explorer.parts.presets.value = explorer.name ?? "";
  };
}

function hands(explorer: Explorer): void {
  const { hands } = explorer.parts;
  const tools = (["move", "add", "delete"] as const).map((tool) => {
    const words = { move: "move", add: "+ token", delete: "− token" }[tool];
    const about = { move: "drag tokens, turn the sphere (M)", add: "click to add a token (A)", delete: "click to delete a token (D)" }[tool];
    return [tool, button(words, about, () => pick(tool))] as const;
  });
  const pick = (tool: "move" | "add" | "delete") => {
    explorer.tool = tool;
    for (const [name, element] of tools) element.setAttribute("aria-pressed", String(name === tool));
    explorer.parts.stage.dataset.tool = tool;
    explorer.touched();
  };
  const trails = button("trails", "trails behind the tokens", () => explorer.set({ trails: !explorer.options.trails }));
  const centers = button("Rényi", "Rényi centers of causal runs (R)", () => explorer.set({ centers: !explorer.options.centers }));
  const undo = button("undo", "undo (Ctrl+Z)", () => explorer.undo());
  if (explorer.host.live) hands.append(...tools.map(([, element]) => element));
  hands.append(trails, centers);
  if (explorer.host.live) hands.append(undo);
  pick("move");
  (explorer as any).pickTool = pick;
  const options = explorer.onOptions;
  explorer.onOptions = () => {
    options?.();
    trails.setAttribute("aria-pressed", String(explorer.options.trails));
    centers.setAttribute("aria-pressed", String(explorer.options.centers));
  };
}

const KEYS: [string, string][] = [
  ["space", "play or pause"], ["← →", "one saved time back or on"], ["Home End", "first or last time"],
  ["L", "logarithmic or linear time"], ["T", "cluster tree"], ["R", "Rényi centers"], ["H", "hide the controls"],
  [", .", "point at the token before or after"], ["Delete", "delete that token"], ["M A D", "move, add, delete by hand"],
  ["Ctrl+Z", "undo"], ["wheel", "zoom tokens or matrix"], ["double click", "choose a cluster; again beside it: all"],
  ["Shift+drag", "choose tokens in the time view"], ["Shift+click", "add a token"], ["Alt+click", "delete a token"],
];

function help(explorer: Explorer): void {
  const list = make("dl", {}, ...KEYS.flatMap(([key, words]) => [make("dt", {}, key), make("dd", {}, words)]));
  dialog(explorer, make("h2", {}, "Keys and gestures"), list);
}

function keys(explorer: Explorer): void {
  const target = explorer.addressed || !explorer.host.live ? window : explorer.parts.root;
  target.addEventListener("keydown", (raw) => {
    const event = raw as KeyboardEvent;
    const inside = event.target as HTMLElement;
    if (event.defaultPrevented || /^(INPUT|SELECT|TEXTAREA)$/.test(inside.tagName) && !(inside as HTMLInputElement).matches(".tkf-scrub")) return;
    if (inside.closest?.("dialog")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); return explorer.undo(); }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (pressed(explorer, event, inside)) event.preventDefault();
  });
}

function pressed(explorer: Explorer, event: KeyboardEvent, inside: HTMLElement): boolean {
  const { options } = explorer;
  const turning = inside.closest?.(".tkf-view") && explorer.runs.a && explorer.runs.a.d >= 3;
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
  if (turning && arrows[event.key]) { explorer.tokens.turn(...arrows[event.key]); return true; }
  const pick = (explorer as any).pickTool;
  const acts: Record<string, () => void> = {
    ArrowLeft: () => stepRow(explorer, -1), ArrowRight: () => stepRow(explorer, 1),
    Home: () => explorer.seek(0), End: () => explorer.seek(1),
    l: () => explorer.set({ log: !options.log }), t: () => explorer.set({ tree: !options.tree }),
    r: () => explorer.set({ centers: !options.centers }), h: () => explorer.set({ hidden: !options.hidden }),
    m: () => pick("move"), a: () => pick("add"), d: () => pick("delete"),
    ",": () => nextToken(explorer, -1), ".": () => nextToken(explorer, 1),
    Delete: () => { if (explorer.hover >= 0) explorer.removeToken(explorer.hover); },
    Escape: () => explorer.choose([]), "?": () => help(explorer),
    "+": () => explorer.tokens.zoom(1.2), "-": () => explorer.tokens.zoom(1 / 1.2),
  };
  if (event.key === " " && !/^(BUTTON|SUMMARY)$/.test(inside.tagName)) acts[" "] = () => (explorer.playing ? explorer.pause() : explorer.play());
  const act = acts[event.key] ?? acts[event.key.toLowerCase()];
  act?.();
  return !!act;
}

function stepRow(explorer: Explorer, by: number): void {
  const run = explorer.runs.a;
  if (!run?.rows) return;
  explorer.pause();
  const row = Math.min(run.rows - 1, Math.max(0, run.rowAt(explorer.t * (1 + 1e-12)) + by));
  explorer.seek(explorer.axis().place(run.times[row]));
}

function nextToken(explorer: Explorer, by: number): void {
  const n = explorer.runs.a?.n ?? 0;
  if (n) explorer.point((explorer.hover + by + n) % n);
}
