// The address of the page holds its whole state, written a moment after the last change.

import { fromAddress, toAddress } from "./sharing";
import type { Moved } from "./moved";
import { OPTIONS, type Options, type SharedState } from "./state";

const PAUSE = 400; // ms

export class Address {
  private writing = 0;
  private opened = location.hash.slice(1); // as the page was opened

  /** The state the page was opened with, if any. */
  async found(): Promise<SharedState | null> {
    return this.opened ? checked(await fromAddress(this.opened)) : null;
  }

  /** The name of the preset the page was opened at, as `#preset=NAME`, if any. */
  preset(): string | null {
    return new URLSearchParams(this.opened).get("preset");
  }

  /** Whether a link asked for anything. */
  get asked(): boolean {
    return !!this.opened;
  }

  /** The state that the address holds now. */
  reread(): Promise<SharedState | null> {
    clearTimeout(this.writing);
    this.opened = location.hash.slice(1);
    return this.found();
  }

  private async replace(state: SharedState): Promise<void> {
    const [opened, text] = [location.hash, await toAddress(state)];
    if (location.hash === opened) history.replaceState(null, "", `#${text}`); // else a link was opened meanwhile
  }

  write(state: () => SharedState): void {
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => void this.replace(state()), PAUSE);
  }
}

const isRecord = (value: unknown): value is Record<string, any> => !!value && typeof value === "object" && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Places of tokens by their numbers. */
const isMoved = (value: unknown): value is Moved =>
  isRecord(value) && Object.entries(value).every(([i, row]) => /^\d+$/.test(i) && Array.isArray(row) && row.every(isNumber));

/** What a link says, as far as it is what a page would have written; null if it names no system. */
function checked(shared: any): SharedState | null {
  if (!isRecord(shared) || !isRecord(shared.spec)) return null;
  const { spec, moved, name, words, pinned, cursor, camera } = shared;
  if (moved !== undefined && !isMoved(moved)) return null;
  const turn = isRecord(camera) && Array.isArray(camera.turn) && camera.turn.length === 4 && camera.turn.every(isNumber);
  return {
    spec,
    ...(moved ? { moved } : {}),
    name: typeof name === "string" ? name : null,
    words: Array.isArray(words) && words.every((word) => typeof word === "string") ? words : null,
    pinned: isRecord(pinned) ? pinned : null,
    cursor: isNumber(cursor) ? Math.min(1, Math.max(0, cursor)) : 0,
    options: options(shared.options),
    ...(turn && isNumber(camera.zoom) && camera.zoom > 0 ? { camera: camera as SharedState["camera"] } : {}),
  };
}

/** Those options that are of the kind they should be. */
function options(given: unknown): Options {
  const known: Record<string, any> = { ...OPTIONS };
  if (!isRecord(given)) return OPTIONS;
  for (const [name, usual] of Object.entries(OPTIONS))
    if (name === "contrast" ? isRecord(given[name]) : typeof given[name] === typeof usual) known[name] = given[name];
  return known as Options;
}
