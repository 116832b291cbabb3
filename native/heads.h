// Averages over several heads, pair by pair or by series.
#pragma once

#include "exponential.h"
#include "field.h"
#include "series.h"
#include "tiles.h"
#include "workers.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Logits no larger need no maximum (see `find_bounded_rows`); a little below its 300, for keys that
// are unit vectors up to rounding.
constexpr double BOUNDED_LOGIT = 299;
constexpr int64_t ROWS_PER_TASK = 96;
constexpr double LARGE_LOGIT = 1e290, LARGEST_SCALE = 1e300;
constexpr double SLOW = 1e-10;  // a thousand times the error of a series

// y_i = M x_i of tokens as rows, M (rows, columns); y_i = M^T x_i where it is transposed.
inline void map(const double* M, int64_t rows, int64_t columns, bool transposed, const double* x,
                int64_t n, double* y) {
  const int64_t to = transposed ? columns : rows, from = transposed ? rows : columns;
  const int64_t step = transposed ? 1 : columns, across = transposed ? columns : 1;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t r = 0; r < to; ++r) {
      double sum = 0;
      for (int64_t c = 0; c < from; ++c) sum += M[r * step + c * across] * x[i * from + c];
      y[i * to + r] = sum;
    }
}

inline double largest_entry(const double* a, int64_t count) {
  double top = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double size = __builtin_fabs(a[i]);
    top = size <= top ? top : size;  // a NaN stays
  }
  return top;
}

// a b, at most LARGEST_SCALE
inline double capped(double a, double b) { return (a < LARGEST_SCALE / b ? a : LARGEST_SCALE / b) * b; }

class Heads {
 public:
  Heads(const Law& law, const Workers& workers)
      : law_(law), workers_(workers), r_(law.rank()), dv_(law.value ? law.value.rows : law.d),
        q_(law.n * r_), k_(law.n * r_), v_(law.value ? law.n * dv_ : 0), values_(law.n * dv_),
        mixed_(law.n * law.d), normalizer_(law.n), top_(law.n), total_(law.n), bounded_(law.n),
        turn_(law.frequency ? law.n * r_ : 0) {
    if (law.frequency) find_turns();
  }

  // a_i = sum_h V_h sum_j w_ij x_j of tokens as rows; `relative`: x_j - x_i in place of x_j, where
  // V = I, so that differences between tokens do not cancel.
  void average(const double* x, bool relative, double* a) {
    begin(a);
    for (int64_t h = 0; h < law_.heads; ++h) {
      attend_pairs(head(h, x, relative));
      add(h, a);
    }
  }

  // What moves unit tokens: the average up to a multiple of each.  Returns whether that multiple is
  // missing.
  bool pull(const double* x, double* a) {
    if (law_.reach) {
      begin(a);
      for (int64_t h = 0; h < law_.heads; ++h) {
        attend_series(h, x);
        add(h, a);
      }
      if (!is_slow(x, a)) return false;
    }
    const bool relative = !law_.has_values();
    average(x, relative, a);
    return relative;
  }

  // What the rows of weights of all heads sum to.
  const double* total() const { return total_; }

 private:
  void begin(double* a) {
    for (int64_t i = 0; i < law_.n * law_.d; ++i) a[i] = 0;
    for (int64_t i = 0; i < law_.n; ++i) total_[i] = 0;
  }

  Head<double> head(int64_t h, const double* x, bool relative) {
    const double* v = x;
    if (law_.value) map(law_.value.of(h), dv_, law_.d, false, x, law_.n, v_), v = v_;
    const double* const k = queries_and_keys(h, x);
    find_bounded(k);
    return {law_.n, r_, dv_, q_, k, v, law_.masses, values_, normalizer_, top_, law_.mask,
            law_.width, relative, bounds(), law_.mask == Mask::table ? law_.seen : nullptr};
  }

  void attend_pairs(const Head<double>& head) const {
    const int64_t n = head.n, pieces = (n + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    workers_(pieces, double(n) * n * (1 + head.d / 16.0), [&](int64_t task) {
      // Late rows first: with a causal mask they are the long ones.
      const int64_t first = (pieces - 1 - task) * ROWS_PER_TASK, end = first + ROWS_PER_TASK;
      attend<double>(head, {nullptr, first, end < n ? end : n});
    });
  }

  void attend_series(int64_t h, const double* x) {
    queries_and_keys(h, x);
    const SeriesHead series{law_.n, q_, x, law_.masses, values_, normalizer_, top_,
                            law_.mask == Mask::causal, law_.reach[h], nullptr};
    sum_series(workers_, series, law_.d, !law_.qk);
  }

  // q with <q_i, k_j> the logits; returns k.
  const double* queries_and_keys(int64_t h, const double* x) {
    const int64_t n = law_.n, d = law_.d;
    if (law_.query) {
      map(law_.query.of(h), r_, d, false, x, n, q_), map(law_.key.of(h), r_, d, false, x, n, k_);
      if (law_.frequency) turn(q_), turn(k_);
      scale(law_.beta, q_, q_);
      return k_;
    }
    if (law_.frequency) {
      scale(1, x, q_), scale(1, x, k_), turn(q_), turn(k_), scale(law_.beta, q_, q_);
      return k_;
    }
    const double* y = x;
    if (law_.qk) map(law_.qk.of(h), d, d, true, x, n, q_), y = q_;
    if (!law_.has_unit_tokens() && is_large(x, y)) return scaled_down(x, y);
    scale(law_.beta, y, q_);
    return x;
  }

  bool is_large(const double* x, const double* y) const {
    const int64_t count = law_.n * law_.d;
    return !(law_.d * law_.beta * largest_entry(x, count) * largest_entry(y, count) < LARGE_LOGIT);
  }

  // The same for logits that would overflow: they are cut off where they have long decided.
  const double* scaled_down(const double* x, const double* y) {
    const int64_t count = law_.n * law_.d;
    const double size = largest_entry(x, count), reach = largest_entry(y, count);
    const double factor = capped(capped(law_.beta, size), reach);
    for (int64_t i = 0; i < count; ++i) k_[i] = x[i] / size, q_[i] = factor * (y[i] / reach);
    return k_;
  }

  void scale(double factor, const double* x, double* y) const {
    for (int64_t i = 0; i < law_.n * r_; ++i) y[i] = factor * x[i];
  }

  void find_turns() {
    for (int64_t i = 0; i < law_.n; ++i)
      for (int64_t c = 0; c < r_ / 2; ++c) {
        const double angle = i * law_.frequency[c];
        turn_[i * r_ + 2 * c] = __builtin_cos(angle), turn_[i * r_ + 2 * c + 1] = __builtin_sin(angle);
      }
  }

  // Pairs of coordinates of every token, turned by the angles of its position.
  void turn(double* y) const {
    for (int64_t i = 0; i + 1 < law_.n * r_; i += 2) {
      const double even = y[i], odd = y[i + 1], c = turn_[i], s = turn_[i + 1];
      y[i] = c * even - s * odd, y[i + 1] = s * even + c * odd;
    }
  }

  // Decided row by row, from what the row may see: the future must not change how the past rounds.
  void find_bounded(const double* k) {
    const bool sees_all = law_.mask == Mask::full || law_.mask == Mask::table;
    const bool are_units = k != k_ && law_.has_unit_tokens();
    double reach = are_units ? 1 : 0;
    for (int64_t i = 0; sees_all && !are_units && i < law_.n; ++i) reach = longer(reach, k, i);
    for (int64_t i = 0; i < law_.n; ++i) {
      if (!sees_all && !are_units) reach = longer(reach, k, i);
      bounds()[i] = square(q_, i) * reach * reach <= BOUNDED_LOGIT * BOUNDED_LOGIT;
    }
  }

  double longer(double reach, const double* k, int64_t i) const {
    const double length = __builtin_sqrt(square(k, i));
    return length <= reach ? reach : length;
  }

  double square(const double* a, int64_t i) const {
    double sum = 0;
    for (int64_t c = i * r_; c < (i + 1) * r_; ++c) sum += a[c] * a[c];
    return sum;
  }

  unsigned char* bounds() const { return reinterpret_cast<unsigned char*>((double*)bounded_); }

  // Adds V_h times the averages of a head, and what its rows sum to.
  void add(int64_t h, double* a) {
    if (law_.weighting != Weighting::softmax) weigh();
    for (int64_t i = 0; i < law_.n; ++i)
      total_[i] += law_.weighting == Weighting::softmax ? 1 : normalizer_[i];
    const double* mixed = values_;
    if (law_.ov) map(law_.ov.of(h), law_.d, dv_, false, values_, law_.n, mixed_), mixed = mixed_;
    if (law_.output)
      map(law_.output.of(h), law_.d, dv_, false, values_, law_.n, mixed_), mixed = mixed_;
    for (int64_t i = 0; i < law_.n * law_.d; ++i) a[i] += mixed[i];
  }

  // Rows that do not sum to one: the normalizer becomes what they sum to.
  void weigh() {
    const double beta = law_.weighting == Weighting::scaled ? law_.beta : 0;
    for (int64_t i = 0; i < law_.n; ++i) {
      const double log_z = __builtin_log(normalizer_[i]) + top_[i];
      normalizer_[i] = __builtin_exp(log_z - law_.log_seen[i] - beta);
      for (int64_t c = i * dv_; c < (i + 1) * dv_; ++c) values_[c] *= normalizer_[i];
    }
  }

  // Whether a series says little of how tokens move across their directions.
  bool is_slow(const double* x, const double* a) const {
    double top = 0, across = 0;
    for (int64_t i = 0; i < law_.n; ++i) {
      const double *xi = x + i * law_.d, *ai = a + i * law_.d;
      double along = 0;
      for (int64_t c = 0; c < law_.d; ++c) along += xi[c] * ai[c];
      for (int64_t c = 0; c < law_.d; ++c) {
        const double size = __builtin_fabs(ai[c]), rest = __builtin_fabs(ai[c] - along * xi[c]);
        top = size <= top ? top : size, across = rest <= across ? across : rest;
      }
    }
    return across <= SLOW * top;
  }

  const Law& law_;
  const Workers& workers_;
  const int64_t r_, dv_;
  const Room q_, k_, v_, values_, mixed_, normalizer_, top_, total_, bounded_, turn_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
