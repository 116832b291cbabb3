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

// The even and the odd part of h, by powers of r^2: two short chains in place of a long one.
template <> struct PowerOfTwo<double> {
  static constexpr double SHIFTER = 0x1.8p52, LOWEST = -1022;
  static constexpr int MANTISSA = 52;
  static constexpr double EVEN[] = {0x1.62e42fefa39efp-1,  0x1.c6b08d7049fe8p-5,
                                    0x1.5d87fe78cd766p-10, 0x1.ffcbfba95ff15p-17,
                                    0x1.b5267d0c03924p-24, 0x1.e79b97c686305p-32};
  static constexpr double ODD[] = {0x1.ebfbdff82c5a4p-3, 0x1.3b2ab6fba0108p-7,
                                   0x1.4309130edc7e0p-13, 0x1.62bfc7937a7c9p-20,
                                   0x1.e61b616e56f1cp-28};
};

template <> struct PowerOfTwo<float> {
  static constexpr float SHIFTER = 0x1.8p23f, LOWEST = -126;
  static constexpr int MANTISSA = 23;
  static constexpr float EVEN[] = {0x1.62e430p-1f, 0x1.c6aee8p-5f, 0x1.5f3e6ep-10f};
  static constexpr float ODD[] = {0x1.ebfbdcp-3f, 0x1.3b2d4ep-7f, 0x1.41fba6p-13f};
};

// y_k = y_k s_k + a
template <class T, int N>
TOKENFLOCK_INLINE void horner(Lanes<T> (&y)[N], const Lanes<T> (&s)[N], T a) {
  TOKENFLOCK_UNROLL
  for (int k = 0; k < N; ++k) y[k] = a + s[k] * y[k];
}

// 2^x of N vectors, in place, for -1022 <= x < 1024 (-126, 128 in float): the caller promises the
// range.  In step: a processor sees some hundred instructions ahead, and would wait for one chain
// after the other.
template <class T, int N> TOKENFLOCK_INLINE void exp2_in_range(Lanes<T> (&x)[N]) {
  using P = PowerOfTwo<T>;
  constexpr int EVEN = sizeof(P::EVEN) / sizeof(T), ODD = sizeof(P::ODD) / sizeof(T);
  Lanes<T> shifted[N], s[N], even[N], odd[N];
  TOKENFLOCK_UNROLL
  for (int k = 0; k < N; ++k) {
    shifted[k] = x[k] + P::SHIFTER;
    x[k] -= shifted[k] - P::SHIFTER;
    s[k] = x[k] * x[k];
    even[k] = fill<T>(P::EVEN[EVEN - 1]), odd[k] = fill<T>(P::ODD[ODD - 1]);
  }
  TOKENFLOCK_UNROLL
  for (int c = EVEN - 2; c >= 0; --c) {
    horner<T, N>(even, s, P::EVEN[c]);
    if (c < ODD - 1) horner<T, N>(odd, s, P::ODD[c]);
  }
  TOKENFLOCK_UNROLL
  for (int k = 0; k < N; ++k) {
    const Lanes<T> power = T(1) + x[k] * (even[k] + x[k] * odd[k]);
    x[k] = (Lanes<T>)((Bits<T>)power + ((Bits<T>)shifted[k] << P::MANTISSA));
  }
}

template <class T> TOKENFLOCK_INLINE Lanes<T> exp2_in_range(Lanes<T> x) {
  Lanes<T> one[] = {x};
  exp2_in_range<T, 1>(one);
  return one[0];
}

// 2^x for x < 1024 (128 in float), 0 where the result would be subnormal.
template <class T> TOKENFLOCK_INLINE Lanes<T> exp2(Lanes<T> x) {
  return x < PowerOfTwo<T>::LOWEST ? Lanes<T>{} : exp2_in_range<T>(x);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
