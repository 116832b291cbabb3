// Runs on the sphere, each followed by steps of its own length, without leaving the cache.
//
// The same steps as `windows.attempt` takes with diffrax: the field is read at x / |x|, and tokens
// are retracted to x / |x| after every step and on every saved value.
#pragma once

#include "mutual.h"
#include "tiles.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Logits of such queries and unit keys need no maximum (see `bounded_rows`).
constexpr double BOUNDED_QUERY = 299;
constexpr int64_t MOST_STAGES = 16;

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

// The velocity of tokens under one head.
class Field {
 public:
  explicit Field(const Run& run) : run_(run), s_(run.n, run.d) {
    const int64_t size = s_.size();
    memory_ = static_cast<double*>(__builtin_calloc(4 * size + 5 * s_.stride, sizeof(double)));
    unit_ = memory_, rows_ = unit_ + size, q_ = rows_ + size, pulls_ = q_ + size;
    here_ = pulls_ + size, normalizer_ = here_ + s_.stride, top_ = normalizer_ + s_.stride;
    own_ = top_ + s_.stride, bounded_ = reinterpret_cast<unsigned char*>(own_ + s_.stride);
    for (int64_t i = 0; i < s_.n; ++i) here_[i] = 1;
    mutual_ = run.mask == Mask::full && !run.qk && !run.ov && !run.mass &&
              run.beta <= BOUNDED_QUERY && s_.d <= FEW_DIMENSIONS;
  }
  ~Field() { __builtin_free(memory_); }
  Field(const Field&) = delete;

  // dx/dt at x / |x|
  void operator()(const double* x, double* velocity) {
    normalize(s_, x, unit_);
    if (mutual_)
      displacements(s_, unit_, run_.beta, here_, top_, {normalizer_, velocity, own_, q_});
    else
      average(velocity);
    project(s_, unit_, velocity);
  }

 private:
  void average(double* a) {
    const int64_t n = s_.n, d = s_.d;
    s_.give(unit_, rows_);
    if (run_.qk) map(run_.qk, true, rows_, n, d, q_);
    const double* const q = run_.qk ? q_ : rows_;
    for (int64_t i = 0; i < n * d; ++i) q_[i] = run_.beta * q[i];
    for (int64_t i = 0; i < n; ++i) {
      double square = 0;
      for (int64_t c = i * d; c < (i + 1) * d; ++c) square += q_[c] * q_[c];
      bounded_[i] = square <= BOUNDED_QUERY * BOUNDED_QUERY;
    }
    // For V = I only differences between tokens move them, and they do not cancel.
    const Head<double> head{n, d, d, q_, rows_, rows_, run_.mass, pulls_, normalizer_, top_,
                            run_.mask, run_.width, !run_.ov, bounded_};
    attend<double>(head, {nullptr, 0, n});
    if (run_.ov) map(run_.ov, false, pulls_, n, d, q_);
    s_.take(run_.ov ? q_ : pulls_, a);
  }

  const Run& run_;
  Columns s_;
  double *memory_, *unit_, *rows_, *q_, *pulls_, *here_, *normalizer_, *top_, *own_;
  unsigned char* bounded_;
  bool mutual_;
};

class Follower {
 public:
  Follower(const Run& run, const Method& method, const Control& control)
      : run_(run), method_(method), control_(control), s_(run.n, run.d), field_(run) {
    const int64_t size = s_.size();
    memory_ = static_cast<double*>(
        __builtin_calloc((6 + method.stages) * size, sizeof(double)));
    x_ = memory_, x1_ = x_ + size, y_ = x1_ + size, velocity_ = y_ + size;
    next_ = velocity_ + size, error_ = next_ + size, k_ = error_ + size;
    for (int64_t i = s_.n; i < s_.stride; ++i) x_[i] = 1;  // what fills up has a direction too
    s_.take(run.x, x_), s_.take(run.velocity, velocity_);
  }
  ~Follower() { __builtin_free(memory_); }
  Follower(const Follower&) = delete;

  void follow() {
    if (*run_.saved == 0) begin();
    const double t_end = run_.times[run_.count - 1];
    for (int64_t tried = 0; tried < run_.most_steps && *run_.saved < run_.count; ++tried) {
      if (!(*run_.t_next > *run_.t)) break;
      attempt(*run_.t_next < t_end ? *run_.t_next : t_end);
    }
    s_.give(x_, run_.x), s_.give(velocity_, run_.velocity);
  }

 private:
  // The first step, by the size of the field and of its change along it (Hairer, Norsett, Wanner).
  void begin() {
    for (; *run_.saved < run_.count && run_.times[*run_.saved] <= *run_.t; ++*run_.saved) put(x_);
    field_(x_, velocity_);
    const double d0 = scaled(x_, x_, x_), d1 = scaled(velocity_, x_, x_);
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
    const double ahead[] = {1, h0}, change[] = {1, -1};
    const double *const step[] = {x_, velocity_}, *const both[] = {next_, velocity_};
    combine(s_, ahead, step, 2, y_);
    field_(y_, next_);
    combine(s_, change, both, 2, error_);
    const double d2 = scaled(error_, x_, x_) / h0, fastest = d1 < d2 ? d2 : d1;
    const double least = h0 * 1e-3 < 1e-6 ? 1e-6 : h0 * 1e-3;
    const double h1 =
        fastest <= 1e-15 ? least : __builtin_pow(0.01 / fastest, 1 / method_.order);
    *run_.t_next = *run_.t + (100 * h0 < h1 ? 100 * h0 : h1);
  }

  void attempt(double t1) {
    const double t = *run_.t, h = t1 - t;
    stages(h);
    add(nullptr, method_.e, method_.stages, error_);
    normalize(s_, x1_, y_);
    const double error = scaled(error_, x_, y_);
    const bool keep = error < 1;
    ++*(keep ? run_.accepted : run_.rejected);
    if (keep) {
      save(t, t1);
      swap(x_, y_), swap(velocity_, next_);
      *run_.t = t1;
    }
    *run_.t_next = *run_.t + h * factor(error, keep);
  }

  // How much longer the next step is.
  double factor(double error, bool keep) const {
    const double wish = control_.safety * __builtin_pow(error, -1 / method_.order);
    const double low = keep ? 1 : control_.shrink, high = keep ? control_.grow : control_.safety;
    return wish >= low ? (wish <= high ? wish : high) : low;  // low for a wish that is no number
  }

  // The k_i, the end of the step before its retraction, and the velocity there.
  void stages(double h) {
    scale_stage(h, velocity_, 0);
    for (int64_t s = 1; s < method_.stages; ++s) {
      add(x_, method_.a + s * method_.stages, s, x1_);
      field_(x1_, next_);
      scale_stage(h, next_, s);
    }
    if (method_.ends_in_last_stage) return;
    add(x_, method_.b, method_.stages, x1_);
    field_(x1_, next_);
  }

  void scale_stage(double h, const double* velocity, int64_t s) {
    combine(s_, &h, &velocity, 1, k_ + s * s_.size());
  }

  // y = x + sum_i c_i k_i over the first stages, without x where that is null
  void add(const double* x, const double* c, int64_t stages, double* y) const {
    const double* rows[MOST_STAGES + 1] = {x};
    double weights[MOST_STAGES + 1] = {1};
    int64_t count = x ? 1 : 0;
    for (int64_t s = 0; s < stages; ++s)
      if (c[s] != 0) rows[count] = k_ + s * s_.size(), weights[count] = c[s], ++count;
    combine(s_, weights, rows, count, y);
  }

  // The values at all times up to t1, where the step ends in y.
  void save(double t, double t1) {
    for (; *run_.saved < run_.count && run_.times[*run_.saved] <= t1; ++*run_.saved) {
      const double at = run_.times[*run_.saved];
      if (at < t1) {
        curve((at - t) / (t1 - t), error_);
        normalize(s_, error_, error_);
      }
      put(at < t1 ? error_ : y_);
    }
  }

  void put(const double* x) const { s_.give(x, run_.values + *run_.saved * s_.n * s_.d); }

  // The tokens at a part s of the step, before their retraction.
  void curve(double s, double* y) const {
    const double* rows[MOST_STAGES + 2];
    double weights[MOST_STAGES + 2];
    int64_t count = 0;
    const int64_t parts = 2 + method_.stages;
    for (int64_t p = 0; p < parts; ++p) {
      double w = 0;
      for (int64_t m = method_.degree; m >= 0; --m) w = w * s + method_.w[m * parts + p];
      if (w == 0) continue;
      rows[count] = p == 0 ? x_ : p == 1 ? x1_ : k_ + (p - 2) * s_.size();
      weights[count++] = w;
    }
    combine(s_, weights, rows, count, y);
  }

  // max_i | error_i / (tol + tol max(|x|, |y|)) |, coordinate by coordinate
  double scaled(const double* error, const double* x, const double* y) const {
    double worst = 0;
    for (int64_t j = 0; j < s_.stride; j += LANES) {
      Lanes<double> square{};
      for (int64_t at = j; at < s_.size(); at += s_.stride) {
        const Lanes<double> a = load(x + at), b = load(y + at);
        const Lanes<double> size = largest(a < 0 ? -a : a, b < 0 ? -b : b);
        const Lanes<double> e = load(error + at) / (control_.tol + control_.tol * size);
        square += e * e;
      }
      for (int lane = 0; lane < LANES && j + lane < s_.n; ++lane)
        worst = square[lane] <= worst ? worst : square[lane];  // a NaN stays
    }
    return __builtin_sqrt(worst);
  }

  static void swap(double*& a, double*& b) {
    double* const old = a;
    a = b, b = old;
  }

  const Run& run_;
  const Method& method_;
  const Control& control_;
  Columns s_;
  Field field_;
  double *memory_, *x_, *x1_, *y_, *velocity_, *next_, *error_, *k_;
};

inline void follow(const Run& run, const Method& method, const Control& control) {
  Follower(run, method, control).follow();
}

}  // namespace tokenflock::TOKENFLOCK_ISA
