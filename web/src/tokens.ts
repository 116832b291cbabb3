// The tokens themselves: on the circle, on the sphere, in the plane or on a line; touched by hand.

import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Line, LineBasicMaterial, LineSegments,
  OrthographicCamera, Points, Quaternion, Scene, ShaderMaterial, Vector3, WebGLRenderer,
} from "three";
import { Layers, place } from "./canvas";
import { rgb, type Theme } from "./colours";
import type { Pen } from "./pen";
import type { Run } from "./run";

export type Tool = "move" | "add" | "delete";
export type Camera = { turn: [number, number, number, number]; zoom: number };
export type TokensState = {
  theme: Theme;
  colours: string[];
  t: number;
  hover: number;
  chosen: Set<number>;
  trails: boolean;
  centers: boolean;
};

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
const NEAR = 16; // pixels within which a pointer touches a token
const TRAIL = 24; // rows
const MOST_TRAILS = 1200;

export const UPRIGHT: Camera = { turn: new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -1.2)
  .multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), -0.6)).toArray() as any, zoom: 1 };

export class TokensView {
  readonly layers: Layers;
  readonly webgl: boolean;
  camera: Camera = { turn: [...UPRIGHT.turn], zoom: 1 };
  private renderer: WebGLRenderer | null = null;
  private scene = new Scene();
  private world = new Group();
  private lens = new OrthographicCamera(-1, 1, 1, -1, -10, 10);
  private dots: Points | null = null;
  private trails: LineSegments | null = null;
  private globe = new Group();
  private lines = new ShaderMaterial({
    vertexShader: LINE_VERTEX, fragmentShader: LINE_FRAGMENT, transparent: true, depthTest: false,
    uniforms: { tint: { value: [0.5, 0.5, 0.5] }, solid: { value: 0 } },
  });
  private run: Run | null = null;
  private state: TokensState | null = null;
  private xyz = new Float32Array(0);
  private glass = "";
  frames = 0;

  constructor(box: HTMLElement, private act: {
    hover(token: number): void; moved(token: number, to: number[], done: boolean): void; added(at: number[]): void;
    removed(token: number): void; turned(): void; choose(tokens: number[]): void; tool(): Tool;
  }) {
    const glass = box.appendChild(document.createElement("canvas"));
    glass.classList.add("tkf-glass");
    this.layers = new Layers(box, () => this.redraw());
    try {
      this.renderer = new WebGLRenderer({ canvas: glass, antialias: true, alpha: true });
      this.renderer.setClearColor(0, 0);
    } catch {
      this.renderer = null; // without WebGL tokens are drawn on the flat canvas
    }
    this.webgl = this.renderer !== null;
    this.scene.add(this.world);
    this.world.add(this.globe);
    this.touch();
  }

  private get solid(): boolean {
    return !!this.run && this.run.d >= 3;
  }

  private get round(): boolean {
    return !!this.run && !this.run.flat;
  }

  show(run: Run | null, state: TokensState): void {
    if (run !== this.run) {
      this.run = run;
      this.rebuild();
    }
    this.state = state;
    this.redraw();
  }

  private rebuild(): void {
    for (const old of [this.dots, this.trails]) {
      old?.geometry.dispose();
      if (old) this.world.remove(old);
    }
    this.dots = this.trails = null;
    if (!this.run) return;
    const { n } = this.run;
    this.xyz = new Float32Array(3 * n);
    const geometry = new BufferGeometry();
    for (const [name, size] of [["position", 3], ["tint", 3], ["size", 1], ["glow", 1]] as const)
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(size * n), size).setUsage(DynamicDrawUsage));
    this.dots = new Points(geometry, new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthTest: false,
      uniforms: { scale: { value: 1 }, round: { value: 0 } },
    }));
    this.dots.frustumCulled = false;
    this.dots.renderOrder = 3;
    this.world.add(this.dots);
    this.drawGlobe();
  }

  private drawGlobe(): void {
    this.globe.clear();
    if (!this.round || !this.run || this.run.d < 2) return;
    const lines: Vector3[][] = [];
    const ring = (at: (a: number) => Vector3) => lines.push(Array.from({ length: 129 }, (_, k) => at((k * Math.PI) / 64)));
    if (!this.solid) ring((a) => new Vector3(Math.cos(a), Math.sin(a), 0));
    else {
      for (let k = 0; k < 6; k++) {
        const b = (k * Math.PI) / 6;
        ring((a) => new Vector3(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)));
      }
      for (const z of [-0.75, -0.4, 0, 0.4, 0.75])
        ring((a) => new Vector3(Math.sqrt(1 - z * z) * Math.cos(a), Math.sqrt(1 - z * z) * Math.sin(a), z));
    }
    for (const points of lines) {
      this.globe.add(new Line(new BufferGeometry().setFromPoints(points), this.lines));
    }
  }

  redraw(): void {
    const { run, state } = this;
    if (!state) return;
    this.frames++;
    this.frame();
    if (run && run.rows) {
      run.points(run.at(state.t), this.xyz);
      this.fillDots(run, state);
      this.fillTrails(run, state);
    }
    this.lines.uniforms.tint.value = rgb(state.theme.faint);
    this.lines.uniforms.solid.value = this.solid ? 1 : 0;
    if (this.renderer && this.layers.width > 0) {
      this.fitGlass();
      this.renderer.render(this.scene, this.lens);
    }
    this.layers.quick((pen) => this.drawMarks(pen, !this.renderer));
  }

  /** A new size clears the glass and costs time: only where it changed. */
  private fitGlass(): void {
    const { width, height } = this.layers;
    const key = `${width}/${height}/${window.devicePixelRatio}`;
    if (key === this.glass) return;
    this.glass = key;
    this.renderer!.setPixelRatio(window.devicePixelRatio || 1);
    this.renderer!.setSize(width, height, false);
  }

  /** The lens around the picture: half a unit of margin, the shorter side decides. */
  private frame(): void {
    const { width, height } = this.layers;
    const reach = ((this.run?.reach() ?? 1) * 1.2) / (this.solid ? this.camera.zoom : Math.max(this.camera.zoom, 0.2));
    const wide = Math.max(1, width / Math.max(1, height));
    const high = Math.max(1, height / Math.max(1, width));
    [this.lens.left, this.lens.right, this.lens.top, this.lens.bottom] = [-reach * wide, reach * wide, reach * high, -reach * high];
    this.lens.updateProjectionMatrix();
    if (this.solid) this.world.quaternion.fromArray(this.camera.turn);
    else this.world.quaternion.identity();
    this.world.updateMatrixWorld();
  }

  private fillDots(run: Run, state: TokensState): void {
    if (!this.dots) return;
    const { position, tint, size, glow } = this.dots.geometry.attributes as Record<string, BufferAttribute>;
    (position.array as Float32Array).set(this.xyz);
    const known = new Map<string, [number, number, number]>();
    const base = Math.max(4.5, Math.min(13, 62 / run.n ** 0.36));
    for (let i = 0; i < run.n; i++) {
      const hex = state.colours[i] ?? state.theme.grey;
      let color = known.get(hex);
      if (!color) known.set(hex, (color = rgb(hex)));
      (tint.array as Float32Array).set(color, 3 * i);
      const chosen = state.chosen.size === 0 || state.chosen.has(i);
      (size.array as Float32Array)[i] = i === state.hover ? base * 1.6 : base;
      (glow.array as Float32Array)[i] = chosen ? 0.92 : 0.15;
    }
    for (const attribute of [position, tint, size, glow]) attribute.needsUpdate = true;
    const { uniforms } = this.dots.material as ShaderMaterial;
    uniforms.scale.value = window.devicePixelRatio || 1;
    uniforms.round.value = this.solid && this.round ? 1 : 0;
  }

  private fillTrails(run: Run, state: TokensState): void {
    if (this.trails) {
      this.world.remove(this.trails);
      this.trails.geometry.dispose();
      this.trails = null;
    }
    if (!state.trails || run.n > MOST_TRAILS) return;
    const last = run.rowAt(state.t);
    const first = Math.max(0, last - TRAIL);
    if (last - first < 1) return;
    const rows: Float32Array[] = [];
    const size = run.n * run.d;
    for (let row = first; row <= last; row++)
      rows.push(run.points(run.x.subarray(row * size, (row + 1) * size), new Float32Array(3 * run.n)));
    rows.push(this.xyz);
    const places = new Float32Array((rows.length - 1) * run.n * 6);
    const tints = new Float32Array((rows.length - 1) * run.n * 8);
    const ground = rgb(state.theme.panel);
    let at = 0;
    for (let k = 0; k + 1 < rows.length; k++)
      for (let i = 0; i < run.n; i++, at++) {
        places.set(rows[k].subarray(3 * i, 3 * i + 3), 6 * at);
        places.set(rows[k + 1].subarray(3 * i, 3 * i + 3), 6 * at + 3);
        const color = rgb(state.colours[i] ?? state.theme.grey);
        for (const end of [0, 1]) {
          const share = ((k + end) / (rows.length - 1)) * 0.6;
          for (let c = 0; c < 3; c++) tints[8 * at + 4 * end + c] = ground[c] + (color[c] - ground[c]) * share;
          tints[8 * at + 4 * end + 3] = share;
        }
      }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    geometry.setAttribute("color", new BufferAttribute(tints, 4));
    this.trails = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false }));
    this.trails.frustumCulled = false;
    this.trails.renderOrder = 2;
    this.world.add(this.trails);
  }

  /** The place of a point on the screen, and how far in front it is. */
  project(p: ArrayLike<number>, at = 0): [number, number, number] {
    const v = new Vector3(p[at], p[at + 1], p[at + 2]).applyQuaternion(this.world.quaternion);
    const { left, right, top, bottom } = this.lens;
    const { width, height } = this.layers;
    return [((v.x - left) / (right - left)) * width, ((top - v.y) / (top - bottom)) * height, v.z];
  }

  /** The point under a place of the screen: on the sphere, or in the plane. */
  private unproject(x: number, y: number): Vector3 {
    const { left, right, top, bottom } = this.lens;
    const { width, height } = this.layers;
    const v = new Vector3(left + (x / width) * (right - left), top - (y / height) * (top - bottom), 0);
    if (this.solid && this.round) {
      const square = v.x * v.x + v.y * v.y;
      if (square < 1) v.z = Math.sqrt(1 - square);
      else v.multiplyScalar(1 / Math.sqrt(square));
    }
    v.applyQuaternion(this.world.quaternion.clone().invert());
    if (this.round && !this.solid) v.normalize();
    return v;
  }

  /** Marks above the tokens: centers and their arcs, names, and all tokens where WebGL is missing. */
  drawMarks(pen: Pen, dots: boolean): void {
    const { run, state } = this;
    if (!run || !state || !run.rows) return;
    const { theme } = state;
    if (this.solid && this.round) {
      const [x, y] = this.project([0, 0, 0]);
      pen.ring(x, y, (this.layers.width / (this.lens.right - this.lens.left)), { color: theme.faint });
    }
    if (dots) this.drawFlat(pen, run, state);
    if (state.centers && run.begin.centers) this.drawCenters(pen, run, theme);
    this.drawLimit(pen, run, theme);
    if (state.hover >= 0 && state.hover < run.n) {
      const [x, y] = this.project(this.xyz, 3 * state.hover);
      pen.ring(x, y, 10, { color: theme.ink, width: 1.5 });
      const words = run.labels?.[state.hover] ?? `token ${state.hover}`;
      const right = x < this.layers.width - 80;
      pen.text(x + (right ? 15 : -15), y - 2, words, { color: theme.ink, size: 12, weight: 600, align: right ? "left" : "right" });
    }
    if (run.labels && run.n <= 64)
      run.labels.forEach((word, i) => {
        const [x, y, z] = this.project(this.xyz, 3 * i);
        if (i !== state.hover && z > -0.2) pen.text(x + 8, y, word, { color: theme.soft, size: 10 });
      });
  }

  private drawFlat(pen: Pen, run: Run, state: TokensState): void {
    for (const line of this.globe.children as Line[]) {
      const { array } = line.geometry.attributes.position as BufferAttribute;
      const points: number[] = [];
      for (let k = 0; k < array.length; k += 3) points.push(...this.project(array, k).slice(0, 2));
      pen.line(points, { color: state.theme.faint });
    }
    for (let i = 0; i < run.n; i++) {
      const [x, y, z] = this.project(this.xyz, 3 * i);
      pen.dot(x, y, Math.max(2, Math.min(6, 30 / run.n ** 0.36)), state.colours[i], this.solid && this.round && z < 0 ? 0.3 : 0.9);
    }
  }

  /** Rényi centers of the start: rings, strong ones filled, with the arcs nobody else may park in. */
  private drawCenters(pen: Pen, run: Run, theme: Theme): void {
    const { delta, renyi, strong } = run.begin.centers;
    const start = run.points(run.x.subarray(0, run.n * run.d), new Float32Array(3 * run.n));
    const isStrong = new Set<number>(strong);
    for (const i of renyi as number[]) {
      const color = isStrong.has(i) ? theme.strong : theme.ink;
      if (run.d === 2) {
        const a = Math.atan2(start[3 * i + 1], start[3 * i]);
        const arc: number[] = [];
        const radius = isStrong.has(i) ? 1.1 : 1.065;
        for (let k = -24; k <= 24; k++) {
          const b = a + (Math.min(delta, Math.PI) * k) / 48;
          arc.push(...this.project([radius * Math.cos(b), radius * Math.sin(b), 0]).slice(0, 2));
        }
        pen.line(arc, { color, width: 3, alpha: 0.55 });
      }
      const [x, y, z] = this.project(start, 3 * i);
      const alpha = this.solid && z < 0 ? 0.25 : 1;
      pen.ring(x, y, 6.5, { color, width: 2, alpha });
      if (isStrong.has(i)) pen.ring(x, y, 9.5, { color, width: 1.2, alpha });
    }
  }

  /** The directions that the spectrum of V predicts, as small crosses. */
  private drawLimit(pen: Pen, run: Run, theme: Theme): void {
    const told = run.begin.spectrum;
    if (!told?.leading || run.d > 3 || run.flat || told.leading.length !== 1) return;
    for (const sign of [1, -1]) {
      const p = [0, 1, 2].map((c) => sign * 1.0 * (told.leading[0][c] ?? 0));
      const [x, y] = this.project(p);
      for (const [a, b] of [[5, 5], [5, -5]]) pen.line([x - a, y - b, x + a, y + b], { color: theme.strong, width: 1.6 });
    }
  }

  tokenAt(x: number, y: number): number {
    const { run } = this;
    if (!run?.rows) return -1;
    let found = -1;
    let nearest = NEAR * NEAR;
    for (let i = 0; i < run.n; i++) {
      const [a, b, z] = this.project(this.xyz, 3 * i);
      if (this.solid && this.round && z < 0) continue;
      const away = (a - x) ** 2 + (b - y) ** 2;
      if (away < nearest) [nearest, found] = [away, i];
    }
    return found;
  }

  /** Coordinates (d) for a place on the screen; of a token in more dimensions only those seen move. */
  private coordinates(x: number, y: number, token: number): number[] {
    const run = this.run!;
    const p = this.unproject(x, y).toArray();
    if (run.d <= 3) return p.slice(0, run.d);
    const axes = run.axes();
    const at = run.at(this.state!.t);
    const old = Array.from({ length: run.d }, (_, c) => (token < 0 ? 0 : at[token * run.d + c]));
    const seen = axes.map((axis) => axis.reduce((sum, a, c) => sum + a * old[c], 0));
    return old.map((v, c) => v + axes.reduce((sum, axis, k) => sum + (p[k] - seen[k]) * axis[c], 0));
  }

  private touch(): void {
    const top = this.layers.top;
    top.tabIndex = 0;
    top.setAttribute("role", "application");
    top.setAttribute("aria-label", "Tokens. Drag one to move it; arrow keys turn the sphere.");
    let held = -1;
    let turning: [number, number] | null = null;
    const pinch = new Map<number, [number, number]>();
    top.addEventListener("pointerdown", (event) => {
      const [x, y] = place(event, top);
      top.setPointerCapture(event.pointerId);
      pinch.set(event.pointerId, [x, y]);
      const token = this.tokenAt(x, y);
      const tool = event.shiftKey ? "add" : event.altKey ? "delete" : this.act.tool();
      if (tool === "add") this.act.added(this.coordinates(x, y, -1));
      else if (tool === "delete" && token >= 0) this.act.removed(token);
      else if (tool === "move" && token >= 0) held = token;
      else turning = [x, y];
    });
    top.addEventListener("pointermove", (event) => {
      const [x, y] = place(event, top);
      if (pinch.size === 2 && pinch.has(event.pointerId)) return this.pinched(pinch, event.pointerId, x, y);
      if (held >= 0) this.act.moved(held, this.coordinates(x, y, held), false);
      else if (turning) {
        this.turn(x - turning[0], y - turning[1]);
        turning = [x, y];
      } else this.act.hover(this.tokenAt(x, y));
    });
    const release = (event: PointerEvent) => {
      const [x, y] = place(event, top);
      pinch.delete(event.pointerId);
      if (held >= 0) this.act.moved(held, this.coordinates(x, y, held), true);
      held = -1;
      turning = null;
    };
    top.addEventListener("pointerup", release);
    top.addEventListener("pointercancel", release);
    top.addEventListener("pointerleave", () => this.act.hover(-1));
    top.addEventListener("dblclick", (event) => this.chooseCluster(...place(event, top)));
    top.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 600));
    }, { passive: false });
  }

  private pinched(pinch: Map<number, [number, number]>, id: number, x: number, y: number): void {
    const length = () => {
      const [a, b] = [...pinch.values()];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    const before = length();
    pinch.set(id, [x, y]);
    this.zoom(length() / Math.max(1, before));
  }

  zoom(factor: number): void {
    this.camera.zoom = Math.min(40, Math.max(0.5, this.camera.zoom * factor));
    this.act.turned();
  }

  turn(dx: number, dy: number): void {
    if (!this.solid) return;
    const size = Math.min(this.layers.width, this.layers.height) / 2.4;
    const axis = new Vector3(dy, dx, 0);
    const angle = axis.length() / size;
    if (!angle) return;
    const by = new Quaternion().setFromAxisAngle(axis.normalize(), angle);
    this.camera.turn = by.multiply(new Quaternion().fromArray(this.camera.turn)).toArray() as any;
    this.act.turned();
  }

  private chooseCluster(x: number, y: number): void {
    const token = this.tokenAt(x, y);
    const { run, state } = this;
    const row = run && state ? run.measuredAt(run.rowAt(state.t)) : -1;
    if (!run || token < 0 || row < 0) return this.act.choose([]);
    const label = run.label[row * run.n + token];
    const members = [];
    for (let i = 0; i < run.n; i++) if (run.label[row * run.n + i] === label) members.push(i);
    this.act.choose(label < 0 ? [token] : members);
  }

  /** The picture as one canvas, on the colour of its panel. */
  picture(): HTMLCanvasElement[] {
    this.redraw(); // WebGL keeps its picture for the length of a task only
    return [...(this.renderer ? [this.renderer.domElement] : []), ...this.layers.picture()];
  }
}
