// What every kernel works on, and the table of kernels that one instruction set offers.
#pragma once

#include <cstdint>

#include "implicit.h"
#include "integration.h"
#include "masks.h"
#include "workers.h"

namespace tokenflock {

// Attention of one head over one set of n tokens.  Arrays are row-major, one token per row:
//
//     w_ij = mass_j e^{<q_i, k_j>},   normalizer_i = e^{-top_i} sum_j w_ij,
//     values_i = sum_j w_ij (v_j - origin_i) / sum_j w_ij,   origin_i = v_i if relative, else 0.
template <class T> struct Head {
  int64_t n, d, dv;
  const T *q, *k, *v;
  const T* mass;  // null: all masses are one
  T *values, *normalizer, *top;
  Mask mask;
  int64_t width;  // of the window
  bool relative;
  // Rows whose e^logit can neither overflow nor leave the normal numbers: they need no maximum.
  // Decided row by row, from what the row sees: the future must not change how the past rounds.
  const unsigned char* bounded;
  const bool* seen = nullptr;  // (n, n), receivers in rows: the table of such a mask

  int64_t first_visible(int64_t i) const {
    return mask == Mask::window && i >= width ? i - width + 1 : 0;
  }
  int64_t end_visible(int64_t i) const {
    return mask == Mask::full || mask == Mask::table ? n : i + 1;
  }
};

// The rows to compute: `index[first .. end)`, or the rows themselves where there is no index.
struct Rows {
  const int64_t* index;
  int64_t first, end;
};

// A head whose rows are summed as a series, on the circle (d = 2) or the sphere (d = 3).
struct SeriesHead {
  int64_t n;
  const double *q, *x;  // (n, d); tokens x have norm one
  const double* mass;   // null: all masses are one
  double *values, *normalizer, *top;
  bool causal;
  // No receiver is longer, whatever the tokens: the length of the series comes from here, since a
  // later token must not change a bit of earlier rows.
  double reach;
  unsigned char* doubtful;  // rows whose normalizer drowns in rounding
};

// Harmonics on the circle: 2 x (modes + 1) sums per lane.
struct CircleHead : SeriesHead {
  int64_t modes;
  // I_k(beta) common to all rows where q = beta x, up to a factor, (modes + 2), or null
  const double* shared;
};

// Harmonics on the sphere S^2; tables over 0 <= m <= l <= degree + 1, see sphere.h.
struct SphereHead : SeriesHead {
  int64_t degree;
  const double *decay, *scale;  // h_lm and (2l + 1) kappa_lm
  const double* order;  // Bessel functions common to all rows, then also in `scale`, or null
};

struct Kernels {
  const char* name;
  int64_t width;  // numbers in one vector of float64
  void (*exp2_64)(const double* x, double* y, int64_t count);
  void (*exp2_32)(const float* x, float* y, int64_t count);
  void (*attend64)(const Head<double>&, Rows);
  void (*attend32)(const Head<float>&, Rows);
  // Sums of mass_j e^{ik theta_j} over `width` neighboring stretches of tokens, one per lane.
  void (*circle_sum)(const CircleHead&, int64_t first, int64_t stretch, double* sums);
  // Rows of the same stretches, given the sums before each of them (causal) or all sums (full).
  void (*circle_rows)(const CircleHead&, int64_t first, int64_t stretch, const double* sums);
  // Adds tokens [first, end) to compensated sums; turns sums into 8 coefficients per (l, m) and the
  // size of every degree; rows [first, end) from those of all tokens (full) or earlier chunks.
  void (*sphere_sum)(const SphereHead&, int64_t first, int64_t end, double* sums);
  void (*sphere_moments)(const SphereHead&, const double* sums, double* coefficients);
  void (*sphere_rows)(const SphereHead&, int64_t first, int64_t end, const double* coefficients,
                      double mass);
  // Steps until all times are saved, `max_steps` were tried, or none is short enough.
  void (*advance)(const Law&, const Tableau&, const StepControl&, const Output&, const State&,
                  int64_t max_steps, const Workers&);
  // Tokens x (n, d) after equal steps.
  void (*take_steps)(const Law&, const EqualSteps&, double* x, const Workers&);
  // What rounding decides of rescaled tokens z (n, d): determined (n), departure (n, d, d).
  void (*find_resolution)(const Law&, double t, const double* z, bool* determined,
                          double* departure, const Workers&);
  // How many pairs of n tokens in R^d have a cosine above a number.
  int64_t (*close_pairs)(const double* x, int64_t n, int64_t d, double above);
  // The phases of an implicit step, for tokens [first, end) and the vectors of rows from one on.
  void (*implicit_frames)(const ImplicitStep&, int64_t first, int64_t end);
  void (*implicit_drifts)(const ImplicitStep&);
  // Adds to a gradient of the pace (n, p), if there is one.
  void (*implicit_linearize)(const ImplicitStep&, int64_t first, int64_t end, double* gradient);
  double (*implicit_growth)(const ImplicitStep&, double pace);
  void (*implicit_place)(const ImplicitStep&, int vector, int64_t first, int64_t end);
  void (*implicit_move)(const ImplicitStep&, int vector, int64_t first, int64_t end);
  void (*implicit_substitute)(const ImplicitStep&, int vector, const Lengths&);
};

#if defined(__aarch64__)
namespace neon { extern const Kernels kernels; }
#else
namespace portable { extern const Kernels kernels; }
#endif
#if defined(__x86_64__)
namespace avx2 { extern const Kernels kernels; }
namespace avx512 { extern const Kernels kernels; }
#endif

}  // namespace tokenflock
