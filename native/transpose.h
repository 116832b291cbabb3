// The transpose of a tile: as many vectors as a vector has lanes.
#pragma once

#include "lanes.h"

namespace tokenflock::TOKENFLOCK_ISA {

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define TOKENFLOCK_SHUFFLES
#endif
#endif

#if defined(TOKENFLOCK_SHUFFLES)

template <int... K> struct Places {};
template <int N, int... K> struct FirstPlaces : FirstPlaces<N - 1, N - 1, K...> {};
template <int... K> struct FirstPlaces<0, K...> {
  using type = Places<K...>;
};

// Blocks of STEP lanes, of a and b in turns: the even blocks of both, or the odd ones.
template <int STEP, bool ODD, int... K>
TOKENFLOCK_INLINE Lanes<double> every_other(Lanes<double> a, Lanes<double> b, Places<K...>) {
  constexpr int L = LANES;
  return __builtin_shufflevector(
      a, b, ((K & STEP ? L + K - STEP : K) + (ODD ? STEP : 0))...);
}

template <int STEP> TOKENFLOCK_INLINE void exchange(Lanes<double> (&w)[LANES]) {
  using All = typename FirstPlaces<LANES>::type;
  TOKENFLOCK_UNROLL
  for (int k = 0; k < LANES; ++k) {
    if (k & STEP) continue;
    const Lanes<double> a = w[k], b = w[k + STEP];
    w[k] = every_other<STEP, false>(a, b, All{});
    w[k + STEP] = every_other<STEP, true>(a, b, All{});
  }
}

// Blocks of a tile change places across its diagonal: lanes, pairs of lanes, ...
template <int STEP = 1> TOKENFLOCK_INLINE void transpose(Lanes<double> (&w)[LANES]) {
  if constexpr (STEP < LANES) {
    exchange<STEP>(w);
    transpose<2 * STEP>(w);
  }
}

#else

inline void transpose(Lanes<double> (&w)[LANES]) {
  for (int k = 0; k < LANES; ++k)
    for (int l = k + 1; l < LANES; ++l) {
      const double above = w[k][l];
      w[k][l] = w[l][k], w[l][k] = above;
    }
}

#endif

}  // namespace tokenflock::TOKENFLOCK_ISA
