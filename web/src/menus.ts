// Menus: presets, comparisons, and what is copied or saved.

import { showText } from "./dialog";
import { button, make } from "./dom";
import type { Explorer } from "./explorer";
import type { Contrast } from "./state";
import { download, nameOf, toAddress, toCommand, toPython, toToml } from "./sharing";
import { pngDialog } from "./publication";
import { fileName, saveGif, saveSvg } from "./pictures";
import { saveVideo, videoKind } from "./video";

/** What a second run with the same seed may change: what Python offers and the system has not. */
function contrastsOf({ contrasts, system }: Explorer): Contrast[] {
  const differs = ({ change }: Contrast) => Object.entries(change).some(([name, value]) => system.value(name) !== value);
  return [
    ...contrasts.filter(differs),
    { title: "β / 4", change: { beta: system.value("beta") / 4, gamma: null } },
    { title: "another seed", change: { seed: system.value("seed") + 1 } },
  ];
}

function menu(title: string, about: string): { details: HTMLDetailsElement; list: HTMLElement } {
  const list = make("div", { class: "tkf-list" });
  const details = make("details", { class: "tkf-menu" }, make("summary", { "data-tip": about, "aria-label": about }, title), list);
  details.addEventListener("keydown", (event) => { if (event.key === "Escape") details.open = false; });
  details.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !details.contains(event.relatedTarget as Node)) details.open = false;
  });
  return { details, list };
}

export function fillPresets(explorer: Explorer): void {
  const { presets } = explorer.parts;
  if (!explorer.presets.length) { presets.remove(); return; }
  presets.replaceChildren(make("option", { value: "" }, "changed by hand"));
  for (const { name, title, group } of explorer.presets) {
    const option = make("option", { value: name, title }, group ? name : `${name}: ${title}`);
    (group ? grouped(presets, group) : presets).append(option);
  }
  presets.addEventListener("change", () => {
    const preset = explorer.presets.find(({ name }) => name === presets.value);
    if (preset) explorer.edits.open(preset);
  });
}

/** The heads of a model stand together under its name. */
function grouped(presets: HTMLSelectElement, name: string): HTMLElement {
  const known = [...presets.querySelectorAll("optgroup")].find(({ label }) => label === name);
  return known ?? presets.appendChild(make("optgroup", { label: name }));
}

export function compareMenu(explorer: Explorer): HTMLElement {
  const { details, list } = menu("Compare", "compare two runs");
  details.addEventListener("toggle", () => {
    const off = button("nothing", "one run only", () => { explorer.edits.compare(null); details.open = false; });
    const pin = button("pin this run", "keep this run beside what comes next", () => { explorer.edits.pin(); details.open = false; });
    list.replaceChildren(pin, off, ...contrastsOf(explorer).map(({ title, change }) =>
      button(title, `compare with ${title}`, () => { explorer.edits.compare(change); details.open = false; })));
  });
  return details;
}

export function shareMenu(explorer: Explorer): HTMLElement {
  const { details, list } = menu("Share", "copy or save");
  const copy = (words: () => string | Promise<string>) => async () => {
    const text = await words();
    details.open = false;
    try {
      await navigator.clipboard.writeText(text);
      explorer.notify("Copied.");
    } catch {
      showText(explorer.parts.root, text);
    }
  };
  // What to cite is told with a preset and with every run: the list of papers is not the page's.
  const bibtex = () => explorer.presets.find(({ name }) => name === explorer.name)?.bibtex ?? explorer.runs.a?.begin.bibtex ?? "";
  const spec = () => explorer.runs.a?.spec ?? explorer.spec;
  const items: [string, () => unknown][] = [
    ["Copy Python", copy(() => toPython(spec()))],
    ["Copy command", copy(() => toCommand(spec(), explorer.command, `runs/${nameOf(spec(), explorer.name)}`))],
    ["Copy TOML", copy(() => toToml(spec()))],
    ["Copy BibTeX", copy(() => bibtex())],
    ["Save PNG…", () => pngDialog(explorer)],
    ["Save SVG", () => saveSvg(explorer)],
    ["Save GIF", () => saveGif(explorer)],
    ...(videoKind() ? [[`Save ${videoKind()!.name}`, () => saveVideo(explorer)] as [string, () => unknown]] : []),
  ];
  if (explorer.addressed) items.unshift(["Copy address", copy(async () => `${location.href.split("#")[0]}#${await toAddress(explorer.shared())}`)]);
  if (explorer.host.saves) {
    const slots = () => (explorer.isCompared ? ["a", "b"] : ["a"]);
    items.push(["Save HTML", () => explorer.host.send({ type: "save", slot: "a", kind: "html", second: explorer.isCompared })]);
    items.push(["Save data (netCDF)", () => slots().forEach((slot) => explorer.host.send({ type: "save", slot, kind: "netcdf" }))]);
    explorer.fileReceived.on(({ name, slot, arrays }) => download(`${fileName(explorer)}${slot === "b" ? "-second" : ""}.${name.split(".").pop()}`, arrays.data as Uint8Array<ArrayBuffer>, "application/octet-stream"));
  }
  list.append(...items.map(([name, act]) => button(name, name, () => { act(); details.open = false; })));
  if (!explorer.host.saves) list.append(make("p", { class: "tkf-hint" }, "Saving HTML and data needs the local server: tokenflock explore"));
  return details;
}
