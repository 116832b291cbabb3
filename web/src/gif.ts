// An animated GIF, written byte by byte: each picture with the 256 colors it needs most, LZW, endless loop.

const COLORS = 256;
const BINS = 1 << 15; // colors, told apart by five bits of red, green and blue

export class Gif {
  private bytes: number[] = [];

  constructor(readonly width: number, readonly height: number) {
    this.text("GIF89a");
    this.word(width);
    this.word(height);
    this.bytes.push(0x70, 0, 0); // every picture brings its colors
    this.bytes.push(0x21, 0xff, 11);
    this.text("NETSCAPE2.0");
    this.bytes.push(3, 1, 0, 0, 0);
  }

  private text(words: string): void {
    for (const letter of words) this.bytes.push(letter.charCodeAt(0));
  }

  private word(value: number): void {
    this.bytes.push(value & 255, value >> 8);
  }

  add(image: ImageData, centiseconds: number): void {
    this.bytes.push(0x21, 0xf9, 4, 0);
    this.word(centiseconds);
    this.bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    this.word(this.width);
    this.word(this.height);
    const { colors, pixels } = indexed(image.data);
    this.bytes.push(0x87, ...colors, 8);
    const packed = compressed(pixels);
    for (let at = 0; at < packed.length; at += 255) {
      const block = packed.subarray(at, at + 255);
      this.bytes.push(block.length);
      for (const byte of block) this.bytes.push(byte);
    }
    this.bytes.push(0);
  }

  finished(): Uint8Array<ArrayBuffer> {
    this.bytes.push(0x3b);
    return new Uint8Array(this.bytes);
  }
}

const bin = (data: Uint8ClampedArray, at: number) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/** The most frequent colors of a picture, three bytes each, and for every pixel the nearest of them. */
function indexed(data: Uint8ClampedArray): { colors: number[]; pixels: Uint8Array } {
  const sums = new Float64Array(4 * BINS); // of red, green and blue, and how often
  for (let at = 0; at < data.length; at += 4) {
    const into = 4 * bin(data, at);
    for (let c = 0; c < 3; c++) sums[into + c] += data[at + c];
    sums[into + 3]++;
  }
  const used = Array.from({ length: BINS }, (_, k) => k).filter((k) => sums[4 * k + 3]);
  const means = new Map(used.map((k) => [k, [0, 1, 2].map((c) => Math.round(sums[4 * k + c] / sums[4 * k + 3]))]));
  const kept = [...used].sort((k, l) => sums[4 * l + 3] - sums[4 * k + 3]).slice(0, COLORS).map((k) => means.get(k)!);
  const place = new Uint8Array(BINS);
  for (const k of used) place[k] = nearest(kept, means.get(k)!);
  const pixels = new Uint8Array(data.length / 4);
  for (let k = 0; k < pixels.length; k++) pixels[k] = place[bin(data, 4 * k)];
  return { colors: [...kept.flat(), ...new Array(3 * (COLORS - kept.length)).fill(0)], pixels };
}

function nearest(colors: number[][], [r, g, b]: number[]): number {
  let [found, least] = [0, Infinity];
  colors.forEach((color, k) => {
    const far = (color[0] - r) ** 2 + (color[1] - g) ** 2 + (color[2] - b) ** 2;
    if (far < least) [found, least] = [k, far];
  });
  return found;
}

/** LZW with codes of 9 to 12 bits. */
function compressed(pixels: Uint8Array): Uint8Array {
  const CLEAR = 256, END = 257;
  const out: number[] = [];
  let buffer = 0, held = 0, width = 9, next = 258;
  let table = new Map<number, number>();
  const write = (code: number) => {
    buffer |= code << held;
    held += width;
    while (held >= 8) {
      out.push(buffer & 255);
      buffer >>>= 8;
      held -= 8;
    }
  };
  write(CLEAR);
  let prefix = pixels[0];
  for (let k = 1; k < pixels.length; k++) {
    const key = (prefix << 8) | pixels[k];
    const known = table.get(key);
    if (known !== undefined) { prefix = known; continue; }
    write(prefix);
    if (next < 4096) {
      table.set(key, next++);
      if (next > 1 << width && width < 12) width++;
    } else {
      write(CLEAR);
      table = new Map();
      [width, next] = [9, 258];
    }
    prefix = pixels[k];
  }
  write(prefix);
  write(END);
  if (held) out.push(buffer & 255);
  return new Uint8Array(out);
}
