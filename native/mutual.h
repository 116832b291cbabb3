// Full attention with Q = K = V = I: weights agree both ways, w_ij = w_ji, so every pair is weighed
// once, and pulls both tokens.
#pragma once

#include "columns.h"
#include "exponential.h"

namespace tokenflock::TOKENFLOCK_ISA {

// The weights w_ij = 2^(scale <x_i, x_j>) of token i and all later ones, from its vector on.
template <int D>
TOKENFLOCK_INLINE void weigh_pairs(const Columns& s, const double* x, double scale,
                                   const double* here, int64_t i, double* __restrict w) {
  products<D>(s, x, scale, i, [&](int64_t j, Lanes<double> logit) {
    store(w + j, exp2_in_range<double>(logit) * load(here + j));
  });
  // Earlier tokens had their pairs with i.
  const int64_t j = i / LANES * LANES;
  store(w + j, later_than(i, j) ? load(w + j) : Lanes<double>{});
}

// own_i = sum_j w_ij (x_j - x_i) and m_j -= w_ij (x_j - x_i), in N coordinates from row x on.
template <int N>
TOKENFLOCK_INLINE void pull(const Columns& s, const double* __restrict x, const double* w,
                            int64_t i, double* __restrict own, double* __restrict m) {
  Lanes<double> here[N], moment[N];
  TOKENFLOCK_UNROLL
  for (int c = 0; c < N; ++c) here[c] = fill(x[c * s.stride + i]), moment[c] = Lanes<double>{};
  for (int64_t j = i / LANES * LANES; j < s.stride; j += LANES) {
    const Lanes<double> weight = load(w + j);
    TOKENFLOCK_UNROLL
    for (int c = 0; c < N; ++c) {
      // The difference is exact for coincident tokens: they contribute nothing at all.
      const Lanes<double> apart = load(x + c * s.stride + j) - here[c];
      moment[c] += weight * apart;
      store(m + c * s.stride + j, load(m + c * s.stride + j) - weight * apart);
    }
  }
  TOKENFLOCK_UNROLL
  for (int c = 0; c < N; ++c) own[c * s.stride + i] = sum(moment[c]);
}

// Sums over pairs, for logits that need no maximum: what a token receives from later ones goes to
// `own`, what it receives from earlier ones to the others.  Apart, because a vector that is read
// right after one of its lanes was written waits for memory.
struct PairSums {
  double *z, *m, *own_z, *own_m;  // sum_j w_ij and sum_j w_ij (x_j - x_i)
};

// `here` is 1 for tokens and 0 for what fills up; w is room for a row of weights.
template <int D>
void pull_pairs(const Columns& s, const double* x, double scale, const double* here,
                double* __restrict w, const PairSums& to) {
  constexpr int HALF = D > 4 ? 4 : D;  // what the registers hold
  double* __restrict z = to.z;
  for (int64_t i = 0; i < s.n; ++i) {
    weigh_pairs<D>(s, x, scale, here, i, w);
    Lanes<double> weight{};
    for (int64_t j = i / LANES * LANES; j < s.stride; j += LANES) {
      weight += load(w + j);
      store(z + j, load(z + j) + load(w + j));
    }
    to.own_z[i] = sum(weight);
    pull<HALF>(s, x, w, i, to.own_m, to.m);
    if constexpr (D > HALF) {
      const int64_t rest = HALF * s.stride;
      pull<D - HALF>(s, x + rest, w, i, to.own_m + rest, to.m + rest);
    }
  }
}

// The averages m_i = sum_j w_ij (x_j - x_i) / sum_j w_ij of unit tokens; all else is room.
inline void displacements(const Columns& s, const double* x, double beta, const double* here,
                          double* w, const PairSums& to) {
  const double scale = beta * LOG2E;
  for (int64_t j = 0; j < s.stride; j += LANES)
    store(to.z + j, exp2_in_range<double>(scale * squares(s, x, j)));
  for (int64_t i = 0; i < s.size(); ++i) to.m[i] = 0;
  by_dimension(s.d, [&](auto dimension) {
    pull_pairs<decltype(dimension)::value>(s, x, scale, here, w, to);
  });
  for (int64_t j = 0; j < s.stride; j += LANES) {
    const Lanes<double> factor = 1.0 / (load(to.z + j) + load(to.own_z + j));
    for (int64_t at = j; at < s.size(); at += s.stride)
      store(to.m + at, (load(to.m + at) + load(to.own_m + at)) * factor);
  }
}

}  // namespace tokenflock::TOKENFLOCK_ISA
