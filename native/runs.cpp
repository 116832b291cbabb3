// The doors for XLA to runs on the sphere, many of them, and to what is measured on the way.
#include "dispatch.h"
#include "parallel.h"
#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

namespace tokenflock {
namespace {

using Reals = ffi::Buffer<ffi::F64>;
using Integers = ffi::Buffer<ffi::S64>;

template <class From, class To> void copy(const From& from, To& to) {
  const auto* a = from.typed_data();
  auto* b = to->typed_data();
  for (size_t i = 0; i < from.element_count(); ++i) b[i] = a[i];
}

// The r-th of equal parts, or null where there is nothing.
const double* part(const Reals& all, int64_t r, int64_t parts) {
  const int64_t size = all.element_count() / parts;
  return size ? all.typed_data() + r * size : nullptr;
}

// State x, velocity (runs, n, d), t and t_next (runs), counts (runs, 3) of times saved, steps
// accepted and rejected; qk and ov (runs, d or 0, d), mass (runs, n or 0); values (runs, times, n, d).
ffi::Error Follow(ffi::ThreadPool pool, Reals x, Reals velocity, Reals t, Reals t_next,
                  Integers counts, Reals beta, Reals qk, Reals ov, Reals mass, Integers width, Reals times,
                  Integers most_steps, Reals a, Reals b, Reals e, Reals w, Reals control,
                  int64_t mask, bool ends_in_last_stage, ffi::Result<Reals> x1,
                  ffi::Result<Reals> velocity1, ffi::Result<Reals> t1, ffi::Result<Reals> t_next1,
                  ffi::Result<Integers> counts1, ffi::Result<Reals> values) {
  copy(x, x1), copy(velocity, velocity1), copy(t, t1), copy(t_next, t_next1);
  copy(counts, counts1);
  const int64_t runs = x.dimensions()[0], n = x.dimensions()[1], d = x.dimensions()[2];
  const int64_t stages = b.element_count(), saved = times.element_count();
  const double* c = control.typed_data();
  const Method method{stages,         w.dimensions()[0] - 1, a.typed_data(),     b.typed_data(),
                      e.typed_data(), w.typed_data(),        ends_in_last_stage, c[0]};
  const Control steps{c[1], c[2], c[3], c[4]};
  parallel(pool, runs, 1e3 * runs * n * n, [&](int64_t r) {
    int64_t* count = counts1->typed_data() + 3 * r;
    kernels().follow({n, d, static_cast<Mask>(mask), width.typed_data()[r], beta.typed_data()[r],
                      part(qk, r, runs), part(ov, r, runs), part(mass, r, runs),
                      times.typed_data(), saved, most_steps.typed_data()[0],
                      x1->typed_data() + r * n * d, velocity1->typed_data() + r * n * d,
                      t1->typed_data() + r, t_next1->typed_data() + r, count, count + 1, count + 2,
                      values->typed_data() + r * saved * n * d},
                     method, steps);
  });
  return ffi::Error::Success();
}

// The share of the pairs of tokens x (..., n, d) whose cosine exceeds `above`; n is at least two.
ffi::Error ClosePairs(ffi::ThreadPool pool, Reals x, Reals above, ffi::Result<Reals> share) {
  const auto dims = x.dimensions();
  const int64_t d = dims.back(), n = dims[dims.size() - 2], count = share->element_count();
  parallel(pool, count, double(count) * n * n, [&](int64_t b) {
    const double close =
        kernels().close_pairs(x.typed_data() + b * n * d, n, d, above.typed_data()[0]);
    share->typed_data()[b] = 2 * close / (double(n) * (n - 1));
  });
  return ffi::Error::Success();
}

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_follow, tokenflock::Follow,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ThreadPool>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::S64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::S64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::S64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Attr<int64_t>("mask")
                                  .Attr<bool>("ends_in_last_stage")
                                  .Ret<ffi::Buffer<ffi::F64>>()
                                  .Ret<ffi::Buffer<ffi::F64>>()
                                  .Ret<ffi::Buffer<ffi::F64>>()
                                  .Ret<ffi::Buffer<ffi::F64>>()
                                  .Ret<ffi::Buffer<ffi::S64>>()
                                  .Ret<ffi::Buffer<ffi::F64>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_close_pairs, tokenflock::ClosePairs,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ThreadPool>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Ret<ffi::Buffer<ffi::F64>>());
#pragma GCC visibility pop
