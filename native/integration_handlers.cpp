// The handlers for XLA of steps, and of what is measured on the way.
#include <algorithm>
#include <string>

#include "dispatch.h"
#include "operands.h"
#include "parallel.h"

namespace tokenflock {
namespace {

// What a word stands for.
template <class T> struct Choice {
  const char* word;
  T meaning;
};

template <class T, size_t N>
T chosen(Call& call, const char* what, std::string_view word, const Choice<T> (&choices)[N]) {
  std::string words;
  for (const Choice<T>& choice : choices) {
    if (word == choice.word) return choice.meaning;
    words += (words.empty() ? "'" : ", '") + std::string(choice.word) + "'";
  }
  call.fail(std::string("`") + what + "` must be one of " + words + ". Got '" + std::string(word) +
            "'.");
  return choices[0].meaning;
}

constexpr Choice<Mask> MASKS[] = {{"full", Mask::full}, {"causal", Mask::causal},
                                  {"window", Mask::window}, {"table", Mask::table}};
constexpr Choice<Weighting> WEIGHTINGS[] = {{"softmax", Weighting::softmax},
                                            {"unnormalized", Weighting::unnormalized},
                                            {"scaled", Weighting::scaled},
                                            {"sinkhorn", Weighting::sinkhorn}};
constexpr Choice<Space> SPACES[] = {
    {"sphere", Space::sphere}, {"euclidean", Space::euclidean}, {"preln", Space::preln},
    {"periln", Space::periln}, {"shells", Space::shells}, {"ngpt", Space::ngpt},
    {"sqrtscaled", Space::sqrtscaled}, {"rescaled", Space::rescaled}};
constexpr Choice<Order> BLOCKS[] = {{"sequential", Order::sequential},
                                    {"parallel", Order::parallel}};
constexpr Choice<Way> WAYS[] = {{"layers", Way::layers}, {"no-residual", Way::no_residual},
                                {"runge-kutta", Way::runge_kutta}, {"splitting", Way::splitting}};

// Attributes that say of which kind a law is.
struct Kind {
  Mask mask;
  Weighting weighting;
  Space space;
  Order block;

  Kind(Call& call, std::string_view mask, std::string_view weighting, std::string_view space,
       std::string_view block)
      : mask(chosen(call, "mask", mask, MASKS)),
        weighting(chosen(call, "weighting", weighting, WEIGHTINGS)),
        space(chosen(call, "space", space, SPACES)), block(chosen(call, "block", block, BLOCKS)) {}
};

// The laws of all runs.
class Laws {
 public:
  Laws(Call& call, const Kind& kind, Dimensions runs, int64_t n, int64_t d)
      : n_(n), d_(d), kind_(kind), beta_(call.operand<double>("beta", "runs", runs, {})),
        qk_(matrices(call, "qk", runs, -1, d)), ov_(matrices(call, "ov", runs, -1, d)),
        query_(matrices(call, "query", runs, -1, d)),
        key_(matrices(call, "key", runs, query_.rows, d)),
        output_(matrices(call, "output", runs, d, -1)),
        value_(matrices(call, "value", runs, output_.columns, d)), rank_(query_ ? query_.rows : d),
        frequency_(call.optional<double>("frequency", "runs, rank / 2", runs, {rank_ / 2})),
        masses_(call.optional<double>("masses", "runs, n", runs, {n})),
        log_seen_(call.optional<double>("log_seen", "runs, n", runs, {n})),
        frozen_(call.optional<bool>("frozen", "runs, n", runs, {n})),
        seen_(call.optional<bool>("seen", "runs, n, n", runs, {n, n})),
        width_(call.operand<int64_t>("width", "runs", runs, {})),
        alpha_(call.operand<double>("alpha", "runs", runs, {})),
        kappa_(call.operand<double>("kappa", "runs", runs, {})), terms_(terms(call, runs, n, d)) {
    if (rank_ < 2) frequency_ = nullptr;  // there is nothing to turn
    heads_ = 1;
    for (const Matrices& some : {qk_, ov_, query_, value_})
      if (some && some.count > heads_) heads_ = some.count;
    reach_ = call.optional<double>("reach", "runs, heads", runs, {heads_});
    if (kind.mask == Mask::table && !seen_) call.fail("the mask 'table' needs `seen`.");
    if (is_unnormalized(kind) && !log_seen_) call.fail("unnormalized weights need `log_seen`.");
    if (bool(query_) != bool(key_)) call.fail("`query` and `key` must be given together.");
    if (bool(output_) != bool(value_)) call.fail("`output` and `value` must be given together.");
    if (frequency_ && qk_) call.fail("rotary positions need `query` and `key`, not `qk`.");
    if (kind.space == Space::rescaled &&
        (heads_ > 1 || query_ || value_ || frequency_ || kind.weighting != Weighting::softmax))
      call.fail("rescaled tokens need one head of softmax, with `qk` and `ov`.");
    if (has_terms() && !takes_terms(kind))
      call.fail("terms are not defined in this space and block.");
    if (kind.weighting == Weighting::sinkhorn && kind.mask != Mask::full && kind.mask != Mask::table)
      call.fail("doubly stochastic weights need the mask 'full' or 'table'.");
    for (const Matrices& some : {qk_, ov_, query_, key_, output_, value_})
      if (some && some.count != 1 && some.count != heads_)
        call.fail("matrices must have one head, or as many as the others.");
  }

  Law of(int64_t run) const {
    return {n_, d_, heads_, kind_.mask, width_[run], at(seen_, run, n_ * n_), kind_.weighting,
            kind_.space, beta_[run], at(qk_, run), at(ov_, run), at(query_, run), at(key_, run),
            at(output_, run), at(value_, run), at(frequency_, run, rank_ / 2),
            at(masses_, run, n_), at(log_seen_, run, n_), at(reach_, run, heads_),
            at(frozen_, run, n_), alpha_[run], kappa_[run], terms_of(run), kind_.block};
  }

 private:
  static bool is_unnormalized(const Kind& kind) {
    return kind.weighting == Weighting::unnormalized || kind.weighting == Weighting::scaled;
  }

  static TermArrays terms(Call& call, Dimensions runs, int64_t n, int64_t d) {
    const int64_t width = call.exactly(3, "mlp_in")[1];
    return {width, call.optional<double>("mlp_in", "runs, width, d", runs, {width, d}),
            call.optional<double>("mlp_bias", "runs, width", runs, {width}),
            call.optional<double>("mlp_out", "runs, d, width", runs, {d, width}),
            call.optional<double>("mlp_gate", "runs, width, d", runs, {width, d}),
            call.optional<double>("mlp_gate_bias", "runs, width", runs, {width}),
            call.optional<int64_t>("mlp_sigma", "runs, width", runs, {width}),
            call.optional<double>("linear", "runs, d, d", runs, {d, d}),
            call.optional<double>("external", "runs, n, d", runs, {n, d})};
  }

  bool has_terms() const { return terms_.width || terms_.linear || terms_.external; }

  // Where what moves tokens is normalized, both halves of a block have lengths of their own.
  static bool takes_terms(const Kind& kind) {
    const bool normalized = kind.space == Space::periln || kind.space == Space::ngpt;
    return kind.space != Space::rescaled && !(normalized && kind.block == Order::sequential);
  }

  TermArrays terms_of(int64_t run) const {
    const TermArrays& all = terms_;
    const int64_t width = all.width, matrix = width * d_;
    return {width, at(all.W, run, matrix), at(all.b, run, width), at(all.U, run, matrix),
            at(all.G, run, matrix), at(all.c, run, width), at(all.sigma, run, width),
            at(all.linear, run, d_ * d_), at(all.external, run, n_ * d_)};
  }

  // Matrices (runs, heads, rows, columns), empty where there are none; -1 for a size of any length
  // (and d where that is `columns` of square ones).
  static Matrices matrices(Call& call, const char* name, Dimensions runs, int64_t rows,
                           int64_t columns) {
    const Dimensions found = call.exactly(4, name);
    const std::string_view kind(name);
    const int64_t heads = found[1];
    if (rows < 0) rows = kind == "query" ? found[2] : columns;
    if (columns < 0) columns = found[3];
    const double* const first =
        call.optional<double>(name, "runs, heads, rows, columns", runs, {heads, rows, columns});
    return {heads ? first : nullptr, heads, rows, columns};
  }

  static Matrices at(const Matrices& all, int64_t run) {
    return {all ? all.first + run * all.count * all.rows * all.columns : nullptr, all.count, all.rows,
            all.columns};
  }
  template <class T> static const T* at(const T* all, int64_t run, int64_t size) {
    return all ? all + run * size : nullptr;
  }

  int64_t n_, d_, heads_;
  Kind kind_;
  const double* beta_;
  Matrices qk_, ov_, query_, key_, output_, value_;
  int64_t rank_;
  const double *frequency_, *masses_, *log_seen_, *reach_;
  const bool *frozen_, *seen_;
  const int64_t* width_;
  const double *alpha_, *kappa_;
  TermArrays terms_;
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
          call.operand<double>("c", "stages", {}, {stages}),
          call.operand<double>("e", "stages", {}, {stages}),
          call.operand<double>("w", "powers, 2 + stages", {}, {powers, 2 + stages})};
}

StepControl step_control(Call& call) {
  return {call.scalar<double>("order"), call.scalar<double>("tol"), call.scalar<double>("safety"),
          call.scalar<double>("factor_min"), call.scalar<double>("factor_max")};
}

// step(run, workers) for all runs, with workers for the rows of each: the other threads where runs
// are few; where they are many, every thread has a run of its own, and asking others only costs.
template <class F> void by_runs(ffi::ThreadPool& pool, int64_t runs, int64_t n, const F& step) {
  const Threads threads(pool);
  const Caller caller;
  const bool are_many = runs >= 4 * threads.count();
  const Workers& within = are_many ? static_cast<const Workers&>(caller) : threads;
  threads(runs, 1e3 * runs * n * n, [&](int64_t run) { step(run, within); });
}

// Each run by itself, by at most `steps` steps.
ffi::Error Advance(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                   ffi::RemainingArgs args, ffi::RemainingRets rets, std::string_view mask,
                   std::string_view weighting, std::string_view space, std::string_view block) {
  Call call("tokenflock_advance", operands, results, args, rets);
  const Dimensions x = call.exactly(3, "x"), runs = x.first(1);
  const int64_t n = x[1], d = x[2], count = call.exactly(1, "times")[0];
  const Laws laws(call, Kind(call, mask, weighting, space, block), runs, n, d);
  const States states(call, runs, n, d);
  const Tableau method = tableau(call);
  const StepControl control = step_control(call);
  const int64_t steps = call.scalar<int64_t>("steps");
  const double* const times = call.operand<double>("times", "times", {}, {count});
  double* const values = call.result<double>("values", "runs, times, n, d", runs, {count, n, d});
  if (call.failed()) return call.error();

  by_runs(pool, x[0], n, [&](int64_t run, const Workers& workers) {
    const Output output{times, count, values + run * count * n * d};
    kernels().advance(laws.of(run), method, control, output, states.of(run, n, d), steps, workers);
  });
  return ffi::Error::Success();
}

// Each run by itself, by `count` equal steps.
ffi::Error TakeSteps(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                     ffi::RemainingArgs args, ffi::RemainingRets rets, std::string_view mask,
                     std::string_view weighting, std::string_view space, std::string_view block,
                     std::string_view way) {
  Call call("tokenflock_take_steps", operands, results, args, rets);
  const Dimensions dims = call.exactly(3, "x"), runs = dims.first(1);
  const int64_t n = dims[1], d = dims[2];
  const Laws laws(call, Kind(call, mask, weighting, space, block), runs, n, d);
  double* const x = copied<double>(call, "x", "runs, n, d", runs, {n, d});
  const int64_t* const seed = call.operand<int64_t>("seed", "runs, 2", runs, {2});
  const EqualSteps steps{chosen(call, "way", way, WAYS), call.scalar<double>("t"),
                         call.scalar<double>("length"), call.scalar<int64_t>("count"),
                         call.scalar<int64_t>("first"), tableau(call), nullptr};
  if (call.failed()) return call.error();

  by_runs(pool, dims[0], n, [&](int64_t run, const Workers& workers) {
    EqualSteps own = steps;
    own.seed = seed + 2 * run;
    kernels().take_steps(laws.of(run), own, x + run * n * d, workers);
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

  const Threads threads(pool);
  threads(count, double(count) * n * n, [&](int64_t b) {
    const double close = kernels().close_pairs(x + b * n * d, n, d, above);
    share[b] = 2 * close / (double(n) * (n - 1));
  });
  return ffi::Error::Success();
}

auto bind_law() {
  return bind_named_buffers()
      .Attr<std::string_view>("mask")
      .Attr<std::string_view>("weighting")
      .Attr<std::string_view>("space")
      .Attr<std::string_view>("block");
}

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_advance, tokenflock::Advance, tokenflock::bind_law());
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_take_steps, tokenflock::TakeSteps,
                              tokenflock::bind_law().Attr<std::string_view>("way"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_close_pairs, tokenflock::ClosePairs,
                              tokenflock::bind_named_buffers());
#pragma GCC visibility pop
