// The kernels: native/, compiled to WebAssembly, behind the door of web/native/door.cpp.

import kernels from "./kernels.json";

type Exports = {
  memory: WebAssembly.Memory;
  tkf_room(bytes: number): number;
  tkf_free(room: number): void;
  tkf_clear(): void;
  tkf_put(name: number, numbers: number): number;
  tkf_advance(steps: number): void;
  tkf_take_steps(way: number, t: number, length: number, steps: number, first: number): void;
};

let compiled: Promise<WebAssembly.Module> | null = null;

async function inflated(): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(kernels.gzip), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Kernels with a memory of their own: arrays are put by name, and read after a call. */
export class Kernels {
  private places = new Map<string, { at: number; count: number }>();

  private constructor(private wasm: Exports) {}

  static async load(): Promise<Kernels> {
    const module = await (compiled ??= inflated());
    const imports: Record<string, Record<string, () => number>> = {};
    // The library of C asks for an outside world, of which there is none.
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
    const { exports } = await WebAssembly.instantiate(module, imports);
    (exports as any)._initialize?.();
    return new Kernels(exports as unknown as Exports);
  }

  clear(): void {
    this.wasm.tkf_clear();
    this.places.clear();
  }

  /** An array of a name, for the first time; numbers are arrays of one. Null is left out. */
  put(name: string, values: ArrayLike<number> | number | null): void {
    if (values === null) return;
    const list = typeof values === "number" ? [values] : values;
    const room = this.wasm.tkf_room(name.length + 1);
    const letters = new Uint8Array(this.wasm.memory.buffer, room, name.length + 1);
    letters.set([...name].map((letter) => letter.charCodeAt(0)));
    letters[name.length] = 0;
    const at = this.wasm.tkf_put(room, list.length);
    this.wasm.tkf_free(room);
    if (!at) throw new Error(`There is no room for ${name}.`);
    this.places.set(name, { at, count: list.length });
    this.view(name).set(list);
  }

  /** The array of a name as it stands; a later call may move it. */
  view(name: string): Float64Array {
    const { at, count } = this.places.get(name)!;
    return new Float64Array(this.wasm.memory.buffer, at, count);
  }

  number(name: string): number {
    return this.view(name)[0];
  }

  advance(steps: number): void {
    this.wasm.tkf_advance(steps);
  }

  takeSteps(way: number, t: number, length: number, steps: number, first: number): void {
    this.wasm.tkf_take_steps(way, t, length, steps, first);
  }
}
