// Controls made from the JSON schema of Spec: a new field appears without a line of code here.

import { make, marked } from "./dom";
import type { Fields } from "./run";

type Hint = { group?: string; about?: string; main?: boolean; symbol?: string; words?: string[]; numbers?: boolean; none?: string; span?: [number, number]; log?: boolean };
type Property = { type?: string; anyOf?: any[]; enum?: string[]; default?: any; description?: string; minimum?: number; "x-hint": Hint };
export type Schema = { properties: Record<string, Property> };
export type Change = (name: string, value: unknown, live: boolean) => void;
export type ControlActions = { change: Change; touch(name: string | null): void }; // a field is pointed at, or none

type Control = { element: HTMLElement; set(value: any): void };

const NEEDS_SERVER = "needs the local server: tokenflock explore";

/** What a field may be, without null. */
function typeOf(property: Property): string {
  const kinds = property.anyOf?.map((part) => part.type ?? "any") ?? [property.type ?? "any"];
  return kinds.find((kind) => kind !== "null") ?? "any";
}

const nullable = (property: Property) => property.anyOf?.some((part) => part.type === "null") ?? false;

export class Controls {
  private controls = new Map<string, Control>();

  /** Words of `unserved` fields, or all of them where there are none, need a server that is not there. */
  constructor(readonly root: HTMLElement, readonly schema: Schema, act: ControlActions, unserved: Record<string, string[]> = {}) {
    const groups = new Map<string, { main: HTMLElement; more: HTMLElement; extra: number }>();
    for (const [name, property] of Object.entries(schema.properties)) {
      const hint = property["x-hint"] ?? {};
      const group = hint.group ?? "more";
      if (!groups.has(group)) groups.set(group, this.group(group));
      const control = built(name, property, act.change);
      handleTouch(control.element, name, act.touch);
      this.controls.set(name, control);
      if (name in unserved) markUnserved(control.element, unserved[name]);
      const { main, more } = groups.get(group)!;
      (hint.main || group === "more" ? main : more).append(control.element);
    }
    for (const { more } of groups.values()) if (more.children.length === 1) more.remove();
  }

  private group(name: string): { main: HTMLElement; more: HTMLElement; extra: number } {
    const main = make("div", { class: "tkf-fields" });
    const more = make("details", { class: "tkf-more" }, make("summary", {}, "more"));
    this.root.append(make("fieldset", { "data-group": name }, make("legend", {}, name), main, more));
    return { main, more, extra: 0 };
  }

  /** Says why a run was refused, at the field that is meant, and at others what is shown instead. */
  refuse(refusal: { message: string; field?: string | null }, wanted: Fields, shown: Fields): void {
    const field = refusal.field ?? this.meant(refusal.message);
    this.mend();
    const value = (fields: Fields, name: string) => fields[name] ?? this.schema.properties[name].default;
    for (const [name, { element }] of this.controls) {
      const there = value(shown, name);
      if (JSON.stringify(value(wanted, name)) !== JSON.stringify(there)) markDiffering(element, there);
      if (name === field) markRefused(element, refusal.message);
    }
  }

  /** The first field that a sentence names. */
  private meant(sentence: string): string | null {
    for (const [, name] of sentence.matchAll(/`(\w+)\b/g)) if (this.controls.has(name)) return name;
    return null;
  }

  /** What is shown is what the controls say. */
  mend(): void {
    for (const { element } of this.controls.values()) {
      element.classList.remove("tkf-differs");
      element.querySelectorAll(".tkf-refusal, .tkf-shown").forEach((note) => note.remove());
      element.querySelectorAll("[aria-invalid]").forEach((box) => box.removeAttribute("aria-invalid"));
    }
  }

  /** Shows which field is meant; null for none. */
  point(name: string | null): void {
    for (const [other, { element }] of this.controls) element.classList.toggle("tkf-meant", other === name);
    if (name) this.reveal(this.controls.get(name)?.element);
  }

  /** Scrolls the panel of the controls where it scrolls, never the page: what points here must stay in sight. */
  private reveal(element: HTMLElement | undefined): void {
    const panel = this.root.parentElement;
    if (!element || !panel) return;
    const [field, frame] = [element.getBoundingClientRect(), panel.getBoundingClientRect()];
    panel.scrollTop += Math.min(0, field.top - frame.top - 8) + Math.max(0, field.bottom - frame.bottom + 8);
  }

  set(fields: Fields): void {
    for (const [name, control] of this.controls)
      control.set(name in fields ? fields[name] : this.schema.properties[name].default);
  }
}

function handleTouch(row: HTMLElement, name: string, touch: (name: string | null) => void): void {
  for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => touch(name));
  for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => { if (!row.contains(document.activeElement)) touch(null); });
}

function markRefused(row: HTMLElement, why: string): void {
  const note = make("p", { class: "tkf-refusal", id: `tkf-why-${Math.random().toString(36).slice(2, 8)}` }, ...marked(why));
  for (const box of row.querySelectorAll("select, input:not([type=range])")) {
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", note.id);
  }
  row.append(note);
  row.closest("details")?.setAttribute("open", "");
}

function markDiffering(row: HTMLElement, shown: unknown): void {
  const words = shown === null ? "none" : typeof shown === "object" ? "another array" : String(shown);
  row.classList.add("tkf-differs");
  row.append(make("p", { class: "tkf-hint tkf-shown" }, `shown: ${words}`));
}

function markUnserved(row: HTMLElement, words: string[]): void {
  const boxes = row.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select");
  if (!words.length) {
    boxes.forEach((box) => { box.disabled = true; box.title = NEEDS_SERVER; });
    row.append(make("p", { class: "tkf-hint" }, NEEDS_SERVER));
  }
  for (const option of row.querySelectorAll("option"))
    if (words.includes(option.value)) Object.assign(option, { disabled: true, textContent: `${option.value}: ${NEEDS_SERVER}` });
}

/** The default of every field. */
export function defaultsOf(schema: Schema): Fields {
  return Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, property.default]));
}

function built(name: string, property: Property, change: Change): Control {
  const hint = property["x-hint"] ?? {};
  const about = [hint.about, `\`${name}\`: ${property.description ?? ""}`].filter(Boolean).join("\n");
  const row = make("div", { class: "tkf-field", "data-field": name, "data-tip": about });
  const id = `tkf-${name}-${Math.random().toString(36).slice(2, 8)}`;
  const words = hint.symbol ?? name.replaceAll("_", " ");
  row.append(make("label", { for: id }, words));
  const onChange = (value: unknown, live = false) => change(name, value, live);
  const kind = typeOf(property);
  const build = hint.words ? choiceControl : property.enum ? enumControl : kind === "boolean" ? booleanControl
    : kind === "number" || kind === "integer" ? numberControl : textControl;
  return { element: row, set: build(row, id, property, onChange) };
}

type OnChange = (value: unknown, live?: boolean) => void;
type Setter = (value: any) => void;

function enumControl(row: HTMLElement, id: string, property: Property, onChange: OnChange): Setter {
  const select = row.appendChild(make("select", { id }, ...property.enum!.map((word) => make("option", {}, word))));
  select.addEventListener("change", () => onChange(select.value));
  return (value) => (select.value = value);
}

function booleanControl(row: HTMLElement, id: string, property: Property, onChange: OnChange): Setter {
  const select = row.appendChild(make("select", { id }));
  const choices: [string, unknown][] = [["yes", true], ["no", false]];
  if (nullable(property)) choices.unshift(["automatic", null]);
  choices.forEach(([word]) => select.append(make("option", {}, word)));
  select.addEventListener("change", () => onChange(choices[select.selectedIndex][1]));
  return (value) => (select.selectedIndex = choices.findIndex(([, meant]) => meant === (value ?? null)));
}

/** A number: a slider over its usual values, and a box for any. */
function numberControl(row: HTMLElement, id: string, property: Property, onChange: OnChange): Setter {
  const { span, log } = property["x-hint"];
  const whole = typeOf(property) === "integer";
  const box = make("input", { id, type: "number", step: whole ? "1" : "any", inputmode: "decimal" });
  if (nullable(property)) box.placeholder = "none";
  if (property.minimum !== undefined) box.min = String(property.minimum);
  const read = () => (box.value === "" && nullable(property) ? null : Number(box.value));
  box.addEventListener("change", () => { if (box.value !== "" || nullable(property)) onChange(read()); });
  if (!span) {
    row.append(box);
    return (value) => (box.value = value == null ? "" : String(value));
  }
  const slider = make("input", { type: "range", min: "0", max: "1000", step: "1", "aria-label": property.description ?? id });
  const value = () => {
    const v = fromSlider(Number(slider.value) / 1000, span, !!log);
    return whole ? Math.round(v) : Number(v.toPrecision(3));
  };
  slider.addEventListener("input", () => { box.value = String(value()); onChange(value(), true); });
  slider.addEventListener("change", () => onChange(value()));
  row.append(slider, box);
  row.classList.add("tkf-slid");
  return (v) => {
    box.value = v == null ? "" : String(Number(Number(v).toPrecision(6)));
    if (document.activeElement !== slider) slider.value = String(Math.round(1000 * toSlider(v ?? span[1], span, !!log)));
  };
}

const BEND = 5;

function toSlider(v: number, [low, high]: [number, number], log: boolean): number {
  const bent = (u: number) => (low > 0 ? Math.log(u) : Math.sign(u) * Math.log1p((Math.abs(u) / high) * Math.expm1(BEND)));
  const share = log ? (bent(v) - bent(low)) / (bent(high) - bent(low)) : (v - low) / (high - low);
  return Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
}

function fromSlider(p: number, [low, high]: [number, number], log: boolean): number {
  if (!log) return low + p * (high - low);
  if (low > 0) return low * (high / low) ** p;
  const first = -Math.log1p((-low / high) * Math.expm1(BEND));
  const bent = first + p * (BEND - first);
  return (Math.sign(bent) * high * Math.expm1(Math.abs(bent))) / Math.expm1(BEND);
}

/** A word of a list, with its number where it takes one, or an array that is written out. */
function choiceControl(row: HTMLElement, id: string, property: Property, onChange: OnChange): Setter {
  const { words = [], numbers, none: without } = property["x-hint"];
  const open = typeOf(property) === "any";
  const select = row.appendChild(make("select", { id }));
  const number = row.appendChild(make("input", { type: "text", class: "tkf-number", "aria-label": `number of ${id}` }));
  const none = nullable(property) ? without ?? (open ? "identity" : "none") : "";
  const names = words.map((word) => (/:[A-Z]/.test(word) ? word.split(":")[0] : word));
  const takes = new Set(words.filter((word) => /:[A-Z]/.test(word)).map((word) => word.split(":")[0]));
  if (none) select.append(make("option", { value: "" }, none));
  for (const name of new Set(names)) select.append(make("option", { value: name }, name));
  if (open && none === "identity") select.append(make("option", { value: "#number" }, "number × identity"));
  if (open) select.append(make("option", { value: "#array" }, "written out"));
  const update = () => {
    const word = select.value;
    number.hidden = !(takes.has(word) || numbers || word === "#number" || word === "#array");
    number.placeholder = word === "#array" ? "[[1, 0], [0, 1]]" : takes.has(word) ? "number" : numbers ? "number, if any" : "";
  };
  const submit = () => {
    const word = select.value;
    if (word === "") return onChange(null);
    if (word === "#number" || word === "#array") {
      try { onChange(JSON.parse(number.value || "1")); } catch { number.setAttribute("aria-invalid", "true"); return; }
    } else onChange(number.value && !number.hidden ? `${word}:${number.value}` : word);
    number.removeAttribute("aria-invalid");
  };
  select.addEventListener("change", () => {
    number.value = select.value === "#number" ? "1" : takes.has(select.value) && !words.includes(select.value) ? "8" : "";
    update();
    if (select.value !== "#array") submit();
  });
  number.addEventListener("change", submit);
  return (value) => {
    if (value == null) select.value = "";
    else if (typeof value === "number") [select.value, number.value] = ["#number", String(value)];
    else if (typeof value !== "string") [select.value, number.value] = ["#array", JSON.stringify(value)];
    else if (words.includes(value)) [select.value, number.value] = [value, ""];
    else [select.value, number.value] = [value.split(":")[0], value.slice(value.indexOf(":") + 1)];
    update();
  };
}

/** Anything else, as JSON. */
function textControl(row: HTMLElement, id: string, property: Property, onChange: OnChange): Setter {
  const box = row.appendChild(make("input", { id, type: "text", placeholder: nullable(property) ? "none" : "" }));
  box.addEventListener("change", () => {
    try {
      onChange(box.value.trim() === "" ? null : JSON.parse(box.value));
      box.removeAttribute("aria-invalid");
    } catch {
      if (typeOf(property) === "string") onChange(box.value);
      else box.setAttribute("aria-invalid", "true");
    }
  });
  return (value) => (box.value = value == null ? "" : typeof value === "string" ? value : JSON.stringify(value));
}
