// An animated GIF, written byte by byte: one fixed palette of 6 x 7 x 6 colors, LZW, endless loop.

const RED = 6, GREEN = 7, BLUE = 6;

export class Gif {
  private bytes: number[] = [];

  constructor(readonly width: number, readonly height: number) {
    this.text("GIF89a");
    this.word(width);
    this.word(height);
    this.bytes.push(0xf7, 0, 0); // 256 colors follow
    for (let k = 0; k < 256; k++) {
      const r = Math.floor(k / (GREEN * BLUE)), g = Math.floor(k / BLUE) % GREEN, b = k % BLUE;
      const known = k < RED * GREEN * BLUE;
      this.bytes.push(...(known ? [(255 * r) / (RED - 1), (255 * g) / (GREEN - 1), (255 * b) / (BLUE - 1)].map(Math.round) : [0, 0, 0]));
    }
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
    this.bytes.push(0, 8);
    const { data } = image;
    const pixels = new Uint8Array(this.width * this.height);
    for (let k = 0; k < pixels.length; k++) {
      const [r, g, b] = [data[4 * k], data[4 * k + 1], data[4 * k + 2]];
      pixels[k] = (Math.round((r / 255) * (RED - 1)) * GREEN + Math.round((g / 255) * (GREEN - 1))) * BLUE + Math.round((b / 255) * (BLUE - 1));
    }
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
