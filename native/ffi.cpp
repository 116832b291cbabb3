// The doors for XLA: buffers in, heads out.
#include <numeric>
#include <vector>

#include "plan.h"
#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

namespace tokenflock {
namespace {

using Dimensions = ffi::Span<const int64_t>;

int64_t product(Dimensions dims, size_t end) {
  return std::accumulate(dims.begin(), dims.begin() + end, int64_t{1}, std::multiplies<>());
}

// q (..., heads, n, d), k and v (..., heads or 1, n, d), mass (..., n or 0), width (...).
struct Shape {
  int64_t batch, heads, k_heads, v_heads, n, d, dv, masses;

  Shape(Dimensions q, Dimensions k, Dimensions v, Dimensions mass)
      : batch(product(q, q.size() - 3)), heads(q[q.size() - 3]), k_heads(k[k.size() - 3]),
        v_heads(v[v.size() - 3]), n(q[q.size() - 2]), d(q.back()), dv(v.back()),
        masses(mass.back()) {}
};

template <class T> struct Operands {
  const T *q, *k, *v, *mass;
  const int64_t* width;
  T *values, *normalizer, *top;
};

template <class T>
std::vector<Head<T>> heads(const Shape& s, const Operands<T>& a, Mask mask, bool relative) {
  std::vector<Head<T>> heads;
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t h = 0; h < s.heads; ++h) {
      const int64_t own = b * s.heads + h;
      const int64_t k = b * s.k_heads + h % s.k_heads, v = b * s.v_heads + h % s.v_heads;
      heads.push_back({s.n, s.d, s.dv, a.q + own * s.n * s.d, a.k + k * s.n * s.d,
                       a.v + v * s.n * s.dv, s.masses ? a.mass + b * s.n : nullptr,
                       a.values + own * s.n * s.dv, a.normalizer + own * s.n, a.top + own * s.n,
                       mask, a.width[b], relative, nullptr});
    }
  return heads;
}

template <class T>
void run(ffi::ThreadPool& pool, const Shape& shape, ffi::AnyBuffer q, ffi::AnyBuffer k,
         ffi::AnyBuffer v, ffi::AnyBuffer mass, const int64_t* width, int64_t mask, bool relative,
         ffi::Result<ffi::AnyBuffer>& values, ffi::Result<ffi::AnyBuffer>& normalizer,
         ffi::Result<ffi::AnyBuffer>& top) {
  const Operands<T> operands{
      q.typed_data<T>(),       k.typed_data<T>(), v.typed_data<T>(),
      mass.typed_data<T>(),    width,             values->typed_data<T>(),
      normalizer->typed_data<T>(), top->typed_data<T>()};
  auto list = heads<T>(shape, operands, static_cast<Mask>(mask), relative);
  attend<T>(pool, list);
}

ffi::Error Attend(ffi::ThreadPool pool, ffi::AnyBuffer q, ffi::AnyBuffer k, ffi::AnyBuffer v,
                  ffi::AnyBuffer mass, ffi::Buffer<ffi::S64> width, int64_t mask, bool relative,
                  ffi::Result<ffi::AnyBuffer> values, ffi::Result<ffi::AnyBuffer> normalizer,
                  ffi::Result<ffi::AnyBuffer> top) {
  const Shape shape(q.dimensions(), k.dimensions(), v.dimensions(), mass.dimensions());
  switch (q.element_type()) {
    case ffi::F64:
      run<double>(pool, shape, q, k, v, mass, width.typed_data(), mask, relative, values,
                  normalizer, top);
      return ffi::Error::Success();
    case ffi::F32:
      run<float>(pool, shape, q, k, v, mass, width.typed_data(), mask, relative, values,
                 normalizer, top);
      return ffi::Error::Success();
    default:
      return ffi::Error::InvalidArgument("tokens must be float64 or float32");
  }
}

using Reals = ffi::Buffer<ffi::F64>;

// q (..., heads, n, d), x (..., n, d), mass (..., n or 0), reach (..., heads).
template <auto series>
ffi::Error Series(ffi::ThreadPool pool, Reals q, Reals x, Reals mass, Reals reach, bool causal,
                  bool identity, ffi::Result<Reals> values, ffi::Result<Reals> normalizer,
                  ffi::Result<Reals> top, ffi::Result<Reals> share) {
  const Dimensions dims = q.dimensions();
  const int64_t d = dims.back(), n = dims[dims.size() - 2], heads = dims[dims.size() - 3];
  const int64_t count = product(dims, dims.size() - 2);
  const bool masses = mass.dimensions().back() > 0;
  for (int64_t h = 0; h < count; ++h) {
    const int64_t b = h / heads;
    const SeriesHead head{n, q.typed_data() + d * h * n, x.typed_data() + d * b * n,
                          masses ? mass.typed_data() + b * n : nullptr,
                          values->typed_data() + d * h * n, normalizer->typed_data() + h * n,
                          top->typed_data() + h * n, causal, reach.typed_data()[h], nullptr};
    share->typed_data()[h] = series(pool, head, identity);
  }
  return ffi::Error::Success();
}

auto series_operands() {
  return ffi::Ffi::Bind()
      .Ctx<ffi::ThreadPool>()
      .Arg<Reals>()
      .Arg<Reals>()
      .Arg<Reals>()
      .Arg<Reals>()
      .Attr<bool>("causal")
      .Attr<bool>("identity")
      .Ret<Reals>()
      .Ret<Reals>()
      .Ret<Reals>()
      .Ret<Reals>();
}

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_attend, tokenflock::Attend,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ThreadPool>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::Buffer<ffi::S64>>()
                                  .Attr<int64_t>("mask")
                                  .Attr<bool>("relative")
                                  .Ret<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>());

XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_circle, tokenflock::Series<tokenflock::circle>,
                              tokenflock::series_operands());
XLA_FFI_DEFINE_HANDLER_SYMBOL(tokenflock_sphere, tokenflock::Series<tokenflock::sphere>,
                              tokenflock::series_operands());
#pragma GCC visibility pop
