// Playback: one time cursor, a place from 0 to 1 on the axis of time.

import { Signal } from "./signal";

const DURATION = 12; // seconds to play a run once

export class Playback {
  cursor = 0;
  playing = false;
  readonly toggled = new Signal();
  private last = 0;

  seek(cursor: number): void {
    this.cursor = Math.min(1, Math.max(0, cursor));
  }

  play(): void {
    if (this.cursor >= 1) this.cursor = 0;
    this.playing = true;
    this.last = 0;
    this.toggled.emit();
  }

  pause(): void {
    this.playing = false;
    this.toggled.emit();
  }

  /** Move on to the time of a frame; whether the cursor has moved. */
  advance(now: number, speed: number): boolean {
    if (!this.playing) return false;
    const step = this.last ? (now - this.last) / 1000 : 0;
    this.last = now;
    this.cursor = Math.min(1, this.cursor + (Math.min(step, 0.2) * speed) / DURATION);
    if (this.cursor >= 1) this.pause();
    return true;
  }
}
