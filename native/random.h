// Normal numbers by a counter: those of jax.random, to rounding.
#pragma once

#include <cstdint>

#include "inverse_erf.h"
#include "lanes.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Threefry 2x32 of 20 rounds (Salmon et al., SC 2011).
struct Words {
  uint32_t first, second;
};

inline uint32_t rotated(uint32_t a, int by) { return a << by | a >> (32 - by); }

inline Words threefry(Words key, Words counter) {
  constexpr int TURNS[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {key.first, key.second, key.first ^ key.second ^ 0x1BD11BDA};
  uint32_t a = counter.first + keys[0], b = counter.second + keys[1];
  for (uint32_t round = 0; round < 5; ++round) {
    for (const int by : TURNS[round % 2]) a += b, b = rotated(b, by) ^ a;
    a += keys[(round + 1) % 3], b += keys[(round + 2) % 3] + round + 1;
  }
  return {a, b};
}

template <int N> double polynomial(const double (&c)[N], double w) {
  double p = c[0];
  for (int i = 1; i < N; ++i) p = c[i] + p * w;
  return p;
}

inline double inverse_erf(double x) {
  const double w = -__builtin_log((1 - x) * (1 + x));
  if (w < 6.25) return x * polynomial(SMALL, w - SMALL_MIDDLE);
  const double root = __builtin_sqrt(w);
  return x * (w < 16 ? polynomial(MEDIUM, root - MEDIUM_MIDDLE) : polynomial(LARGE, root - LARGE_MIDDLE));
}

// The stream of a step: normal numbers by their places.
class Normals {
 public:
  Normals(const int64_t* key, int64_t step)
      : stream_(threefry({uint32_t(key[0]), uint32_t(key[1])}, {0, uint32_t(step)})) {}

  double operator()(int64_t place) const {
    const Words drawn = threefry(stream_, {uint32_t(place >> 32), uint32_t(place)});
    const uint64_t bits = uint64_t(drawn.first) << 32 | drawn.second;
    constexpr double LOWEST = -1 + 0x1p-53;  // the number above -1
    const double share = double(bits >> 12) * 0x1p-52;  // in [0, 1)
    const double u = share * (1 - LOWEST) + LOWEST;
    return 1.4142135623730951 * inverse_erf(u < LOWEST ? LOWEST : u);
  }

 private:
  const Words stream_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
