// The address of the page holds its whole state, written a moment after the last change.

import { fromAddress, toAddress } from "./sharing";
import type { SharedState } from "./state";

const PAUSE = 400; // ms

export class Address {
  private writing = 0;
  private readonly opened = location.hash.slice(1); // as the page was opened

  /** The name of the preset the page was opened at, as `#preset=NAME`, if any. */
  preset(): string | null {
    return new URLSearchParams(this.opened).get("preset");
  }

  /** The state the page was opened with, if any. */
  found(): SharedState | null {
    const shared = this.opened ? fromAddress(this.opened) : null;
    return shared?.spec ? shared : null;
  }

  write(state: () => SharedState): void {
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => history.replaceState(null, "", `#${toAddress(state())}`), PAUSE);
  }
}
