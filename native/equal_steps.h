// Equal steps: layers, Runge-Kutta steps without error control, and steps through noise.
#pragma once

#include "fields.h"
#include "integration.h"
#include "random.h"

namespace tokenflock::TOKENFLOCK_ISA {

class Stepper {
 public:
  Stepper(const Law& law, Field& field, const EqualSteps& steps, double* rows)
      : law_(law), field_(field), steps_(steps), s_(law.n, law.d), rows_(rows), x_(s_.size()),
        y_(s_.size()), k_(s_.size() * steps.tableau.stages),
        gaussian_(steps.way == Way::splitting ? Normals::room(2 * law.n * law.d) : 0) {
    for (int64_t i = s_.n; i < s_.stride; ++i) x_[i] = 1;  // what fills up has a direction too
    s_.from_rows(rows, x_);
  }

  void take() {
    for (int64_t k = 0; k < steps_.count; ++k) take_one(steps_.t + k * steps_.length, steps_.first + k);
    s_.to_rows(x_, rows_);
  }

 private:
  void take_one(double t, int64_t number) {
    const double h = steps_.length;
    switch (steps_.way) {
      case Way::layers: field_.layer(t, x_, h, y_), keep(); break;
      case Way::no_residual: field_.without_residual(t, x_, y_), keep(); break;
      case Way::runge_kutta: follow(t, h); break;
      case Way::splitting: draw(number), shake(0), follow(t, h), shake(1); break;
    }
  }

  void keep() {
    for (int64_t i = 0; i < s_.size(); ++i) x_[i] = y_[i];
  }

  double* stage(int64_t i) const { return k_ + i * s_.size(); }

  // x + sum_i b_i k_i, back in its space; the stages that b does not use are not evaluated
  void follow(double t, double h) {
    const Tableau& table = steps_.tableau;
    int64_t needed = table.stages;
    while (needed > 1 && table.b[needed - 1] == 0) --needed;
    for (int64_t i = 0; i < needed; ++i) {
      add_stages(table.row(i), i);
      field_.velocity(t + table.c[i] * h, y_, stage(i));
      const double* const velocity = stage(i);
      combine(s_, &h, &velocity, 1, stage(i));
    }
    add_stages(table.b, needed);
    field_.retract(y_, x_);
  }

  // y = x + sum_i c_i k_i
  void add_stages(const double* c, int64_t count) {
    const double* parts[Tableau::MOST_STAGES + 1] = {x_};
    double weights[Tableau::MOST_STAGES + 1] = {1};
    int64_t used = 1;
    for (int64_t i = 0; i < count; ++i)
      if (c[i] != 0) parts[used] = stage(i), weights[used++] = c[i];
    combine(s_, weights, parts, used, y_);
  }

  // The numbers of both halves of a step, which depend on the step and the token alone.
  void draw(int64_t number) {
    Normals(steps_.seed, number).draw(2 * s_.n * s_.d, gaussian_);
  }

  // Brownian motion for half a step.
  void shake(int half) {
    const double variance = steps_.length / law_.kappa;
    for (int64_t i = 0; i < s_.n; ++i) {
      if (law_.frozen && law_.frozen[i]) continue;
      double* const g = gaussian_ + (2 * i + half) * s_.d;
      law_.space == Space::sphere ? diffuse(i, g, variance) : spread(i, g, variance);
    }
  }

  void spread(int64_t i, const double* g, double variance) {
    for (int64_t c = 0; c < s_.d; ++c) x_[c * s_.stride + i] += __builtin_sqrt(variance) * g[c];
  }

  // Along the geodesic in the direction of P_x u, by a length corrected to weak order two; u is room
  // afterwards.
  void diffuse(int64_t i, double* u, double variance) {
    double* const x = x_ + i;
    const int64_t d = s_.d, stride = s_.stride;
    if (d == 2) {
      const double g = u[0];
      u[0] = -g * x[stride], u[1] = g * x[0];
    } else {
      double along = 0;
      for (int64_t c = 0; c < d; ++c) along += x[c * stride] * u[c];
      for (int64_t c = 0; c < d; ++c) u[c] -= along * x[c * stride];
    }
    const double factor = __builtin_sqrt(variance) * (1 - (d - 2) * variance / 12);
    double square = 0;
    for (int64_t c = 0; c < d; ++c) u[c] *= factor, square += u[c] * u[c];
    const double length = __builtin_sqrt(square);
    const double ahead = __builtin_cos(length), aside = length > 0 ? __builtin_sin(length) / length : 1;
    double size = 0;
    for (int64_t c = 0; c < d; ++c) u[c] = ahead * x[c * stride] + aside * u[c], size += u[c] * u[c];
    for (int64_t c = 0; c < d; ++c) x[c * stride] = u[c] / __builtin_sqrt(size);
  }

  const Law& law_;
  Field& field_;
  const EqualSteps& steps_;
  const Columns s_;
  double* const rows_;
  const Room x_, y_, k_, gaussian_;
};

inline void take_steps(const Law& law, const EqualSteps& steps, double* x, const Workers& workers) {
  with_field(law, workers, [&](Field& field) { Stepper(law, field, steps, x).take(); });
}

}  // namespace tokenflock::TOKENFLOCK_ISA
