// Long loops over tokens in stretches that threads share.
#pragma once

#include "field.h"
#include "workers.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int64_t STRETCH = 1 << 16;  // whole vectors, and those of `combine` too

inline int64_t stretches(int64_t count) { return (count + STRETCH - 1) / STRETCH; }

// f(first, end) for all stretches of 0 ... count
template <class F>
TOKENFLOCK_INLINE void in_stretches(const Workers& workers, int64_t count, const F& f) {
  if (count <= 2 * STRETCH) return f(0, count);
  workers(stretches(count), count, [&](int64_t s) {
    const int64_t first = s * STRETCH, end = first + STRETCH;
    f(first, end < count ? end : count);
  });
}

// The largest f(first, end) of all stretches, of numbers that are not negative; a NaN is largest.
template <class F>
TOKENFLOCK_INLINE double largest_of_stretches(const Workers& workers, int64_t count, const F& f) {
  if (count <= 2 * STRETCH) return f(0, count);
  const Room found(stretches(count));
  in_stretches(workers, count,
               [&](int64_t first, int64_t end) { found[first / STRETCH] = f(first, end); });
  double top = 0;
  for (int64_t s = 0; s < stretches(count); ++s) {
    if (found[s] != found[s]) return found[s];
    top = found[s] > top ? found[s] : top;
  }
  return top;
}

}  // namespace tokenflock::TOKENFLOCK_ISA
