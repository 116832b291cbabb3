// Pointers on the tokens, one to move, add or delete, two to zoom.

import { positionIn } from "./canvas";
import type { Tool, TokensView } from "./tokens";

export type PointerActions = {
  hover(token: number): void; moved(token: number, to: number[], done: boolean): void; added(at: number[]): void;
  removed(token: number): void; cameraMoved(): void; choose(tokens: number[]): void; tool(): Tool;
};

export function handlePointers(view: TokensView, act: PointerActions): void {
  const top = view.layers.top;
  top.tabIndex = 0;
  top.setAttribute("role", "application");
  let held = -1;
  let turning: [number, number] | null = null;
  const pinch = new Map<number, [number, number]>();
  top.addEventListener("pointerdown", (event) => {
    const [x, y] = positionIn(event, top);
    top.setPointerCapture(event.pointerId);
    pinch.set(event.pointerId, [x, y]);
    const token = view.tokenAt(x, y);
    const tool = event.shiftKey ? "add" : event.altKey ? "delete" : act.tool();
    if (tool === "add") act.added(view.coordinates(x, y, -1));
    else if (tool === "delete" && token >= 0) act.removed(token);
    else if (tool === "move" && token >= 0) held = token;
    else turning = [x, y];
  });
  top.addEventListener("pointermove", (event) => {
    const [x, y] = positionIn(event, top);
    if (pinch.size === 2 && pinch.has(event.pointerId)) return view.zoom(pinched(pinch, event.pointerId, x, y));
    if (held >= 0) act.moved(held, view.coordinates(x, y, held), false);
    else if (turning) {
      view.turn(x - turning[0], y - turning[1]);
      turning = [x, y];
    } else act.hover(view.tokenAt(x, y));
  });
  const release = (event: PointerEvent) => {
    pinch.delete(event.pointerId);
    if (held >= 0) act.moved(held, view.coordinates(...positionIn(event, top), held), true);
    held = -1;
    turning = null;
  };
  top.addEventListener("pointerup", release);
  top.addEventListener("pointercancel", release);
  top.addEventListener("pointerleave", () => act.hover(-1));
  top.addEventListener("dblclick", (event) => act.choose(view.clusterAt(...positionIn(event, top))));
  top.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY / 600));
  }, { passive: false });
}

/** How much farther apart two fingers are, now that one of them is at (x, y). */
function pinched(pinch: Map<number, [number, number]>, id: number, x: number, y: number): number {
  const length = () => {
    const [a, b] = [...pinch.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const before = length();
  pinch.set(id, [x, y]);
  return length() / Math.max(1, before);
}
