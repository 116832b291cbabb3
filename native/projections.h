// Queries, keys and values of every head, and what its averages add to those of all.
#pragma once

#include "stretches.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr double LARGE_LOGIT = 1e290, LARGEST_SCALE = 1e300;

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
    top = size <= top ? top : size;  // a NaN counts as larger than what came before
  }
  return top;
}

// a b with b > 0, at most LARGEST_SCALE in size
inline double capped(double a, double b) {
  const double most = LARGEST_SCALE / b;
  return (a < -most ? -most : a < most ? a : most) * b;
}

class Projections {
 public:
  Projections(const Law& law, const Workers& workers)
      : law_(law), workers_(workers), r_(law.rank()), dv_(law.value ? law.value.rows : law.d), q_(law.n * r_),
        k_(law.n * r_), v_(law.value ? law.n * dv_ : 0), mixed_(law.n * law.d),
        turn_(law.frequency ? law.n * r_ : 0) {
    if (law.frequency) find_turns();
  }

  // Where values live.
  int64_t value_rank() const { return dv_; }
  const double* queries() const { return q_; }

  // Finds the queries, with <q_i, k_j> the logits of a head; returns the keys.
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

  // What a head averages: W_V x where there is such a factor, else x.
  const double* values(int64_t h, const double* x) {
    if (!law_.value) return x;
    map(law_.value.of(h), dv_, law_.d, false, x, law_.n, v_);
    return v_;
  }

  // a += V_h times the averages of a head
  void add(int64_t h, const double* averages, double* a) {
    const Matrices& V = law_.ov ? law_.ov : law_.output;
    if (V) map(V.of(h), law_.d, dv_, false, averages, law_.n, mixed_), averages = mixed_;
    in_stretches(workers_, law_.n * law_.d, [=](int64_t first, int64_t end) {
      for (int64_t i = first; i < end; ++i) a[i] += averages[i];
    });
  }

 private:
  bool is_large(const double* x, const double* y) const {
    const int64_t count = law_.n * law_.d;
    const double beta = __builtin_fabs(law_.beta);
    return !(law_.d * beta * largest_entry(x, count) * largest_entry(y, count) < LARGE_LOGIT);
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
    in_stretches(workers_, law_.n * r_, [=](int64_t first, int64_t end) {
      for (int64_t i = first; i < end; ++i) y[i] = factor * x[i];
    });
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

  const Law& law_;
  const Workers& workers_;
  const int64_t r_, dv_;
  const Room q_, k_, v_, mixed_, turn_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
