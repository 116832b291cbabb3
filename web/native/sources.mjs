// A hash over all that the kernels of the page are made of; a test compares it without building.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../", import.meta.url);

export function sources() {
  const native = readdirSync(new URL("native/", ROOT)).filter((name) => /\.(h|cpp)$/.test(name)).sort();
  const files = [...native.map((name) => `native/${name}`), "web/native/build.sh", "web/native/door.cpp"];
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update("\0").update(readFileSync(new URL(file, ROOT))).update("\0");
  return hash.digest("hex");
}
