// Pictures for publication: chosen panels on one PNG, with more pixels than the screen has.

import { density, type Layers } from "./canvas";
import { button, make } from "./dom";
import type { Explorer } from "./explorer";
import { QUANTITIES } from "./phase";
import { beside, fileName, tokensPicture } from "./pictures";
import { short } from "./scales";
import { download, flattened } from "./sharing";

const MARGIN = 12; // pixels of the page between panels
const TITLE = 20;

export type Panel = "tokens" | "time" | "attention" | "cosines" | "spectrum" | "phase";
const TITLES: Record<Panel, string> = { tokens: "Tokens", time: "Time", attention: "Attention", cosines: "Cosines of pairs", spectrum: "Spectrum of V", phase: "Phase diagram" };
const LARGE: Panel[] = ["tokens", "time", "phase"]; // each has a line of its own

/** Chosen panels as one canvas, with so many pixels for one of the page. */
export async function pngOf(explorer: Explorer, panels: Panel[], scale: number): Promise<HTMLCanvasElement> {
  const { panel } = explorer.parts.phase;
  density.written = scale;
  panel.classList.toggle("tkf-written", panels.includes("phase"));
  try {
    refit(explorer);
    const drawn = panels.map((panel) => ({ panel, canvas: pictureOf(explorer, panel) }));
    return stacked(explorer, drawn, scale);
  } finally {
    density.written = 0;
    panel.classList.remove("tkf-written");
    refit(explorer);
  }
}

function layersOf(explorer: Explorer): Layers[] {
  const { tokens, second, time, matrix, secondMatrix, histogram, spectrum } = explorer.views;
  return [tokens, second, time, matrix, secondMatrix, histogram, spectrum, explorer.phaseSweep.view].map(({ layers }) => layers);
}

function refit(explorer: Explorer): void {
  for (const layers of layersOf(explorer)) layers.refit();
}

function pictureOf(explorer: Explorer, panel: Panel): HTMLCanvasElement {
  const { views, isCompared, phaseSweep, drawing } = explorer;
  const flat = (layers: HTMLCanvasElement[]) => flattened(layers, drawing.theme.panel);
  const both = (one: HTMLCanvasElement, other: () => HTMLCanvasElement) => (isCompared ? beside([one, between(), other()], drawing.theme.panel) : one);
  switch (panel) {
    case "tokens": return both(tokensPicture(explorer, "a"), () => tokensPicture(explorer, "b"));
    case "time": return flat(views.time.layers.picture());
    case "attention": return both(flat(views.matrix.picture()), () => flat(views.secondMatrix.picture()));
    case "cosines": return flat(views.histogram.layers.picture());
    case "spectrum": return flat(views.spectrum.picture());
    case "phase": return flat(phaseSweep.view.layers.picture());
  }
}

/** Room between two pictures. */
function between(): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width: MARGIN * density.ratio, height: 1 });
}

function titleOf({ phaseSweep, isCompared, t }: Explorer, panel: Panel): string {
  if (panel === "tokens" && !isCompared) return `${TITLES.tokens} at t = ${short(t)}`;
  return panel === "phase" ? `${TITLES.phase}: ${QUANTITIES[phaseSweep.view.quantity]}` : TITLES[panel];
}

type Drawn = { panel: Panel; canvas: HTMLCanvasElement };

/** Large panels below each other, small ones in a line under them, each with its title. */
function stacked(explorer: Explorer, drawn: Drawn[], scale: number): HTMLCanvasElement {
  const { theme } = explorer.drawing;
  const [gap, title] = [MARGIN * scale, TITLE * scale];
  const small = drawn.filter(({ panel }) => !LARGE.includes(panel));
  const lines = [...drawn.filter(({ panel }) => LARGE.includes(panel)).map((one) => [one]), ...(small.length ? [small] : [])];
  const widthOf = (line: Drawn[]) => line.reduce((sum, { canvas }) => sum + canvas.width + gap, gap);
  const heightOf = (line: Drawn[]) => Math.max(...line.map(({ canvas }) => canvas.height)) + title;
  const whole = document.createElement("canvas");
  whole.width = Math.max(...lines.map(widthOf));
  whole.height = lines.reduce((sum, line) => sum + heightOf(line) + gap, gap);
  const context = whole.getContext("2d")!;
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, whole.width, whole.height);
  context.font = `600 ${12 * scale}px sans-serif`;
  let top = gap;
  for (const line of lines) {
    let left = (whole.width - widthOf(line)) / 2 + gap;
    for (const { panel, canvas } of line) {
      context.fillStyle = theme.ink;
      context.fillText(titleOf(explorer, panel), left, top + 0.7 * title);
      context.drawImage(canvas, left, top + title);
      left += canvas.width + gap;
    }
    top += heightOf(line) + gap;
  }
  return whole;
}

/** Asks which panels, how many pixels and under which name, and saves them. */
export function pngDialog(explorer: Explorer): void {
  const boxes = (Object.keys(TITLES) as Panel[]).map((panel) => {
    const box = make("input", { type: "checkbox", value: panel });
    box.checked = panel === "tokens" || panel === "time" || (panel === "attention" && explorer.isCompared);
    box.disabled = panel === "phase" && !explorer.phaseSweep.view.filled; // nothing is drawn yet
    return box;
  });
  const scale = make("select", { "aria-label": "pixels" }, ...[1, 2, 3, 4].map((k) => make("option", { value: String(k) }, `${k}×`)));
  scale.value = "3";
  const name = make("input", { type: "text", value: fileName(explorer), "aria-label": "name of the file", size: "28" });
  const save = button("Save", "save the picture", async () => {
    const panels = boxes.filter(({ checked }) => checked).map(({ value }) => value as Panel);
    box.close();
    if (!panels.length) return explorer.notify("Choose a panel to save.");
    const canvas = await pngOf(explorer, panels, Number(scale.value));
    canvas.toBlob((blob) => blob && download(`${name.value || "tokenflock"}.png`, blob, "image/png"));
  }, { class: "tkf-deed" });
  const box = make("dialog", { class: "tkf-dialog tkf-png", "aria-label": "save a picture" });
  box.append(
    make("h2", {}, "Save a picture"), make("div", { class: "tkf-choices" }, ...boxes.map((one) => make("label", {}, one, ` ${TITLES[one.value as Panel]}`))),
    make("p", {}, make("label", {}, "pixels ", scale), " ", make("label", {}, "name ", name), " .png"), save, " ", button("Close", "close", () => box.close()),
  );
  box.addEventListener("close", () => box.remove());
  explorer.parts.root.append(box);
  box.showModal();
}
