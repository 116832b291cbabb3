// The equation of the system, as MathML: what a control changes is lit while it is touched.

import { head, isLayered } from "./words";

type Part = Node | string;
type Value = (name: string) => any;

const NAMESPACE = "http://www.w3.org/1998/Math/MathML";
const NAMES: Record<string, string> = { d: "d", n: "n", seed: "seed" };

function tag(name: string, ...parts: Part[]): Element {
  const element = document.createElementNS(NAMESPACE, name);
  element.append(...parts);
  return element;
}

const mi = (letter: string) => tag("mi", letter);
/** A sign; parentheses are as high as a letter, whatever they enclose. */
function mo(sign: string): Element {
  const element = tag("mo", sign);
  if ("()".includes(sign)) element.setAttribute("stretchy", "false");
  return element;
}
const row = (...parts: Part[]) => tag("mrow", ...parts);
const sub = (base: Part, below: Part) => tag("msub", base, below);
const sup = (base: Part, above: Part) => tag("msup", base, above);
const x = (index: string, letter = "x") => sub(mi(letter), mi(index));
const text = (words: string) => tag("mtext", words);

/** A part of the equation that fields change; idle if it is only what nobody has changed. */
function term(fields: string, idle: boolean, ...parts: Part[]): Element {
  const element = row(...parts);
  element.setAttribute("data-fields", fields);
  if (idle) element.setAttribute("class", "tkf-idle");
  return element;
}

export class Equation {
  private touched: string | null = null;
  private value: Value = () => null;

  constructor(readonly element: HTMLElement) {}

  /** The equation of a spec, by its fields. */
  show(value: Value): void {
    this.value = value;
    this.render();
  }

  /** Lights what a field changes; null for none. */
  touch(field: string | null): void {
    if (field === this.touched) return;
    this.touched = field;
    this.render();
  }

  private render(): void {
    const math = tag("math", ...equation(this.value, this.touched));
    math.setAttribute("displaystyle", "true");
    for (const part of math.querySelectorAll("[data-fields]"))
      if (this.touched && part.getAttribute("data-fields")!.split(" ").includes(this.touched)) part.classList.add("tkf-lit");
    this.element.replaceChildren(math);
  }
}

function equation(value: Value, touched: string | null): Part[] {
  const space = head(value("space"));
  const rescaled = space === "rescaled";
  const given = (name: string) => value(name) != null || touched === name;
  return [
    change(value, rescaled ? "z" : "x"), mo("="), ...step(value), ...frame(space, value, drift(value, given, rescaled)), ...others(value, given),
    mo(","), gap(), ...weights(value, given, rescaled), gap(), ...start(value, touched),
  ];
}

const gap = () => { const space = tag("mspace"); space.setAttribute("width", "1.4em"); return space; };

/** The left side: a velocity, or the tokens after a layer. */
function change(value: Value, letter: string): Element {
  const layered = isLayered(value("method"));
  const dot = layered ? sup(mi(letter), mo("′")) : tag("mover", mi(letter), mo("˙"));
  return term("method step coarsen tol", false, sub(dot, mi("i")));
}

/** Of layers: the residual, and how long a step is. */
function step(value: Value): Part[] {
  const method = value("method");
  if (!isLayered(method)) return [];
  const residual = method === "no-residual" ? [] : [x("i"), mo("+"), mi("Δ"), mi("t")];
  return [term("method step space", false, mi("N"), mo("("), ...residual)];
}

/** What the space makes of the sum. */
function frame(space: string, value: Value, inside: Part[]): Part[] {
  if (isLayered(value("method"))) return [...inside, term("method step space", false, mo(")"))];
  const p = sub(mi("P"), x("i"));
  const before: Record<string, Part[]> = {
    sphere: [p], ngpt: [mi("α"), p], sqrtscaled: [tag("mfrac", tag("mn", "1"), tag("msqrt", mi("t"), mo("+"), tag("mn", "1"))), p],
    mixln: [p], periln: [tag("mfrac", tag("mn", "1"), row(mo("|"), sub(mi("A"), mi("i")), mo("|")))],
  };
  return before[space] ? [term("space", false, ...before[space]), ...inside] : inside;
}

/** The sum over what a token sees. */
function drift(value: Value, given: (name: string) => boolean, rescaled: boolean): Part[] {
  const several = value("heads") > 1 || depth(value("qk")) > 2 || depth(value("ov")) > 2;
  const heads = several || given("heads") && value("heads") > 1 ? [term("heads", false, tag("munder", mo("∑"), mi("h")))] : [];
  const said = rescaled ? [mo("("), x("j", "z"), mo("−"), x("i", "z"), mo(")")] : [x("j", unit(value) ? "x" : "θ")];
  return [
    ...heads, term("mask n", false, tag("munder", mo("∑"), seen(value("mask")))),
    term("weighting", false, sub(mi("w"), row(mi("i"), mi("j")))), term("ov heads", value("ov") == null, mi("V")), ...said,
  ];
}

const depth = (value: unknown): number => (Array.isArray(value) ? 1 + depth(value[0]) : 0);
/** Whether tokens enter as they are, not divided by their norms (θ). */
const unit = (value: Value) => ["sphere", "ngpt", "sqrtscaled", "euclidean"].includes(head(value("space")));

function seen(mask: unknown): Part {
  if (mask === "full") return mi("j");
  if (mask === "causal") return row(mi("j"), mo("≤"), mi("i"));
  if (head(mask) === "window") return row(mi("i"), mo("−"), tag("mn", String(mask).split(":")[1] ?? "k"), mo("<"), mi("j"), mo("≤"), mi("i"));
  return row(mi("j"), text(" seen by "), mi("i"));
}

/** What acts besides attention. */
function others(value: Value, given: (name: string) => boolean): Part[] {
  const parts: Part[] = [];
  if (given("mlp")) parts.push(mo("+"), term("mlp mlp_scale block", value("mlp") == null, mi("f"), mo("("), x("i"), mo(")")));
  if (given("linear")) parts.push(mo("+"), term("linear", value("linear") == null, mi("B"), x("i")));
  if (given("external")) parts.push(mo("+"), term("external", value("external") == null, sub(mi("E"), mi("i"))));
  if (given("kappa")) parts.push(mo("+"), term("kappa noise", value("kappa") == null, tag("msqrt", tag("mn", "2"), mo("/"), mi("κ")), sub(tag("mover", mi("W"), mo("˙")), mi("i"))));
  return parts;
}

/** w_ij, by the weighting. */
function weights(value: Value, given: (name: string) => boolean, rescaled: boolean): Part[] {
  const kind = head(value("weighting"));
  const w = term("weighting", false, sub(mi("w"), row(mi("i"), mi("j"))));
  const mass = given("masses") ? [term("masses", value("masses") == null, sub(mi("m"), mi("j")))] : [];
  const letter = unit(value) || rescaled ? "x" : "θ";
  const score = row(mo("⟨"), x("i", letter), mo(","), term("qk heads position", value("qk") == null, mi("M")), x("j", letter), mo("⟩"));
  const beta = term("beta gamma beta_end", false, mi("β"));
  if (kind === "hardmax") return [w, mo("="), tag("mn", "1"), text(" at the largest "), score];
  const exponent = [beta, score];
  if (value("weighting") === "unnormalized:scaled") exponent.push(mo("−"), term("beta gamma", false, mi("β")));
  if (kind === "sinkhorn") return [w, mo("="), ...mass, sup(mi("e"), row(sub(mi("f"), mi("i")), mo("+"), ...exponent, mo("+"), sub(mi("g"), mi("j"))))];
  const top = row(...mass, sup(mi("e"), row(...exponent)));
  return [w, mo("="), tag("mfrac", top, term("weighting", false, kind === "unnormalized" ? mi("n") : sub(mi("Z"), mi("i"))))];
}

/** Where and when: lit by what draws the start and ends the run. */
function start(value: Value, touched: string | null): Part[] {
  const init = value("init");
  const letter = head(value("space")) === "rescaled" ? "z" : "x";
  const from = Array.isArray(init) ? "by hand" : String(init);
  const which = touched && NAMES[touched] ? `, ${NAMES[touched]} = ${value(touched)}` : "";
  return [
    term("init seed d n frozen", false, x("i", letter), mo("("), tag("mn", "0"), mo(")"), text(`: ${from}${which}`)), gap(),
    term("t_end spacing samples layer_time", false, mi("t"), mo("≤"), tag("mn", plain(value("t_end")))),
  ];
}

const plain = (t: number) => (t >= 1e5 ? t.toExponential(0).replace("e+", "e") : String(t));
