// The page as elements: where everything stands. No behavior.

import { make } from "./dom";
import { pressable, term } from "./terms";

export type Layout = ReturnType<typeof layout>;

function panel(name: string, title: string): { box: HTMLElement; note: HTMLElement; panel: HTMLElement; head: HTMLElement } {
  const note = make("span", { class: "tkf-note" });
  const head = make("header", {}, make("h2", {}, term(title)), note);
  const box = make("div", { class: "tkf-box" });
  return { box, note, head, panel: make("section", { class: `tkf-panel tkf-${name}`, "aria-label": title }, head, box) };
}

export function layout(root: HTMLElement) {
  root.classList.add("tkf");
  const presets = make("select", { "aria-label": "preset", class: "tkf-presets" });
  const detail = pressable("", {});
  const badge = make("div", { class: "tkf-badge", role: "status" }, make("b"), make("span", {}, detail));
  const tools = make("div", { class: "tkf-tools" });
  const top = make("header", { class: "tkf-head" },
    make("h1", {}, "tokenflock"), presets, badge, tools);
  const told = make("div", { class: "tkf-story" });
  const equation = make("div", { class: "tkf-equation", role: "group", "aria-label": "the equation that moves the tokens", tabindex: "0" });
  const lesson = make("section", { class: "tkf-lesson", "aria-label": "story and equation" }, told, equation);
  const controls = make("section", { class: "tkf-controls", "aria-label": "controls" });
  const drawer = make("details", { class: "tkf-drawer" }, make("summary", {}, "Controls"), controls);
  drawer.open = true;
  const [firstCaption, secondCaption] = [1, 2].map(() => make("div", { class: "tkf-caption tkf-view-caption" }));
  const [first, second] = [1, 2].map(() => make("div", { class: "tkf-box tkf-view" }));
  const firstSeat = make("div", { class: "tkf-seat" }, firstCaption, first);
  const secondSeat = make("div", { class: "tkf-seat", hidden: "" }, secondCaption, second);
  const caption = make("div", { class: "tkf-caption", "aria-live": "off" });
  const tokenTools = make("div", { class: "tkf-token-tools", role: "toolbar", "aria-label": "tokens" });
  const stage = make("section", { class: "tkf-panel tkf-stage", "aria-label": "tokens" },
    make("div", { class: "tkf-views" }, firstSeat, secondSeat), caption, tokenTools);
  const matrix = panel("matrix", "Attention");
  const secondMatrix = make("div", { class: "tkf-box", hidden: "" });
  const readout = make("p", { class: "tkf-readout", role: "status" });
  const scale = make("p", { class: "tkf-scale", "aria-hidden": "true" }, make("span", {}, "0"), make("i"), make("span", {}, "largest of the row"));
  matrix.panel.append(make("div", { class: "tkf-pair" }, matrix.box, secondMatrix), scale, readout);
  const histogram = panel("histogram", "Cosines of pairs");
  const spectrum = panel("spectrum", "Spectrum of V");
  const phase = panel("phase", "Phase diagram");
  const side = make("div", { class: "tkf-side" }, matrix.panel, histogram.panel, spectrum.panel, phase.panel);
  const play = make("div", { class: "tkf-transport" });
  const time = panel("time", "Time");
  time.panel.replaceChildren(play, time.box);
  const toast = make("div", { class: "tkf-toast", role: "alert", hidden: "" });
  const bar = make("div", { class: "tkf-bar", role: "status", hidden: "" });
  root.replaceChildren(top, bar, lesson, make("div", { class: "tkf-main" }, drawer, stage, side, time.panel), toast);
  return { root, detail, bar, lesson, told, equation, presets, badge, tools, controls, drawer, first, second, secondSeat, firstCaption, secondCaption, caption, secondMatrix, readout, tokenTools, stage, matrix, histogram, spectrum, phase, side, play, time, toast };
}
