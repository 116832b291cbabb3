// A canvas that fits its box: a still layer for data, a quick one above it for the cursor.

import { CanvasPainter } from "./painter";

/** Pixels of a canvas per pixel of the page: the screen's, or more while a picture is written. */
export const density = { written: 0, get ratio(): number { return this.written || window.devicePixelRatio || 1; } };

export class Layers {
  readonly box: HTMLElement;
  readonly top: HTMLCanvasElement;
  private bottom: HTMLCanvasElement;
  width = 0;
  height = 0;

  constructor(box: HTMLElement, private resized: () => void, label: string) {
    this.box = box;
    this.bottom = box.appendChild(document.createElement("canvas"));
    this.top = box.appendChild(document.createElement("canvas"));
    this.top.classList.add("tkf-top");
    this.bottom.setAttribute("aria-hidden", "true");
    this.top.setAttribute("role", "img");
    this.top.setAttribute("aria-label", label);
    new ResizeObserver(() => {
      if (this.fit()) resized();
    }).observe(box);
    this.fit();
  }

  /** Fits its box and draws again, after the density has changed. */
  refit(): void {
    this.fit();
    this.resized();
  }

  /** Whether the box has changed its size. */
  fit(): boolean {
    const { clientWidth, clientHeight } = this.box;
    const { ratio } = density;
    const width = Math.round(clientWidth * ratio);
    if (clientWidth === this.width && clientHeight === this.height && this.top.width === width) return false;
    this.width = clientWidth;
    this.height = clientHeight;
    for (const canvas of [this.bottom, this.top]) {
      canvas.width = width;
      canvas.height = Math.round(clientHeight * ratio);
    }
    return true;
  }

  drawBase(draw: (painter: CanvasPainter, context: CanvasRenderingContext2D) => void): void {
    this.draw(this.bottom, draw);
  }

  drawOverlay(draw: (painter: CanvasPainter, context: CanvasRenderingContext2D) => void): void {
    this.draw(this.top, draw);
  }

  private draw(canvas: HTMLCanvasElement, draw: (painter: CanvasPainter, context: CanvasRenderingContext2D) => void): void {
    const context = canvas.getContext("2d")!;
    const { ratio } = density;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    if (this.width > 0 && this.height > 0) draw(new CanvasPainter(context), context);
  }

  /** The layers as one picture. */
  picture(): HTMLCanvasElement[] {
    return [this.bottom, this.top];
  }
}

/** Where a pointer is, in the coordinates of an element. */
export function positionIn(event: { clientX: number; clientY: number }, element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}
