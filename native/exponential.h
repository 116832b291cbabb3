// The exponential of a vector: within 2 ulp where the result is a normal number, 0 below.
//
//     e^x = 2^k e^r,   k = round(x / ln 2),   |r| <= ln 2 / 2,   e^r = 1 + r + r^2 g(r)
//
// with g the minimax polynomial for the relative error (3.6e-18 in double, 3.1e-9 in float).
// Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits, ready to be an exponent;
// nearbyint and integer conversions do not vectorise everywhere.
#pragma once

#include "lanes.h"

namespace tokenflock::TOKENFLOCK_ISA {

template <class T> struct Exponential;

template <> struct Exponential<double> {
  static constexpr double SHIFTER = 0x1.8p52, LOG2E = 0x1.71547652b82fep0;
  // The upper part ends in zeros: its product with k is exact, with and without fused operations.
  static constexpr double LN2_UPPER = 0x1.62e42fefa3800p-1, LN2_LOWER = 0x1.ef35793c76730p-45;
  static constexpr double LOWEST = -708.39641853226408;  // ln 2^-1022
  static constexpr int MANTISSA = 52;

  static TOKENFLOCK_INLINE Lanes<double> g(Lanes<double> r) {
    // Estrin's scheme: short dependency chains, the order of rounding does not matter here.
    const Lanes<double> r2 = r * r, r4 = r2 * r2;
    const Lanes<double> a = 0x1.000000000000ap-1 + r * 0x1.55555555554fap-3;
    const Lanes<double> b = 0x1.5555555550877p-5 + r * 0x1.1111111127be4p-7;
    const Lanes<double> c = 0x1.6c16c1842b185p-10 + r * 0x1.a01a012a5b679p-13;
    const Lanes<double> d = 0x1.a0199a09ec9bep-16 + r * 0x1.71df2544cf5cdp-19;
    const Lanes<double> e = 0x1.28ad74df00a0dp-22 + r * 0x1.ad7f8a1f075e3p-26;
    return (a + r2 * b) + r4 * ((c + r2 * d) + r4 * e);
  }
};

template <> struct Exponential<float> {
  static constexpr float SHIFTER = 0x1.8p23f, LOG2E = 0x1.715476p0f;
  static constexpr float LN2_UPPER = 0x1.63p-1f, LN2_LOWER = -0x1.bd0106p-13f;
  static constexpr float LOWEST = -87.336544f;  // ln 2^-126
  static constexpr int MANTISSA = 23;

  static TOKENFLOCK_INLINE Lanes<float> g(Lanes<float> r) {
    const Lanes<float> r2 = r * r;
    const Lanes<float> a = 0x1.fffffcp-2f + r * 0x1.555492p-3f;
    const Lanes<float> b = 0x1.5558f2p-5f + r * 0x1.1239e6p-7f;
    return a + r2 * (b + r2 * 0x1.6a241ep-10f);
  }
};

// e^x for LOWEST <= x <= 709 (88 in float): the caller promises the range.
template <class T> TOKENFLOCK_INLINE Lanes<T> exp_in_range(Lanes<T> x) {
  using E = Exponential<T>;
  const Lanes<T> shifted = x * E::LOG2E + E::SHIFTER;
  const Lanes<T> k = shifted - E::SHIFTER;
  const Lanes<T> r = (x - k * E::LN2_UPPER) - k * E::LN2_LOWER;
  const Lanes<T> power = T(1) + (r + (r * r) * E::g(r));
  return (Lanes<T>)((Bits<T>)power + ((Bits<T>)shifted << E::MANTISSA));
}

// e^x for x <= 709 (88 in float), 0 where the result would be subnormal.
template <class T> TOKENFLOCK_INLINE Lanes<T> exp(Lanes<T> x) {
  return x < Exponential<T>::LOWEST ? Lanes<T>{} : exp_in_range<T>(x);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
