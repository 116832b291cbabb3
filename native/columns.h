// Tokens as columns: row c holds one coordinate of all of them, filled up to whole vectors.
#pragma once

#include "lanes.h"

namespace tokenflock::TOKENFLOCK_ISA {

TOKENFLOCK_INLINE Lanes<double> load(const double* a) { return load<double>(a); }
TOKENFLOCK_INLINE void store(double* a, Lanes<double> v) { store<double>(a, v); }

struct Columns {
  int64_t n, d, stride;  // stride: n, filled up

  Columns(int64_t n, int64_t d) : n(n), d(d), stride((n + LANES - 1) / LANES * LANES) {}
  int64_t size() const { return d * stride; }

  // From tokens as rows (n, d), and back.
  void take(const double* rows, double* x) const {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t c = 0; c < d; ++c) x[c * stride + i] = rows[i * d + c];
  }
  void give(const double* x, double* rows) const {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t c = 0; c < d; ++c) rows[i * d + c] = x[c * stride + i];
  }
};

TOKENFLOCK_INLINE Lanes<double> root(Lanes<double> a) {
  TOKENFLOCK_UNROLL
  for (int lane = 0; lane < LANES; ++lane) a[lane] = __builtin_sqrt(a[lane]);
  return a;
}

// |x_j|^2 of a vector of tokens
TOKENFLOCK_INLINE Lanes<double> squares(const Columns& s, const double* x, int64_t j) {
  Lanes<double> square{};
  for (int64_t at = j; at < s.size(); at += s.stride) square += load(x + at) * load(x + at);
  return square;
}

// y_i = x_i / |x_i|
inline void normalise(const Columns& s, const double* x, double* y) {
  for (int64_t j = 0; j < s.stride; j += LANES) {
    const Lanes<double> norm = root(squares(s, x, j));
    for (int64_t at = j; at < s.size(); at += s.stride) store(y + at, load(x + at) / norm);
  }
}

// P_u a = a - <u, a> u, in place
inline void project(const Columns& s, const double* u, double* a) {
  for (int64_t j = 0; j < s.stride; j += LANES) {
    Lanes<double> along{};
    for (int64_t at = j; at < s.size(); at += s.stride) along += load(u + at) * load(a + at);
    for (int64_t at = j; at < s.size(); at += s.stride)
      store(a + at, load(a + at) - along * load(u + at));
  }
}

// y = sum of rows with weights
inline void combine(const Columns& s, const double* weights, const double* const* rows,
                    int64_t count, double* y) {
  for (int64_t i = 0; i < s.size(); i += LANES) {
    Lanes<double> sum{};
    for (int64_t r = 0; r < count; ++r) sum += weights[r] * load(rows[r] + i);
    store(y + i, sum);
  }
}

}  // namespace tokenflock::TOKENFLOCK_ISA
