// Averages with doubly stochastic weights, over several heads.
#pragma once

#include "doubly_stochastic.h"
#include "projections.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Logits farther apart decide every row.
constexpr double LARGEST_GAP = 1e10;

class Balanced {
 public:
  Balanced(const Law& law, const Workers& workers)
      : law_(law), parts_(law, workers), weights_(law.n, law.masses, workers),
        s_(law.n, parts_.value_rank()), v_(s_.size()), values_(s_.n * s_.d), total_(law.n) {
    for (int64_t i = 0; i < law.n; ++i) total_[i] = double(law.heads);
  }

  // As those of `Heads`.
  void average(const double* x, bool relative, double* a) {
    for (int64_t i = 0; i < law_.n * law_.d; ++i) a[i] = 0;
    for (int64_t h = 0; h < law_.heads; ++h) {
      if (h == 0 || has_logits_of_every_head()) balance(h, x);
      s_.from_rows(parts_.values(h, x), v_);
      for (int64_t i = 0; i < s_.n; ++i)
        for (int64_t c = 0; c < s_.d; ++c) values_[i * s_.d + c] = mean(i, c, relative);
      parts_.add(h, values_, a);
    }
  }

  bool pull(const double* x, double* a) {
    const bool relative = !law_.has_values();
    average(x, relative, a);
    return relative;
  }

  const double* total() const { return total_; }

 private:
  bool has_logits_of_every_head() const {
    return (law_.qk && law_.qk.count > 1) || (law_.query && law_.query.count > 1);
  }

  void balance(int64_t h, const double* x) {
    const double* const k = parts_.queries_and_keys(h, x);
    for (int64_t i = 0; i < s_.n; ++i) find_logits(i, k);
    shift_logits();
    weights_.balance();
  }

  bool sees(int64_t i, int64_t j) const {
    return law_.mask == Mask::full || law_.seen[i * s_.n + j];
  }

  void find_logits(int64_t i, const double* k) const {
    const int64_t r = law_.rank();
    const double* const q = parts_.queries() + i * r;
    double* const l = weights_.logits(i);
    for (int64_t j = 0; j < weights_.stride(); ++j) {
      l[j] = -__builtin_inf();
      if (j >= s_.n || !sees(i, j)) continue;
      l[j] = 0;
      for (int64_t c = 0; c < r; ++c) l[j] += q[c] * k[j * r + c];
    }
  }

  // Logits seen from the largest of all, in units of log 2, at most LARGEST_GAP apart.
  void shift_logits() const {
    double top = -__builtin_inf(), low = __builtin_inf();
    for (int64_t i = 0; i < s_.n; ++i)
      for (int64_t j = 0; j < s_.n; ++j) {
        const double l = weights_.logits(i)[j];
        top = l > top ? l : top;
        low = l < low && l > -__builtin_inf() ? l : low;
      }
    const double factor = LOG2E * (top - low > LARGEST_GAP ? LARGEST_GAP / (top - low) : 1);
    for (int64_t i = 0; i < s_.n; ++i) {
      double* const row = weights_.logits(i);
      for (int64_t j = 0; j < s_.n; ++j) row[j] = (row[j] - top) * factor;
    }
  }

  // sum_j w_ij v_j of a coordinate; of v_j - v_i where it is relative
  double mean(int64_t i, int64_t c, bool relative) const {
    const double *const w = weights_.weights(i), *const v = v_ + c * s_.stride;
    const double origin = relative ? v[i] : 0;
    Lanes<double> total{};
    for (int64_t j = 0; j < s_.stride; j += LANES) total += load(w + j) * (load(v + j) - origin);
    return sum(total);
  }

  const Law& law_;
  Projections parts_;
  DoublyStochastic weights_;
  const Columns s_;  // of values
  const Room v_, values_, total_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
