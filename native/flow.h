// The velocity of tokens under attention and terms, in all spaces but the rescaled one.
#pragma once

#include "heads.h"
#include "mutual.h"
#include "stretches.h"
#include "terms.h"

namespace tokenflock::TOKENFLOCK_ISA {

// x_i *= factor_i
inline void stretch(const Columns& s, const double* factor, double* x) {
  for (int64_t j = 0; j < s.stride; j += LANES)
    for (int64_t at = j; at < s.size(); at += s.stride) store(x + at, load(x + at) * load(factor + j));
}

// |x_i|
inline void lengths(const Columns& s, const double* x, double* length) {
  for (int64_t j = 0; j < s.stride; j += LANES) store(length + j, root(squares(s, x, j)));
}

// x = 0 in the columns i with stay_i
inline void hold(const Columns& s, const bool* stay, double* x) {
  for (int64_t i = 0; i < s.n; ++i)
    for (int64_t c = 0; stay[i] && c < s.d; ++c) x[c * s.stride + i] = 0;
}

// Sums over so many pairs in a row need no shorter parts.
constexpr int64_t LONGEST_SUM = 4096;

// `Averages` has `average` and `pull` as `Heads` has them.
template <class Averages> class Flow final : public Field {
 public:
  Flow(const Law& law, const Workers& workers)
      : law_(law), workers_(workers), s_(law.n, law.d), averages_(law, workers), terms_(law),
        unit_(s_.size()), rows_(law.n * law.d), averaged_(law.n * law.d), sums_(s_.size()),
        middle_(s_.size()), number_(3 * s_.stride) {
    for (int64_t i = 0; i < s_.n; ++i) here()[i] = 1;
    is_mutual_ = is_mutual(law);
    if (is_mutual_ && law.weighting != Weighting::softmax) find_factors();
  }

  void velocity(double t, const double* x, double* v) override {
    const Space space = law_.space;
    if (space == Space::euclidean || space == Space::preln || space == Space::periln) {
      const double* const u = directions(x);
      average(u, v);
      add_terms(u, v);
      if (space == Space::periln) normalize(s_, v, v), fill_up(v);
    } else {
      const bool relative = pull(directions(x), v);
      add_terms(unit_, v);
      if (space == Space::ngpt) divide_by_lengths(relative, v);
      in_stretches(workers_, s_.stride,
                   [=](int64_t first, int64_t end) { project(s_, unit_, v, first, end); });
      if (space == Space::shells) lengths(s_, x, number(1)), stretch(s_, number(1), v);
      if (space == Space::ngpt) times(law_.alpha, v), fill_up(v);
      if (space == Space::sqrtscaled) times(1 / __builtin_sqrt(t + 1), v);
    }
    if (law_.frozen) hold(s_, law_.frozen, v);
  }

  void retract(const double* x, double* y) const override {
    if (has_units()) return normalize_all(x, y);
    for (int64_t i = 0; i < s_.size(); ++i) y[i] = x[i];
  }

  void layer(double t, const double* x, double step, double* y) override {
    const double* u = as_read(x);
    if (!takes_turns()) {
      average(u, y), add_terms(u, y);
      return move(t, x, u, step, y);
    }
    average(u, middle_);
    move(t, x, u, step, middle_);
    u = as_read(middle_);
    only_terms(u, y);
    move(t, middle_, u, step, y);
  }

  void without_residual(double, const double* x, double* y) override {
    if (!takes_turns()) {
      average(x, y), add_terms(x, y);
      return replace(x, y);
    }
    average(x, middle_);
    replace(x, middle_);
    only_terms(middle_, y);
    replace(middle_, y);
  }

 private:
  // Whether a layer has two halves.
  bool takes_turns() const { return terms_ && law_.block == Order::sequential; }

  void add_terms(const double* u, double* a) const {
    if (terms_) terms_.add(u, a), fill_up(a);
  }

  void only_terms(const double* u, double* a) const {
    for (int64_t i = 0; i < s_.size(); ++i) a[i] = 0;
    add_terms(u, a);
  }

  // Tokens that have norm one are read as they are.
  const double* as_read(const double* x) { return has_units() ? x : directions(x); }

  // From what moves the tokens x, with directions u, to where they are after a step.
  void move(double t, const double* x, const double* u, double step, double* y) {
    const Space space = law_.space;
    if (space == Space::sqrtscaled) times(1 / __builtin_sqrt(t + 1), y);
    if (space == Space::periln) normalize(s_, y, y), fill_up(y);
    if (space == Space::ngpt) {
      normalize(s_, y, y), fill_up(y);
      step *= law_.alpha;
      add(1 - step, x, step, y);
    } else {
      add(1, space == Space::shells ? u : x, step, y);
    }
    if (has_units() || space == Space::shells) normalize(s_, y, y);
    if (space == Space::shells) lengths(s_, x, number(1)), stretch(s_, number(1), y);
    keep_frozen(x, y);
  }

  // From what takes the place of tokens x to where it is in the space.
  void replace(const double* x, double* y) const {
    if (has_units())
      for (int64_t i = s_.n; i < s_.stride; ++i) y[i] = 1;  // what fills up has a direction too
    retract(y, y);
    keep_frozen(x, y);
  }

  bool has_units() const {
    return law_.space == Space::sphere || law_.space == Space::ngpt || law_.space == Space::sqrtscaled;
  }

  double* number(int k) const { return number_ + k * s_.stride; }
  double* here() const { return number(0); }

  // u = x / |x|; tokens themselves in R^d.
  const double* directions(const double* x) {
    if (!law_.has_unit_tokens()) return x;
    normalize_all(x, unit_);
    return unit_;
  }

  void normalize_all(const double* x, double* y) const {
    in_stretches(workers_, s_.stride,
                 [=](int64_t first, int64_t end) { normalize(s_, x, y, first, end); });
  }

  void as_rows(const double* u) {
    in_stretches(workers_, s_.n,
                 [=](int64_t first, int64_t end) { s_.to_rows(u, rows_, first, end); });
  }
  void as_columns(double* a) const {
    in_stretches(workers_, s_.n,
                 [=](int64_t first, int64_t end) { s_.from_rows(averaged_, a, first, end); });
  }

  void average(const double* u, double* a) {
    if (is_mutual_ && are_bounded(u)) {
      displace(u, a);
      for (int64_t j = 0; j < s_.stride; j += LANES)
        for (int64_t at = j; at < s_.size(); at += s_.stride)
          store(a + at, load(a + at) + load(number(1) + j) * load(u + at));
      return;
    }
    as_rows(u);
    averages_.average(rows_, false, averaged_);
    as_columns(a);
  }

  // Whether pairs need no maximum of logits, and their sums no shorter parts.
  static bool is_mutual(const Law& law) {
    const bool causal = law.mask == Mask::causal;
    return (law.mask == Mask::full || (causal && law.has_unit_tokens() && law.n <= LONGEST_SUM)) &&
           law.weighting != Weighting::sinkhorn && law.heads == 1 && !law.qk && !law.query &&
           !law.frequency && !law.has_values() && !law.masses && !law.reach &&
           law.d <= FEW_DIMENSIONS && __builtin_fabs(law.beta) <= BOUNDED_LOGIT;
  }

  bool are_bounded(const double* u) const {
    if (law_.has_unit_tokens()) return true;
    Bits<double> bounded = ~Bits<double>{};
    for (int64_t j = 0; j < s_.stride; j += LANES)
      bounded &= __builtin_fabs(law_.beta) * squares(s_, u, j) <= BOUNDED_LOGIT;
    return sum(bounded) == -LANES;
  }

  // What weights that do not sum to one are divided by, in place of their sum.
  void find_factors() const {
    const double top = law_.weighting == Weighting::scaled ? __builtin_fabs(law_.beta) : 0;
    for (int64_t i = 0; i < s_.n; ++i) number(2)[i] = __builtin_exp(-law_.log_seen[i] - top);
  }

  // a_i = sum_j w_ij (x_j - x_i) with the weights of the law; what they sum to are the numbers 1.
  void displace(const double* u, double* a) {
    double* const total = number(1);
    displacements(s_, u, law_.beta, law_.mask == Mask::causal, here(), sums_,
                  {total, a}, workers_);
    for (int64_t j = 0; j < s_.stride; j += LANES) {
      const Lanes<double> factor =
          law_.weighting == Weighting::softmax ? 1.0 / load(total + j) : load(number(2) + j);
      store(total + j, load(total + j) * factor);
      for (int64_t at = j; at < s_.size(); at += s_.stride) store(a + at, load(a + at) * factor);
    }
  }

  // The average up to a multiple of each token; whether that multiple, `total`, is missing.
  bool pull(const double* u, double* a) {
    if (is_mutual_ && are_bounded(u)) {
      displace(u, a);
      return true;
    }
    as_rows(u);
    const bool relative = averages_.pull(rows_, averaged_);
    as_columns(a);
    return relative;
  }

  // a / |A|, with A = a + total u where a is relative
  void divide_by_lengths(bool relative, double* a) {
    const double* const total = is_mutual_ ? number(1) : averages_.total();
    for (int64_t i = 0; i < s_.n; ++i) {
      double square = 0;
      for (int64_t at = i; at < s_.size(); at += s_.stride) {
        const double whole = a[at] + (relative ? total[i] * unit_[at] : 0);
        square += whole * whole;
      }
      for (int64_t at = i; at < s_.size(); at += s_.stride) a[at] /= __builtin_sqrt(square);
    }
  }

  void times(double factor, double* y) const { combine(s_, &factor, &static_cast<const double* const&>(y), 1, y); }

  // y = a x + b y
  void add(double a, const double* x, double b, double* y) const {
    const double weights[] = {a, b};
    const double* const parts[] = {x, y};
    combine(s_, weights, parts, 2, y);
  }

  void fill_up(double* v) const {
    for (int64_t c = 0; c < s_.d; ++c)
      for (int64_t i = s_.n; i < s_.stride; ++i) v[c * s_.stride + i] = 0;
  }

  void keep_frozen(const double* x, double* y) const {
    for (int64_t i = 0; law_.frozen && i < s_.n; ++i)
      for (int64_t at = i; law_.frozen[i] && at < s_.size(); at += s_.stride) y[at] = x[at];
  }

  const Law& law_;
  const Workers& workers_;
  const Columns s_;
  Averages averages_;
  const Terms terms_;
  const Room unit_, rows_, averaged_, sums_, middle_, number_;
  bool is_mutual_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
