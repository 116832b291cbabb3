// Numbers with twice the digits: unevaluated sums hi + lo of two doubles, a vector at a time.
//
// Compilers may fuse a product into the sum that follows it.  Here every product that must be exact
// is formed from factors of at most 27 bits, so that fusing it changes nothing.
#pragma once

#include "columns.h"

namespace tokenflock::TOKENFLOCK_ISA {

// |lo| is at most half a unit in the last place of hi.
struct Doubled {
  Lanes<double> hi, lo;
};

// a + b without error (Knuth)
TOKENFLOCK_INLINE Doubled two_sum(Lanes<double> a, Lanes<double> b) {
  const Lanes<double> s = a + b, from_b = s - a;
  return {s, (a - (s - from_b)) + (b - from_b)};
}

// The first 26 bits.
TOKENFLOCK_INLINE Lanes<double> high_half(Lanes<double> a) {
  return (Lanes<double>)((Bits<double>)a & ~((int64_t(1) << 27) - 1));
}

// a b to about 80 bits (Dekker, with the halves cut by bit masks)
TOKENFLOCK_INLINE Doubled two_product(Lanes<double> a, Lanes<double> b) {
  const Lanes<double> a1 = high_half(a), a2 = a - a1, b1 = high_half(b), b2 = b - b1;
  return two_sum(a1 * b1, a1 * b2 + a2 * b1 + a2 * b2);
}

TOKENFLOCK_INLINE Doubled operator+(Doubled a, Doubled b) {
  const Doubled s = two_sum(a.hi, b.hi);
  return two_sum(s.hi, s.lo + a.lo + b.lo);
}

TOKENFLOCK_INLINE Doubled operator*(Doubled a, Doubled b) {
  const Doubled p = two_product(a.hi, b.hi);
  return two_sum(p.hi, p.lo + a.hi * b.lo + a.lo * b.hi);
}

// 1 / m for a small whole number m
inline Doubled inverse(int m) {
  const Lanes<double> hi = fill(1.0 / m);
  const Doubled product = two_product(hi, fill(double(m)));
  return {hi, ((1.0 - product.hi) - product.lo) / double(m)};
}

// A matrix of such numbers, as columns.
class DoubledColumns {
 public:
  DoubledColumns(int64_t rows, int64_t columns)
      : s_(columns, rows), hi_(allocated(s_.size())), lo_(allocated(s_.size())) {}
  ~DoubledColumns() { __builtin_free(hi_), __builtin_free(lo_); }
  DoubledColumns(const DoubledColumns&) = delete;

  int64_t rows() const { return s_.d; }
  int64_t stride() const { return s_.stride; }

  Doubled at(int64_t row, int64_t j) const {
    return {load(hi_ + row * s_.stride + j), load(lo_ + row * s_.stride + j)};
  }
  // One entry, in all lanes.
  Doubled entry(int64_t row, int64_t column) const {
    return {fill(hi_[row * s_.stride + column]), fill(lo_[row * s_.stride + column])};
  }
  void put(int64_t row, int64_t j, Doubled a) {
    store(hi_ + row * s_.stride + j, a.hi), store(lo_ + row * s_.stride + j, a.lo);
  }
  double& hi(int64_t row, int64_t column) { return hi_[row * s_.stride + column]; }

  // *this = a b, of which neither is *this; a' b where a is transposed
  void multiply(const DoubledColumns& a, bool transposed, const DoubledColumns& b) {
    for (int64_t r = 0; r < s_.d; ++r)
      for (int64_t j = 0; j < s_.stride; j += LANES) {
        Doubled sum{};
        for (int64_t k = 0; k < b.s_.d; ++k) {
          const Doubled term = (transposed ? a.entry(k, r) : a.entry(r, k)) * b.at(k, j);
          sum = k ? sum + term : term;
        }
        put(r, j, sum);
      }
  }

  void scale(double power) {
    for (int64_t i = 0; i < s_.size(); ++i) hi_[i] *= power, lo_[i] *= power;
  }

  double largest_entry() const {
    double top = 0;
    for (int64_t i = 0; i < s_.size(); ++i) {
      const double size = __builtin_fabs(hi_[i]);
      top = size > top ? size : top;
    }
    return top;
  }

  void swap(DoubledColumns& other) {
    double *const hi = hi_, *const lo = lo_;
    hi_ = other.hi_, lo_ = other.lo_, other.hi_ = hi, other.lo_ = lo;
  }

 private:
  static double* allocated(int64_t count) {
    return static_cast<double*>(__builtin_calloc(count, sizeof(double)));
  }

  const Columns s_;
  double *hi_, *lo_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
