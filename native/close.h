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

// How many pairs of the n tokens, given as rows, have a cosine above a number.
inline int64_t close_pairs(const double* rows, int64_t n, int64_t d, double above) {
  const Columns s(n, d);
  double* const x = static_cast<double*>(__builtin_calloc(s.size(), sizeof(double)));
  s.from_rows(rows, x);
  directions(s, x);
  Bits<double> close{};
  const auto count = [&](int64_t i, int64_t j, Lanes<double> cosine) {
    Bits<double> met = cosine > above;
    if (j <= i) met &= later_than(i, j);
    if (j + LANES > n) met &= ~later_than(n - 1, j);  // what fills up is no token
    close -= met;
  };
  if (d <= FEW_DIMENSIONS)
    by_dimension(d, [&](auto dimension) {
      for (int64_t i = 0; i < n; ++i)
        products<decltype(dimension)::value>(
            s, x, 1.0, i, [&](int64_t j, Lanes<double> cosine) { count(i, j, cosine); });
    });
  else
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = i / LANES * LANES; j < s.stride; j += LANES) {
        Lanes<double> cosine{};
        for (int64_t c = 0; c < s.size(); c += s.stride) cosine += x[c + i] * load(x + c + j);
        count(i, j, cosine);
      }
  __builtin_free(x);
  return sum(close);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
