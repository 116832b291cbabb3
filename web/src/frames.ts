// Frames: named arrays as one block of bytes; see explorer/frames.py.

export type Numbers = Float32Array | Float64Array | Int16Array | Int32Array | Uint8Array;
export type Header = { type: string; [name: string]: any };
export type Message = Header & { arrays: Record<string, Numbers> };

const KINDS: Record<string, { new (b: ArrayBufferLike, at: number, n: number): Numbers; BYTES_PER_ELEMENT: number }> = {
  f4: Float32Array, f8: Float64Array, i2: Int16Array, i4: Int32Array, u1: Uint8Array,
};

export function unpacked(buffer: ArrayBufferLike, start = 0): Message {
  const view = new DataView(buffer, start);
  if (view.getUint32(0, true) !== 0x31464b54) throw new Error("A frame begins with TKF1.");
  const length = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, start + 8, length)));
  const arrays: Record<string, Numbers> = {};
  let at = start + 8 + length;
  for (const { name, type, shape } of header.arrays) {
    const count = shape.reduce((a: number, b: number) => a * b, 1);
    arrays[name] = new KINDS[type](buffer, at, count);
    at += Math.ceil((count * KINDS[type].BYTES_PER_ELEMENT) / 8) * 8;
  }
  return { ...header, arrays };
}

/** The frames of a file, each after its length. */
export function* split(buffer: ArrayBuffer): Generator<Message> {
  for (let at = 0; at < buffer.byteLength; ) {
    const length = Number(new DataView(buffer, at).getBigUint64(0, true));
    yield unpacked(buffer, at + 8);
    at += 8 + length;
  }
}
