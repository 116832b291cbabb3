// Runs on the sphere, each followed by steps of its own length, without leaving the cache.
//
// The same steps as `windows.attempt` takes with diffrax: the field is read at x / |x|, tokens are
// retracted to x / |x| after every step and on every saved value.  A run depends on no other.
#pragma once

#include "tiles.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Logits of such queries and unit keys need no maximum (see `bounded_rows`).
constexpr double BOUNDED_QUERY = 299;

inline double maximum(double a, double b) { return a < b ? b : a; }

// y = coefficients[0] rows[0] + ..., rows of `size` numbers, a multiple of the vector's width.
inline void combine(const double* coefficients, const double* const* rows, int64_t count,
                    int64_t size, double* y) {
  for (int64_t i = 0; i < size; i += LANES) {
    Lanes<double> sum{};
    for (int64_t r = 0; r < count; ++r) sum += coefficients[r] * load<double>(rows[r] + i);
    store<double>(y + i, sum);
  }
}

// y_i = x_i / |x_i|
inline void normalise(const double* x, int64_t n, int64_t d, double* y) {
  for (int64_t i = 0; i < n; ++i, x += d, y += d) {
    double square = 0;
    for (int64_t c = 0; c < d; ++c) square += x[c] * x[c];
    const double norm = __builtin_sqrt(square);
    for (int64_t c = 0; c < d; ++c) y[c] = x[c] / norm;
  }
}

// y_i = M x_i, or M^T x_i; y is not x.
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

class Follower {
 public:
  Follower(const Run& run, const Method& method, const Control& control)
      : run_(run), method_(method), control_(control), n_(run.n), d_(run.d),
        size_((run.n * run.d + LANES - 1) / LANES * LANES) {
    // Zeros: what pads the last vector must stay a number.
    memory_ = static_cast<double*>(__builtin_calloc((9 + method.stages) * size_ + 3 * n_, 8));
    x_ = memory_, x1_ = x_ + size_, y_ = x1_ + size_, unit_ = y_ + size_, q_ = unit_ + size_;
    pulls_ = q_ + size_, velocity_ = pulls_ + size_, next_ = velocity_ + size_;
    error_ = next_ + size_, k_ = error_ + size_;
    normaliser_ = k_ + method.stages * size_, top_ = normaliser_ + n_;
    bounded_ = reinterpret_cast<unsigned char*>(top_ + n_);
    for (int64_t i = 0; i < n_ * d_; ++i) x_[i] = run.x[i], velocity_[i] = run.velocity[i];
  }
  ~Follower() { __builtin_free(memory_); }

  void follow() {
    if (*run_.saved == 0) begin();
    const double t_end = run_.times[run_.count - 1];
    for (int64_t tried = 0; tried < run_.most_steps && *run_.saved < run_.count; ++tried) {
      if (!(*run_.t_next > *run_.t)) break;
      attempt(*run_.t_next < t_end ? *run_.t_next : t_end);
    }
    for (int64_t i = 0; i < n_ * d_; ++i) run_.x[i] = x_[i], run_.velocity[i] = velocity_[i];
  }

 private:
  // The first step, by the size of the field and of its change along it (Hairer, Norsett, Wanner).
  void begin() {
    for (; *run_.saved < run_.count && run_.times[*run_.saved] <= *run_.t; ++*run_.saved)
      put_tokens(x_);
    field(x_, velocity_);
    const double d0 = scaled(x_, x_, x_), d1 = scaled(velocity_, x_, x_);
    const bool tiny = d0 < 1e-5 || d1 < 1e-5;
    const double h0 = tiny ? 1e-6 : 0.01 * (d0 / d1);
    const double* const rows[] = {x_, velocity_};
    const double ahead[] = {1, h0};
    combine(ahead, rows, 2, size_, y_);
    field(y_, x1_);
    const double* const both[] = {x1_, velocity_};
    const double change[] = {1, -1};
    combine(change, both, 2, size_, error_);
    const double fastest = maximum(d1, scaled(error_, x_, x_) / h0);
    const double h1 = fastest <= 1e-15 ? maximum(1e-6, h0 * 1e-3)
                                       : __builtin_pow(0.01 / fastest, 1 / method_.order);
    *run_.t_next = *run_.t + (100 * h0 < h1 ? 100 * h0 : h1);
  }

  void attempt(double t1) {
    const double t = *run_.t, h = t1 - t;
    stages(h);
    weigh(method_.e, error_);
    normalise(x1_, n_, d_, y_);
    const double error = scaled(error_, x_, y_);
    const bool keep = error < 1;
    const double factor = control_.safety * __builtin_pow(error, -1 / method_.order);
    const double low = keep ? 1 : control_.shrink, high = keep ? control_.grow : control_.safety;
    const double clipped = factor >= low ? (factor <= high ? factor : high) : low;
    if (keep) {
      save(t, t1);
      double* const old = x_;
      x_ = y_, y_ = old;
      for (int64_t i = 0; i < size_; ++i) velocity_[i] = next_[i];
      *run_.t = t1;
    }
    ++*(keep ? run_.accepted : run_.rejected);
    *run_.t_next = *run_.t + h * clipped;
  }

  // The k_i, the end of the step before its retraction, and the velocity there.
  void stages(double h) {
    for (int64_t i = 0; i < size_; ++i) k_[i] = h * velocity_[i];
    for (int64_t s = 1; s < method_.stages; ++s) {
      add(method_.a + s * method_.stages, s, x1_);
      field(x1_, next_);
      for (int64_t i = 0; i < size_; ++i) k_[s * size_ + i] = h * next_[i];
    }
    if (method_.ends_in_last_stage) return;
    add(method_.b, method_.stages, x1_);
    field(x1_, next_);
  }

  // y = x + sum_i c_i k_i over the first stages
  void add(const double* c, int64_t stages, double* y) const {
    const double* rows[MOST_STAGES + 1] = {x_};
    double weights[MOST_STAGES + 1] = {1};
    const int64_t count = gather_rows(c, stages, rows + 1, weights + 1);
    combine(weights, rows, 1 + count, size_, y);
  }

  // y = sum_i c_i k_i
  void weigh(const double* c, double* y) const {
    const double* rows[MOST_STAGES];
    double weights[MOST_STAGES];
    const int64_t count = gather_rows(c, method_.stages, rows, weights);
    combine(weights, rows, count, size_, y);
  }

  // The stages that count.
  int64_t gather_rows(const double* c, int64_t stages, const double** rows, double* weights) const {
    int64_t count = 0;
    for (int64_t s = 0; s < stages; ++s)
      if (c[s] != 0) rows[count] = k_ + s * size_, weights[count] = c[s], ++count;
    return count;
  }

  // The values at all times up to t1.  The step ends in y, retracted; its curve in x1.
  void save(double t, double t1) {
    for (; *run_.saved < run_.count && run_.times[*run_.saved] <= t1; ++*run_.saved) {
      const double at = run_.times[*run_.saved];
      if (at < t1) {
        curve((at - t) / (t1 - t));
        normalise(error_, n_, d_, unit_);
      }
      put_tokens(at < t1 ? unit_ : y_);
    }
  }

  void put_tokens(const double* x) const {
    double* const out = run_.values + *run_.saved * n_ * d_;
    for (int64_t i = 0; i < n_ * d_; ++i) out[i] = x[i];
  }

  void curve(double s) {
    const double* rows[MOST_STAGES + 2] = {};
    double weights[MOST_STAGES + 2];
    int64_t count = 0;
    const int64_t parts = 2 + method_.stages;
    for (int64_t p = 0; p < parts; ++p) {
      double w = 0;
      for (int64_t m = method_.degree; m >= 0; --m) w = w * s + method_.w[m * parts + p];
      if (w == 0) continue;
      rows[count] = p == 0 ? x_ : p == 1 ? x1_ : k_ + (p - 2) * size_;
      weights[count++] = w;
    }
    combine(weights, rows, count, size_, error_);
  }

  // dx/dt at x / |x|
  void field(const double* x, double* velocity) {
    normalise(x, n_, d_, unit_);
    if (run_.qk) map(run_.qk, true, unit_, n_, d_, q_);
    const double* const q = run_.qk ? q_ : unit_;
    for (int64_t i = 0; i < n_ * d_; ++i) q_[i] = run_.beta * q[i];
    for (int64_t i = 0; i < n_; ++i) {
      double square = 0;
      for (int64_t c = 0; c < d_; ++c) square += q_[i * d_ + c] * q_[i * d_ + c];
      bounded_[i] = square <= BOUNDED_QUERY * BOUNDED_QUERY;
    }
    // For V = I only differences between tokens move them, and they do not cancel.
    const bool relative = !run_.ov;
    const Head<double> head{n_, d_, d_, q_, unit_, unit_, run_.mass, pulls_, normaliser_, top_,
                            run_.mask, run_.width, relative, bounded_};
    attend<double>(head, {nullptr, 0, n_});
    if (run_.ov) map(run_.ov, false, pulls_, n_, d_, q_);
    project(run_.ov ? q_ : pulls_, velocity);
  }

  // P_u a = a - <u, a> u
  void project(const double* a, double* v) const {
    const double* u = unit_;
    for (int64_t i = 0; i < n_; ++i, u += d_, a += d_, v += d_) {
      double along = 0;
      for (int64_t c = 0; c < d_; ++c) along += u[c] * a[c];
      for (int64_t c = 0; c < d_; ++c) v[c] = a[c] - along * u[c];
    }
  }

  // max_i | error_i / (tol + tol max(|x|, |y|)) |, coordinate by coordinate
  double scaled(const double* error, const double* x, const double* y) const {
    double largest = 0;
    for (int64_t i = 0; i < n_; ++i) {
      double square = 0;
      for (int64_t c = i * d_; c < (i + 1) * d_; ++c) {
        const double size = maximum(__builtin_fabs(x[c]), __builtin_fabs(y[c]));
        const double e = error[c] / (control_.tol + control_.tol * size);
        square += e * e;
      }
      // Written so that a NaN stays.
      largest = square <= largest ? largest : square;
    }
    return __builtin_sqrt(largest);
  }

  static constexpr int64_t MOST_STAGES = 16;
  const Run& run_;
  const Method& method_;
  const Control& control_;
  int64_t n_, d_, size_;
  double *memory_, *x_, *x1_, *y_, *unit_, *q_, *pulls_, *velocity_, *next_, *error_, *k_;
  double *normaliser_, *top_;
  unsigned char* bounded_;
};

inline void follow(const Run& run, const Method& method, const Control& control) {
  Follower(run, method, control).follow();
}

}  // namespace tokenflock::TOKENFLOCK_ISA
