// Whether the kernels of the page were built from their sources as they are now.
import { readFileSync } from "node:fs";
import { sources } from "./sources.mjs";

const kernels = JSON.parse(readFileSync(new URL("../src/wasm/kernels.json", import.meta.url), "utf8"));
process.exit(kernels.sources === sources() ? 0 : 1);
