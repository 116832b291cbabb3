// The velocity of tokens on the sphere under one head.
#pragma once

#include "mutual.h"
#include "tiles.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Logits of such queries and unit keys need no maximum (see `find_bounded_rows`).
constexpr double BOUNDED_QUERY = 299;

// y_i = M x_i, or M^T x_i, of tokens as rows; y is not x.
inline void map(const double* M, bool transposed, const double* x, int64_t n, int64_t d,
                double* y) {
  const int64_t row = transposed ? 1 : d, column = transposed ? d : 1;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t r = 0; r < d; ++r) {
      double sum = 0;
      for (int64_t c = 0; c < d; ++c) sum += M[r * row + c * column] * x[i * d + c];
      y[i * d + r] = sum;
    }
}

class Velocity {
 public:
  explicit Velocity(const Law& law) : law_(law), s_(law.n, law.d) {
    const int64_t size = s_.size();
    memory_ = static_cast<double*>(__builtin_calloc(4 * size + 5 * s_.stride, sizeof(double)));
    unit_ = memory_, rows_ = unit_ + size, q_ = rows_ + size, average_ = q_ + size;
    here_ = average_ + size, normalizer_ = here_ + s_.stride, top_ = normalizer_ + s_.stride;
    own_ = top_ + s_.stride, bounded_ = reinterpret_cast<unsigned char*>(own_ + s_.stride);
    for (int64_t i = 0; i < s_.n; ++i) here_[i] = 1;
    is_mutual_ = law.mask == Mask::full && !law.qk && !law.ov && !law.masses &&
                 law.beta <= BOUNDED_QUERY && s_.d <= FEW_DIMENSIONS;
  }
  ~Velocity() { __builtin_free(memory_); }
  Velocity(const Velocity&) = delete;

  // P_x A at x / |x|; both as columns.
  void operator()(const double* x, double* velocity) {
    normalize(s_, x, unit_);
    if (is_mutual_)
      displacements(s_, unit_, law_.beta, here_, top_, {normalizer_, velocity, own_, q_});
    else
      average(velocity);
    project(s_, unit_, velocity);
  }

 private:
  // A_i = sum_j w_ij V x_j; where V = I it is seen from x_i, which the projection does not notice:
  // differences between tokens do not cancel.
  void average(double* a) {
    const int64_t n = s_.n, d = s_.d;
    s_.to_rows(unit_, rows_);
    queries();
    const Head<double> head{n, d, d, q_, rows_, rows_, law_.masses, average_, normalizer_, top_,
                            law_.mask, law_.width, !law_.ov, bounded_};
    attend<double>(head, {nullptr, 0, n});
    if (law_.ov) map(law_.ov, false, average_, n, d, q_);
    s_.from_rows(law_.ov ? q_ : average_, a);
  }

  // q_i = beta M^T x_i, and whether it is short enough.
  void queries() {
    const int64_t n = s_.n, d = s_.d;
    if (law_.qk) map(law_.qk, true, rows_, n, d, q_);
    const double* const q = law_.qk ? q_ : rows_;
    for (int64_t i = 0; i < n * d; ++i) q_[i] = law_.beta * q[i];
    for (int64_t i = 0; i < n; ++i) {
      double square = 0;
      for (int64_t c = i * d; c < (i + 1) * d; ++c) square += q_[c] * q_[c];
      bounded_[i] = square <= BOUNDED_QUERY * BOUNDED_QUERY;
    }
  }

  const Law& law_;
  const Columns s_;
  double *memory_, *unit_, *rows_, *q_, *average_, *here_, *normalizer_, *top_, *own_;
  unsigned char* bounded_;
  bool is_mutual_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
