// Doubly stochastic weights: the scaling of e^l that gives every token as much as it takes.
//
//     w_ij = m_j e^{f_i + l_ij + g_j},     sum_j w_ij = 1,     sum_i m_i w_ij = m_j.
//
// Rows determine f from g.  The potentials g minimize a convex function whose gradient is what the
// columns lack, and whose Hessian is diag(c) - w' diag(m) w with the column sums c = m w: Newton's
// method, as in `attention/doubly_stochastic.py`, but from a few sweeps of Sinkhorn's iteration where
// those come close.  The weights follow from the logits alone: a search that began at the potentials
// of the tokens before would make a path depend on where it was paused.
#pragma once

#include "definite.h"
#include "exponential.h"
#include "field.h"
#include "workers.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr double LACK = 1e-13;  // of a column, relative: where the search stops
constexpr double ROUGH = 0.1;   // the same, before the logits are scaled up further
constexpr double SETTLED = 1e-9;  // where a lack that does not halve any more is rounding
constexpr double RIDGE = 1e-13;   // where tokens see only themselves the Hessian vanishes
constexpr int MOST_STEPS = 400, MOST_SWEEPS = 6;
constexpr int64_t BALANCED_ROWS = 16;  // of a task
constexpr int TILE_ROWS = REGISTERS == 32 ? 8 : 4, TILE_VECTORS = 3;

class DoublyStochastic {
 public:
  DoublyStochastic(int64_t n, const double* masses, const Workers& workers)
      : n_(n), stride_((n + LANES - 1) / LANES * LANES), workers_(workers), logits_(n * stride_),
        w_(n * stride_), weighed_(n * stride_), hessian_(n * stride_), m_(n), log_m_(stride_),
        g_(stride_), shift_(stride_), columns_(stride_), step_(n) {
    double mean = 0;
    for (int64_t j = 0; j < n; ++j) mean += masses ? masses[j] / n : 1.0 / n;
    for (int64_t j = 0; j < n; ++j) {
      m_[j] = (masses ? masses[j] : 1) / mean;
      log_m_[j] = __builtin_log2(m_[j]);
    }
  }

  int64_t stride() const { return stride_; }
  // The logits, to be filled in, in units of log 2 and at most zero; -inf where nothing is seen, and
  // in the columns that fill up.
  double* logits(int64_t i) const { return logits_ + i * stride_; }
  // The weights of a token, after `balance`.
  const double* weights(int64_t i) const { return w_ + i * stride_; }

  void balance() {
    const double largest = LN2 * largest_logit();
    if (!sweep()) begin(1 / (largest > 1 ? largest : 1));
    for (int step = 0; step < MOST_STEPS && (share_ < 1 || lack_ > LACK); ++step) {
      if (lack_ < ROUGH && share_ < 1) grow();
      const double before = lack_;
      take_newton_step();
      const bool is_rounding = share_ == 1 && before < SETTLED && lack_ > before / 2;
      if (is_rounding || lack_ != lack_) return;
    }
  }

 private:
  double largest_logit() const {
    double top = 0;
    for (int64_t i = 0; i < n_; ++i)
      for (int64_t j = 0; j < n_; ++j) {
        const double size = -logits(i)[j];
        top = size > top && size < __builtin_inf() ? size : top;
      }
    return top;
  }

  // Sinkhorn's iteration: whether it has come close.
  bool sweep() {
    begin(1);
    for (int k = 0; k < MOST_SWEEPS && !(lack_ < ROUGH); ++k) {
      for (int64_t j = 0; j < n_; ++j) {
        if (!(columns_[j] > 0)) return false;
        g_[j] += __builtin_log2(m_[j] / columns_[j]);
      }
      center(), find_rows();
    }
    return lack_ < ROUGH;
  }

  void begin(double share) {
    share_ = share;
    for (int64_t j = 0; j < n_; ++j) g_[j] = 0;
    find_rows();
  }

  void grow() {
    const double share = 2 * share_ < 1 ? 2 * share_ : 1;
    for (int64_t j = 0; j < n_; ++j) g_[j] *= share / share_;
    share_ = share;
    find_rows();
  }

  // The mean of g, which nothing determines, is zero.
  void center() {
    double mean = 0;
    for (int64_t j = 0; j < n_; ++j) mean += g_[j] / n_;
    for (int64_t j = 0; j < n_; ++j) g_[j] -= mean;
  }

  template <class F> void by_rows(double cost, const F& of_row) const {
    workers_((n_ + BALANCED_ROWS - 1) / BALANCED_ROWS, cost, [&](int64_t task) {
      const int64_t first = task * BALANCED_ROWS, end = first + BALANCED_ROWS;
      for (int64_t i = first; i < (end < n_ ? end : n_); ++i) of_row(i);
    });
  }

  // The weights with the present potentials, what columns sum to and what they lack.
  void find_rows() {
    for (int64_t j = 0; j < n_; ++j) shift_[j] = g_[j] + log_m_[j];
    by_rows(double(n_) * n_, [&](int64_t i) { find_row(i); });
    for (int64_t j = 0; j < stride_; j += LANES) {
      Lanes<double> sum{};
      for (int64_t i = 0; i < n_; ++i) sum += load(weighed_ + i * stride_ + j);
      store(columns_ + j, sum);
    }
    lack_ = 0;
    for (int64_t j = 0; j < n_; ++j) {
      const double lack = __builtin_fabs(columns_[j] / m_[j] - 1);
      lack_ = lack <= lack_ ? lack_ : lack;  // a NaN counts as larger than what came before
    }
  }

  void find_row(int64_t i) const {
    const double* const l = logits(i);
    double *const w = w_ + i * stride_, *const weighed = weighed_ + i * stride_;
    Lanes<double> top = fill(-__builtin_inf()), total{};
    for (int64_t j = 0; j < stride_; j += LANES) {
      const Lanes<double> s = share_ * load(l + j) + load(shift_ + j);
      store(w + j, s);
      top = largest(s, top);
    }
    double highest = top[0];
    for (int lane = 1; lane < LANES; ++lane) highest = top[lane] > highest ? top[lane] : highest;
    for (int64_t j = 0; j < stride_; j += LANES) {
      const Lanes<double> power = exp2<double>(load(w + j) - highest);
      store(w + j, power);
      total += power;
    }
    const double factor = 1 / sum(total), mass = m_[i];
    for (int64_t j = 0; j < stride_; j += LANES) {
      const Lanes<double> weight = load(w + j) * factor;
      store(w + j, weight), store(weighed + j, mass * weight);
    }
  }

  // Newton's step, shortened by log(1 + D) / D with D its size: it always leads down.
  void take_newton_step() {
    find_hessian();
    for (int64_t j = 0; j < n_; ++j) step_[j] = m_[j] - columns_[j];
    factor(hessian_, n_, stride_);
    solve(hessian_, n_, stride_, step_);
    double size = 1e-300;
    for (int64_t j = 0; j < n_; ++j)
      size = 2 * __builtin_fabs(step_[j]) <= size ? size : 2 * __builtin_fabs(step_[j]);
    const double length = LOG2E * __builtin_log1p(size) / size;
    for (int64_t j = 0; j < n_; ++j) g_[j] += length * step_[j];
    center(), find_rows();
  }

  // The upper triangle of diag(c) - w' diag(m) w + 1 / n, and a ridge.  Rows of w sum to one, so the
  // diagonal is what lies beside it, and nothing cancels.
  void find_hessian() {
    const int64_t tiles = (n_ + TILE_ROWS - 1) / TILE_ROWS;
    workers_(tiles, double(n_) * n_ * n_ / 16, [&](int64_t task) {
      const int64_t j = task * TILE_ROWS;
      j + TILE_ROWS <= n_ ? multiply_rows<TILE_ROWS>(j) : multiply_last(j);
    });
    for (int64_t j = 0; j < n_; ++j) hessian_[j * stride_ + j] = 0;
    for (int64_t j = 0; j < n_; ++j) {
      double* const row = hessian_ + j * stride_;
      double beside = 0;
      for (int64_t k = j + 1; k < n_; ++k) {
        beside += row[k];
        hessian_[k * stride_ + k] += row[k];
        row[k] = 1.0 / n_ - row[k];
      }
      row[j] += beside + 1.0 / n_ + RIDGE;
    }
  }

  void multiply_last(int64_t j) const {
    for (; j < n_; ++j) multiply_rows<1>(j);
  }

  // w' diag(m) w, N rows from j on, from the diagonal on
  template <int N> void multiply_rows(int64_t j) const {
    int64_t k = j / LANES * LANES;
    constexpr int WIDE = TILE_VECTORS * LANES;
    for (; k + WIDE <= stride_; k += WIDE) multiply<N, TILE_VECTORS>(j, k);
    for (; k < stride_; k += LANES) multiply<N, 1>(j, k);
  }

  template <int N, int VECTORS> TOKENFLOCK_INLINE void multiply(int64_t j, int64_t k) const {
    Lanes<double> sum[N][VECTORS] = {};
    const double *left = weighed_ + j, *right = w_ + k;
    for (int64_t i = 0; i < n_; ++i, left += stride_, right += stride_) {
      Lanes<double> w[VECTORS];
      TOKENFLOCK_UNROLL
      for (int v = 0; v < VECTORS; ++v) w[v] = load(right + v * LANES);
      TOKENFLOCK_UNROLL
      for (int a = 0; a < N; ++a)
        TOKENFLOCK_UNROLL
        for (int v = 0; v < VECTORS; ++v) sum[a][v] += left[a] * w[v];
    }
    double* to = hessian_ + j * stride_ + k;
    TOKENFLOCK_UNROLL
    for (int a = 0; a < N; ++a, to += stride_)
      TOKENFLOCK_UNROLL
      for (int v = 0; v < VECTORS; ++v) store(to + v * LANES, sum[a][v]);
  }

  const int64_t n_, stride_;
  const Workers& workers_;
  const Room logits_, w_, weighed_, hessian_, m_, log_m_, g_, shift_, columns_, step_;
  double share_, lack_;  // of the logits that is in force; the largest of the columns
};

}  // namespace tokenflock::TOKENFLOCK_ISA
