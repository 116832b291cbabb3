// Attention on the sphere S^2 in linear time, by spherical harmonics.
//
//     e^{z u.x} = sum_l (2l + 1) i_l(z) P_l(u.x),    P_l(u.x) = sum_m kappa_lm <R_lm(u), R_lm(x)>,
//
// with i_l the modified spherical Bessel functions and, for x = (a, b, w), harmonics without a
// pole: no angle, no square root, no division by sin theta,
//
//     R_lm(x) = r_lm(w) (a + ib)^m,
//     r_mm = 1,  r_{l+1} = 2w r_l - h_lm r_{l-1},  h_lm = 4 (l^2 - m^2) / (4 l^2 - 1).
//
// A receiver needs only the sums Q_lm = sum_j mass_j R_lm(x_j) over the tokens it sees, one degree
// more than the series has: the sums of a_j R_lm(x_j), b_j R_lm(x_j), w_j R_lm(x_j), from which the
// average follows, are combinations of neighboring Q (`sphere_moments`).
//
// Causal rows come in chunks: what lies before a chunk by harmonics, its own triangle by pairs.
// Lanes are tokens of one chunk.
#pragma once

#include "attention.h"
#include "circle.h"
#include "exponential.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Vectors of tokens at a time: enough independent chains to keep the multipliers busy.
constexpr int SENDING = 3, RECEIVING = REGISTERS >= 32 ? 2 : 1;

// Weight and three coordinates, each a complex number.
constexpr int PARTS = 8;

// Where column m of a table over 0 <= m <= l <= degree + 1 begins; add l - m.
TOKENFLOCK_INLINE int64_t column(const SphereHead& h, int64_t m) {
  return m * (h.degree + 2) - m * (m - 1) / 2;
}

struct Points {
  Wide a, b, w;
};

// Powers of a distance from the axis run out of range; what is this small decides nothing.
TOKENFLOCK_INLINE Complex raised(Complex power, Points p) {
  const Complex next = power * Complex{p.a, p.b};
  const auto tiny = next.re * next.re + next.im * next.im < 1e-280;
  return {tiny ? Wide{} : next.re, tiny ? Wide{} : next.im};
}

inline double* reals(int64_t count) {
  return static_cast<double*>(__builtin_calloc(count, sizeof(double)));
}

// Tokens t, t + 1, ... and their masses, zero from `end` on.  Norms are put right to 1e-16.
inline Points tokens(const SphereHead& h, int64_t t, int64_t end, Wide& mass) {
  Points p{Wide{}, Wide{}, fill(1.0)};
  mass = Wide{};
  for (int lane = 0; lane < LANES && t + lane < end; ++lane) {
    const double* x = h.x + 3 * (t + lane);
    p.a[lane] = x[0], p.b[lane] = x[1], p.w[lane] = x[2];
    mass[lane] = h.mass ? h.mass[t + lane] : 1.0;
  }
  const Wide norm = 1.5 - 0.5 * (p.a * p.a + p.b * p.b + p.w * p.w);
  return {p.a * norm, p.b * norm, p.w * norm};
}

// Adds column m of some tokens to `sums`, one number per lane.
TOKENFLOCK_INLINE void add_column(const SphereHead& h, int64_t m, const Points* x,
                                  const Complex* power, double* sums) {
  Wide before[SENDING] = {}, here[SENDING], twice[SENDING];
  TOKENFLOCK_UNROLL
  for (int s = 0; s < SENDING; ++s) here[s] = fill(1.0), twice[s] = 2.0 * x[s].w;
  const int64_t begin = column(h, m), end = column(h, m + 1);
  for (int64_t k = begin; k < end; ++k) {
    Complex sum = get(sums, k);
    const Wide decay = fill(h.decay[k]);
    TOKENFLOCK_UNROLL
    for (int s = 0; s < SENDING; ++s) {
      sum.re += here[s] * power[s].re, sum.im += here[s] * power[s].im;
      const Wide next = twice[s] * here[s] - decay * before[s];
      before[s] = here[s], here[s] = next;
    }
    set(sums, k, sum);
  }
}

// Adds the lanes of `lanes` to compensated totals.
inline void add_lanes(const double* lanes, int64_t count, double* total, double* lost) {
  for (int64_t a = 0; a < count; ++a) {
    double y = lost[a];
    for (int lane = 0; lane < LANES; ++lane) y += lanes[a * LANES + lane];
    const double x = total[a], sum = x + y, part = sum - x;
    total[a] = sum;
    lost[a] = (x - (sum - part)) + (y - part);
  }
}

// Adds Q_lm of tokens [first, end) to `sums`: totals, then what they have lost by rounding.
inline void sphere_sum(const SphereHead& h, int64_t first, int64_t end, double* sums) {
  const int64_t count = 2 * column(h, h.degree + 2);
  double* lanes = reals(count * LANES);
  for (int64_t t = first; t < end; t += SENDING * LANES) {
    Points x[SENDING];
    Complex power[SENDING];
    TOKENFLOCK_UNROLL
    for (int s = 0; s < SENDING; ++s)
      power[s].im = Wide{}, x[s] = tokens(h, t + s * LANES, end, power[s].re);
    for (int64_t m = 0; m <= h.degree + 1; ++m) {
      add_column(h, m, x, power, lanes);
      TOKENFLOCK_UNROLL
      for (int s = 0; s < SENDING; ++s) power[s] = raised(power[s], x[s]);
    }
  }
  add_lanes(lanes, count, sums, sums + count);
  __builtin_free(lanes);
}

struct Number {
  double re, im;
};

// The coefficients that receivers sum over, PARTS for each (l, m) with l <= degree, from Q:
//
//     2 w R_lm         = R_{l+1,m} + h_lm R_{l-1,m}
//     (a + ib) R_lm    = R_{l+1,m+1} - 4 (l-m)(l-m-1) / (4l^2-1) R_{l-1,m+1}
//     (a - ib) R_lm    = (l+m)(l+m-1) / (4l^2-1) R_{l-1,m-1} - R_{l+1,m-1} / 4,
//
// multiplied by (2l + 1) kappa_lm, and by i_l where it is common to all rows.  Then the size of
// every degree, (2l + 1) |Q_l| with |Q_l|^2 = sum_m kappa_lm |Q_lm|^2, at most the mass.
inline void sphere_moments(const SphereHead& h, const double* sums, double* out) {
  const auto q = [&](int64_t l, int64_t m) -> Number {
    if (m > l) return {0, 0};
    const double* a = sums + 2 * (column(h, m) + l - m);
    return {a[0], a[1]};
  };
  double* size = out + PARTS * column(h, h.degree + 2);
  for (int64_t l = 0; l <= h.degree; ++l) size[l] = 0;
  for (int64_t m = 0; m <= h.degree; ++m)
    for (int64_t l = m; l <= h.degree; ++l) {
      const int64_t k = column(h, m) + l - m;
      const double share = 1.0 / (4.0 * l * l - 1), c = h.scale[k], half = 0.5 * c;
      const Number own = q(l, m), above = q(l + 1, m), below = q(l - 1, m);
      const Number far = q(l + 1, m + 1), near = q(l - 1, m + 1);
      const double fall = 4.0 * (l - m) * (l - m - 1) * share;
      const Number up{far.re - fall * near.re, far.im - fall * near.im};
      Number down{up.re, -up.im};
      if (m > 0) {
        const Number left = q(l - 1, m - 1), right = q(l + 1, m - 1);
        const double rise = 1.0 * (l + m) * (l + m - 1) * share;
        down = {rise * left.re - 0.25 * right.re, rise * left.im - 0.25 * right.im};
      }
      double* t = out + PARTS * k;
      t[0] = c * own.re, t[1] = c * own.im;
      t[2] = half * (up.re + down.re), t[3] = half * (up.im + down.im);
      t[4] = half * (up.im - down.im), t[5] = half * (down.re - up.re);
      t[6] = half * (above.re + h.decay[k] * below.re);
      t[7] = half * (above.im + h.decay[k] * below.im);
      size[l] += c * (own.re * own.re + own.im * own.im);
    }
  for (int64_t l = 0; l <= h.degree; ++l)
    size[l] = __builtin_sqrt((2.0 * l + 1) * (h.order ? h.order[l] : 1.0) * size[l]);
}

// The direction and length of q = beta M^T x; where q vanishes any direction serves.
inline Points directions(const SphereHead& h, int64_t t, int64_t end, Wide& z) {
  Points p{Wide{}, Wide{}, fill(1.0)};
  z = Wide{};
  for (int lane = 0; lane < LANES && t + lane < end; ++lane) {
    const double* q = h.q + 3 * (t + lane);
    const double length = __builtin_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    z[lane] = length;
    if (length > 1e-150)
      p.a[lane] = q[0] / length, p.b[lane] = q[1] / length, p.w[lane] = q[2] / length;
  }
  return p;
}

// i_l(z) for l = 0 .. degree up to a common factor, one z per lane, at a distance of `step` in
// `out`; returns e^z in that unit.  Downward recurrence (Miller), i_{l-1} = i_{l+1} + (2l+1)/z i_l,
// normalized by e^z = sum_l (2l + 1) i_l.
inline Wide spherical_bessel(Wide z, int64_t degree, double* out, int64_t step) {
  const Wide inverse = 1.0 / largest(z, fill(1e-20));
  // Far from the smallest number: these are multiplied by harmonics as small as 1e-90.
  Wide upper{}, here = fill(1e-100), sum = (2.0 * degree + 1) * here;
  store<double>(out + degree * step, here);
  for (int64_t l = degree; l > 0; --l) {
    const Wide lower = upper + ((2.0 * l + 1) * inverse) * here;
    upper = here, here = lower;
    sum += (2.0 * l - 1) * here;
    // Where z is far below the largest, growth per step is huge and earlier orders are nothing.
    const auto grown = here > 1e100;
    bool any = false;
    for (int lane = 0; lane < LANES; ++lane) any |= grown[lane] != 0;
    if (__builtin_expect(any, 0)) {
      const Wide factor = grown ? fill(1e-180) : fill(1.0);
      upper *= factor, here *= factor, sum *= factor;
      for (int64_t k = l; k <= degree; ++k)
        store<double>(out + k * step, load<double>(out + k * step) * factor);
    }
    store<double>(out + (l - 1) * step, here);
  }
  return sum;
}

struct Receiver {
  Points u;
  Complex power;
  Wide sum[PARTS / 2];
};

// What column m contributes to the sums of some receivers.
template <bool SHARED>
TOKENFLOCK_INLINE void read_column(const SphereHead& h, int64_t m, const double* order,
                                   const double* coefficients, Receiver* rows) {
  Wide before[RECEIVING] = {}, here[RECEIVING], twice[RECEIVING], part[RECEIVING][PARTS] = {};
  TOKENFLOCK_UNROLL
  for (int r = 0; r < RECEIVING; ++r) here[r] = fill(1.0), twice[r] = 2.0 * rows[r].u.w;
  const double* decay = h.decay + column(h, m);
  const double* c = coefficients + PARTS * column(h, m);
  order += m * RECEIVING * LANES;
  for (int64_t l = m; l <= h.degree; ++l, c += PARTS, ++decay) {
    TOKENFLOCK_UNROLL
    for (int r = 0; r < RECEIVING; ++r) {
      const Wide weight = SHARED ? here[r] : here[r] * load<double>(order + r * LANES);
      TOKENFLOCK_UNROLL
      for (int p = 0; p < PARTS; ++p) part[r][p] += weight * c[p];
      const Wide next = twice[r] * here[r] - *decay * before[r];
      before[r] = here[r], here[r] = next;
    }
    order += RECEIVING * LANES;
  }
  TOKENFLOCK_UNROLL
  for (int r = 0; r < RECEIVING; ++r)
    TOKENFLOCK_UNROLL
    for (int p = 0; p < PARTS / 2; ++p)
      rows[r].sum[p] += rows[r].power.re * part[r][2 * p] + rows[r].power.im * part[r][2 * p + 1];
}

// What the rounding errors of a row's sums are measured in: sum_l (2l + 1) i_l |Q_l|, which is the
// mass for tokens in one point, whose errors agree, and far less for scattered ones.  A floor,
// because sums that cancel have errors that do not.
template <bool SHARED>
TOKENFLOCK_INLINE Wide noise(const SphereHead& h, const double* coefficients, const double* order,
                             int64_t step, Wide unit, double mass) {
  const double* size = coefficients + PARTS * column(h, h.degree + 2);
  Wide sum{};
  for (int64_t l = 0; l <= h.degree; ++l)
    sum += SHARED ? fill(size[l]) : size[l] * load<double>(order + l * step);
  return largest(sum / unit, fill(mass / 16));
}

// A row is doubtful when rounding could reach half of the promised accuracy, max(1e-12, 8 eps z).
// Rounding in units of `noise` was measured: below 2.4 eps at degrees 30 to 200, 15 eps at 480.
inline double smallest_weight(const SphereHead& h, double z, double noise) {
  constexpr double eps = 0x1p-52;
  const double promise = 8 * eps * z > 1e-12 ? 8 * eps * z : 1e-12;
  return eps * (2 + h.degree / 32.0) * noise / (0.5 * promise);
}

// Joins the sums over earlier chunks, in units of e^z, with the row's own chunk, already in place.
inline void join(const SphereHead& h, int64_t i, double z, double own, double noise, double* sum) {
  double* values = h.values + 3 * i;
  for (int c = 0; c < 3; ++c)
    values[c] = (sum[c + 1] + (own > 0 ? own * values[c] : 0.0)) / (sum[0] + own);
  const double weight = sum[0] + own;
  h.normalizer[i] = weight;
  h.top[i] = z;
  // Tokens longer than one would need a longer series.
  h.doubtful[i] = !(weight >= smallest_weight(h, z, noise) && z <= h.reach * (1 + 1e-9));
}

// The weight of the tokens in a row's own chunk in units of e^z.
inline Wide own_weight(const SphereHead& h, int64_t t, int64_t end, Wide z) {
  Wide top{}, weight{};
  for (int lane = 0; lane < LANES && t + lane < end; ++lane)
    top[lane] = h.top[t + lane], weight[lane] = h.normalizer[t + lane];
  return weight * exp2<double>((top - z) * LOG2E);
}

inline void write(const SphereHead& h, int64_t t, int64_t end, Wide z, Wide unit, Wide noise,
                  const Receiver& row) {
  const Wide own = h.causal ? own_weight(h, t, end, z) : Wide{};
  for (int lane = 0; lane < LANES && t + lane < end; ++lane) {
    double sum[PARTS / 2];
    for (int p = 0; p < PARTS / 2; ++p) sum[p] = row.sum[p][lane] / unit[lane];
    join(h, t + lane, z[lane], own[lane], noise[lane], sum);
  }
}

template <bool SHARED>
void sphere_rows(const SphereHead& h, int64_t first, int64_t end, const double* coefficients,
                 double mass) {
  constexpr int64_t STEP = RECEIVING * LANES;
  double* order = reals((h.degree + 1) * STEP);
  for (int64_t t = first; t < end; t += STEP) {
    Receiver rows[RECEIVING] = {};
    Wide z[RECEIVING], unit[RECEIVING];
    TOKENFLOCK_UNROLL
    for (int r = 0; r < RECEIVING; ++r) {
      rows[r].u = directions(h, t + r * LANES, end, z[r]);
      rows[r].power.re = unit[r] = fill(1.0);
      if (!SHARED) unit[r] = spherical_bessel(z[r], h.degree, order + r * LANES, STEP);
    }
    for (int64_t m = 0; m <= h.degree; ++m) {
      read_column<SHARED>(h, m, order, coefficients, rows);
      TOKENFLOCK_UNROLL
      for (int r = 0; r < RECEIVING; ++r) rows[r].power = raised(rows[r].power, rows[r].u);
    }
    TOKENFLOCK_UNROLL
    for (int r = 0; r < RECEIVING; ++r)
      write(h, t + r * LANES, end, z[r], unit[r],
            noise<SHARED>(h, coefficients, order + r * LANES, STEP, unit[r], mass), rows[r]);
  }
  __builtin_free(order);
}

inline void sphere_rows(const SphereHead& h, int64_t first, int64_t end,
                        const double* coefficients, double mass) {
  h.order ? sphere_rows<true>(h, first, end, coefficients, mass)
          : sphere_rows<false>(h, first, end, coefficients, mass);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
