// What the kernels of the page follow, and what needs Python.

import data from "./data.json";
import { serverNeeded } from "./refusal";
import { shape, type Spec } from "./spec";
import { head, isLayered } from "../words";

/** Words of a field that the page alone does not follow, for the controls to say so. */
export const UNSERVED: Record<string, string[]> = {
  init: ["simplex"],
  weighting: ["hardmax", "hardmax:others"],
  position: ["rotary"],
  noise: ["common", "common-matrix", "common-attention"],
  method: ["nesterov"],
  mlp: data.hello.schema.properties.mlp["x-hint"].words.map((word) => word.split(":")[0]),
  linear: data.hello.schema.properties.linear["x-hint"].words,
  beta_end: [],
};

export { head, isLayered };

/** Refuses, at its field, what needs the server. */
export function checkServed(spec: Spec): void {
  const need = (is: boolean, field: string, what: string) => { if (is) throw serverNeeded(field, what); };
  for (const [field, words] of Object.entries(UNSERVED))
    need(words.includes(head(spec[field])) || words.includes(spec[field]), field, `\`${field}='${head(spec[field])}'\``);
  need(spec.beta_end !== null, "beta_end", "An inverse temperature that changes");
  need(spec.mlp !== null, "mlp", "A perceptron");
  need(shape(spec.linear).length > 2, "linear", "One linear term per layer");
  need(head(spec.init) === "cap" && spec.d > 3, "init", "A cap in more than three dimensions");
  checkTime(spec, need);
  checkSpace(spec, need);
}

type Need = (is: boolean, field: string, what: string) => void;

function checkTime(spec: Spec, need: Need): void {
  need(!!spec.coarsen, "coarsen", "Following tokens that met as one");
  need(spec.t_end > data.numbers.explicit_time && !isLayered(spec.method), "t_end", `A time beyond ${data.numbers.explicit_time}`);
  need(spec.method === "euler" && spec.step === null, "step", "Euler's method without a `step`");
  need(spec.kappa !== null && spec.method !== "auto", "method", "Noise by this method");
  need(spec.kappa !== null && !["sphere", "euclidean"].includes(spec.space), "kappa", "Noise in this space");
  need(spec.kappa !== null && hasLayers(spec), "kappa", "Noise with weights that change");
}

function checkSpace(spec: Spec, need: Need): void {
  const { space, weighting, mask } = spec;
  const terms = spec.linear !== null || spec.external !== null;
  const several = spec.heads > 1 || shape(spec.qk).length > 2 || shape(spec.ov).length > 2;
  const rescaled = space === "rescaled";
  need(rescaled && weighting !== "softmax", "weighting", "Rescaled tokens with this weighting");
  need(rescaled && several, "heads", "Rescaled tokens of several heads");
  need(rescaled && isLayered(spec.method), "method", "Layers of rescaled tokens");
  need(terms && (rescaled || ((["periln"].includes(space) || head(space) === "ngpt") && spec.block === "sequential")), "space", "Such a term in this space");
  need(spec.method === "no-residual" && !["sphere", "euclidean"].includes(space), "method", "Layers without residual in this space");
  need(weighting === "sinkhorn" && mask !== "full" && !Array.isArray(mask), "mask", "Doubly stochastic weights under this mask");
  need(head(spec.position) === "alibi" && mask !== "causal" && head(mask) !== "window", "position", "ALiBi under this mask");
}

/** Whether weights change from layer to layer. */
export function hasLayers(spec: Spec): boolean {
  const laws = [spec.qk, spec.ov].some((m) => typeof m === "string" && !["+qk", "-qk"].includes(m));
  return shape(spec.qk).length === 4 || shape(spec.ov).length === 4 || (spec.layer_time !== null && laws);
}
