// Pairs of tokens that have met: every pair once, no matrix of them.
#pragma once

#include "columns.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Tokens of a vector divided by their largest coordinates.
inline void shrink(const Columns& s, double* x, int64_t j) {
  Lanes<double> top{};
  for (int64_t at = j; at < s.size(); at += s.stride) {
    const Lanes<double> a = load(x + at);
    top = largest(a < 0 ? -a : a, top);
  }
  top = top > 0 ? top : fill(1.0);
  for (int64_t at = j; at < s.size(); at += s.stride) store(x + at, load(x + at) / top);
}

// y_i = x_i / |x_i|; a token at the origin stays there, and none is too long to be squared.
inline void directions(const Columns& s, double* x) {
  for (int64_t j = 0; j < s.stride; j += LANES) {
    Lanes<double> square = squares(s, x, j);
    const Bits<double> plain = (square > 1e-200) & (square < 1e200);
    if (-sum(plain) < LANES) {
      shrink(s, x, j);
      square = squares(s, x, j);
    }
    const Lanes<double> factor = 1.0 / root(square > 0 ? square : fill(1.0));
    for (int64_t at = j; at < s.size(); at += s.stride) store(x + at, load(x + at) * factor);
  }
}

// Which tokens of the vector at j there are: what fills up is none.
TOKENFLOCK_INLINE Bits<double> present(const Columns& s, int64_t j) {
  return j + LANES > s.n ? ~later_than(s.n - 1, j) : ~Bits<double>{};
}

// The cosines of the unit tokens from i on with those from j on: one of the former in every vector.
TOKENFLOCK_INLINE void cosines(const Columns& s, const double* x, int64_t i, int64_t j,
                               Lanes<double> (&cosine)[LANES]) {
  for (int64_t at = 0; at < s.size(); at += s.stride) {
    const Lanes<double> there = load(x + at + j);
    TOKENFLOCK_UNROLL
    for (int k = 0; k < LANES; ++k) cosine[k] += x[at + i + k] * there;
  }
}

// How many of these pairs have a cosine above a number, by lanes.  ALL: every pair counts once;
// else those of a token that is there with an earlier one, if the vectors are the same.
template <bool ALL>
TOKENFLOCK_INLINE Bits<double> count_tile(const Columns& s, const double* x, int64_t i, int64_t j,
                                          double above) {
  Lanes<double> cosine[LANES] = {};
  cosines(s, x, i, j, cosine);
  Bits<double> found{};
  TOKENFLOCK_UNROLL
  for (int k = 0; k < LANES; ++k) {
    const Bits<double> close = cosine[k] > above;
    // Its place is known to the compiler, so is its mask.
    found -= ALL || i != j ? close : close & later_than(k, 0);
  }
  return ALL ? found : found & present(s, j);
}

// How many pairs of unit tokens have a cosine above a number, by lanes.
inline Bits<double> count_pairs(const Columns& s, const double* x, double above) {
  Bits<double> close{};
  for (int64_t j = 0; j < s.n; j += LANES) {
    const int64_t whole = j + LANES > s.n ? 0 : j;
    for (int64_t i = 0; i < whole; i += LANES) close += count_tile<true>(s, x, i, j, above);
    for (int64_t i = whole; i <= j; i += LANES) close += count_tile<false>(s, x, i, j, above);
  }
  return close;
}

// How many pairs of the n tokens, given as rows, have a cosine above a number.
inline int64_t close_pairs(const double* rows, int64_t n, int64_t d, double above) {
  const Columns s(n, d);
  constexpr int64_t FEW = 2048;  // numbers that the stack has room for
  double few[FEW];
  double* const x = s.size() <= FEW ? few : static_cast<double*>(__builtin_malloc(s.size() * sizeof(double)));
  for (int64_t c = 0; c < d; ++c) store(x + (c + 1) * s.stride - LANES, Lanes<double>{});
  s.from_rows(rows, x);
  directions(s, x);
  const int64_t close = sum(count_pairs(s, x, above));
  if (x != few) __builtin_free(x);
  return close;
}

}  // namespace tokenflock::TOKENFLOCK_ISA
