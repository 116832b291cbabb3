// The matrix exponential to 23 digits and without overflow: a matrix of order one, a logarithm.
#pragma once

#include "double_double.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int TAYLOR_TERMS = 24;  // 1/25! < 1e-25: enough digits for a matrix of norm at most one

class MatrixExponential {
 public:
  explicit MatrixExponential(int64_t d) : d_(d), a_(d, d), e_(d, d), next_(d, d) {}

  // E with e^{tV} = e^{log_scale} E, the largest of its entries of order one; returns log_scale.
  //
  // Taylor series of tV / 2^k, squared k times; each square is brought back to order one by a power
  // of two, so that e^{1000 V} costs no more than e^V and overflows as little.
  double find(double t, const double* V) {
    double norm = 0;
    for (int64_t r = 0; r < d_; ++r) {
      double sum = 0;
      for (int64_t c = 0; c < d_; ++c) sum += __builtin_fabs(a_.hi(r, c) = t * V[r * d_ + c]);
      norm = sum > norm ? sum : norm;
    }
    const int squarings = norm > 1 ? int(__builtin_ceil(__builtin_log2(norm))) : 0;
    a_.scale(__builtin_ldexp(1.0, -squarings));
    sum_series();
    int64_t exponent = 0;
    for (int k = 0; k < squarings; ++k) exponent = 2 * exponent + square();
    return double(exponent) * __builtin_log(2.0);
  }

  const DoubledColumns& matrix() const { return e_; }

 private:
  // 1 + a (1 + a/2 (1 + a/3 (...)))
  void sum_series() {
    for (int64_t r = 0; r < d_; ++r)
      for (int64_t j = 0; j < e_.stride(); j += LANES) e_.put(r, j, {one(r, j), Lanes<double>{}});
    for (int m = TAYLOR_TERMS; m > 0; --m) {
      const Doubled share = inverse(m);
      next_.multiply(a_, false, e_);
      for (int64_t r = 0; r < d_; ++r)
        for (int64_t j = 0; j < e_.stride(); j += LANES)
          e_.put(r, j, Doubled{one(r, j), Lanes<double>{}} + next_.at(r, j) * share);
    }
  }

  // The entries of the identity.
  static Lanes<double> one(int64_t r, int64_t j) {
    Lanes<double> entries{};
    if (j <= r && r < j + LANES) entries[r - j] = 1;
    return entries;
  }

  // Returns the power of two that was taken out.
  int square() {
    next_.multiply(e_, false, e_);
    int size = 0;
    const double top = next_.largest_entry();
    if (top > 0) __builtin_frexp(top, &size);
    next_.scale(__builtin_ldexp(1.0, -size));
    e_.swap(next_);
    return size;
  }

  const int64_t d_;
  DoubledColumns a_, e_, next_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
