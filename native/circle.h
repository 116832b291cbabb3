// Attention on the circle in linear time, by Fourier series.
//
//     e^{z cos(phi - theta)} = sum_k c_k I_k(z) cos k(phi - theta),    c_0 = 1, c_k = 2,
//
// so that a receiver needs only the sums S_k = sum_j m_j e^{ik theta_j} over the tokens it sees.
// With C_k + i D_k = e^{ik phi} conj(S_k), and sums over j of m_j e^{z cos(phi - theta_j)} times
//
//     1:                  sum_k c_k I_k C_k
//     cos(phi - theta_j): sum_k c_k I'_k C_k,            2 I'_k    = I_{k-1} + I_{k+1}
//     sin(phi - theta_j): sum_k (I_{k-1} - I_{k+1}) D_k, 2k I_k / z = I_{k-1} - I_{k+1}.
//
// Lanes are neighboring stretches of tokens: each has prefix sums of its own and no lane waits.
#pragma once

#include "attention.h"
#include "lanes.h"

namespace tokenflock::TOKENFLOCK_ISA {

using Wide = Lanes<double>;

struct Complex {
  Wide re, im;
};

TOKENFLOCK_INLINE Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

TOKENFLOCK_INLINE Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }

TOKENFLOCK_INLINE Complex get(const double* a, int64_t k) {
  return {load<double>(a + 2 * k * LANES), load<double>(a + (2 * k + 1) * LANES)};
}

TOKENFLOCK_INLINE void set(double* a, int64_t k, Complex z) {
  store<double>(a + 2 * k * LANES, z.re);
  store<double>(a + (2 * k + 1) * LANES, z.im);
}

// Prefix sums without growing rounding errors: short runs, added to a compensated total.
struct Sums {
  static constexpr int64_t RUN_LENGTH = 256;
  int64_t count, steps;
  double *total, *lost, *run;

  void flush() {
    for (int64_t a = 0; a < count; a += LANES) {
      const Wide x = load<double>(total + a), y = load<double>(run + a) + load<double>(lost + a);
      const Wide sum = x + y, part = sum - x;
      store<double>(total + a, sum);
      store<double>(lost + a, (x - (sum - part)) + (y - part));
      store<double>(run + a, Wide{});
    }
    steps = 0;
  }
};

inline Sums make_sums(int64_t modes) {
  const int64_t count = 2 * (modes + 1) * LANES;
  double* memory = static_cast<double*>(__builtin_calloc(3 * count, sizeof(double)));
  return {count, 0, memory, memory + count, memory + 2 * count};
}

struct Senders {
  Complex direction;
  Wide mass;
};

// Token t of every stretch; a token that is not there has mass zero.  Norms are put right to 1e-16.
inline Senders senders(const CircleHead& h, int64_t first, int64_t stretch, int64_t t,
                       bool there = true) {
  Senders s{{fill(1.0), Wide{}}, Wide{}};
  for (int lane = 0; lane < LANES; ++lane) {
    const int64_t j = first + lane * stretch + t;
    if (j >= h.n || !there) continue;
    s.direction.re[lane] = h.x[2 * j], s.direction.im[lane] = h.x[2 * j + 1];
    s.mass[lane] = h.mass ? h.mass[j] : 1.0;
  }
  Complex& z = s.direction;
  const Wide norm = 1.5 - 0.5 * (z.re * z.re + z.im * z.im);
  z.re *= norm, z.im *= norm;
  return s;
}

inline void circle_sum(const CircleHead& h, int64_t first, int64_t stretch, double* out) {
  Sums sums = make_sums(h.modes);
  // Two tokens at a time: one chain of powers alone would leave the multipliers idle.
  for (int64_t t = 0; t < stretch && first + t < h.n; t += 2) {
    const Senders a = senders(h, first, stretch, t);
    const Senders b = senders(h, first, stretch, t + 1, t + 1 < stretch);
    Complex power_a{a.mass, Wide{}}, power_b{b.mass, Wide{}};
    for (int64_t k = 0; k <= h.modes; ++k) {
      set(sums.run, k, get(sums.run, k) + (power_a + power_b));
      power_a = power_a * a.direction;
      power_b = power_b * b.direction;
    }
    if ((sums.steps += 2) >= Sums::RUN_LENGTH) sums.flush();
  }
  sums.flush();
  for (int64_t a = 0; a < sums.count; ++a) out[a] = sums.total[a] + sums.lost[a];
  __builtin_free(sums.total);
}

struct Receivers {
  Complex direction;
  Wide z;
};

// The direction and length of q = beta M^T x; where q vanishes any direction serves.
inline Receivers receivers(const CircleHead& h, int64_t first, int64_t stretch, int64_t t) {
  Receivers r{{fill(1.0), Wide{}}, Wide{}};
  for (int lane = 0; lane < LANES; ++lane) {
    const int64_t i = first + lane * stretch + t;
    if (i >= h.n) continue;
    const double a = h.q[2 * i], b = h.q[2 * i + 1], z = __builtin_sqrt(a * a + b * b);
    r.z[lane] = z;
    if (z > 1e-150) r.direction.re[lane] = a / z, r.direction.im[lane] = b / z;
  }
  return r;
}

// I_k(z) for k = 0 .. modes + 1 up to a common factor, one z per lane; returns e^z in that unit.
// Downward recurrence (Miller): stable, and normalized by e^z = I_0 + 2 I_1 + 2 I_2 + ...
inline Wide bessel(Wide z, int64_t modes, double* out) {
  const Wide twice = 2.0 / largest(z, fill(1e-20));
  Wide upper{}, here = fill(1e-290), sum{};
  store<double>(out + (modes + 1) * LANES, upper);
  store<double>(out + modes * LANES, here);
  for (int64_t k = modes; k > 0; --k) {
    sum += here;
    const Wide lower = upper + (static_cast<double>(k) * twice) * here;
    upper = here, here = lower;
    // Where z is far below the largest, growth per step is huge and earlier orders are nothing.
    const auto grown = here > 1e100;
    bool any = false;
    for (int lane = 0; lane < LANES; ++lane) any |= grown[lane] != 0;
    if (__builtin_expect(any, 0)) {
      const Wide factor = grown ? fill(1e-180) : fill(1.0);
      upper *= factor, here *= factor, sum *= factor;
      for (int64_t l = k; l <= modes; ++l)
        store<double>(out + l * LANES, load<double>(out + l * LANES) * factor);
    }
    store<double>(out + (k - 1) * LANES, here);
  }
  return here + 2.0 * sum;
}

// The three sums of one receiver per lane.
struct Moments {
  Wide weight, along, across, mass;
};

// SAME: receivers look along their own tokens (M = I) and masses are one: one power serves both.
template <bool CAUSAL, bool SAME>
TOKENFLOCK_INLINE Moments moments(int64_t modes, const double* order, Complex phi, Complex theta,
                                  Wide mass, const double* total, double* run) {
  Complex sum = get(total, 0), sent{mass, Wide{}}, power = phi;
  if (CAUSAL) {
    const Complex added = get(run, 0) + sent;
    set(run, 0, added);
    sum = sum + added;
    sent = sent * theta;
  }
  Wide lower = load<double>(order), here = load<double>(order + LANES);
  Moments m{0.5 * lower * sum.re, here * sum.re, Wide{}, sum.re};
  for (int64_t k = 1; k <= modes; ++k) {
    const Wide upper = load<double>(order + (k + 1) * LANES);
    sum = get(total, k);
    if (CAUSAL) {
      const Complex added = get(run, k) + (SAME ? power : sent);
      set(run, k, added);
      sum = sum + added;
      if (!SAME) sent = sent * theta;
    }
    const Wide c = power.re * sum.re + power.im * sum.im, d = power.im * sum.re - power.re * sum.im;
    m.weight += here * c;
    m.along += (lower + upper) * c;
    m.across += (lower - upper) * d;
    power = power * phi;
    lower = here, here = upper;
  }
  m.weight *= 2.0;
  return m;
}

// A row is doubtful when rounding, eps sqrt(modes) times the mass it sees, could reach half of the
// promised accuracy, max(1e-12, 8 eps z).  The constant was measured (tests/attention/test_harmonic.py).
inline double smallest_share(int64_t modes, double z) {
  constexpr double eps = 0x1p-52;
  const double promise = 8 * eps * z > 1e-12 ? 8 * eps * z : 1e-12;
  return 2 * eps * __builtin_sqrt(static_cast<double>(modes) + 1) / (0.5 * promise);
}

inline void write(const CircleHead& h, int64_t i, int lane, const Moments& m, Complex phi, Wide z,
                  Wide unit) {
  const double along = m.along[lane], across = m.across[lane], weight = m.weight[lane];
  h.values[2 * i] = (phi.re[lane] * along + phi.im[lane] * across) / weight;
  h.values[2 * i + 1] = (phi.im[lane] * along - phi.re[lane] * across) / weight;
  h.normalizer[i] = weight / unit[lane];
  h.top[i] = z[lane];
  // Tokens longer than one would need a longer series.
  h.doubtful[i] = !(weight >= smallest_share(h.modes, z[lane]) * unit[lane] * m.mass[lane] &&
                    z[lane] <= h.reach * (1 + 1e-9));
}

template <bool CAUSAL, bool SAME>
void circle_rows(const CircleHead& h, int64_t first, int64_t stretch, const double* sums) {
  Sums prefix = make_sums(h.modes);
  __builtin_memcpy(prefix.total, sums, prefix.count * sizeof(double));
  double* order = static_cast<double*>(__builtin_malloc((h.modes + 2) * LANES * sizeof(double)));
  for (int64_t k = 0; h.shared && k < h.modes + 2; ++k)
    store<double>(order + k * LANES, fill(h.shared[k]));
  Wide unit = fill(1.0);
  for (int64_t t = 0; t < stretch && first + t < h.n; ++t) {
    const Senders s = senders(h, first, stretch, t);
    const Receivers r = receivers(h, first, stretch, t);
    if (!h.shared) unit = bessel(r.z, h.modes, order);
    const Complex phi = h.shared ? s.direction : r.direction;
    const Moments m =
        moments<CAUSAL, SAME>(h.modes, order, phi, s.direction, s.mass, prefix.total, prefix.run);
    for (int lane = 0; lane < LANES; ++lane)
      if (const int64_t i = first + lane * stretch + t; i < h.n) write(h, i, lane, m, phi, r.z, unit);
    if (CAUSAL && ++prefix.steps == Sums::RUN_LENGTH) prefix.flush();
  }
  __builtin_free(order);
  __builtin_free(prefix.total);
}

inline void circle_rows(const CircleHead& h, int64_t first, int64_t stretch, const double* sums) {
  const bool same = h.shared && !h.mass;
  if (h.causal)
    same ? circle_rows<true, true>(h, first, stretch, sums)
         : circle_rows<true, false>(h, first, stretch, sums);
  else
    same ? circle_rows<false, true>(h, first, stretch, sums)
         : circle_rows<false, false>(h, first, stretch, sums);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
