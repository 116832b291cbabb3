// All kernels for one instruction set; compiled once for each, under its name.
#include "attention.h"
#include "circle.h"
#include "close.h"
#include "equal_steps.h"
#include "implicit_kernels.h"
#include "integrator.h"
#include "sphere.h"

#define TOKENFLOCK_TEXT_(x) #x
#define TOKENFLOCK_TEXT(x) TOKENFLOCK_TEXT_(x)

namespace tokenflock::TOKENFLOCK_ISA {
namespace {

template <class T> void powers_of_two(const T* x, T* y, int64_t count) {
  T last[WIDTH<T>] = {};
  int64_t i = 0;
  for (; i + WIDTH<T> <= count; i += WIDTH<T>) store<T>(y + i, exp2<T>(load<T>(x + i)));
  for (int64_t l = i; l < count; ++l) last[l - i] = x[l];
  const Lanes<T> rest = exp2<T>(load<T>(last));
  for (int64_t l = i; l < count; ++l) y[l] = rest[l - i];
}

}  // namespace

extern const Kernels kernels;
const Kernels kernels = {TOKENFLOCK_TEXT(TOKENFLOCK_ISA),
                         LANES,
                         powers_of_two<double>,
                         powers_of_two<float>,
                         attend<double>,
                         attend<float>,
                         circle_sum,
                         circle_rows,
                         sphere_sum,
                         sphere_moments,
                         sphere_rows,
                         advance,
                         take_steps,
                         find_resolution,
                         close_pairs,
                         implicit_frames,
                         implicit_drifts,
                         implicit_linearize,
                         implicit_growth,
                         implicit_place,
                         implicit_move,
                         implicit_substitute};

}  // namespace tokenflock::TOKENFLOCK_ISA
