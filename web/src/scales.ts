// Axes: time, linear or logarithmic from 0 over decades, and numbers as people write them.

const LOG10 = Math.log(10);

/** asinh that survives t = 1e300. */
function asinh(v: number): number {
  return v > 1e8 ? Math.log(2) + Math.log(v) : Math.asinh(v);
}

function sinh(v: number): number {
  return v > 20 ? Math.exp(v - Math.log(2)) : Math.sinh(v);
}

export class TimeAxis {
  private unit: number;
  constructor(readonly end: number, readonly log: boolean) {
    // Attention moves unit tokens at speeds up to 1: before t = 1 time is drawn linearly.
    this.unit = Math.min(1, end / 30);
  }

  /** The place of a time, 0 to 1. */
  place(t: number): number {
    return this.log ? asinh(t / this.unit) / asinh(this.end / this.unit) : t / this.end;
  }

  time(place: number): number {
    if (place >= 1) return this.end;
    return this.log ? this.unit * sinh(place * asinh(this.end / this.unit)) : place * this.end;
  }

  ticks(room: number): { t: number; name: string }[] {
    const candidates = this.log ? this.decades() : linear(0, this.end, Math.max(2, room / 90));
    const kept: { t: number; name: string }[] = [];
    let last = -Infinity;
    for (const t of candidates) {
      const at = this.place(t) * room;
      if (at - last < 34 || at > room + 1) continue;
      kept.push({ t, name: short(t) });
      last = at;
    }
    return kept;
  }

  private decades(): number[] {
    const first = Math.ceil(Math.log(this.unit) / LOG10 - 1e-9);
    const top = Math.floor(Math.log10(this.end) + 1e-9);
    const stride = Math.max(1, Math.ceil((top - first + 1) / 10));
    const all = [0];
    for (let k = first; k <= top; k += stride) all.push(10 ** k);
    return all;
  }
}

export function linear(low: number, high: number, count: number): number[] {
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999)!;
  const ticks = [];
  for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + 1e-9 * step; v += step)
    ticks.push(Math.abs(v) < 1e-9 * step ? 0 : v);
  return ticks;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function power(k: number): string {
  return `10${String(k).replace("-", "⁻").replace(/\d/g, (digit) => RAISED[+digit])}`;
}

/** A number with three digits, as 0.25, 150 or 3.2·10¹². */
export function short(v: number): string {
  if (v === 0 || !Number.isFinite(v)) return String(v);
  const k = Math.floor(Math.log10(Math.abs(v)) + 1e-12);
  if (k >= -3 && k < 5) return String(Number(v.toPrecision(3)));
  const mantissa = Number((v / 10 ** k).toPrecision(2));
  return mantissa === 1 ? power(k) : `${mantissa}·${power(k)}`;
}
