// Requests: at most one run on its way per slot. What is asked meanwhile waits, and only the last.

import type { Host } from "./host";
import type { Fields } from "./run";

type Asked = { spec: Fields; preview: boolean; since: number };
type Sent = Asked & { id: number; canceled: boolean };

export class Requests {
  private next = 1;
  private wanted = new Map<string, Asked>();
  private sent = new Map<string, Sent>();

  constructor(private host: Host) {}

  ask(slot: string, spec: Fields, preview: boolean): void {
    this.wanted.set(slot, { spec, preview, since: performance.now() });
    this.pump(slot);
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
    if (sent.preview && this.wanted.has(slot)) {
      this.sent.delete(slot);
      this.pump(slot);
    }
    return sent.since;
  }

  /** A slot has answered, the next may be sent. */
  answered(slot: string, id: number): void {
    if (this.sent.get(slot)?.id !== id) return;
    this.sent.delete(slot);
    this.pump(slot);
  }

  busy(slot: string): boolean {
    return this.sent.has(slot) || this.wanted.has(slot);
  }

  drop(slot: string): void {
    this.wanted.delete(slot);
    if (this.sent.has(slot)) this.host.send({ type: "cancel", slot });
  }

  private pump(slot: string): void {
    const asked = this.wanted.get(slot);
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
    this.wanted.delete(slot);
    const id = this.next++;
    this.sent.set(slot, { ...asked, id, canceled: false });
    this.host.send({ type: "run", id, slot, spec: asked.spec, preview: asked.preview });
  }
}
