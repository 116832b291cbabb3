// The worker of a page without a server: messages in, messages out.

import { greeting, Session } from "./session";

/** Lets messages in that wait, without the delay of a timer. */
function pauses(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()!();
  return () => new Promise((resolve) => { waiting.push(resolve); port2.postMessage(null); });
}

const tell = (message: object) => self.postMessage(message);
const session = new Session(tell, pauses());
self.onmessage = ({ data }: MessageEvent) => session.receive(data);
tell(greeting());
