// One bundle for three hosts: explorer.js and explorer.css, beside the server that ships them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const OUT = "../src/tokenflock/explorer/page";

/** A hash over all that the bundle is made of; a test compares it without building. */
function sources(): string {
  const hash = createHash("sha256");
  const files = ["package-lock.json", "vite.config.ts", ...readdirSync("src").sort().map((name) => `src/${name}`)];
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function stamp(): Plugin {
  return {
    name: "stamp",
    writeBundle: ({ dir }) => writeFileSync(`${dir}/sources.sha256`, `${sources()}\n`),
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
  plugins: [stamp()],
});
