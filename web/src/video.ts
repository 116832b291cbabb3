// The run from beginning to end as a video: MP4 where the browser writes it, else WebM.

import type { Explorer } from "./explorer";
import { fileName, sized, snapshot, throughout } from "./pictures";
import { download } from "./sharing";

type Kind = { name: "MP4" | "WebM"; type: string };

const KINDS: Kind[] = [
  { name: "MP4", type: "video/mp4;codecs=avc1.42E01F" },
  { name: "MP4", type: "video/mp4;codecs=vp9" },
  { name: "MP4", type: "video/mp4" },
  { name: "WebM", type: "video/webm;codecs=vp9" },
  { name: "WebM", type: "video/webm" },
];
const HEIGHT = 720;
const PAUSE = 33; // ms between pictures: a recorder takes the time that passes

/** What this browser can record; null if it can record nothing. */
export function videoKind(): Kind | null {
  if (typeof MediaRecorder === "undefined") return null;
  return KINDS.find(({ type }) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export async function videoOf(explorer: Explorer, count = 120): Promise<Blob> {
  const canvas = snapshot(explorer, HEIGHT, true);
  const context = canvas.getContext("2d")!;
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: videoKind()!.type, videoBitsPerSecond: 6e6 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  let due = performance.now();
  await throughout(explorer, count, async () => {
    context.drawImage(sized(snapshot(explorer, HEIGHT, true), canvas), 0, 0);
    track.requestFrame();
    due += PAUSE;
    await new Promise((done) => setTimeout(done, due - performance.now()));
  });
  const stopped = new Promise((done) => (recorder.onstop = done));
  recorder.stop();
  await stopped;
  track.stop();
  return new Blob(parts, { type: videoKind()!.type });
}

export async function saveVideo(explorer: Explorer): Promise<void> {
  const { name, type } = videoKind()!;
  explorer.notify("Recording; this takes a few seconds.");
  download(`${fileName(explorer)}.${name.toLowerCase()}`, await videoOf(explorer), type);
}
