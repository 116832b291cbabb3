// A hash over all that the kernels of the page are made of; a test compares it without building.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { posix } from "node:path";

const ROOT = new URL("../../", import.meta.url);

/** A file and those that it includes, by their paths from the root. */
function included(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(new URL(file, ROOT), "utf8").matchAll(/^#include "(.+)"/gm))
    included(posix.join(posix.dirname(file), name), found);
  return found;
}

export function sources() {
  const found = included("native/memory.cpp", included("web/native/door.cpp"));
  const hash = createHash("sha256");
  for (const file of [...found, "web/native/build.sh"].sort())
    hash.update(file).update("\0").update(readFileSync(new URL(file, ROOT))).update("\0");
  return hash.digest("hex");
}
