// Small linear algebra on rows of numbers.

export type Matrix = number[][];

export const identity = (d: number): Matrix =>
  Array.from({ length: d }, (_, i) => Array.from({ length: d }, (_, j) => (i === j ? 1 : 0)));

export function product(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, v, k) => sum + v * b[k][j], 0)));
}

export const transposed = (m: Matrix): Matrix => m[0].map((_, j) => m.map((row) => row[j]));

/** The inverse, by Gauss and Jordan with pivots. */
export function inverse(m: Matrix): Matrix {
  const d = m.length;
  const rows = m.map((row, i) => [...row, ...identity(d)[i]]);
  for (let k = 0; k < d; k++) {
    let pivot = k;
    for (let i = k + 1; i < d; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    const scale = rows[k][k];
    rows[k] = rows[k].map((v) => v / scale);
    for (let i = 0; i < d; i++) {
      if (i === k) continue;
      const factor = rows[i][k];
      if (factor) rows[i] = rows[i].map((v, j) => v - factor * rows[k][j]);
    }
  }
  return rows.map((row) => row.slice(d));
}

/** e^(tV) up to a factor, and the logarithm of that. */
export function exponential(v: Matrix, t: number): { matrix: Matrix; log: number } {
  const d = v.length;
  const size = Math.max(1e-300, ...v.map((row) => row.reduce((s, a) => s + Math.abs(a), 0))) * Math.abs(t);
  const halvings = Math.max(0, Math.ceil(Math.log2(Math.max(size, 1))) + 2);
  const small = v.map((row) => row.map((a) => (a * t) / 2 ** halvings));
  let term = identity(d);
  let sum = identity(d);
  for (let k = 1; k < 16; k++) {
    term = product(term, small).map((row) => row.map((a) => a / k));
    sum = sum.map((row, i) => row.map((a, j) => a + term[i][j]));
  }
  let log = 0;
  for (let k = 0; k < halvings; k++) {
    sum = product(sum, sum);
    log *= 2;
    const top = Math.max(...sum.flat().map(Math.abs)) || 1;
    sum = sum.map((row) => row.map((a) => a / top));
    log += Math.log(top);
  }
  return { matrix: sum, log };
}

/** The leading three directions of rows (count, d), largest variance first; sign fixed. */
export function principal(rows: Float32Array, d: number): Matrix {
  const count = rows.length / d;
  const covariance = Array.from({ length: d }, () => new Float64Array(d));
  const stride = Math.max(1, Math.floor(count / 2000));
  for (let r = 0; r < count; r += stride)
    for (let i = 0; i < d; i++) {
      const v = rows[r * d + i];
      for (let j = 0; j < d; j++) covariance[i][j] += v * rows[r * d + j];
    }
  const found: Matrix = [];
  for (let k = 0; k < Math.min(3, d); k++) {
    let u = Array.from({ length: d }, (_, i) => Math.sin(1 + i * (k + 1) * 1.7));
    for (let step = 0; step < 60; step++) {
      for (const w of found) {
        const dot = w.reduce((s, a, i) => s + a * u[i], 0);
        u = u.map((a, i) => a - dot * w[i]);
      }
      const norm = Math.hypot(...u) || 1;
      u = u.map((a) => a / norm);
      u = covariance.map((row) => u.reduce((s, a, j) => s + a * row[j], 0));
    }
    for (const w of found) {
      const dot = w.reduce((s, a, i) => s + a * u[i], 0);
      u = u.map((a, i) => a - dot * w[i]);
    }
    const norm = Math.hypot(...u) || 1;
    const sign = u.reduce((s, a) => s + a, 0) < 0 ? -1 : 1;
    found.push(u.map((a) => (sign * a) / norm));
  }
  return found;
}
