// Entry: a live page, a run inside this file, or a notebook widget. The element says which.

import "./style.css";
import { Explorer } from "./explorer";
import { FileHost, LiveHost, WidgetHost, type Host } from "./host";
import { gifOf, svgOf } from "./pictures";
import { addToolbars } from "./toolbar";
import { videoKind, videoOf } from "./video";
import { Run } from "./run";
import { attentionRows } from "./weights";

function mount(root: HTMLElement, host: Host, addressed: boolean): Explorer {
  const explorer = new Explorer(root, host, addressed);
  addToolbars(explorer);
  // What the page knows, for tests and for the curious: `document.querySelector(".tkf").tokenflock`.
  Object.assign(root, { tokenflock: explorer, tokenflockTools: { gifOf, svgOf, videoKind, videoOf } });
  return explorer;
}

const place = typeof document === "undefined" ? null : document.getElementById("tokenflock");
if (place && !place.classList.contains("tkf")) {
  const run = document.getElementById("tokenflock-run");
  if (run) mount(place, new FileHost(run.textContent!.trim()), true);
  else if ("live" in place.dataset) mount(place, new LiveHost(), true);
}

// Python's test of the attention weights runs these without a browser.
export { attentionRows, Run };

export default {
  render({ model, el }: { model: any; el: HTMLElement }): void {
    const root = el.appendChild(document.createElement("div"));
    root.classList.add("tkf-widget");
    mount(root, new WidgetHost(model), false);
  },
};
