// What steps work on: the method, the step control, state and output.
#pragma once

#include <cstdint>

#include "law.h"

namespace tokenflock {

// An explicit Runge-Kutta method with its embedded error estimate,
//
//     k_i = h f(t + c_i h, x + sum_j a_ij k_j),   x1 = x + sum_i b_i k_i,   error = sum_i e_i k_i,
//
// and the interpolant w_0(s) x + w_1(s) x1 + sum_i w_{2+i}(s) k_i between the ends, 0 <= s <= 1.
// First come the stages of x1 and its error, then the one at x1, if it was none of them, and last
// those of the interpolant alone.
struct Tableau {
  static constexpr int64_t MOST_STAGES = 20;

  int64_t stages, degree;
  const double *a, *b, *c, *e;  // (stages, stages), strictly lower triangular; (stages) the others
  const double* w;          // (degree + 1, 2 + stages): polynomials, one row per power of s - 1/2

  const double* row(int64_t i) const { return a + i * stages; }

  // The number of stages that say whether a step is accepted.
  int64_t tried() const {
    int64_t count = stages;
    while (count > 1 && b[count - 1] == 0 && e[count - 1] == 0) --count;
    return count;
  }

  // The stage at x1, which is the first of the next step; the number of stages where none is.
  int64_t end() const {
    for (int64_t i = 0; i < stages; ++i)
      if (is_end(i)) return i;
    return stages;
  }

 private:
  bool is_end(int64_t i) const {
    for (int64_t j = 0; j < stages; ++j)
      if (row(i)[j] != b[j]) return false;
    return true;
  }
};

// A step is accepted where error < 1, measured in units of tol (1 + |x|), and the next has length
//
//     h clip(safety error^(-1/order), factor_min, factor_max).
struct StepControl {
  double order;  // of the error estimate
  double tol, safety, factor_min, factor_max;
};

// Where a run stands.
struct State {
  double *x, *velocity;  // (n, d)
  double *t, *t_next;    // t_next: -infinity before the first step, not beyond t where it is stuck
  int64_t *saved, *accepted, *rejected;  // how many of the output times, and steps
  int64_t* between;  // accepted steps with values saved between their ends
};

// The times to save at, and room for the tokens at them.  No step passes the last.
struct Output {
  const double* times;
  int64_t count;
  double* values;  // (count, n, d)
};

// Equal steps: of a transformer's layers, of a Runge-Kutta method, or of one between two halves of
// the noise.
enum class Way : int64_t { layers, no_residual, runge_kutta, splitting };

struct EqualSteps {
  Way way;
  double t, length;      // when the first begins, and how long each is
  int64_t count, first;  // how many, and the number of the first, which its noise depends on
  Tableau tableau;
  const int64_t* seed;  // (2): of the noise
};

}  // namespace tokenflock
