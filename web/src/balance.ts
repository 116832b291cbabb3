// Doubly stochastic weights by Newton's method: attention/balance.py, for the page.
//
//   w_ij = m_j exp(f_i + l_ij + g_j),   sum_j w_ij = 1,   sum_i m_i w_ij = m_j.

export type Rows = Float64Array[];

const LACK = 1e-13; // of a column, relative: where Newton's method stops
const ROUNDING = 1e-9; // below this a lack that no longer falls is rounding
const ROUGH = 0.1; // the lack at which logits are scaled up further
const RIDGE = 1e-13; // where tokens see only themselves the Hessian vanishes
const MOST_STEPS = 400;
const MOST_NEARBY = 12; // steps from potentials that were to be close

/** The doubly stochastic weights of logits (n, n), -Infinity where a token is not seen.
 * Potentials of a configuration nearby save most steps; those found take their place. */
export function balanced(logits: Rows, masses: ArrayLike<number> | null, potentials: Float64Array): Rows {
  const search = new Search(belowZero(logits), relative(masses, logits.length));
  const nearby = potentials.some((value) => value !== 0) && search.from(potentials, 1, MOST_NEARBY);
  if (!nearby) search.from(potentials.fill(0), 1 / search.largest, MOST_STEPS);
  potentials.set(search.g);
  return search.w;
}

/** Newton's method for the potentials g, along a share of the logits that grows to one. */
class Search {
  readonly w: Rows;
  readonly largest: number;
  g = new Float64Array(0);
  private share = 1;

  constructor(private l: Rows, private m: Float64Array) {
    this.w = l.map((row) => new Float64Array(row.length));
    this.largest = 1;
    for (const row of l) for (const value of row) if (value > -Infinity) this.largest = Math.max(this.largest, -value);
  }

  /** Whether so many steps from g lead to the end. */
  from(g: Float64Array, share: number, most: number): boolean {
    this.move(Float64Array.from(g), share);
    for (let step = 0, before = Infinity; step < most; step++) {
      const lack = this.lack();
      if (this.share === 1 && (lack <= LACK || (lack < ROUNDING && lack > before / 2))) return true;
      before = this.share === 1 ? lack : Infinity;
      if (lack < ROUGH && this.share < 1) this.grow();
      const delta = newtonStep(this.w, this.m);
      this.move(centered(this.g.map((value, j) => value + delta[j])), this.share);
    }
    return false;
  }

  private move(g: Float64Array<ArrayBuffer>, share: number): void {
    [this.g, this.share] = [g, share];
    fill(this.w, this.l, share, g.map((value, j) => value + Math.log(this.m[j])));
  }

  private grow(): void {
    const share = Math.min(1, 2 * this.share);
    this.move(this.g.map((value) => (value * share) / this.share), share);
  }

  /** What the column that lacks most lacks, relative. */
  private lack(): number {
    const columns = columnSums(this.w, this.m);
    return columns.reduce((most, sum, j) => Math.max(most, Math.abs(sum / this.m[j] - 1)), 0);
  }
}

/** Masses of mean one. */
function relative(masses: ArrayLike<number> | null, n: number): Float64Array {
  const m = new Float64Array(n).fill(1);
  if (masses) m.set(masses);
  const mean = m.reduce((sum, mass) => sum + mass, 0) / n;
  return m.map((mass) => mass / mean);
}

/** Logits less the largest of all. */
function belowZero(logits: Rows): Rows {
  let top = -Infinity;
  for (const row of logits) for (const value of row) top = Math.max(top, value);
  return logits.map((row) => row.map((value) => value - top));
}

function centered(g: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const mean = g.reduce((sum, value) => sum + value, 0) / g.length;
  return g.map((value) => value - mean);
}

/** Weights m_j e^(share l_ij + g_j), with rows that sum to one, for columns g_j + log m_j. */
function fill(w: Rows, l: Rows, share: number, column: Float64Array): void {
  const n = w.length;
  for (let i = 0; i < n; i++) {
    const [row, from] = [w[i], l[i]];
    let top = -Infinity;
    for (let j = 0; j < n; j++) top = Math.max(top, (row[j] = share * from[j] + column[j]));
    let total = 0;
    for (let j = 0; j < n; j++) total += row[j] = Math.exp(row[j] - top);
    for (let j = 0; j < n; j++) row[j] /= total;
  }
}

function columnSums(w: Rows, m: Float64Array): Float64Array {
  const sums = new Float64Array(w.length);
  w.forEach((row, i) => {
    for (let j = 0; j < sums.length; j++) sums[j] += m[i] * row[j];
  });
  return sums;
}

/** Newton's step, shortened by log(1 + D) / D with D its size: the convex function always falls. */
function newtonStep(w: Rows, m: Float64Array): Float64Array {
  const columns = columnSums(w, m);
  const delta = solved(hessian(w, m, columns), m.map((mass, j) => mass - columns[j]));
  const size = 2 * delta.reduce((most, value) => Math.max(most, Math.abs(value)), 0) + 1e-300;
  return delta.map((value) => (value * Math.log1p(size)) / size);
}

/** diag(c) - w' diag(m) w, lower half; 1 / n holds the mean of g, which nothing determines. */
function hessian(w: Rows, m: Float64Array, columns: Float64Array): Rows {
  const n = w.length;
  const h: Rows = w.map((_, j) => new Float64Array(j + 1).fill(1 / n));
  for (let i = 0; i < n; i++) {
    const row = w[i];
    for (let j = 0; j < n; j++) {
      const factor = m[i] * row[j];
      if (factor < 1e-40) continue; // most pairs of clusters far apart
      const into = h[j];
      for (let k = 0; k <= j; k++) into[k] -= factor * row[k];
    }
  }
  for (let j = 0; j < n; j++) h[j][j] += columns[j] + RIDGE;
  return h;
}

/** The solution of h y = b by Cholesky's factors, which replace the lower half h. */
function solved(h: Rows, b: Float64Array): Float64Array {
  const n = b.length;
  const y = Float64Array.from(b);
  for (let j = 0; j < n; j++) {
    const row = h[j];
    for (let k = 0; k < j; k++) {
      const above = h[k];
      let sum = row[k];
      for (let c = 0; c < k; c++) sum -= row[c] * above[c];
      row[k] = sum / above[k];
      y[j] -= row[k] * y[k];
    }
    let pivot = row[j];
    for (let c = 0; c < j; c++) pivot -= row[c] * row[c];
    row[j] = Math.sqrt(Math.max(pivot, RIDGE));
    y[j] /= row[j];
  }
  for (let j = n - 1; j >= 0; j--) {
    y[j] /= h[j][j];
    for (let k = 0; k < j; k++) y[k] -= h[j][k] * y[j];
  }
  return y;
}
