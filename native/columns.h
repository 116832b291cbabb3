// Tokens as columns: row c holds one coordinate of all of them, filled up to whole vectors.
#pragma once

#include "lanes.h"
#include "transpose.h"

namespace tokenflock::TOKENFLOCK_ISA {

TOKENFLOCK_INLINE Lanes<double> load(const double* a) { return load<double>(a); }
TOKENFLOCK_INLINE void store(double* a, Lanes<double> v) { store<double>(a, v); }

struct Columns {
  int64_t n, d, stride;  // stride: n, filled up

  Columns(int64_t n, int64_t d) : n(n), d(d), stride((n + LANES - 1) / LANES * LANES) {}
  int64_t size() const { return d * stride; }

  // From tokens as rows (n, d), and back, those of [first, end).
  void from_rows(const double* rows, double* x, int64_t first, int64_t end) const {
    for (; has_tiles() && first + LANES <= end; first += LANES)
      for (int64_t c = 0; c < d; c += LANES)
        copy_tile(rows + first * d + c, d, x + c * stride + first, stride);
    for (int64_t i = first; i < end; ++i)
      for (int64_t c = 0; c < d; ++c) x[c * stride + i] = rows[i * d + c];
  }
  void to_rows(const double* x, double* rows, int64_t first, int64_t end) const {
    for (; has_tiles() && first + LANES <= end; first += LANES)
      for (int64_t c = 0; c < d; c += LANES)
        copy_tile(x + c * stride + first, stride, rows + first * d + c, d);
    for (int64_t i = first; i < end; ++i)
      for (int64_t c = 0; c < d; ++c) rows[i * d + c] = x[c * stride + i];
  }
  void from_rows(const double* rows, double* x) const { from_rows(rows, x, 0, n); }
  void to_rows(const double* x, double* rows) const { to_rows(x, rows, 0, n); }

 private:
  bool has_tiles() const { return d % LANES == 0; }

  // A tile of numbers, rows of which are so far apart, transposed.
  static void copy_tile(const double* from, int64_t apart, double* to, int64_t apart_there) {
    Lanes<double> tile[LANES];
    TOKENFLOCK_UNROLL
    for (int k = 0; k < LANES; ++k) tile[k] = load(from + k * apart);
    transpose(tile);
    TOKENFLOCK_UNROLL
    for (int k = 0; k < LANES; ++k) store(to + k * apart_there, tile[k]);
  }
};

// Of numbers, or of integers: true counts as -1.
template <class V> TOKENFLOCK_INLINE auto sum(V a) {
  auto total = a[0];
  TOKENFLOCK_UNROLL
  for (int lane = 1; lane < LANES; ++lane) total += a[lane];
  return total;
}

TOKENFLOCK_INLINE Lanes<double> root(Lanes<double> a) {
  TOKENFLOCK_UNROLL
  for (int lane = 0; lane < LANES; ++lane) a[lane] = __builtin_sqrt(a[lane]);
  return a;
}

// Which tokens of the vector at j come after token i.
TOKENFLOCK_INLINE Bits<double> later_than(int64_t i, int64_t j) {
  Bits<double> index;
  TOKENFLOCK_UNROLL
  for (int lane = 0; lane < LANES; ++lane) index[lane] = j + lane;
  return index > i;
}

template <int D> struct Dimension {
  static constexpr int value = D;
};
constexpr int64_t FEW_DIMENSIONS = 8;

// f(Dimension<d>), for d up to FEW_DIMENSIONS: what stays in registers must be known by name.
template <class F> void by_dimension(int64_t d, F f) {
  switch (d) {
    case 1: return f(Dimension<1>{});
    case 2: return f(Dimension<2>{});
    case 3: return f(Dimension<3>{});
    case 4: return f(Dimension<4>{});
    case 5: return f(Dimension<5>{});
    case 6: return f(Dimension<6>{});
    case 7: return f(Dimension<7>{});
    default: return f(Dimension<8>{});
  }
}

// f(j, scale <x_i, x_j>) for all vectors j of tokens from that of i on.
template <int D, class F>
TOKENFLOCK_INLINE void products(const Columns& s, const double* __restrict x, double scale,
                                int64_t i, F f) {
  Lanes<double> q[D];
  TOKENFLOCK_UNROLL
  for (int c = 0; c < D; ++c) q[c] = fill(scale * x[c * s.stride + i]);
  for (int64_t j = i / LANES * LANES; j < s.stride; j += LANES) {
    Lanes<double> product = q[0] * load(x + j);
    TOKENFLOCK_UNROLL
    for (int c = 1; c < D; ++c) product += q[c] * load(x + c * s.stride + j);
    f(j, product);
  }
}

// |x_j|^2 of a vector of tokens
TOKENFLOCK_INLINE Lanes<double> squares(const Columns& s, const double* x, int64_t j) {
  Lanes<double> square{};
  for (int64_t at = j; at < s.size(); at += s.stride) square += load(x + at) * load(x + at);
  return square;
}

// y_i = x_i / |x_i|, in the columns [first, end)
inline void normalize(const Columns& s, const double* x, double* y, int64_t first, int64_t end) {
  for (int64_t j = first; j < end; j += LANES) {
    const Lanes<double> factor = 1.0 / root(squares(s, x, j));
    for (int64_t at = j; at < s.size(); at += s.stride) store(y + at, load(x + at) * factor);
  }
}

inline void normalize(const Columns& s, const double* x, double* y) {
  normalize(s, x, y, 0, s.stride);
}

// P_u a = a - <u, a> u, in place, in the columns [first, end)
inline void project(const Columns& s, const double* u, double* a, int64_t first, int64_t end) {
  for (int64_t j = first; j < end; j += LANES) {
    Lanes<double> along{};
    for (int64_t at = j; at < s.size(); at += s.stride) along += load(u + at) * load(a + at);
    for (int64_t at = j; at < s.size(); at += s.stride)
      store(a + at, load(a + at) - along * load(u + at));
  }
}

// y = sum of rows with weights, VECTORS of every row at a time
template <int VECTORS>
TOKENFLOCK_INLINE void combine_at(int64_t i, const double* weights, const double* const* rows,
                                  int64_t count, double* y) {
  Lanes<double> sum[VECTORS] = {};
  for (int64_t r = 0; r < count; ++r) {
    const Lanes<double> weight = fill(weights[r]);
    TOKENFLOCK_UNROLL
    for (int v = 0; v < VECTORS; ++v) sum[v] += weight * load(rows[r] + i + v * LANES);
  }
  TOKENFLOCK_UNROLL
  for (int v = 0; v < VECTORS; ++v) store(y + i + v * LANES, sum[v]);
}

// The numbers [first, end) of y.
inline void combine(const double* weights, const double* const* rows, int64_t count, double* y,
                    int64_t first, int64_t end) {
  int64_t i = first;
  for (; i + 8 * LANES <= end; i += 8 * LANES) combine_at<8>(i, weights, rows, count, y);
  for (; i < end; i += LANES) combine_at<1>(i, weights, rows, count, y);
}

inline void combine(const Columns& s, const double* weights, const double* const* rows,
                    int64_t count, double* y) {
  combine(weights, rows, count, y, 0, s.size());
}

}  // namespace tokenflock::TOKENFLOCK_ISA
