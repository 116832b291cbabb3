// One run by adaptive Runge-Kutta steps, without leaving the cache.
//
// The steps that diffrax would take: tokens are retracted after every step and on every saved value,
// and the error is the largest over tokens.
#pragma once

#include "fields.h"
#include "integration.h"
#include "stretches.h"

namespace tokenflock::TOKENFLOCK_ISA {

inline double smaller(double a, double b) { return a < b ? a : b; }
inline double larger(double a, double b) { return a < b ? b : a; }

class Integrator {
 public:
  Integrator(Field& field, const Columns& s, const Tableau& tableau, const StepControl& control,
             const Output& output, const State& state, const Workers& workers)
      : tableau_(tableau), control_(control), output_(output), state_(state), workers_(workers), s_(s),
        field_(field), tried_(tableau.tried()), end_stage_(tableau.end()),
        memory_((6 + tableau.stages) * s.size()) {
    const int64_t size = s_.size();
    x_ = memory_, end_ = x_ + size, x1_ = end_ + size, velocity_ = x1_ + size;
    velocity1_ = velocity_ + size, error_ = velocity1_ + size, k_ = error_ + size;
    for (int64_t i = s_.n; i < s_.stride; ++i) x_[i] = 1;  // what fills up has a direction too
    s_.from_rows(state.x, x_), s_.from_rows(state.velocity, velocity_);
  }

  void advance(int64_t max_steps) {
    if (*state_.saved == output_.count) return;
    if (*state_.t_next == -__builtin_inf()) begin();
    for (int64_t step = 0; step < max_steps && is_unfinished(); ++step) attempt_step();
    s_.to_rows(x_, state_.x), s_.to_rows(velocity_, state_.velocity);
  }

 private:
  bool is_unfinished() const {
    return *state_.saved < output_.count && *state_.t_next > *state_.t;
  }

  void begin() {
    while (is_due(*state_.t)) save(x_);
    field_.velocity(*state_.t, x_, velocity_);
    *state_.t_next = *state_.t + initial_step();
  }

  // The first step, by the size of the field and of its change along it (Hairer, Norsett, Wanner,
  // Solving Ordinary Differential Equations I, II.4).
  double initial_step() {
    const double d0 = scaled_norm(x_, x_, x_), d1 = scaled_norm(velocity_, x_, x_);
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (d0 / d1);
    const double euler[] = {1, h0}, difference[] = {1, -1};
    const double *const step[] = {x_, velocity_}, *const ends[] = {velocity1_, velocity_};
    mix(euler, step, 2, x1_);
    field_.velocity(*state_.t + h0, x1_, velocity1_);
    mix(difference, ends, 2, error_);
    const double d2 = scaled_norm(error_, x_, x_) / h0, fastest = larger(d1, d2);
    const double h1 = fastest <= 1e-15 ? larger(1e-6, h0 * 1e-3)
                                       : __builtin_pow(0.01 / fastest, 1 / control_.order);
    return smaller(100 * h0, h1);
  }

  void attempt_step() {
    const double t_end = output_.times[output_.count - 1], proposed = *state_.t_next;
    const double t = *state_.t, t1 = smaller(proposed, t_end), h = t1 - t;
    evaluate_stages(t, h);
    add_stages(nullptr, tableau_.e, tableau_.stages, error_);
    field_.retract(end_, x1_);
    const double error = scaled_norm(error_, x_, x1_);
    const bool accepted = error < 1;
    if (accepted) accept(t, t1);
    ++*(accepted ? state_.accepted : state_.rejected);
    const double t_next = *state_.t + h * step_factor(error, accepted);
    if (accepted)
      // A step cut short by t_end says little of the next: the length it was cut from stays.
      *state_.t_next = t1 < proposed ? larger(t_next, t1 + (proposed - t)) : t_next;
    else
      // A step of one unit in the last place may be shortened and rounded to itself: it is stuck.
      *state_.t_next = t_next < t1 ? t_next : t;
  }

  void accept(double t, double t1) {
    if (end_stage_ != tried_ - 1) evaluate_end(t, t1 - t);
    save_between(t, t1);
    swap(x_, x1_), swap(velocity_, velocity1_);
    *state_.t = t1;
  }

  // How much longer the next step is: not shorter after one that was accepted, not longer after one
  // that was rejected.
  double step_factor(double error, bool accepted) const {
    const double low = accepted ? 1 : control_.factor_min;
    const double high = accepted ? control_.factor_max : control_.safety;
    const double factor = control_.safety * __builtin_pow(error, -1 / control_.order);
    return factor >= low ? smaller(factor, high) : low;  // low for an error that is no number
  }

  // The k_i that say whether the step is accepted, and its end before the retraction.
  void evaluate_stages(double t, double h) {
    scale_stage(h, velocity_, 0);
    for (int64_t i = 1; i < tried_; ++i) {
      add_stages(x_, tableau_.row(i), i, end_);
      field_.velocity(t + tableau_.c[i] * h, end_, velocity1_);
      scale_stage(h, velocity1_, i);
    }
    if (end_stage_ != tried_ - 1) add_stages(x_, tableau_.b, tried_, end_);
  }

  // The velocity at the end of the step.
  void evaluate_end(double t, double h) {
    field_.velocity(t + h, end_, velocity1_);
    if (end_stage_ < tableau_.stages) scale_stage(h, velocity1_, end_stage_);
  }

  // The k_i that the interpolant alone combines.
  void evaluate_interpolant(double t, double h) {
    for (int64_t i = end_stage_ + 1; i < tableau_.stages; ++i) {
      add_stages(x_, tableau_.row(i), i, error_);
      field_.velocity(t + tableau_.c[i] * h, error_, stage(i));
      scale_stage(h, stage(i), i);
    }
    ++*state_.between;
  }

  double* stage(int64_t i) const { return k_ + i * s_.size(); }

  // k_i = h f
  void scale_stage(double h, const double* velocity, int64_t i) const {
    mix(&h, &velocity, 1, stage(i));
  }

  // y = sum of rows with weights
  void mix(const double* weights, const double* const* rows, int64_t count, double* y) const {
    in_stretches(workers_, s_.size(), [=](int64_t first, int64_t end) {
      combine(weights, rows, count, y, first, end);
    });
  }

  // y = x + sum_i c_i k_i over the first stages, without x where that is null
  void add_stages(const double* x, const double* c, int64_t stages, double* y) const {
    const double* rows[Tableau::MOST_STAGES + 1] = {x};
    double weights[Tableau::MOST_STAGES + 1] = {1};
    int64_t count = x ? 1 : 0;
    for (int64_t i = 0; i < stages; ++i)
      if (c[i] != 0) rows[count] = stage(i), weights[count++] = c[i];
    mix(weights, rows, count, y);
  }

  bool is_due(double t) const {
    return *state_.saved < output_.count && output_.times[*state_.saved] <= t;
  }

  // The tokens at all output times of the step from t to t1.
  void save_between(double t, double t1) {
    if (is_due(t1) && output_.times[*state_.saved] < t1) evaluate_interpolant(t, t1 - t);
    while (is_due(t1)) {
      const double at = output_.times[*state_.saved];
      if (at < t1) {
        interpolate((at - t) / (t1 - t), error_);
        field_.retract(error_, error_);
      }
      save(at < t1 ? error_ : x1_);
    }
  }

  void save(const double* x) { s_.to_rows(x, output_.values + (*state_.saved)++ * s_.n * s_.d); }

  // The interpolant at the share s of the step, before its retraction.
  void interpolate(double s, double* y) const {
    const double* rows[Tableau::MOST_STAGES + 2];
    double weights[Tableau::MOST_STAGES + 2];
    int64_t count = 0;
    const int64_t parts = 2 + tableau_.stages;
    const double u = s - 0.5;
    for (int64_t p = 0; p < parts; ++p) {
      double w = 0;
      for (int64_t m = tableau_.degree; m >= 0; --m) w = w * u + tableau_.w[m * parts + p];
      if (w == 0) continue;
      rows[count] = p == 0 ? x_ : p == 1 ? end_ : stage(p - 2);
      weights[count++] = w;
    }
    mix(weights, rows, count, y);
  }

  // max_i |a_i / (tol + tol max(|x_i|, |y_i|))|, divided coordinate by coordinate
  double scaled_norm(const double* a, const double* x, const double* y) const {
    return __builtin_sqrt(
        largest_of_stretches(workers_, s_.stride, [=](int64_t first, int64_t end) {
          return worst_square(a, x, y, first, end);
        }));
  }

  double worst_square(const double* a, const double* x, const double* y, int64_t first,
                      int64_t end) const {
    double worst = 0;
    for (int64_t j = first; j < end; j += LANES) {
      Lanes<double> square{};
      for (int64_t at = j; at < s_.size(); at += s_.stride) {
        const Lanes<double> u = load(x + at), v = load(y + at);
        const Lanes<double> size = largest(u < 0 ? -u : u, v < 0 ? -v : v);
        const Lanes<double> ratio = load(a + at) / (control_.tol + control_.tol * size);
        square += ratio * ratio;
      }
      for (int lane = 0; lane < LANES && j + lane < s_.n; ++lane) {
        if (square[lane] != square[lane]) return square[lane];  // a NaN is worst
        worst = larger(worst, square[lane]);
      }
    }
    return worst;
  }

  static void swap(double*& a, double*& b) {
    double* const old = a;
    a = b, b = old;
  }

  const Tableau& tableau_;
  const StepControl& control_;
  const Output& output_;
  const State& state_;
  const Workers& workers_;
  const Columns s_;
  Field& field_;
  const int64_t tried_, end_stage_;
  // As columns: the beginning of a step, its end before and after retraction, the velocity at the
  // beginning and at the end, the error estimate, the stages.
  const Room memory_;
  double *x_, *end_, *x1_, *velocity_, *velocity1_, *error_, *k_;
};

inline void advance(const Law& law, const Tableau& tableau, const StepControl& control,
                    const Output& output, const State& state, int64_t max_steps,
                    const Workers& workers) {
  with_field(law, workers, [&](Field& field) {
    const Columns columns(law.n, law.d);
    Integrator(field, columns, tableau, control, output, state, workers)
        .advance(max_steps);
  });
}

}  // namespace tokenflock::TOKENFLOCK_ISA
