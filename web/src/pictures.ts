// Pictures to keep: PNG, SVG, and the run from beginning to end as an animation.

import type { Explorer } from "./explorer";
import { Gif } from "./gif";
import { SvgPainter } from "./painter";
import { download, flattened } from "./sharing";

export function savePng(explorer: Explorer): void {
  const canvas = flattened(explorer.views.tokens.picture(), ground(explorer));
  canvas.toBlob((blob) => blob && download("tokenflock.png", blob, "image/png"));
}

const ground = (explorer: Explorer) => getComputedStyle(explorer.parts.root).getPropertyValue("--panel").trim();

export function svgOf(explorer: Explorer): string {
  const painter = new SvgPainter();
  const { tokens, time } = explorer.views;
  const [a, b] = [tokens.layers, time.layers];
  const width = Math.max(a.width, b.width);
  painter.group((width - a.width) / 2, 0, () => tokens.drawMarks(painter, true));
  painter.group(0, a.height, () => time.draw(painter, b.width, b.height));
  return painter.document(width, a.height + b.height, ground(explorer));
}

export function saveSvg(explorer: Explorer): void {
  download("tokenflock.svg", svgOf(explorer), "image/svg+xml");
}

/** The tokens as they are now, on one canvas of at most this height. */
export function snapshot(explorer: Explorer, height: number, even = false): HTMLCanvasElement {
  const whole = flattened(explorer.views.tokens.picture(), ground(explorer));
  const scale = Math.min(1, height / whole.height);
  const size = (length: number) => (even ? 2 * Math.round((length * scale) / 2) : Math.round(length * scale));
  const small = document.createElement("canvas");
  [small.width, small.height] = [size(whole.width), size(whole.height)];
  small.getContext("2d", { willReadFrequently: true })!.drawImage(whole, 0, 0, small.width, small.height);
  return small;
}

/** Do something at so many places of the cursor from beginning to end, once each is drawn. */
export async function throughout(explorer: Explorer, count: number, act: (k: number) => unknown): Promise<void> {
  const before = explorer.cursor;
  explorer.pause();
  for (let k = 0; k < count; k++) {
    explorer.seek(k / (count - 1));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await act(k);
  }
  explorer.seek(before);
}

/** The run from beginning to end as a GIF, at most 480 pixels high. */
export async function gifOf(explorer: Explorer, count = 60): Promise<Uint8Array<ArrayBuffer>> {
  let gif: Gif | null = null;
  await throughout(explorer, count, (k) => {
    const canvas = snapshot(explorer, 480);
    const { width, height } = canvas;
    gif ??= new Gif(width, height);
    gif.add(canvas.getContext("2d")!.getImageData(0, 0, width, height), k === count - 1 ? 120 : 6);
  });
  return gif!.finished();
}

export async function saveGif(explorer: Explorer): Promise<void> {
  explorer.notify("Drawing 60 pictures.");
  download("tokenflock.gif", await gifOf(explorer), "image/gif");
}
