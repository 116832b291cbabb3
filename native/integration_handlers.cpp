// The handlers for XLA of adaptive steps on the sphere, and of what is measured on the way.
#include <algorithm>

#include "dispatch.h"
#include "operands.h"
#include "parallel.h"

namespace tokenflock {
namespace {

// beta, M, V, masses and width of all runs.
struct Laws {
  const double *beta, *qk, *ov, *masses;
  const int64_t* width;

  Laws(Call& call, Dimensions runs, int64_t n, int64_t d)
      : beta(call.operand<double>("beta", "runs", runs, {})),
        qk(call.optional<double>("qk", "runs, d, d", runs, {d, d})),
        ov(call.optional<double>("ov", "runs, d, d", runs, {d, d})),
        masses(call.optional<double>("masses", "runs, n", runs, {n})),
        width(call.operand<int64_t>("width", "runs", runs, {})) {}

  Law of(int64_t run, int64_t n, int64_t d, Mask mask) const {
    return {n, d, mask, width[run], beta[run], qk ? qk + run * d * d : nullptr,
            ov ? ov + run * d * d : nullptr, masses ? masses + run * n : nullptr};
  }
};

// A part of the state: that before, copied to that after, which is to be advanced.
template <class T>
T* copied(Call& call, const char* name, const char* axes, Dimensions runs, Sizes sizes) {
  const T* const before = call.operand<T>(name, axes, runs, sizes);
  T* const after = call.result<T>(name, axes, runs, sizes);
  const int64_t count = product(runs) * product({sizes.begin(), sizes.size()});
  if (before && after) std::copy(before, before + count, after);
  return after;
}

// The states of all runs.
struct States {
  State first;

  States(Call& call, Dimensions runs, int64_t n, int64_t d)
      : first{copied<double>(call, "x", "runs, n, d", runs, {n, d}),
              copied<double>(call, "velocity", "runs, n, d", runs, {n, d}),
              copied<double>(call, "t", "runs", runs, {}),
              copied<double>(call, "t_next", "runs", runs, {}),
              copied<int64_t>(call, "saved", "runs", runs, {}),
              copied<int64_t>(call, "accepted", "runs", runs, {}),
              copied<int64_t>(call, "rejected", "runs", runs, {}),
              copied<int64_t>(call, "between", "runs", runs, {})} {}

  State of(int64_t run, int64_t n, int64_t d) const {
    return {first.x + run * n * d, first.velocity + run * n * d, first.t + run,
            first.t_next + run, first.saved + run, first.accepted + run, first.rejected + run,
            first.between + run};
  }
};

Tableau tableau(Call& call) {
  const int64_t stages = call.exactly(1, "b")[0], powers = call.exactly(2, "w")[0];
  if (stages < 1 || stages > Tableau::MOST_STAGES)
    call.fail("`b` must have 1 to " + std::to_string(Tableau::MOST_STAGES) + " stages. Got " +
              std::to_string(stages) + ".");
  return {stages, powers - 1, call.operand<double>("a", "stages, stages", {}, {stages, stages}),
          call.operand<double>("b", "stages", {}, {stages}),
          call.operand<double>("e", "stages", {}, {stages}),
          call.operand<double>("w", "powers, 2 + stages", {}, {powers, 2 + stages})};
}

StepControl step_control(Call& call) {
  return {call.scalar<double>("order"), call.scalar<double>("tol"), call.scalar<double>("safety"),
          call.scalar<double>("factor_min"), call.scalar<double>("factor_max")};
}

// Each run by itself, by at most `steps` steps.
ffi::Error Advance(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                   ffi::RemainingArgs args, ffi::RemainingRets rets, std::string_view mask_name) {
  Call call("tokenflock_advance", operands, results, args, rets);
  const Dimensions x = call.exactly(3, "x"), runs = x.first(1);
  const int64_t n = x[1], d = x[2], count = call.exactly(1, "times")[0];
  const Mask mask = call.mask(mask_name);
  const Laws laws(call, runs, n, d);
  const States states(call, runs, n, d);
  const Tableau method = tableau(call);
  const StepControl control = step_control(call);
  const int64_t steps = call.scalar<int64_t>("steps");
  const double* const times = call.operand<double>("times", "times", {}, {count});
  double* const values = call.result<double>("values", "runs, times, n, d", runs, {count, n, d});
  if (call.failed()) return call.error();

  parallel(pool, x[0], 1e3 * x[0] * n * n, [&](int64_t run) {
    const Output output{times, count, values + run * count * n * d};
    kernels().advance(laws.of(run, n, d, mask), method, control, output, states.of(run, n, d),
                      steps);
  });
  return ffi::Error::Success();
}

// The share of the pairs of tokens x (..., n, d) whose cosine exceeds `above`; n is at least two.
ffi::Error ClosePairs(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                      ffi::RemainingArgs args, ffi::RemainingRets rets) {
  Call call("tokenflock_close_pairs", operands, results, args, rets);
  const Dimensions dims = call.at_least(2, "x"), batch = dims.first(dims.size() - 2);
  const int64_t n = dims.last(2)[0], d = dims.back(), count = product(batch);
  const double* const x = call.operand<double>("x", "..., n, d", batch, {n, d});
  const double above = call.scalar<double>("above");
  double* const share = call.result<double>("share", "...", batch, {});
  if (n < 2) call.fail("`x` must have at least two tokens. Got " + std::to_string(n) + ".");
  if (call.failed()) return call.error();

  parallel(pool, count, double(count) * n * n, [&](int64_t b) {
    const double close = kernels().close_pairs(x + b * n * d, n, d, above);
    share[b] = 2 * close / (double(n) * (n - 1));
  });
  return ffi::Error::Success();
}

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_advance, tokenflock::Advance,
                              tokenflock::bind_named_buffers().Attr<std::string_view>("mask"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_close_pairs, tokenflock::ClosePairs,
                              tokenflock::bind_named_buffers());
#pragma GCC visibility pop
