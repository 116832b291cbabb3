// Hosts: where messages come from and go to. A live server, a notebook; wasmhost.ts is the third.

import { unpacked, type Message } from "./frames";

export interface Host {
  readonly saves: boolean; // whether it writes a run as a file
  send(message: object): void;
  listen(receive: (message: Message) => void, onClosed: (reason: string) => void): void;
}

const PATIENCE = 2000; // ms until a server that is gone is asked again

export class LiveHost implements Host {
  readonly saves = true;
  private socket = this.connected();
  private unsent: string[] = [];

  private connected(): WebSocket {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.unsent.splice(0).forEach((text) => socket.send(text));
    return socket;
  }

  /** What is said to a server that is gone is lost: whoever hears of another asks again. */
  send(message: object): void {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.CONNECTING) this.unsent.push(text);
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  listen(receive: (message: Message) => void, onClosed: (reason: string) => void): void {
    this.socket.onmessage = ({ data }) =>
      receive(typeof data === "string" ? JSON.parse(data) : unpacked(data));
    this.socket.onclose = (event) => {
      onClosed(event.reason || "The server has ended.");
      setTimeout(() => {
        this.unsent = [];
        this.socket = this.connected();
        this.listen(receive, onClosed);
      }, PATIENCE);
    };
  }
}

export type Model = {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: object): void;
  on(event: string, callback: (content: any, buffers: DataView[]) => void): void;
  off(event: string, callback: unknown): void;
};

/** A notebook: the kernel answers through the widget's own channel. */
export class WidgetHost implements Host {
  readonly saves = true;
  constructor(private model: Model) {}

  send(message: object): void {
    this.model.send(message);
  }

  listen(receive: (message: Message) => void): void {
    this.model.on("msg:custom", (content, buffers) => {
      if (!buffers.length) return receive(content);
      // A copy begins at a multiple of eight bytes, as typed arrays demand.
      const view = buffers[0];
      receive(unpacked(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength)));
    });
    this.model.send({ type: "ready" });
  }
}
