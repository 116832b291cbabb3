// Sharing: the state as an address, the system as Python, command and TOML.

import type { Fields } from "./run";
import type { Command } from "./state";

const COMPRESSED = "~"; // how the text of a compressed state begins
const LARGEST = 4_000_000; // bytes of a state: a small link must not unfold without end

/** A state as text for an address, compressed. */
export async function toAddress(state: object): Promise<string> {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of new Uint8Array(await new Response(stream).arrayBuffer())) letters += String.fromCharCode(byte);
  return COMPRESSED + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The state that a text holds, compressed or not; null if it holds none. */
export async function fromAddress(text: string): Promise<any> {
  try {
    const letters = atob(text.replace(COMPRESSED, "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(text.startsWith(COMPRESSED) ? await inflated(bytes) : bytes));
  } catch {
    return null;
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    if ((size += value.length) > LARGEST) throw new Error("too large");
    parts.push(value);
  }
}

function pythonValue(value: any): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  return JSON.stringify(value);
}

export function toPython(spec: Fields): string {
  const fields = Object.entries(spec).map(([name, value]) => `    ${name}=${pythonValue(value)},\n`);
  return `import tokenflock as tkf\n\nspec = tkf.Spec(\n${fields.join("")})\nrun = tkf.simulate(spec)\n`;
}

export function toToml(spec: Fields): string {
  return Object.entries(spec).filter(([, v]) => v !== null).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`).join("");
}

/** The name of a system for files and folders: its preset, or what it is. */
export function nameOf(spec: Fields, preset: string | null): string {
  const word = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value).replace(/[^\w.-]+/g, "-") : "own");
  const told = ["n", "d", "beta", "gamma", "mask", "space", "weighting", "kappa", "seed"].filter((name) => spec[name] != null);
  return preset || told.map((name) => (typeof spec[name] === "string" ? word(spec[name]) : `${name}-${word(spec[name])}`)).join("-") || "tokenflock";
}

/** A command that runs a spec; fields that its preset would change are named, and so is the folder. */
export function toCommand(spec: Fields, { preset, defaults }: Command, folder: string): string {
  const all = { ...defaults, ...spec };
  if ("gamma" in spec) delete (all as Fields).beta;
  const plain = (v: any) => ["string", "number", "boolean"].includes(typeof v);
  if (!Object.values(all).every(plain)) return `# Arrays need a file: save the TOML as spec.toml.\ntokenflock run spec.toml --out ${folder}\n`;
  const words = Object.entries(all).map(([name, value]) => {
    const option = `--${name === "n" || name === "d" ? name : name.replaceAll("_", "-")}`;
    if (typeof value === "boolean") return value ? option : option.replace("--", "--no-");
    return `${option} ${/^[\w.:+-]+$/.test(String(value)) ? value : `'${value}'`}`;
  });
  return `tokenflock run ${preset} ${words.join(" ")} --out ${folder}\n`;
}

export function download(name: string, data: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Layers of canvases, one over the other, on a ground. */
export function flattened(layers: HTMLCanvasElement[], ground: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...layers.map((layer) => layer.width));
  canvas.height = Math.max(...layers.map((layer) => layer.height));
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) if (layer.width && layer.height) context.drawImage(layer, 0, 0, canvas.width, canvas.height);
  return canvas;
}
