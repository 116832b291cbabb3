// Logarithms of a vector of normal numbers above 0, with an error of 2e-16 |log y| + 2e-16.
//
//     log y = k ln 2 + log m,   y = 2^k m,   m in [sqrt 1/2, sqrt 2),
//     log m = 2 (s + s^3 / 3 + s^5 / 5 + ...),   s = (m - 1) / (m + 1),   |s| <= 0.172
#pragma once

#include "exponential.h"

namespace tokenflock::TOKENFLOCK_ISA {

TOKENFLOCK_INLINE Lanes<double> logarithm(Lanes<double> y) {
  constexpr int64_t ROOT_OF_HALF = 0x3fe6a09e667f3bcd;
  constexpr int MANTISSA = 52, TERMS = 11;
  const Bits<double> k = ((Bits<double>)y - ROOT_OF_HALF) >> MANTISSA;
  const Lanes<double> m = (Lanes<double>)((Bits<double>)y - (k << MANTISSA));
  const Lanes<double> s = (m - 1.0) / (m + 1.0), square = s * s;
  Lanes<double> series = fill(2.0 / (2 * TERMS - 1));
  TOKENFLOCK_UNROLL
  for (int i = TERMS - 2; i >= 0; --i) series = 2.0 / (2 * i + 1) + series * square;
  // An integer added to the bits of 1.5 * 2^52 is added to the number.
  const Lanes<double> shifter = fill(PowerOfTwo<double>::SHIFTER);
  const Lanes<double> exponent = (Lanes<double>)((Bits<double>)shifter + k) - shifter;
  return exponent * LN2 + s * series;
}

}  // namespace tokenflock::TOKENFLOCK_ISA
