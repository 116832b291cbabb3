// Writes WebAssembly, gzipped and as text, where the page imports it, with the hash of its sources.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { sources } from "./sources.mjs";

const wasm = gzipSync(readFileSync(process.argv[2]), { level: 9 });
const data = { sources: sources(), gzip: wasm.toString("base64") };
writeFileSync(new URL("../src/wasm/kernels.json", import.meta.url), `${JSON.stringify(data, null, 1)}\n`);
console.log(`web/src/wasm/kernels.json: ${(wasm.length / 1000).toFixed(0)} kB gzipped`);
