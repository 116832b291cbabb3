// One implicit step of tokens on the sphere, however slow they are.
//
// A causal token k sees only j <= k, so the derivative of all velocities is block lower triangular,
// and linearly implicit Euler steps are a forward substitution; under full attention it is a full
// matrix, which others solve with (site_handlers.cpp).  Tokens move in coordinates u of their
// tangent spaces, x(u) = (y + E u) / |y + E u|, with
//
//     du/dt = |y + E u| (E' a - u <y, a>),     a_k = sum_h V_h sum_j w^h_kj (x_j - x_k) + own_k,
//
// and own_k = sum_h W_h P V_h x_k the drift of a token by itself, zero for V = I.  Differences keep
// the digits of pulls that are 1e-20 of the weights.  A step h is taken in 2, 3, ..., 9 parts, and
// the ends are extrapolated.  Weights that would move a token by far less than float64 can tell are
// left out; who calls sees to it that logits change little enough.  A `paced` step runs by a clock that ticks with the leaders,
//
//     pace(u) = sum over leaders k of sum_{j != k} w_kj,     dt = pace(0) / pace(u) ds.
#pragma once

#include <cstdint>

namespace tokenflock {

// Row r of the extrapolation takes a step in r + FIRST_PARTS parts.  Rows are what lanes hold.
constexpr int64_t PARTITIONS = 8, FIRST_PARTS = 2, MOST_PARTS = PARTITIONS + FIRST_PARTS - 1;

// w^h_kj = mass_j e^{beta <x_k, M_h x_j>} over the j that k sees, divided by their sum, or by
// e^log_seen_k where that is given (unnormalized).
struct CausalLaw {
  int64_t n, d, heads;
  double beta;
  const double *qk, *ov;   // M and V, (heads, d, d); null: the identity
  const double* mass;      // (n)
  const double* log_seen;  // (n); null: softmax
  const int64_t* first;    // (n): the first token that k may see; null: 0
  const int64_t* visible;  // (n, n): not 0 where k sees j; null: all from `first` on
  const int64_t* frozen;   // (n): not 0 for tokens that never move; null: none
  const double* size;      // (heads): |V_h|; null: nobody asks how hard tokens are pulled
  bool full = false;       // all see all: nothing but j <= k is said of causal tokens

  bool sees(int64_t k, int64_t j) const { return !visible || visible[k * n + j]; }
  bool moves(int64_t k) const { return !frozen || !frozen[k]; }
  int64_t end(int64_t k) const { return full ? n : k + 1; }  // of those that k may see
  // Where the row k of the derivative begins, and how many blocks it has.
  int64_t row(int64_t k) const { return full ? k * n : k * (k - 1) / 2; }
  int64_t blocks(int64_t k) const { return full ? n : k; }

  // f(j) for all that k may see but itself
  template <class F> void others(int64_t k, F f) const {
    for (int64_t j = first ? first[k] : 0; j < k; ++j) f(j);
    for (int64_t j = k + 1; j < end(k); ++j) f(j);
  }
};

// The step and room for all that it needs, with p = d - 1.
struct ImplicitStep {
  CausalLaw law;
  const double* y;  // (n, d): tokens at the beginning
  double h;         // by the clock, or at the first pace
  const int64_t* leader;  // (n): not 0 for those that set the pace
  double *basis;          // (n, d, p): E
  double *derivative;     // blocks (p, p) below the diagonal, or all, row after row
  double *diagonal;       // (n, p, p): J_kk
  double *velocity;       // (n, p): du/dt at the beginning
  double *drifts;         // (n, heads, d d): what tokens do by themselves, with a V
  double *top;            // (n, heads): logits are measured from here
  double *strength;       // (n): sum_h |V_h| sum_j w^h_kj at the beginning
  double *far_pace;       // (n): of the weights that are left out
  double *first_pace;     // (n): what a token would add to the pace at the beginning
  double *gradient;       // (n, p): of the pace
  double *inverse;        // (n, p, p, PARTITIONS): (1 - h / parts J_kk)^-1
  double *u, *rate, *delta, *share;  // (n, p, PARTITIONS): place, du/dt, increment, first increment
  double *x;              // (n, d, PARTITIONS): the tokens at u
  double *keys;           // (heads, n, d, PARTITIONS): M_h x_j
  double *pace;           // (n, PARTITIONS)
  double *columns;        // (d + 1, stride): coordinates of y, one after the other, and masses
  uint64_t *near;         // (n, heads, words): a bit for every token whose weight counts; null: all

  static int64_t words(const CausalLaw& law) { return (law.n + 63) / 64; }
  static int64_t drift_size(const CausalLaw& law) {
    return law.ov ? law.n * law.heads * law.d * law.d : 0;
  }
  // Of columns, and of rows of weights: vectors that begin with any token end within it.
  static int64_t stride(const CausalLaw& law) { return law.n + PARTITIONS; }

  void fill_columns() const {
    for (int64_t c = 0; c <= law.d; ++c)
      for (int64_t k = 0; k < stride(law); ++k)
        columns[c * stride(law) + k] = k >= law.n ? 0 : c < law.d ? y[k * law.d + c] : law.mass[k];
  }

  static uint64_t bit(int64_t j) { return uint64_t{1} << (j % 64); }
  bool counts(int64_t k, int64_t h, int64_t j) const {
    return !near || (near_to(k, h)[j / 64] & bit(j));
  }
  uint64_t* near_to(int64_t k, int64_t h) const { return near + (k * law.heads + h) * words(law); }
};

// Increments of all rows: h / parts in units of the rate of their clock.
struct Lengths {
  double of[PARTITIONS];
};

}  // namespace tokenflock
