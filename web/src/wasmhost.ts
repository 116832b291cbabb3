// The page itself as a host: the kernels in a worker, and a run that came inside the file, if any.

import { split, type Message } from "./frames";
import type { Host } from "./host";
import source from "virtual:worker";

export { source };

type Receive = (message: Message) => void;

export class WasmHost implements Host {
  readonly saves = false;
  private worker: Worker;
  private receive: Receive = () => {};
  private opened: Message[] = []; // the run inside the file
  private shown: number | null = null; // under which number it was asked for

  /** With the frames of a run, as text, or with the preset to begin with, as JSON. */
  constructor(private file: string | null = null, private first?: string) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.worker = new Worker(address);
    this.worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  }

  send(message: any): void {
    // The run of a file has brought its verdict.
    if (message.type === "verdict" && message.id === this.shown) return;
    if (message.type === "open") this.open(message.id);
    else this.worker.postMessage(message);
  }

  listen(receive: Receive, onClosed: (reason: string) => void): void {
    this.receive = receive;
    this.worker.onerror = (event) => onClosed(`The page cannot compute: ${event.message}.`);
    const file = this.file === null ? null : unzipped(this.file);
    this.worker.onmessage = async ({ data }) => {
      if (data.type === "hello" && file) receive(this.greeting(data, await file));
      else if (data.type === "hello" && this.first) receive({ ...data, first: JSON.parse(this.first) });
      else receive(data);
    };
  }

  /** What the worker says first, with the run of the file as the one to open. */
  private greeting(hello: Message, messages: Message[]): Message {
    this.opened = messages.slice(1);
    return { ...hello, first: messages[0].first, pinned: messages[0].pinned, opened: true };
  }

  private open(id: number): void {
    this.shown = id;
    for (const message of this.opened) this.receive({ ...message, id });
  }
}

async function unzipped(text: string): Promise<Message[]> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return [...split(await new Response(stream).arrayBuffer())];
}
