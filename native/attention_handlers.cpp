// The handlers for XLA of attention: pair by pair, and by series on the circle and the sphere.
#include <vector>

#include "operands.h"
#include "parallel.h"
#include "plan.h"

namespace tokenflock {
namespace {

// q (..., heads, n, d), k (..., heads or 1, n, d), v (..., heads or 1, n, dv), masses (..., n or 0),
// width (...); of all sets of tokens and all heads.
template <class T> class Heads {
 public:
  Heads(Call& call, Mask mask, bool relative) : mask_(mask), relative_(relative) {
    const Dimensions q = call.at_least(3, "q"), k = call.at_least(3, "k"), v = call.at_least(3, "v");
    const Dimensions batch = q.first(q.size() - 3);
    batch_ = product(batch), heads_ = q.last(3)[0], n_ = q.last(2)[0], d_ = q.back();
    // Keys and values may be shared by all heads.
    k_heads_ = k.last(3)[0] == 1 ? 1 : heads_, v_heads_ = v.last(3)[0] == 1 ? 1 : heads_;
    dv_ = v.back();
    masses_ = call.optional<T>("masses", "..., n", batch, {n_});
    width_ = call.operand<int64_t>("width", "...", batch, {});
    q_ = call.operand<T>("q", "..., heads, n, d", batch, {heads_, n_, d_});
    k_ = call.operand<T>("k", "..., heads or 1, n, d", batch, {k_heads_, n_, d_});
    v_ = call.operand<T>("v", "..., heads or 1, n, dv", batch, {v_heads_, n_, dv_});
    values_ = call.result<T>("values", "..., heads, n, dv", batch, {heads_, n_, dv_});
    normalizer_ = call.result<T>("normalizer", "..., heads, n", batch, {heads_, n_});
    top_ = call.result<T>("top", "..., heads, n", batch, {heads_, n_});
  }

  std::vector<Head<T>> all() const {
    std::vector<Head<T>> heads;
    heads.reserve(batch_ * heads_);
    for (int64_t b = 0; b < batch_; ++b)
      for (int64_t h = 0; h < heads_; ++h) heads.push_back(head(b, h));
    return heads;
  }

 private:
  Head<T> head(int64_t b, int64_t h) const {
    const int64_t row = (b * heads_ + h) * n_;
    const int64_t k = (b * k_heads_ + h % k_heads_) * n_, v = (b * v_heads_ + h % v_heads_) * n_;
    return {n_, d_, dv_, q_ + row * d_, k_ + k * d_, v_ + v * dv_,
            masses_ ? masses_ + b * n_ : nullptr, values_ + row * dv_, normalizer_ + row, top_ + row,
            mask_, width_[b], relative_, nullptr};
  }

  Mask mask_;
  bool relative_;
  int64_t batch_, heads_, k_heads_, v_heads_, n_, d_, dv_;
  const T *q_, *k_, *v_, *masses_;
  const int64_t* width_;
  T *values_, *normalizer_, *top_;
};

template <class T>
ffi::Error attend(ffi::ThreadPool& pool, Call& call, std::string_view mask, bool relative) {
  const Heads<T> heads(call, call.mask(mask), relative);
  if (call.failed()) return call.error();
  auto all = heads.all();
  attend<T>(Threads(pool), all);
  return ffi::Error::Success();
}

ffi::Error Attend(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                  ffi::RemainingArgs args, ffi::RemainingRets rets, std::string_view mask,
                  bool relative) {
  Call call("tokenflock_attend", operands, results, args, rets);
  return call.type("q") == ffi::F32 ? attend<float>(pool, call, mask, relative)
                                    : attend<double>(pool, call, mask, relative);
}

// q (..., heads, n, d), x (..., n, d), masses (..., n or 0), reach (..., heads), in R^DIMENSION.
template <int64_t DIMENSION, auto series>
ffi::Error Series(ffi::ThreadPool pool, std::string_view operands, std::string_view results,
                  ffi::RemainingArgs args, ffi::RemainingRets rets, bool causal, bool identity) {
  Call call(DIMENSION == 2 ? "tokenflock_circle" : "tokenflock_sphere", operands, results, args,
            rets);
  const Dimensions dims = call.at_least(3, "q"), batch = dims.first(dims.size() - 3);
  const int64_t heads = dims.last(3)[0], n = dims.last(2)[0], d = DIMENSION;
  const double* const q = call.operand<double>("q", "..., heads, n, d", batch, {heads, n, d});
  const double* const x = call.operand<double>("x", "..., n, d", batch, {n, d});
  const double* const masses = call.optional<double>("masses", "..., n", batch, {n});
  const double* const reach = call.operand<double>("reach", "..., heads", batch, {heads});
  double* const values = call.result<double>("values", "..., heads, n, d", batch, {heads, n, d});
  double* const normalizer = call.result<double>("normalizer", "..., heads, n", batch, {heads, n});
  double* const top = call.result<double>("top", "..., heads, n", batch, {heads, n});
  double* const share = call.result<double>("share", "..., heads", batch, {heads});
  if (call.failed()) return call.error();

  for (int64_t h = 0; h < product(batch) * heads; ++h) {
    const int64_t row = h * n, token = h / heads * n;
    const SeriesHead head{n, q + row * d, x + token * d, masses ? masses + token : nullptr,
                          values + row * d, normalizer + row, top + row, causal, reach[h], nullptr};
    share[h] = series(Threads(pool), head, identity);
  }
  return ffi::Error::Success();
}

auto bind_series() {
  return bind_named_buffers().Attr<bool>("causal").Attr<bool>("identity");
}

constexpr auto Circle = Series<2, circle>;
constexpr auto Sphere = Series<3, sphere>;

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    tokenflock_attend, tokenflock::Attend,
    tokenflock::bind_named_buffers().Attr<std::string_view>("mask").Attr<bool>("relative"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_circle, tokenflock::Circle, tokenflock::bind_series());
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_sphere, tokenflock::Sphere, tokenflock::bind_series());
#pragma GCC visibility pop
