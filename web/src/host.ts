// Hosts: where messages come from and go to. A live server, a notebook; wasmhost.ts is the third.

import { unpacked, type Message } from "./frames";

export interface Host {
  readonly saves: boolean; // whether it writes a run as a file
  send(message: object): void;
  listen(receive: (message: Message) => void, onClosed: (reason: string) => void): void;
}

export class LiveHost implements Host {
  readonly saves = true;
  private socket: WebSocket;
  private unsent: string[] = [];

  constructor() {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.unsent.splice(0).forEach((text) => this.socket.send(text));
  }

  send(message: object): void {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.CONNECTING) this.unsent.push(text);
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  listen(receive: (message: Message) => void, onClosed: (reason: string) => void): void {
    this.socket.onmessage = ({ data }) =>
      receive(typeof data === "string" ? JSON.parse(data) : unpacked(data));
    this.socket.onclose = (event) => onClosed(event.reason || "The server has ended.");
  }
}

type Model = {
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
