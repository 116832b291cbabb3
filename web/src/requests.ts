// Requests: at most one run on its way per slot. What is asked meanwhile waits, and only the last.

import type { Host } from "./host";
import type { Fields } from "./run";

type Request = { spec: Fields; preview: boolean; since: number };
type Sent = Request & { id: number; canceled: boolean };

export class Requests {
  private next = 1;
  private pending = new Map<string, Request>();
  private sent = new Map<string, Sent>();

  constructor(private host: Host) {}

  ask(slot: string, spec: Fields, preview: boolean): void {
    this.pending.set(slot, { spec, preview, since: performance.now() });
    this.sendNext(slot);
  }

  open(): void {
    const asked = { spec: {}, preview: false, since: performance.now() };
    this.sent.set("a", { ...asked, id: this.next, canceled: false });
    this.host.send({ type: "open", id: this.next++ });
  }

  /** The path of a run is drawn: when it was asked for; null for something older. */
  drawn(slot: string, id: number): number | null {
    const sent = this.sent.get(slot);
    if (sent?.id !== id) return null;
    // What a preview would still measure nobody waits for.
    if (sent.preview && this.pending.has(slot)) {
      this.sent.delete(slot);
      this.sendNext(slot);
    }
    return sent.since;
  }

  /** A slot has answered, the next may be sent. */
  answered(slot: string, id: number): void {
    if (this.sent.get(slot)?.id !== id) return;
    this.sent.delete(slot);
    this.sendNext(slot);
  }

  /** Whoever was asked is gone. */
  forget(): void {
    this.pending.clear();
    this.sent.clear();
  }

  busy(slot: string): boolean {
    return this.sent.has(slot) || this.pending.has(slot);
  }

  cancel(slot: string): void {
    this.pending.delete(slot);
    if (this.sent.has(slot)) this.host.send({ type: "cancel", slot });
  }

  private sendNext(slot: string): void {
    const asked = this.pending.get(slot);
    const sent = this.sent.get(slot);
    if (!asked) return;
    if (sent) {
      // A preview ends soon by itself; half a second is longer than any.
      const slow = !sent.preview || performance.now() - sent.since > 500;
      if (slow && !sent.canceled) {
        sent.canceled = true;
        this.host.send({ type: "cancel", slot });
      }
      return;
    }
    this.pending.delete(slot);
    const id = this.next++;
    this.sent.set(slot, { ...asked, id, canceled: false });
    this.host.send({ type: "run", id, slot, spec: asked.spec, preview: asked.preview });
  }
}
