// The handler for XLA of implicit steps of causal tokens: how the phases of a step follow.
#include <algorithm>
#include <cmath>
#include <vector>

#include "dispatch.h"
#include "implicit.h"
#include "operands.h"
#include "parallel.h"

namespace tokenflock {
namespace {

using Row = Lengths;  // a number for every row of the extrapolation

// The weights with which rows are extrapolated to infinitely many parts (Aitken and Neville), and
// those of the last correction.
struct Extrapolation {
  Row value, correction;

  Extrapolation() {
    for (int64_t unit = 0; unit < PARTITIONS; ++unit) {
      std::vector<double> ends(PARTITIONS, 0.0), before;
      ends[unit] = 1;
      for (int64_t k = 1; k < PARTITIONS; ++k) {
        before = ends;
        for (int64_t r = PARTITIONS - 1; r >= k; --r) {
          const double ratio = double(r + FIRST_PARTS) / double(r - k + FIRST_PARTS);
          ends[r] = before[r] + (before[r] - before[r - 1]) / (ratio - 1);
        }
      }
      value.of[unit] = ends[PARTITIONS - 1];
      correction.of[unit] = ends[PARTITIONS - 1] - before[PARTITIONS - 1];
    }
  }

  static double sum(const Row& weights, const double* rows) {
    double total = 0;
    for (int64_t r = 0; r < PARTITIONS; ++r) total += weights.of[r] * rows[r];
    return total;
  }
};

// What a step leads to.
struct Arrival {
  double *x, *error;  // (n, d) and (n): tokens, and the estimated error of each
  double *tau, *late;  // how long it takes by the clock, and the estimated error of that
  double *unit;        // the time that the fastest token needs at the beginning
  double *growth;      // the largest rate at which a token leaves a place it does not rest at
  int64_t *leader;     // (n): not 0 for those that set the pace
};

constexpr int64_t MOST_TASKS = 64;  // of a loop over tokens

class Step {
 public:
  Step(const CausalLaw& law, const double* y, double h, bool paced, double close,
       const Workers& workers)
      : workers_(workers), n_(law.n), d_(law.d), p_(law.d - 1),
        leader_(leaders(y, law.n, law.d, close)),
        near_(law.n * law.heads * ImplicitStep::words(law)) {
    const int64_t blocks = n_ * p_ * p_, lanes = n_ * p_ * PARTITIONS;
    s_ = {law, y, h, leader_.data(), room(n_ * d_ * p_), room(n_ * (n_ - 1) / 2 * p_ * p_),
          room(blocks), room(n_ * p_), room(ImplicitStep::drift_size(law)), room(n_ * law.heads),
          room(n_), room(n_), room(n_), room(n_ * p_), room(blocks * PARTITIONS), room(lanes),
          room(lanes), room(lanes), room(lanes), room(n_ * d_ * PARTITIONS),
          room(law.qk ? law.heads * n_ * d_ * PARTITIONS : 0), room(n_ * PARTITIONS),
          room((d_ + 1) * ImplicitStep::stride(law)), near_.data()};
    s_.fill_columns();
    begin(paced);
  }

  void take(const Arrival& to) {
    *to.unit = 1 / std::max(*std::max_element(s_.strength, s_.strength + n_), 1e-300);
    *to.growth = kernels().implicit_growth(s_, pace_);
    std::copy(leader_.begin(), leader_.end(), to.leader);
    first_part();
    for (int64_t part = 1; part < MOST_PARTS; ++part) next_part(part);
    arrive(to);
  }

 private:
  // Uninitialized: pages that are never touched cost nothing.
  double* room(int64_t count) {
    memory_.emplace_back(new double[std::max<int64_t>(count, 1)]);
    return memory_.back().get();
  }

  // Those further than `close` from all earlier leaders.
  static std::vector<int64_t> leaders(const double* y, int64_t n, int64_t d, double close) {
    std::vector<int64_t> is_leader(n, 0), found;
    for (int64_t k = 0; k < n; ++k) {
      bool alone = true;
      for (size_t f = 0; f < found.size() && alone; ++f) {
        double square = 0;
        for (int64_t c = 0; c < d; ++c) {
          const double apart = y[k * d + c] - y[found[f] * d + c];
          square += apart * apart;
        }
        alone = square > close * close;
      }
      if (alone) found.push_back(k), is_leader[k] = 1;
    }
    return is_leader;
  }

  // task(first, end, i) over all tokens; later ones see more, and are taken first.
  template <class Task> void over_tokens(double cost, Task task) {
    const int64_t size = std::max<int64_t>(8, (n_ + MOST_TASKS - 1) / MOST_TASKS);
    const int64_t count = (n_ + size - 1) / size;
    workers_(count, cost, [&](int64_t i) {
      const int64_t first = (count - 1 - i) * size;
      task(first, std::min(first + size, n_), i);
    });
  }

  double pairs() const { return 0.5 * double(n_) * double(n_) * double(s_.law.heads); }

  void begin(bool paced) {
    kernels().implicit_frames(s_, 0, n_);
    kernels().implicit_drifts(s_);
    linearize(paced);
    near_pairs_ = 0;
    for (const uint64_t bits : near_) near_pairs_ += __builtin_popcountll(bits);
    std::fill(s_.delta, s_.delta + n_ * p_ * PARTITIONS, 0.0);
    pace_ = 0;
    for (int64_t k = 0; k < n_; ++k)
      if (leader_[k] && s_.law.moves(k)) pace_ += s_.first_pace[k];
    if (!paced || !(pace_ > 1e-300)) pace_ = 0;
  }

  // Every task has a gradient of its own, as all of them add to all tokens.
  void linearize(bool paced) {
    std::vector<double> gradients(paced ? MOST_TASKS * n_ * p_ : 0);
    over_tokens(0.1 * pairs(), [&](int64_t first, int64_t end, int64_t i) {
      double* const gradient = paced ? gradients.data() + i * n_ * p_ : nullptr;
      kernels().implicit_linearize(s_, first, end, gradient);
    });
    std::fill(s_.gradient, s_.gradient + n_ * p_, 0.0);
    for (size_t i = 0; i < gradients.size(); ++i) s_.gradient[i % (n_ * p_)] += gradients[i];
  }

  // All rows are at the same place: the increment is kept, it serves later parts as well.
  void first_part() {
    for (int64_t r = 0; r < PARTITIONS; ++r) tau_.of[r] = s_.h / double(r + FIRST_PARTS);
    for (int64_t i = 0; i < n_ * p_; ++i)
      std::fill(s_.rate + i * PARTITIONS, s_.rate + (i + 1) * PARTITIONS, s_.velocity[i]);
    kernels().implicit_substitute(s_, 0, tau_);
    const Row along = along_gradient();
    for (int64_t i = 0; i < n_ * p_; ++i)
      for (int64_t r = 0; r < PARTITIONS; ++r) {
        const int64_t at = i * PARTITIONS + r;
        s_.u[at] = s_.share[at] = s_.delta[at] / (1 + along.of[r]);
      }
  }

  void next_part(int64_t part) {
    const int64_t first_row = std::max<int64_t>(0, part + 1 - FIRST_PARTS);
    const int vector = static_cast<int>(first_row / kernels().width);
    const double vectors = double(PARTITIONS / kernels().width - vector);
    kernels().implicit_place(s_, vector, 0, n_);
    over_tokens(0.2 * vectors * near_pairs_, [&](int64_t first, int64_t end, int64_t) {
      kernels().implicit_move(s_, vector, first, end);
    });
    const Row lengths = lengths_of(first_row);
    kernels().implicit_substitute(s_, vector, lengths);
    const Row along = along_gradient();
    for (int64_t i = 0; i < n_ * p_; ++i)
      for (int64_t r = first_row; r < PARTITIONS; ++r) {
        const int64_t at = i * PARTITIONS + r;
        s_.u[at] += s_.delta[at] - along.of[r] * s_.share[at];
      }
    for (int64_t r = 0; r < PARTITIONS; ++r) tau_.of[r] += lengths.of[r];
  }

  // The lengths of the next parts by the clock; those of rows that are done are zero.
  Row lengths_of(int64_t first_row) const {
    Row total{}, lengths{};
    for (int64_t k = 0; k < n_ && pace_ > 0; ++k)
      if (leader_[k] && s_.law.moves(k))
        for (int64_t r = first_row; r < PARTITIONS; ++r)
          total.of[r] += s_.pace[k * PARTITIONS + r] + s_.far_pace[k];
    for (int64_t r = first_row; r < PARTITIONS; ++r)
      lengths.of[r] = s_.h / double(r + FIRST_PARTS) * (pace_ > 0 ? pace_ / total.of[r] : 1);
    return lengths;
  }

  // <g, delta> / pace: how the pace changes along the increments.
  Row along_gradient() const {
    Row along{};
    for (int64_t i = 0; i < n_ * p_ && pace_ > 0; ++i)
      for (int64_t r = 0; r < PARTITIONS; ++r)
        along.of[r] += s_.gradient[i] / pace_ * s_.delta[i * PARTITIONS + r];
    return along;
  }

  void arrive(const Arrival& to) const {
    static const Extrapolation extrapolation;
    for (int64_t k = 0; k < n_; ++k) {
      double square = 0, length = 0, moved = 0;
      double* const x = to.x + k * d_;
      std::copy(s_.y + k * d_, s_.y + (k + 1) * d_, x);
      for (int64_t q = 0; q < p_; ++q) {
        const double* const rows = s_.u + (k * p_ + q) * PARTITIONS;
        const double u = Extrapolation::sum(extrapolation.value, rows);
        const double off = Extrapolation::sum(extrapolation.correction, rows);
        for (int64_t c = 0; c < d_; ++c) x[c] += s_.basis[(k * d_ + c) * p_ + q] * u;
        square += off * off, moved += u * u;
      }
      to.error[k] = std::sqrt(square);
      if (moved == 0) continue;
      for (int64_t c = 0; c < d_; ++c) length += x[c] * x[c];
      for (int64_t c = 0; c < d_; ++c) x[c] /= std::sqrt(length);
    }
    *to.tau = Extrapolation::sum(extrapolation.value, tau_.of);
    *to.late = std::fabs(Extrapolation::sum(extrapolation.correction, tau_.of));
  }

  const Workers& workers_;
  const int64_t n_, d_, p_;
  const std::vector<int64_t> leader_;
  std::vector<uint64_t> near_;
  std::vector<std::unique_ptr<double[]>> memory_;
  ImplicitStep s_;
  double near_pairs_;  // whose weights count
  double pace_;  // at the beginning; 0: the step runs by the clock
  Row tau_;      // the time of every row by the clock
};

ffi::Error CausalStep(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                      ffi::RemainingArgs args, ffi::RemainingRets rets) {
  Call call("tokenflock_causal_step", operands, results, args, rets);
  const Dimensions x = call.exactly(2, "x");
  const int64_t n = x[0], d = x[1], heads = std::max<int64_t>(1, call.exactly(3, "qk")[0]);
  const CausalLaw law{
      n, d, heads, call.scalar<double>("beta"),
      call.optional<double>("qk", "heads, d, d", {}, {heads, d, d}),
      call.optional<double>("ov", "heads, d, d", {}, {heads, d, d}),
      call.operand<double>("mass", "n", {}, {n}),
      call.optional<double>("log_seen", "n", {}, {n}),
      call.operand<int64_t>("first", "n", {}, {n}),
      call.optional<int64_t>("visible", "n, n", {}, {n, n}),
      call.optional<int64_t>("frozen", "n", {}, {n}),
      call.operand<double>("size", "heads", {}, {heads})};
  const double* const y = call.operand<double>("x", "n, d", {}, {n, d});
  const double h = call.scalar<double>("h"), close = call.scalar<double>("close");
  const bool paced = call.scalar<int64_t>("paced") != 0;
  const Arrival arrival{call.result<double>("x", "n, d", {}, {n, d}),
                        call.result<double>("error", "n", {}, {n}),
                        call.result<double>("tau", "", {}, {}),
                        call.result<double>("late", "", {}, {}),
                        call.result<double>("unit", "", {}, {}),
                        call.result<double>("growth", "", {}, {}),
                        call.result<int64_t>("leader", "n", {}, {n})};
  if (d < 2 || d > 8) call.fail("`x` must have 2 to 8 coordinates. Got " + std::to_string(d) + ".");
  if (call.failed()) return call.error();
  const Threads threads(pool);
  Step(law, y, h, paced, close, threads).take(arrival);
  return ffi::Error::Success();
}

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_causal_step, tokenflock::CausalStep,
                              tokenflock::bind_named_buffers());
#pragma GCC visibility pop
