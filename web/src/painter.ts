// A painter draws on a canvas or writes SVG: views are drawn once, by the same code.

export type Stroke = { color: string; width?: number; alpha?: number; dash?: number[] };
export type Lettering = { color: string; size?: number; align?: "left" | "center" | "right"; weight?: number; base?: "middle" | "top" | "bottom" };

export interface Painter {
  line(points: ArrayLike<number>, stroke: Stroke): void; // x, y, x, y; NaN starts a new line
  dot(x: number, y: number, r: number, fill: string, alpha?: number): void;
  ring(x: number, y: number, r: number, stroke: Stroke): void;
  rect(x: number, y: number, w: number, h: number, fill: string, alpha?: number): void;
  text(x: number, y: number, words: string, look: Lettering): void;
  width(words: string, size: number): number; // of words, in pixels
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

export class CanvasPainter implements Painter {
  constructor(private context: CanvasRenderingContext2D) {}

  line(points: ArrayLike<number>, { color, width = 1, alpha = 1, dash = [] }: Stroke): void {
    const c = this.context;
    c.globalAlpha = alpha;
    c.strokeStyle = color;
    c.lineWidth = width;
    c.lineJoin = "round";
    c.setLineDash(dash);
    c.beginPath();
    let down = false;
    for (let k = 0; k < points.length; k += 2) {
      const x = points[k];
      if (Number.isNaN(x)) { down = false; continue; }
      if (down) c.lineTo(x, points[k + 1]);
      else c.moveTo(x, points[k + 1]);
      down = true;
    }
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  dot(x: number, y: number, r: number, fill: string, alpha = 1): void {
    const c = this.context;
    c.globalAlpha = alpha;
    c.fillStyle = fill;
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    c.fill();
    c.globalAlpha = 1;
  }

  ring(x: number, y: number, r: number, { color, width = 1, alpha = 1 }: Stroke): void {
    const c = this.context;
    c.globalAlpha = alpha;
    c.strokeStyle = color;
    c.lineWidth = width;
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    c.stroke();
    c.globalAlpha = 1;
  }

  rect(x: number, y: number, w: number, h: number, fill: string, alpha = 1): void {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, w, h);
    this.context.globalAlpha = 1;
  }

  text(x: number, y: number, words: string, { color, size = 11, align = "left", weight = 400, base = "middle" }: Lettering): void {
    const c = this.context;
    c.fillStyle = color;
    c.font = `${weight} ${size}px ${FONT}`;
    c.textAlign = align;
    c.textBaseline = base;
    c.fillText(words, x, y);
  }

  width(words: string, size: number): number {
    this.context.font = `500 ${size}px ${FONT}`;
    return this.context.measureText(words).width;
  }
}

const escape = (words: string) => words.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]!);
const round = (v: number) => Math.round(v * 100) / 100;

export class SvgPainter implements Painter {
  private parts: string[] = [];

  line(points: ArrayLike<number>, { color, width = 1, alpha = 1, dash = [] }: Stroke): void {
    let path = "";
    let down = false;
    for (let k = 0; k < points.length; k += 2) {
      if (Number.isNaN(points[k])) { down = false; continue; }
      path += `${down ? "L" : "M"}${round(points[k])} ${round(points[k + 1])}`;
      down = true;
    }
    if (!path) return;
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    this.parts.push(`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${alpha}" stroke-linejoin="round"${dashes}/>`);
  }

  dot(x: number, y: number, r: number, fill: string, alpha = 1): void {
    this.parts.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" fill-opacity="${alpha}"/>`);
  }

  ring(x: number, y: number, r: number, { color, width = 1, alpha = 1 }: Stroke): void {
    this.parts.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${alpha}"/>`);
  }

  rect(x: number, y: number, w: number, h: number, fill: string, alpha = 1): void {
    this.parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}" fill-opacity="${alpha}"/>`);
  }

  text(x: number, y: number, words: string, { color, size = 11, align = "left", weight = 400, base = "middle" }: Lettering): void {
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    const shift = { middle: "0.35em", top: "0.8em", bottom: "-0.2em" }[base];
    this.parts.push(`<text x="${round(x)}" y="${round(y)}" dy="${shift}" fill="${color}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" font-family="${FONT}">${escape(words)}</text>`);
  }

  image(x: number, y: number, w: number, h: number, picture: HTMLCanvasElement): void {
    this.parts.push(`<image x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" href="${picture.toDataURL()}"/>`);
  }

  width(words: string, size: number): number {
    return 0.58 * size * words.length; // what most fonts need
  }

  /** Everything drawn by `draw`, moved to (x, y). */
  group(x: number, y: number, draw: () => void): void {
    this.parts.push(`<g transform="translate(${round(x)} ${round(y)})">`);
    draw();
    this.parts.push("</g>");
  }

  document(width: number, height: number, background: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${this.parts.join("")}</svg>`;
  }
}
