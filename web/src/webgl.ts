// Tokens drawn by WebGL: dots, the lines they leave behind, and the globe.

import { density } from "./canvas";
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Line, LineBasicMaterial, LineSegments,
  OrthographicCamera, Points, Scene, ShaderMaterial, Vector3, WebGLRenderer,
} from "three";
import { rgb, type Rgb } from "./colors";

const VERTEX = `
attribute vec3 tint; attribute float size; attribute float glow;
uniform float scale; uniform float round;
varying vec4 shade;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  // What stands behind the sphere fades.
  float front = mix(1.0, smoothstep(-0.35, 0.25, eye.z), round);
  shade = vec4(tint, glow * mix(0.22, 1.0, front));
  gl_PointSize = size * scale * mix(0.8, 1.0, front);
  gl_Position = projectionMatrix * eye;
}`;
const FRAGMENT = `
varying vec4 shade;
void main() {
  float r = length(gl_PointCoord - 0.5) * 2.0;
  float alpha = 1.0 - smoothstep(0.82, 1.0, r);
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(shade.rgb, shade.a * alpha);
}`;
// Lines of the globe: those behind it fade.
const LINE_VERTEX = `
uniform float solid; varying float depth;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  depth = mix(1.0, smoothstep(-0.6, 0.5, eye.z), solid);
  gl_Position = projectionMatrix * eye;
}`;
const LINE_FRAGMENT = `
uniform vec3 tint; varying float depth;
void main() { gl_FragColor = vec4(tint, mix(0.16, 0.85, depth)); }`;

export const TRAIL = 24; // rows of a path behind a token
export type Look = { colors: string[]; gray: string; hover: number; chosen: Set<number>; round: boolean };

export class TokenScene {
  readonly projection = new OrthographicCamera(-1, 1, 1, -1, -10, 10);
  readonly world = new Group();
  readonly globe = new Group();
  readonly renderer: WebGLRenderer | null;
  private scene = new Scene();
  private dots: Points<BufferGeometry, ShaderMaterial>;
  private trails: LineSegments<BufferGeometry, LineBasicMaterial>;
  private lines = new ShaderMaterial({
    vertexShader: LINE_VERTEX, fragmentShader: LINE_FRAGMENT, transparent: true, depthTest: false,
    uniforms: { tint: { value: [0.5, 0.5, 0.5] }, solid: { value: 0 } },
  });
  private tints: Rgb[] = []; // of tokens
  private size = "";

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = rendererOf(canvas);
    this.dots = new Points(new BufferGeometry(), new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthTest: false,
      uniforms: { scale: { value: 1 }, round: { value: 0 } },
    }));
    this.trails = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false }));
    for (const [part, order] of [[this.dots, 3], [this.trails, 2]] as const) {
      part.frustumCulled = false;
      part.renderOrder = order;
    }
    this.world.add(this.globe, this.trails, this.dots);
    this.scene.add(this.world);
  }

  /** Room for other tokens, with lines behind them or not. */
  resize(n: number, trailed: boolean): void {
    const pieces = trailed ? n * (TRAIL + 1) : 0;
    refill(this.dots, { position: [n, 3], tint: [n, 3], size: [n, 1], glow: [n, 1] });
    refill(this.trails, { position: [2 * pieces, 3], color: [2 * pieces, 4] });
    this.trails.geometry.setDrawRange(0, 0);
  }

  /** A circle, a globe of meridians and parallels, or nothing around the tokens. */
  surround(kind: "circle" | "globe" | "nothing"): void {
    for (const line of this.globe.children as Line[]) line.geometry.dispose();
    this.globe.clear();
    this.lines.uniforms.solid.value = kind === "globe" ? 1 : 0;
    for (const ring of kind === "nothing" ? [] : kind === "circle" ? [CIRCLE] : GLOBE) {
      const points = Array.from({ length: 129 }, (_, k) => ring((k * Math.PI) / 64));
      this.globe.add(new Line(new BufferGeometry().setFromPoints(points), this.lines));
    }
  }

  fillDots(xyz: Float32Array, { colors, gray, hover, chosen, round }: Look): void {
    const n = xyz.length / 3;
    const { position, tint, size, glow } = arrays(this.dots);
    const known = new Map<string, Rgb>();
    const base = Math.max(4.5, Math.min(13, 62 / n ** 0.36));
    position.set(xyz);
    this.tints.length = n;
    for (let i = 0; i < n; i++) {
      const hex = colors[i] ?? gray;
      let color = known.get(hex);
      if (!color) known.set(hex, (color = rgb(hex)));
      this.tints[i] = color;
      tint.set(color, 3 * i);
      size[i] = i === hover ? base * 1.6 : base;
      glow[i] = chosen.size === 0 || chosen.has(i) ? 0.92 : 0.15;
    }
    const { uniforms } = this.dots.material;
    uniforms.scale.value = density.ratio;
    uniforms.round.value = round ? 1 : 0;
  }

  /** Lines through the rows (n, 3), the oldest first and fading into the ground. */
  fillTrails(rows: Float32Array[], ground: Rgb): void {
    const pieces = Math.max(0, rows.length - 1);
    const n = pieces ? rows[0].length / 3 : 0;
    this.trails.geometry.setDrawRange(0, 2 * pieces * n);
    if (!pieces) return;
    const { position, color } = arrays(this.trails);
    for (let k = 0, at = 0; k < pieces; k++)
      for (let i = 0; i < n; i++, at += 2)
        for (let end = 0; end < 2; end++) {
          const share = ((k + end) / pieces) * 0.6;
          for (let c = 0; c < 3; c++) {
            position[3 * (at + end) + c] = rows[k + end][3 * i + c];
            color[4 * (at + end) + c] = ground[c] + (this.tints[i][c] - ground[c]) * share;
          }
          color[4 * (at + end) + 3] = share;
        }
  }

  render(width: number, height: number, faint: Rgb): void {
    if (!this.renderer || !width) return;
    this.lines.uniforms.tint.value = faint;
    // A new size clears the glass and costs time: only where it changed.
    const size = `${width}/${height}/${density.ratio}`;
    if (size !== this.size) {
      this.size = size;
      this.renderer.setPixelRatio(density.ratio);
      this.renderer.setSize(width, height, false);
    }
    this.renderer.render(this.scene, this.projection);
  }
}

function rendererOf(canvas: HTMLCanvasElement): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    renderer.setClearColor(0, 0);
    return renderer;
  } catch {
    return null; // without WebGL tokens are drawn on the flat canvas
  }
}

function refill(part: Points | LineSegments, shapes: Record<string, [number, number]>): void {
  part.geometry.dispose();
  part.geometry = new BufferGeometry();
  for (const [name, [count, size]] of Object.entries(shapes))
    part.geometry.setAttribute(name, new BufferAttribute(new Float32Array(count * size), size).setUsage(DynamicDrawUsage));
}

/** The arrays of a part, which are about to change. */
function arrays(part: Points | LineSegments): Record<string, Float32Array> {
  const all = Object.entries(part.geometry.attributes as Record<string, BufferAttribute>);
  return Object.fromEntries(all.map(([name, attribute]) => {
    attribute.needsUpdate = true;
    return [name, attribute.array as Float32Array];
  }));
}

type Ring = (a: number) => Vector3;
const CIRCLE: Ring = (a) => new Vector3(Math.cos(a), Math.sin(a), 0);
const meridian = (b: number): Ring => (a) => new Vector3(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a));
const parallel = (z: number): Ring => (a) => CIRCLE(a).multiplyScalar(Math.sqrt(1 - z * z)).setZ(z);
const GLOBE: Ring[] = [...[0, 1, 2, 3, 4, 5].map((k) => meridian((k * Math.PI) / 6)), ...[-0.75, -0.4, 0, 0.4, 0.75].map(parallel)];
