// R^d seen through e^{-tV}: tokens whose hull does not blow up.
//
//     dz_i/dt = sum_j w_ij V (z_j - z_i),     w at x = e^{tV} z     (arXiv:2305.05465)
//
// Logits grow like e^{2 lambda t} while the z of a cluster approach each other like e^{-lambda t}.
// So they are formed from differences of z, which are exact, with e^{tV} scaled to order one.
#pragma once

#include "exponential.h"
#include "field.h"
#include "flow.h"
#include "matrix_exponential.h"
#include "projections.h"
#include "workers.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int64_t RESCALED_ROWS = 16;  // of a task
constexpr double LARGEST_EXPONENT = 600, ULP = 0x1p-52;

// One head of softmax, with dense M and V.
class Rescaled final : public Field {
 public:
  Rescaled(const Law& law, const Workers& workers)
      : law_(law), workers_(workers), s_(law.n, law.d), exponential_(law.d), qk_(law.d, law.d),
        p_(law.d, law.n), next_(law.d, law.n), metric_(law.d * law.d), drift_(s_.size()) {
    for (int64_t r = 0; law.qk && r < law.d; ++r)
      for (int64_t c = 0; c < law.d; ++c) qk_.hi(r, c) = law.qk.first[r * law.d + c];
  }

  void velocity(double t, const double* z, double* v) override {
    find_drift(t, z, law_.ov ? drift_ : v);
    if (law_.ov) map_columns(law_.ov.first, drift_, v);
    if (law_.frozen) hold(s_, law_.frozen, v);
  }

  void retract(const double* z, double* y) const override {
    for (int64_t i = 0; i < s_.size(); ++i) y[i] = z[i];
  }

  // z_i <- (z_i + step sum_j w_ij z_j) / (1 + step), w at x = (1 + step)^k z, for V = I
  void layer(double t, const double* z, double step, double* y) override {
    find_drift(t / step * __builtin_log1p(step), z, drift_);
    if (law_.frozen) hold(s_, law_.frozen, drift_);
    for (int64_t i = 0; i < s_.size(); ++i) y[i] = z[i] + step / (1 + step) * drift_[i];
  }

  // What rounding decides at a time, see `Rescaled.resolved` and `Rescaled.growth_rates` in Python:
  // `determined`, (n), says whether tokens tell who leads their row; `departure`, (n, d, d), are the
  // matrices V (beta C_i G - (1 - w_ii) I).
  void find_resolution(double t, const double* z, bool* determined, double* departure) {
    const double scale = pull_back(t, z);
    find_metric();
    const int64_t d = s_.d, tasks = (s_.n + RESCALED_ROWS - 1) / RESCALED_ROWS;
    workers_(tasks, double(s_.n) * s_.n * d * (4 + d), [&](int64_t task) {
      const Room w(s_.stride), sight(s_.stride), motion(d * d);
      const int64_t first = task * RESCALED_ROWS, end = first + RESCALED_ROWS;
      for (int64_t i = first; i < (end < s_.n ? end : s_.n); ++i) {
        look(i, sight);
        const int64_t leader = best(i, z, sight);
        find_gaps(i, leader, z, sight, w);
        determined[i] = is_determined(i, z, w);
        const double total = weigh(i, leader, z, LOG2E * scale, sight, w);
        find_motion(i, z, w, total, scale, motion);
        multiply_by_value(motion, departure + i * d * d);
      }
    });
  }

  // Not defined here, and refused before.
  void without_residual(double, const double*, double* y) override {
    for (int64_t i = 0; i < s_.size(); ++i) y[i] = __builtin_nan("");
  }

 private:
  // v_i = sum_j w_ij (z_j - z_i), zero where tokens fill up
  void find_drift(double t, const double* z, double* v) {
    const double scale = LOG2E * pull_back(t, z);
    for (int64_t c = 0; c < s_.d; ++c)
      for (int64_t i = s_.n; i < s_.stride; ++i) v[c * s_.stride + i] = 0;
    const int64_t tasks = (s_.n + RESCALED_ROWS - 1) / RESCALED_ROWS;
    workers_(tasks, double(s_.n) * s_.n * s_.d * 4, [&](int64_t task) {
      const Room w(s_.stride), sight(s_.stride);
      const int64_t first = task * RESCALED_ROWS, end = first + RESCALED_ROWS;
      for (int64_t i = first; i < (end < s_.n ? end : s_.n); ++i) {
        look(i, sight);
        const double total = weigh(i, best(i, z, sight), z, scale, sight, w);
        for (int64_t c = 0; c < s_.d; ++c)
          v[c * s_.stride + i] = displacement(i, z + c * s_.stride, w) / total;
      }
    });
  }

  // Finds p with beta <x_i, M x_j> = scale <p_i, z_j> for x = e^{tV} z, p of order |z|; returns the
  // scale, >= 0.
  //
  // p_i = +-e^{tV'} M' e^{tV} z_i, up to the scale, where the prime transposes.  Seen from the basis of
  // z a cluster is long in most directions and e^{-lambda t} short in the one that counts, so p needs
  // twice the digits of z.
  double pull_back(double t, const double* z) {
    const double sign = law_.beta < 0 ? -1 : 1;
    for (int64_t c = 0; c < s_.d; ++c)
      for (int64_t j = 0; j < s_.stride; j += LANES)
        p_.put(c, j, {sign * load(z + c * s_.stride + j), Lanes<double>{}});
    log_scale_ = 2 * (law_.ov ? exponential_.find(t, law_.ov.first) : t);
    pull_back(p_, next_);
    const bool is_late = log_scale_ > LARGEST_EXPONENT;
    return capped(sign * law_.beta, __builtin_exp(is_late ? LARGEST_EXPONENT : log_scale_));
  }

  // p = e^{tV'} M' e^{tV} p, up to the scale
  void pull_back(DoubledColumns& p, DoubledColumns& room) const {
    if (law_.ov) apply(exponential_.matrix(), false, p, room);
    if (law_.qk) apply(qk_, true, p, room);
    if (law_.ov) apply(exponential_.matrix(), true, p, room);
  }

  static void apply(const DoubledColumns& matrix, bool transposed, DoubledColumns& p,
                    DoubledColumns& room) {
    room.multiply(matrix, transposed, p);
    p.swap(room);
  }

  // metric_kc = <e_c, p> for the token e_k in place of z
  void find_metric() {
    const int64_t d = s_.d;
    DoubledColumns p(d, d), room(d, d);
    for (int64_t k = 0; k < d; ++k) p.hi(k, k) = law_.beta < 0 ? -1 : 1;
    pull_back(p, room);
    for (int64_t k = 0; k < d; ++k)
      for (int64_t c = 0; c < d; ++c) metric_[k * d + c] = p.hi(c, k);
  }

  // Whether the last bits of z move the logits of a row by little, or its two largest are farther
  // apart than that.
  bool is_determined(int64_t i, const double* z, const double* gaps) const {
    const double error = ULP * reach(i, z);
    const double log_factor = __builtin_log(__builtin_fabs(law_.beta)) + log_scale_;
    if (__builtin_log(error) + log_factor < __builtin_log(1e-10)) return true;
    return lead(gaps) > error + 25 * __builtin_exp(-log_factor);
  }

  // max_j sum_c |p_ic z_jc|
  double reach(int64_t i, const double* z) const {
    double top = 0;
    for (int64_t j = 0; j < s_.n; ++j) {
      double sum = 0;
      for (int64_t c = 0; c < s_.d; ++c)
        sum += __builtin_fabs(p_.entry(c, i).hi[0]) * __builtin_fabs(z[c * s_.stride + j]);
      top = sum <= top ? top : sum;
    }
    return top;
  }

  // How far the second largest gap lies below the largest.
  double lead(const double* gaps) const {
    double first = -__builtin_inf(), second = first;
    for (int64_t j = 0; j < s_.n; ++j) {
      if (gaps[j] > first) second = first, first = gaps[j];
      else if (gaps[j] > second) second = gaps[j];
    }
    return first - second;
  }

  // beta C G - (1 - w_i) I, with C the covariance of tokens of weights w / total
  void find_motion(int64_t i, const double* z, const double* w, double total, double scale,
                   double* motion) const {
    const int64_t d = s_.d;
    const Room mean(d), row(d);
    for (int64_t c = 0; c < d; ++c) mean[c] = sum_of(w, z + c * s_.stride, 0) / total;
    for (int64_t a = 0; a < d; ++a) {
      for (int64_t c = 0; c < d; ++c)
        row[c] = covariance(w, z + a * s_.stride, mean[a], z + c * s_.stride, mean[c]) / total;
      for (int64_t b = 0; b < d; ++b) {
        double sum = 0;
        for (int64_t c = 0; c < d; ++c) sum += row[c] * metric_[b * d + c];
        motion[a * d + b] = scale * sum - (a == b ? 1 - w[i] / total : 0);
      }
    }
  }

  double sum_of(const double* w, const double* x, double middle) const {
    Lanes<double> total{};
    for (int64_t j = 0; j < s_.stride; j += LANES) total += load(w + j) * (load(x + j) - middle);
    return sum(total);
  }

  double covariance(const double* w, const double* x, double x_mean, const double* y,
                    double y_mean) const {
    Lanes<double> total{};
    for (int64_t j = 0; j < s_.stride; j += LANES)
      total += load(w + j) * (load(x + j) - x_mean) * (load(y + j) - y_mean);
    return sum(total);
  }

  // V times a matrix
  void multiply_by_value(const double* motion, double* product) const {
    const int64_t d = s_.d;
    for (int64_t a = 0; a < d; ++a)
      for (int64_t b = 0; b < d; ++b) {
        double sum = law_.ov ? 0 : motion[a * d + b];
        for (int64_t c = 0; law_.ov && c < d; ++c) sum += law_.ov.first[a * d + c] * motion[c * d + b];
        product[a * d + b] = sum;
      }
  }

  // 0 for those that token i sees, else -inf
  void look(int64_t i, double* sight) const {
    const bool sees_all = law_.mask == Mask::full || law_.mask == Mask::table;
    const int64_t first = law_.mask == Mask::window && i >= law_.width ? i - law_.width + 1 : 0;
    const int64_t end = sees_all ? s_.n : i + 1;
    for (int64_t j = 0; j < s_.stride; ++j) {
      const bool is_named = law_.mask != Mask::table || (j < s_.n && law_.seen[i * s_.n + j]);
      sight[j] = is_named && first <= j && j < end ? 0 : -__builtin_inf();
    }
  }

  // Whom token i sees best.
  int64_t best(int64_t i, const double* z, const double* sight) const {
    int64_t found = -1;
    double top = 0;
    for (int64_t j = 0; j < s_.n; ++j) {
      if (sight[j] < 0) continue;
      double score = 0;
      for (int64_t c = 0; c < s_.d; ++c) score += p_.entry(c, i).hi[0] * z[c * s_.stride + j];
      if (found < 0 || score > top) found = j, top = score;
    }
    return found;
  }

  // Finds w_j = m_j 2^{scale gap_j}, up to a factor, with gap_j = <p_i, z_j - z_best>, and returns
  // what they sum to.
  double weigh(int64_t i, int64_t best, const double* z, double scale, const double* sight,
               double* w) const {
    const double highest = find_gaps(i, best, z, sight, w);
    for (int64_t j = 0; j < s_.stride; j += LANES) {
      const Lanes<double> below = load(w + j) - highest;
      const Lanes<double> power = exp2<double>(below < 0 ? scale * below : below);
      store(w + j, load(sight + j) < 0 ? Lanes<double>{} : power);
    }
    for (int64_t j = 0; law_.masses && j < s_.n; ++j) w[j] *= law_.masses[j];
    Lanes<double> total{};
    for (int64_t j = 0; j < s_.stride; j += LANES) total += load(w + j);
    return sum(total);
  }

  // The gaps, from differences that are exact, -inf for those out of sight; returns the largest.
  double find_gaps(int64_t i, int64_t best, const double* z, const double* sight, double* gaps) const {
    Lanes<double> top = fill(-__builtin_inf());
    for (int64_t j = 0; j < s_.stride; j += LANES) {
      Doubled gap{};
      for (int64_t c = 0; c < s_.d; ++c) {
        const double* const row = z + c * s_.stride;
        const Doubled term = p_.entry(c, i) * two_sum(load(row + j), fill(-row[best]));
        gap = c ? gap + term : term;
      }
      const Lanes<double> seen = gap.hi + load(sight + j);
      store(gaps + j, seen);
      top = largest(seen, top);
    }
    double highest = top[0];
    for (int lane = 1; lane < LANES; ++lane) highest = top[lane] > highest ? top[lane] : highest;
    return highest;
  }

  // sum_j w_j (z_j - z_i) of a coordinate: a token beside another adds exactly nothing
  double displacement(int64_t i, const double* z, const double* w) const {
    return sum_of(w, z, z[i]);
  }

  // y_i = M x_i of columns
  void map_columns(const double* M, const double* x, double* y) const {
    for (int64_t r = 0; r < s_.d; ++r)
      for (int64_t j = 0; j < s_.stride; j += LANES) {
        Lanes<double> total{};
        for (int64_t c = 0; c < s_.d; ++c) total += M[r * s_.d + c] * load(x + c * s_.stride + j);
        store(y + r * s_.stride + j, total);
      }
  }

  const Law& law_;
  const Workers& workers_;
  const Columns s_;
  MatrixExponential exponential_;
  DoubledColumns qk_, p_, next_;
  const Room metric_, drift_;
  double log_scale_ = 0;
};

// What rounding decides of tokens z (n, d) as rows.
inline void find_resolution(const Law& law, double t, const double* z, bool* determined,
                            double* departure, const Workers& workers) {
  const Columns s(law.n, law.d);
  const Room columns(s.size());
  s.from_rows(z, columns);
  Rescaled(law, workers).find_resolution(t, columns, determined, departure);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
