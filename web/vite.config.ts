// One bundle for all hosts: explorer.js and explorer.css, beside the server that ships them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build, defineConfig, type Plugin } from "vite";

const OUT = "../src/tokenflock/explorer/page";

/** A hash over all that the bundle is made of; a test compares it without building. */
function sources(): string {
  const hash = createHash("sha256");
  const inside = readdirSync("src", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = ["package-lock.json", "vite.config.ts", ...inside.map(({ parentPath, name }) => `${parentPath}/${name}`).sort()];
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function stamp(): Plugin {
  return {
    name: "stamp",
    writeBundle: ({ dir }) => writeFileSync(`${dir}/sources.sha256`, `${sources()}\n`),
  };
}

/** The worker of a page without a server, as text: a page of one file starts it from there. */
function worker(): Plugin {
  const name = "virtual:worker";
  return {
    name: "worker",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const built: any = await build({
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        json: { stringify: true },
        build: { write: false, target: "es2022", lib: { entry: "src/wasm/worker.ts", formats: ["iife"], name: "worker" } },
      });
      return `export default ${JSON.stringify([built].flat()[0].output[0].code)};`;
    },
  };
}

export default defineConfig({
  publicDir: "static",
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 2000,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/main.ts",
      preserveEntrySignatures: "strict", // a notebook imports what the entry exports
      output: { entryFileNames: "explorer.js", assetFileNames: "explorer[extname]" },
    },
  },
  plugins: [worker(), stamp()],
});
