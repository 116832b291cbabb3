// Attention with Q = K = V = I, full or causal: weights agree both ways, w_ij = w_ji, so every pair is
// weighed once, and pulls both tokens, or the later one.
//
// Pairs come in tiles, a vector of tokens with another one.  Lanes are receivers, senders are
// broadcast, and the transposed weights of a tile serve the pull the other way: what a vector of
// tokens receives stays in registers, and nothing is summed across lanes.
#pragma once

#include "columns.h"
#include "exponential.h"
#include "workers.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int HELD = REGISTERS == 32 ? 8 : 4;  // coordinates of tokens and sums in registers

// Sums over pairs.
struct PairSums {
  double *z, *m;
};

// 2^w, as many vectors in step as there are registers for.
template <int FIRST> TOKENFLOCK_INLINE void powers(Lanes<double> (&w)[LANES]) {
  constexpr int COUNT = REGISTERS == 32 || LANES < 2 ? LANES : 2;
  Lanes<double> some[COUNT];
  TOKENFLOCK_UNROLL
  for (int k = 0; k < COUNT; ++k) some[k] = w[FIRST + k];
  exp2_in_range<double, COUNT>(some);
  TOKENFLOCK_UNROLL
  for (int k = 0; k < COUNT; ++k) w[FIRST + k] = some[k];
  if constexpr (FIRST + COUNT < LANES) powers<FIRST + COUNT>(w);
}

// The weights 2^<x_i, y_j> of the tile of senders from i on and receivers from j on.
template <int D>
TOKENFLOCK_INLINE void weigh_tile(const Columns& s, const double* x, const double* y, int64_t i,
                                  int64_t j, Lanes<double> (&w)[LANES]) {
  TOKENFLOCK_UNROLL
  for (int c = 0; c < D; ++c) {
    const Lanes<double> receivers = load(y + c * s.stride + j);
    TOKENFLOCK_UNROLL
    for (int k = 0; k < LANES; ++k) {
      const Lanes<double> product = receivers * x[c * s.stride + i + k];
      w[k] = c ? w[k] + product : product;
    }
  }
  powers<0>(w);
}

// Adds w_ij (x_i - x_j) of a tile of senders from i on to m_j, in N coordinates.
template <int N>
TOKENFLOCK_INLINE void pull_some(const Columns& s, const double* x, const Lanes<double> (&w)[LANES],
                                 int64_t i, int64_t j, double* m) {
  Lanes<double> here[N], moment[N];
  TOKENFLOCK_UNROLL
  for (int c = 0; c < N; ++c)
    here[c] = load(x + c * s.stride + j), moment[c] = load(m + c * s.stride + j);
  TOKENFLOCK_UNROLL
  for (int k = 0; k < LANES; ++k)
    TOKENFLOCK_UNROLL
    for (int c = 0; c < N; ++c)
      // The difference is exact for coincident tokens: they contribute nothing at all.
      moment[c] += w[k] * (x[c * s.stride + i + k] - here[c]);
  TOKENFLOCK_UNROLL
  for (int c = 0; c < N; ++c) store(m + c * s.stride + j, moment[c]);
}

template <int D>
TOKENFLOCK_INLINE void pull_tile(const Columns& s, const double* x, const Lanes<double> (&w)[LANES],
                                 int64_t i, int64_t j, const PairSums& to) {
  constexpr int FIRST = D > HELD ? HELD : D;
  Lanes<double> total = load(to.z + j);
  TOKENFLOCK_UNROLL
  for (int k = 0; k < LANES; ++k) total += w[k];
  store(to.z + j, total);
  pull_some<FIRST>(s, x, w, i, j, to.m);
  if constexpr (D > FIRST)
    pull_some<D - FIRST>(s, x + FIRST * s.stride, w, i, j, to.m + FIRST * s.stride);
}

// All pairs of the tokens from i on with those from j on, both ways unless they are the same or the
// mask is causal.  `here`: 1 for tokens and 0 for what fills up.
template <int D, bool CAUSAL>
TOKENFLOCK_INLINE void pull_pairs_of(const Columns& s, const double* x, const double* y,
                                     const double* here, int64_t i, int64_t j,
                                     const PairSums& to) {
  Lanes<double> w[LANES];
  weigh_tile<D>(s, x, y, i, j, w);
  if (CAUSAL && i == j) {
    TOKENFLOCK_UNROLL
    for (int k = 1; k < LANES; ++k) w[k] = later_than(k - 1, 0) ? w[k] : Lanes<double>{};
  }
  if (j + LANES > s.n) {
    TOKENFLOCK_UNROLL
    for (int k = 0; k < LANES; ++k) w[k] *= here[i + k] * load(here + j);
  }
  pull_tile<D>(s, x, w, i, j, to);
  if (CAUSAL || i == j) return;
  transpose(w);
  pull_tile<D>(s, x, w, j, i, to);
}

// All pairs whose later token lies from `first` up to `end`.
template <int D, bool CAUSAL>
void pull_pairs(const Columns& s, const double* x, const double* y, const double* here,
                int64_t first, int64_t end, const PairSums& to) {
  for (int64_t j = first; j < end; j += LANES)
    for (int64_t i = 0; i <= j; i += LANES) pull_pairs_of<D, CAUSAL>(s, x, y, here, i, j, to);
}

// The same for all tokens.  With a causal mask threads share them, late ones first: their sums are
// the long ones.
template <int D>
void pull_causal_pairs(const Columns& s, const double* x, const double* y, const double* here,
                       const PairSums& to, const Workers& workers) {
  constexpr int64_t TASK = 96;
  const int64_t pieces = (s.stride + TASK - 1) / TASK;
  workers(pieces, double(s.n) * s.n * (1 + D / 16.0), [&](int64_t task) {
    const int64_t first = (pieces - 1 - task) * TASK, end = first + TASK;
    pull_pairs<D, true>(s, x, y, here, first, end < s.stride ? end : s.stride, to);
  });
}

// z_i = sum_j w_ij and m_i = sum_j w_ij (x_j - x_i), w_ij = e^{beta <x_i, x_j>}, for logits that need
// no maximum; y is room.  What fills up has z_i = 1 and m_i = 0.
inline void displacements(const Columns& s, const double* x, double beta, bool causal,
                          const double* here, double* y, const PairSums& to,
                          const Workers& workers) {
  const double scale = beta * LOG2E;
  combine(s, &scale, &x, 1, y);
  for (int64_t j = 0; j < s.stride; ++j) to.z[j] = 0;
  for (int64_t i = 0; i < s.size(); ++i) to.m[i] = 0;
  by_dimension(s.d, [&](auto dimension) {
    constexpr int D = decltype(dimension)::value;
    causal ? pull_causal_pairs<D>(s, x, y, here, to, workers)
           : pull_pairs<D, false>(s, x, y, here, 0, s.stride, to);
  });
  for (int64_t i = s.n; i < s.stride; ++i) to.z[i] = 1;
}

}  // namespace tokenflock::TOKENFLOCK_ISA
