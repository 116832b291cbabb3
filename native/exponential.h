// Powers of two of a vector: within 2 ulp where the result is a normal number, 0 below.
//
//     2^x = 2^k 2^r,   k = round(x),   |r| <= 1/2,   2^r = 1 + r h(r)
//
// with h the minimax polynomial for the relative error (3.4e-18 in double, 2.0e-9 in float).  Base
// two, because x - k is exact: the kernels count logits in units of ln 2 and save three operations.
// Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits, ready to be an exponent;
// nearbyint and integer conversions do not vectorize everywhere.
#pragma once

#include "lanes.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr double LOG2E = 0x1.71547652b82fep0, LN2 = 0x1.62e42fefa39efp-1;

template <class T> struct PowerOfTwo;

template <> struct PowerOfTwo<double> {
  static constexpr double SHIFTER = 0x1.8p52, LOWEST = -1022;
  static constexpr int MANTISSA = 52;

  // Even and odd part apart: fewest multiplications with two chains to overlap.
  static TOKENFLOCK_INLINE Lanes<double> h(Lanes<double> r) {
    const Lanes<double> s = r * r;
    const Lanes<double> even =
        0x1.62e42fefa39efp-1 +
        s * (0x1.c6b08d7049fe8p-5 +
             s * (0x1.5d87fe78cd766p-10 +
                  s * (0x1.ffcbfba95ff15p-17 +
                       s * (0x1.b5267d0c03924p-24 + s * 0x1.e79b97c686305p-32))));
    const Lanes<double> odd =
        0x1.ebfbdff82c5a4p-3 +
        s * (0x1.3b2ab6fba0108p-7 +
             s * (0x1.4309130edc7e0p-13 + s * (0x1.62bfc7937a7c9p-20 + s * 0x1.e61b616e56f1cp-28)));
    return even + r * odd;
  }
};

template <> struct PowerOfTwo<float> {
  static constexpr float SHIFTER = 0x1.8p23f, LOWEST = -126;
  static constexpr int MANTISSA = 23;

  static TOKENFLOCK_INLINE Lanes<float> h(Lanes<float> r) {
    const Lanes<float> s = r * r;
    const Lanes<float> even = 0x1.62e430p-1f + s * (0x1.c6aee8p-5f + s * 0x1.5f3e6ep-10f);
    const Lanes<float> odd = 0x1.ebfbdcp-3f + s * (0x1.3b2d4ep-7f + s * 0x1.41fba6p-13f);
    return even + r * odd;
  }
};

// 2^x for -1022 <= x < 1024 (-126, 128 in float): the caller promises the range.
template <class T> TOKENFLOCK_INLINE Lanes<T> exp2_in_range(Lanes<T> x) {
  using P = PowerOfTwo<T>;
  const Lanes<T> shifted = x + P::SHIFTER;
  const Lanes<T> r = x - (shifted - P::SHIFTER);
  const Lanes<T> power = T(1) + r * P::h(r);
  return (Lanes<T>)((Bits<T>)power + ((Bits<T>)shifted << P::MANTISSA));
}

// 2^x for x < 1024 (128 in float), 0 where the result would be subnormal.
template <class T> TOKENFLOCK_INLINE Lanes<T> exp2(Lanes<T> x) {
  return x < PowerOfTwo<T>::LOWEST ? Lanes<T>{} : exp2_in_range<T>(x);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
