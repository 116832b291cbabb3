// Linear equations with a symmetric positive definite matrix.
//
// A = U^T D U, with U of unit diagonal; what is kept in place of the upper triangle of A is D U.
// Rows are filled up to whole vectors, by zeros.
#pragma once

#include "columns.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int PIVOTS = 4;  // rows that are subtracted at once

// Row i minus multiples of N rows from k on, from column i on.  What lies left of that, in the same
// vector, is overwritten.
template <int N> TOKENFLOCK_INLINE void eliminate(double* A, int64_t stride, int64_t k, int64_t i) {
  Lanes<double> factor[N];
  const double* row[N];
  TOKENFLOCK_UNROLL
  for (int p = 0; p < N; ++p) {
    row[p] = A + (k + p) * stride;
    factor[p] = fill(row[p][i] / row[p][k + p]);
  }
  double* const to = A + i * stride;
  for (int64_t j = i / LANES * LANES; j < stride; j += LANES) {
    Lanes<double> left = load(to + j);
    TOKENFLOCK_UNROLL
    for (int p = 0; p < N; ++p) left -= factor[p] * load(row[p] + j);
    store(to + j, left);
  }
}

// D U in place of the upper triangle of A (n, stride).
inline void factor(double* A, int64_t n, int64_t stride) {
  int64_t k = 0;
  for (; k + PIVOTS <= n; k += PIVOTS) {
    for (int64_t i = k + 1; i < k + PIVOTS; ++i)
      for (int64_t p = k; p < i; ++p) eliminate<1>(A, stride, p, i);
    for (int64_t i = k + PIVOTS; i < n; ++i) eliminate<PIVOTS>(A, stride, k, i);
  }
  for (; k < n; ++k)
    for (int64_t i = k + 1; i < n; ++i) eliminate<1>(A, stride, k, i);
}

// y = A^{-1} y for a matrix that was factored.
inline void solve(const double* A, int64_t n, int64_t stride, double* y) {
  for (int64_t k = 0; k < n; ++k) {
    const double* const row = A + k * stride;
    const double share = y[k] / row[k];
    for (int64_t j = k + 1; j < n; ++j) y[j] -= share * row[j];
  }
  for (int64_t k = n - 1; k >= 0; --k) {
    const double* const row = A + k * stride;
    double left = y[k];
    for (int64_t j = k + 1; j < n; ++j) left -= row[j] * y[j];
    y[k] = left / row[k];
  }
}

}  // namespace tokenflock::TOKENFLOCK_ISA
