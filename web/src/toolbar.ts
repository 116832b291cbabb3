// Everything a hand can press, put where it belongs.

import { button } from "./dom";
import type { Explorer } from "./explorer";
import { help, keys } from "./keys";
import { matrixTools } from "./matrixtools";
import { compareMenu, fillPresets, shareMenu } from "./menus";
import { tools, transport } from "./transport";

export function addToolbars(explorer: Explorer): void {
  const { parts } = explorer;
  explorer.helloReceived.on(() => fillPresets(explorer));
  const share = shareMenu(explorer);
  const theme = button("◐", "light or dark", () => {
    const dark = getComputedStyle(parts.root).getPropertyValue("--dark").trim() === "1";
    explorer.set({ theme: dark ? "light" : "dark" });
  });
  const focus = button("☰", "hide or show the controls (H)", () => explorer.set({ hidden: !explorer.options.hidden }));
  parts.tools.append(compareMenu(explorer), share, button("?", "keys and gestures", () => help(explorer)), theme, focus);
  parts.matrix.head.append(...matrixTools(explorer));
  transport(explorer);
  tools(explorer);
  keys(explorer);
}
