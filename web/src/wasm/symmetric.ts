// Symmetric matrices by Jacobi's rotations.

import { identity, product, transposed, type Matrix } from "../linear";

export function isSymmetric(m: Matrix): boolean {
  const size = Math.max(...m.flat().map(Math.abs));
  return m.every((row, i) => row.every((v, j) => Math.abs(v - m[j][i]) <= 1e-12 * size));
}

/** Eigenvalues, and eigenvectors in columns. */
export function eigen(symmetric: Matrix): { values: number[]; vectors: Matrix } {
  const d = symmetric.length;
  const a = symmetric.map((row) => [...row]);
  const vectors = identity(d);
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < d; p++) for (let q = p + 1; q < d; q++) off += a[p][q] ** 2;
    if (off < 1e-300) break;
    for (let p = 0; p < d; p++) for (let q = p + 1; q < d; q++) rotate(a, vectors, p, q);
  }
  return { values: a.map((row, i) => row[i]), vectors };
}

function rotate(a: Matrix, vectors: Matrix, p: number, q: number): void {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const turn = (row: number[]) => { [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]]; };
  a.forEach(turn);
  for (let k = 0; k < a.length; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
  a[p][q] = a[q][p] = 0;
  vectors.forEach(turn);
}

export const largestSingularValue = (m: Matrix): number => Math.sqrt(Math.max(...eigen(product(transposed(m), m)).values));
