// Entry: a live page, one without a server, perhaps with a run inside, or a notebook widget.

import "./style.css";
import { Explorer } from "./explorer";
import { LiveHost, WidgetHost, type Host } from "./host";
import { gifOf, svgOf } from "./pictures";
import { addToolbars } from "./toolbar";
import { videoKind, videoOf } from "./video";
import { Run } from "./run";
import { shareTraits } from "./traits";
import { source as workerSource, WasmHost } from "./wasmhost";
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
  if ("live" in place.dataset) mount(place, new LiveHost(), true);
  else mount(place, new WasmHost(run?.textContent!.trim() ?? null, place.dataset.first), true);
}

// Python's tests of attention weights and of runs without a server need no browser for these.
export { attentionRows, Run, workerSource };

export default {
  render({ model, el }: { model: any; el: HTMLElement }): void {
    const root = el.appendChild(document.createElement("div"));
    root.classList.add("tkf-widget");
    // Keys belong to the page: JupyterLab would add cells at A and delete them at D.
    root.dataset.lmSuppressShortcuts = "true";
    shareTraits(mount(root, new WidgetHost(model), false), model);
  },
};
