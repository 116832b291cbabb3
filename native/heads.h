// Averages over several heads, pair by pair or by series.
#pragma once

#include "exponential.h"
#include "field.h"
#include "projections.h"
#include "series.h"
#include "stretches.h"
#include "tiles.h"
#include "workers.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Logits no larger need no maximum (see `find_bounded_rows`); a little below its 300, for keys that
// are unit vectors up to rounding.
constexpr double BOUNDED_LOGIT = 299;
constexpr int64_t ROWS_PER_TASK = 96;
constexpr double SLOW = 1e-10;  // a thousand times the error of a series

class Heads {
 public:
  Heads(const Law& law, const Workers& workers)
      : law_(law), workers_(workers), parts_(law, workers), r_(law.rank()), dv_(parts_.value_rank()),
        values_(law.n * dv_), normalizer_(law.n), top_(law.n), total_(law.n), bounded_(law.n) {}

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
      sum_all_series(x, a);
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
    const double *const v = parts_.values(h, x), *const k = parts_.queries_and_keys(h, x);
    find_bounded(k, k == x && law_.has_unit_tokens());
    return {law_.n, r_, dv_, parts_.queries(), k, v, law_.masses, values_, normalizer_, top_,
            law_.mask, law_.width, relative, bounds(),
            law_.mask == Mask::table ? law_.seen : nullptr};
  }

  void attend_pairs(const Head<double>& head) const {
    const int64_t n = head.n, pieces = (n + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    workers_(pieces, double(n) * n * (1 + head.d / 16.0), [&](int64_t task) {
      // Late rows first: with a causal mask they are the long ones.
      const int64_t first = (pieces - 1 - task) * ROWS_PER_TASK, end = first + ROWS_PER_TASK;
      attend<double>(head, {nullptr, first, end < n ? end : n});
    });
  }

  void sum_all_series(const double* x, double* a) {
    // One head that is the whole average: nothing is left to be added.
    if (law_.heads == 1 && law_.weighting == Weighting::softmax && !law_.has_values()) {
      for (int64_t i = 0; i < law_.n; ++i) total_[i] = 1;
      return attend_series(0, x, a);
    }
    begin(a);
    for (int64_t h = 0; h < law_.heads; ++h) {
      attend_series(h, x, values_);
      add(h, a);
    }
  }

  void attend_series(int64_t h, const double* x, double* values) {
    parts_.queries_and_keys(h, x);
    const SeriesHead series{law_.n, parts_.queries(), x, law_.masses, values, normalizer_, top_,
                            law_.mask == Mask::causal, law_.reach[h], nullptr};
    sum_series(workers_, series, law_.d, !law_.qk);
  }

  // Decided row by row, from what the row may see: the future must not change how the past rounds.
  void find_bounded(const double* k, bool are_units) {
    const bool sees_all = law_.mask == Mask::full || law_.mask == Mask::table;
    double reach = are_units ? 1 : 0;
    for (int64_t i = 0; sees_all && !are_units && i < law_.n; ++i) reach = longer(reach, k, i);
    for (int64_t i = 0; i < law_.n; ++i) {
      if (!sees_all && !are_units) reach = longer(reach, k, i);
      bounds()[i] = square(parts_.queries(), i) * reach * reach <= BOUNDED_LOGIT * BOUNDED_LOGIT;
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
    parts_.add(h, values_, a);
  }

  // Rows that do not sum to one: the normalizer becomes what they sum to.
  void weigh() {
    const double beta = law_.weighting == Weighting::scaled ? __builtin_fabs(law_.beta) : 0;
    for (int64_t i = 0; i < law_.n; ++i) {
      const double log_z = __builtin_log(normalizer_[i]) + top_[i];
      normalizer_[i] = __builtin_exp(log_z - law_.log_seen[i] - beta);
      for (int64_t c = i * dv_; c < (i + 1) * dv_; ++c) values_[c] *= normalizer_[i];
    }
  }

  // Whether a series says little of how tokens move across their directions.
  bool is_slow(const double* x, const double* a) const {
    const auto largest = [&](auto size_of) {
      return largest_of_stretches(workers_, law_.n, [=](int64_t first, int64_t end) {
        double top = 0;
        for (int64_t i = first; i < end; ++i) {
          const double size = size_of(x + i * law_.d, a + i * law_.d);
          top = size <= top ? top : size;
        }
        return top;
      });
    };
    const int64_t d = law_.d;
    const double across = largest([d](const double* xi, const double* ai) {
      double along = 0, top = 0;
      for (int64_t c = 0; c < d; ++c) along += xi[c] * ai[c];
      for (int64_t c = 0; c < d; ++c) {
        const double rest = __builtin_fabs(ai[c] - along * xi[c]);
        top = rest <= top ? top : rest;
      }
      return top;
    });
    const double top = largest(
        [d](const double*, const double* ai) { return largest_entry(ai, d); });
    return across <= SLOW * top;
  }

  const Law& law_;
  const Workers& workers_;
  Projections parts_;
  const int64_t r_, dv_;
  const Room values_, normalizer_, top_, total_, bounded_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
