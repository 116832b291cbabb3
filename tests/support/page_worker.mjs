// Runs the worker of a page without a server: specs in, what the page is told out, both as JSON.
// With `attention` behind the bundle: runs as pages were told of them in, attention matrices out.
import { runInThisContext } from "node:vm";
import { readFileSync, writeSync } from "node:fs";

const { attentionRows, Run, workerSource } = await import(process.argv[2]);

/** The attention matrix that the page shows of a run at each of some rows; null if it shows none. */
function matrices({ begin, times, x, rows }) {
  const run = new Run(begin);
  run.addPath({ first: 0, arrays: { times: Float64Array.from(times), x: Float32Array.from(x) } });
  const out = new Float64Array(run.n);
  return rows.map((row) => {
    const write = attentionRows(run, times[row]);
    return write && Array.from({ length: run.n }, (_, i) => (write(i, out), Array.from(out)));
  });
}

if (process.argv[3] === "attention") {
  writeSync(1, JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(matrices)));
  process.exit(0);
}
let receive = () => {};
globalThis.self = { postMessage: (message) => receive(message), onmessage: null };
const greeted = new Promise((resolve) => (receive = resolve));
runInThisContext(workerSource);
const hello = await greeted;

/** Sends a message; resolves with all answers once one is of an end. */
function asked(message, ends) {
  return new Promise((resolve) => {
    const told = [];
    receive = (answer) => {
      told.push({ ...answer, at: performance.now() });
      if (ends.includes(answer.type)) resolve(told);
    };
    self.onmessage({ data: message });
  });
}

async function followed(spec, id) {
  const began = performance.now();
  const told = await asked({ type: "run", id, slot: "a", spec, preview: false }, ["ended"]);
  const end = told.at(-1);
  if (end.status !== "done") return { status: end.status, message: end.message, field: end.field };
  const rows = (name, type) => told.filter((one) => one.type === type).flatMap((one) => Array.from(one.arrays[name]));
  const [verdict] = await asked({ type: "verdict", id, slot: "a" }, ["verdict", "ended"]);
  return {
    status: end.status, solver: end.solver, begin: told[0], times: rows("times", "path"), x: rows("x", "path"),
    labels: rows("labels", "measures"), count: rows("count", "measures"), energy: rows("energy", "measures"),
    alignment: rows("alignment", "measures"), verdict: verdict.verdict ?? null, took: end.at - began,
  };
}

const specs = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const [id, spec] of specs.entries()) found.push(await followed(spec, id));
writeSync(1, JSON.stringify({ hello: Object.keys(hello), found }, (_, v) => (typeof v === "number" && !Number.isFinite(v) ? null : v)));
process.exit(0);
