// Pictures to keep: PNG, SVG, and the run from beginning to end as an animation.

import type { Explorer } from "./explorer";
import { mostLines } from "./captions";
import { Gif } from "./gif";
import { SvgPainter } from "./painter";
import { download, flattened, nameOf } from "./sharing";

const LINE = 16; // of a caption, in pixels

const ground = (explorer: Explorer) => getComputedStyle(explorer.parts.root).getPropertyValue("--panel").trim();

export function svgOf(explorer: Explorer): string {
  const painter = new SvgPainter();
  const { tokens, second, time, matrix, secondMatrix } = explorer.views;
  const { isCompared } = explorer;
  const [views, matrices] = isCompared ? [[tokens, second], [matrix, secondMatrix]] : [[tokens], []];
  const [a, b, side] = [tokens.layers, time.layers, matrices.length ? matrix.layers.width : 0];
  const wide = a.width * views.length;
  const width = Math.max(wide, b.width);
  const words = isCompared ? captionHeight(explorer) : 0;
  views.forEach((view, k) => {
    const left = (width - wide) / 2 + k * a.width;
    captionLines(explorer, "ab"[k]).forEach((line, at) => painter.text(left + 12, 18 + LINE * at, line, { color: explorer.drawing.theme.ink, size: 12 }));
    painter.group(left, words, () => view.drawMarks(painter, true));
    if (isCompared) painter.image(left + (a.width - side) / 2, words + a.height, side, side, flattened(matrices[k].picture(), ground(explorer)));
  });
  painter.group(0, words + a.height + side, () => void time.draw(painter, b.width, b.height));
  return painter.document(width, words + a.height + side + b.height, ground(explorer));
}

export function saveSvg(explorer: Explorer): void {
  download(`${fileName(explorer)}.svg`, svgOf(explorer), "image/svg+xml");
}

/** The name of a file to keep: what the system is. */
export const fileName = (explorer: Explorer) => nameOf(explorer.spec, explorer.name);

/** The tokens of a run as one canvas, with what its caption says. */
export function tokensPicture(explorer: Explorer, slot: string): HTMLCanvasElement {
  const view = slot === "a" ? explorer.views.tokens : explorer.views.second;
  const canvas = flattened(view.picture(), ground(explorer));
  return explorer.isCompared ? above(captionPicture(explorer, slot, canvas.width / view.layers.width), canvas, ground(explorer)) : canvas;
}

/** What is said of a run, one line below the other. */
function captionPicture(explorer: Explorer, slot: string, scale: number): HTMLCanvasElement {
  const lines = captionLines(explorer, slot);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const font = `${12 * scale}px sans-serif`;
  context.font = font;
  canvas.width = Math.ceil(Math.max(0, ...lines.map((line) => context.measureText(line).width)) + 24 * scale);
  canvas.height = Math.ceil(captionHeight(explorer) * scale);
  Object.assign(context, { font, fillStyle: explorer.drawing.theme.ink });
  lines.forEach((line, k) => context.fillText(line, 12 * scale, (20 + LINE * k) * scale));
  return canvas;
}

/** The height of the longest caption of both runs, so that pictures stand level, at all times. */
const captionHeight = ({ runs, options }: Explorer) => 12 + LINE * Math.max(...[runs.a, runs.b].map((run) => (run ? mostLines(run, options.centers) : 0)));

/** One picture above another. */
function above(top: HTMLCanvasElement, bottom: HTMLCanvasElement, background: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(top.width, bottom.width);
  canvas.height = top.height + bottom.height;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (top.width && top.height) context.drawImage(top, 0, 0);
  if (bottom.width && bottom.height) context.drawImage(bottom, (canvas.width - bottom.width) / 2, top.height);
  return canvas;
}

/** A run of two, with its attention matrix. */
function runPicture(explorer: Explorer, slot: string): HTMLCanvasElement {
  const { matrix, secondMatrix } = explorer.views;
  const weights = flattened((slot === "a" ? matrix : secondMatrix).picture(), ground(explorer));
  return above(tokensPicture(explorer, slot), weights, ground(explorer));
}

/** What is said of a run: in what it differs, time, clusters, verdict. */
function captionLines({ parts }: Explorer, slot: string): string[] {
  const [view, caption] = slot === "a" ? [parts.first, parts.firstCaption] : [parts.second, parts.secondCaption];
  return view.dataset.label ? [view.dataset.label, ...[...caption.children].map((line) => line.textContent ?? "")] : [];
}

/** Pictures side by side. */
export function beside(all: HTMLCanvasElement[], background: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = all.reduce((sum, { width }) => sum + width, 0);
  canvas.height = Math.max(...all.map(({ height }) => height));
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let left = 0;
  for (const one of all) { context.drawImage(one, left, (canvas.height - one.height) / 2); left += one.width; }
  return canvas;
}

/** The tokens as they are now, on one canvas of at most this height. */
export function snapshot(explorer: Explorer, height: number, even = false): HTMLCanvasElement {
  const whole = explorer.isCompared ? beside([runPicture(explorer, "a"), runPicture(explorer, "b")], ground(explorer)) : tokensPicture(explorer, "a");
  const scale = Math.min(1, height / whole.height);
  const size = (length: number) => (even ? 2 * Math.round((length * scale) / 2) : Math.round(length * scale));
  const small = document.createElement("canvas");
  [small.width, small.height] = [size(whole.width), size(whole.height)];
  small.getContext("2d", { willReadFrequently: true })!.drawImage(whole, 0, 0, small.width, small.height);
  return small;
}

/** A picture in the size of those before it, though the page may have changed its own. */
export function sized(picture: HTMLCanvasElement, { width, height }: { width: number; height: number }): HTMLCanvasElement {
  if (picture.width === width && picture.height === height) return picture;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d", { willReadFrequently: true })!.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** Do something at so many places of the cursor from beginning to end, once each is drawn. */
export async function throughout(explorer: Explorer, count: number, act: (k: number) => unknown): Promise<void> {
  const before = explorer.cursor;
  const captions = [explorer.parts.firstCaption, explorer.parts.secondCaption];
  explorer.pause();
  // A caption that grew would leave less room to the tokens, which would shrink on the way.
  for (const { style, offsetHeight } of captions) Object.assign(style, { height: `${offsetHeight}px`, overflow: "hidden" });
  for (let k = 0; k < count; k++) {
    explorer.seek(k / (count - 1));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await act(k);
  }
  for (const { style } of captions) Object.assign(style, { height: "", overflow: "" });
  explorer.seek(before);
}

/** The run from beginning to end as a GIF, at most 480 pixels high. */
export async function gifOf(explorer: Explorer, count = 60): Promise<Uint8Array<ArrayBuffer>> {
  let gif: Gif | null = null;
  await throughout(explorer, count, (k) => {
    const canvas = snapshot(explorer, 480);
    gif ??= new Gif(canvas.width, canvas.height);
    const { width, height } = gif;
    gif.add(sized(canvas, gif).getContext("2d")!.getImageData(0, 0, width, height), k === count - 1 ? 120 : 6);
  });
  return gif!.finished();
}

export async function saveGif(explorer: Explorer): Promise<void> {
  explorer.notify("Drawing 60 pictures.");
  download(`${fileName(explorer)}.gif`, await gifOf(explorer), "image/gif");
}
