// Sharing: the state as an address, the system as Python, command and TOML.

import type { Fields } from "./run";
import type { Command } from "./state";

export function toAddress(state: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromAddress(text: string): any {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(letters, (c) => c.charCodeAt(0))));
  } catch {
    return null;
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

/** A command that runs a spec; fields that its preset would change are named. */
export function toCommand(spec: Fields, { preset, defaults }: Command): string {
  const all = { ...defaults, ...spec };
  if ("gamma" in spec) delete (all as Fields).beta;
  const plain = (v: any) => ["string", "number", "boolean"].includes(typeof v);
  if (!Object.values(all).every(plain)) return "# Arrays need a file: save the TOML as spec.toml.\ntokenflock run spec.toml\n";
  const words = Object.entries(all).map(([name, value]) => {
    const option = `--${name === "n" || name === "d" ? name : name.replaceAll("_", "-")}`;
    if (typeof value === "boolean") return value ? option : option.replace("--", "--no-");
    return `${option} ${/^[\w.:+-]+$/.test(String(value)) ? value : `'${value}'`}`;
  });
  return `tokenflock run ${preset} ${words.join(" ")}\n`;
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
