// The tokens themselves: on the circle, on the sphere, in the plane or on a line.

import { Quaternion, Vector3, type BufferAttribute, type Line } from "three";
import { Layers } from "./canvas";
import { rgb, type Theme } from "./colors";
import { TokenScene, TRAIL } from "./webgl";
import { drawEdges, type Edge } from "./edges";
import { drawCenters, drawLimit, drawNames } from "./marks";
import type { Painter } from "./painter";
import type { Run } from "./run";
import { handlePointers, type PointerActions } from "./pointers";

export type Tool = "move" | "add" | "delete";
export type Camera = { turn: [number, number, number, number]; zoom: number };
export type TokensState = {
  theme: Theme;
  colors: string[];
  t: number;
  hover: number;
  chosen: Set<number>;
  trails: boolean;
  centers: boolean;
  edges: Edge[]; // whom tokens listen to
  held: { token: number; to: number[] } | null; // drawn where the hand is
};

const NEAR = 16; // pixels within which a pointer touches a token
const MOST_TRAILS = 1200;

export const UPRIGHT: Camera = { turn: new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -1.2)
  .multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), -0.6)).toArray() as any, zoom: 1 };

export class TokensView {
  readonly layers: Layers;
  camera: Camera = { turn: [...UPRIGHT.turn], zoom: 1 };
  frames = 0;
  private scene: TokenScene;
  private run: Run | null = null;
  private state: TokensState | null = null;
  private xyz = new Float32Array(0);
  private project = (p: ArrayLike<number>, at = 0) => this.placeOf(p, at);

  constructor(box: HTMLElement, label: string, private act: PointerActions) {
    const canvas = box.appendChild(document.createElement("canvas"));
    canvas.classList.add("tkf-webgl");
    this.layers = new Layers(box, () => this.redraw(), `${label}. Drag one to move it; arrow keys turn the sphere.`);
    this.scene = new TokenScene(canvas);
    handlePointers(this, act);
  }

  private get is3d(): boolean {
    return !!this.run && this.run.d >= 3;
  }

  private get isRound(): boolean {
    return !!this.run && !this.run.flat;
  }

  show(run: Run | null, state: TokensState): void {
    if (run !== this.run) this.setRun(run);
    this.state = state;
    this.redraw();
  }

  private setRun(run: Run | null): void {
    const n = run?.n ?? 0;
    const surround = (r: Run | null) => (!r || r.flat || r.d < 2 ? "nothing" : r.d === 2 ? "circle" : "globe");
    if (n * 3 !== this.xyz.length) {
      this.xyz = new Float32Array(3 * n);
      this.scene.resize(n, n <= MOST_TRAILS);
    }
    if (!this.run || surround(run) !== surround(this.run)) this.scene.surround(surround(run));
    this.run = run;
  }

  redraw(): void {
    const { run, state } = this;
    if (!state) return;
    const { theme } = state;
    this.frames++;
    this.aim();
    if (run?.rows) {
      run.points(this.tokensAt(run, state), this.xyz);
      this.scene.fillDots(this.xyz, { ...state, gray: theme.gray, round: this.is3d && this.isRound });
      this.scene.fillTrails(this.trailsOf(run, state), rgb(theme.panel));
    }
    this.scene.render(this.layers.width, this.layers.height, rgb(theme.faint));
    this.layers.drawOverlay((painter) => this.drawMarks(painter, !this.scene.renderer));
  }

  /** Tokens at the time of the cursor; one in the hand is where the hand is. */
  private tokensAt(run: Run, { t, held }: TokensState): Float32Array {
    const x = run.at(t);
    if (!held || held.token >= run.n || held.to.length !== run.d) return x;
    const moved = x.slice();
    moved.set(held.to, held.token * run.d);
    return moved;
  }

  /** The last saved rows before the cursor, and where tokens are now. */
  private trailsOf(run: Run, { t, trails }: TokensState): Float32Array[] {
    const last = run.rowAt(t);
    if (!trails || run.n > MOST_TRAILS || last < 1) return [];
    const size = run.n * run.d;
    const rows: Float32Array[] = [];
    for (let row = Math.max(0, last - TRAIL); row <= last; row++)
      rows.push(run.points(run.x.subarray(row * size, (row + 1) * size), new Float32Array(3 * run.n)));
    return [...rows, this.xyz];
  }

  /** The projection around the picture: some margin, the shorter side decides. */
  private aim(): void {
    const { width, height } = this.layers;
    const { projection, world } = this.scene;
    const reach = ((this.run?.reach() ?? 1) * 1.2) / (this.is3d ? this.camera.zoom : Math.max(this.camera.zoom, 0.2));
    const wide = Math.max(1, width / Math.max(1, height));
    const high = Math.max(1, height / Math.max(1, width));
    [projection.left, projection.right, projection.top, projection.bottom] = [-reach * wide, reach * wide, reach * high, -reach * high];
    projection.updateProjectionMatrix();
    if (this.is3d) world.quaternion.fromArray(this.camera.turn);
    else world.quaternion.identity();
    world.updateMatrixWorld();
  }

  /** The place of a point on the screen, and how far in front it is. */
  private placeOf(p: ArrayLike<number>, at: number): [number, number, number] {
    const v = new Vector3(p[at], p[at + 1], p[at + 2]).applyQuaternion(this.scene.world.quaternion);
    const { left, right, top, bottom } = this.scene.projection;
    const { width, height } = this.layers;
    return [((v.x - left) / (right - left)) * width, ((top - v.y) / (top - bottom)) * height, v.z];
  }

  /** The point under a place of the screen: on the sphere, or in the plane. */
  private unproject(x: number, y: number): Vector3 {
    const { left, right, top, bottom } = this.scene.projection;
    const { width, height } = this.layers;
    const v = new Vector3(left + (x / width) * (right - left), top - (y / height) * (top - bottom), 0);
    if (this.is3d && this.isRound) {
      const square = v.x * v.x + v.y * v.y;
      if (square < 1) v.z = Math.sqrt(1 - square);
      else v.multiplyScalar(1 / Math.sqrt(square));
    }
    v.applyQuaternion(this.scene.world.quaternion.clone().invert());
    if (this.isRound && !this.is3d) v.normalize();
    return v;
  }

  /** Marks above the tokens, and all tokens where WebGL is missing or a picture is written. */
  drawMarks(painter: Painter, dots: boolean): void {
    const { run, state, project } = this;
    if (!run || !state || !run.rows) return;
    const { theme } = state;
    if (this.is3d && this.isRound) {
      const { left, right } = this.scene.projection;
      const [x, y] = project([0, 0, 0]);
      painter.ring(x, y, this.layers.width / (right - left), { color: theme.faint });
    }
    if (dots) this.drawFlat(painter, run, state);
    if (state.centers && run.begin.centers) drawCenters(painter, run, theme, project);
    drawEdges(painter, state.edges, this.xyz, theme, project);
    drawLimit(painter, run, theme, project);
    drawNames(painter, run, theme, this.xyz, state.hover, this.layers.width, project);
  }

  private drawFlat(painter: Painter, run: Run, state: TokensState): void {
    for (const line of this.scene.globe.children as Line[]) {
      const { array } = line.geometry.attributes.position as BufferAttribute;
      const points: number[] = [];
      for (let k = 0; k < array.length; k += 3) points.push(...this.project(array, k).slice(0, 2));
      painter.line(points, { color: state.theme.faint });
    }
    for (let i = 0; i < run.n; i++) {
      const [x, y, z] = this.project(this.xyz, 3 * i);
      painter.dot(x, y, Math.max(2, Math.min(6, 30 / run.n ** 0.36)), state.colors[i], this.is3d && this.isRound && z < 0 ? 0.3 : 0.9);
    }
  }

  tokenAt(x: number, y: number): number {
    const { run } = this;
    if (!run?.rows) return -1;
    let found = -1;
    let nearest = NEAR * NEAR;
    for (let i = 0; i < run.n; i++) {
      const [a, b, z] = this.project(this.xyz, 3 * i);
      if (this.is3d && this.isRound && z < 0) continue;
      const away = (a - x) ** 2 + (b - y) ** 2;
      if (away < nearest) [nearest, found] = [away, i];
    }
    return found;
  }

  /** The tokens in the cluster of the one at a place; none beside all of them. */
  clusterAt(x: number, y: number): number[] {
    const token = this.tokenAt(x, y);
    const { run, state } = this;
    const row = run && state ? run.measuredAt(run.rowAt(state.t)) : -1;
    if (!run || token < 0 || row < 0) return [];
    const label = run.labels[row * run.n + token];
    if (label < 0) return [token];
    return Array.from({ length: run.n }, (_, i) => i).filter((i) => run.labels[row * run.n + i] === label);
  }

  /** Coordinates (d) for a place on the screen; of a token in more dimensions only those seen move. */
  coordinates(x: number, y: number, token: number): number[] {
    const run = this.run!;
    const p = this.unproject(x, y).toArray();
    if (run.d <= 3) return p.slice(0, run.d);
    const axes = run.axes();
    const at = run.at(this.state!.t);
    const old = Array.from({ length: run.d }, (_, c) => (token < 0 ? 0 : at[token * run.d + c]));
    const seen = axes.map((axis) => axis.reduce((sum, a, c) => sum + a * old[c], 0));
    return old.map((v, c) => v + axes.reduce((sum, axis, k) => sum + (p[k] - seen[k]) * axis[c], 0));
  }

  zoom(factor: number): void {
    this.camera.zoom = Math.min(40, Math.max(0.5, this.camera.zoom * factor));
    this.act.cameraMoved();
  }

  turn(dx: number, dy: number): void {
    if (!this.is3d) return;
    const size = Math.min(this.layers.width, this.layers.height) / 2.4;
    const axis = new Vector3(dy, dx, 0);
    const angle = axis.length() / size;
    if (!angle) return;
    const by = new Quaternion().setFromAxisAngle(axis.normalize(), angle);
    this.camera.turn = by.multiply(new Quaternion().fromArray(this.camera.turn)).toArray() as any;
    this.act.cameraMoved();
  }

  /** The picture as canvases, one over the other. */
  picture(): HTMLCanvasElement[] {
    this.redraw(); // WebGL keeps its picture for the length of a task only
    return [...(this.scene.renderer ? [this.scene.renderer.domElement] : []), ...this.layers.picture()];
  }
}
