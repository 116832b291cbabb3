// The functions between the two matrices of a perceptron, on a vector of numbers.
#pragma once

#include "exponential.h"
#include "law.h"

namespace tokenflock::TOKENFLOCK_ISA {

// e^x, at most e^600: what is divided by it is nothing by then.
TOKENFLOCK_INLINE Lanes<double> bounded_exp(Lanes<double> x) {
  x = x > 600.0 ? fill(600.0) : x;
  return exp2<double>(x * LOG2E);
}

TOKENFLOCK_INLINE Lanes<double> silu(Lanes<double> x) { return x / (1.0 + bounded_exp(-x)); }

// (1 - e^{-2|x|}) / (1 + e^{-2|x|}), with the sign of x
TOKENFLOCK_INLINE Lanes<double> hyperbolic_tangent(Lanes<double> x) {
  const Lanes<double> e = bounded_exp(x < 0.0 ? 2.0 * x : -2.0 * x);
  const Lanes<double> size = (1.0 - e) / (1.0 + e);
  return x < 0.0 ? -size : size;
}

// x Phi(x), Phi the distribution function of a standard normal number
TOKENFLOCK_INLINE Lanes<double> gelu(Lanes<double> x) {
  constexpr double HALF_ROOT = 0.70710678118654752440;
  TOKENFLOCK_UNROLL
  for (int lane = 0; lane < LANES; ++lane) x[lane] *= 0.5 * __builtin_erfc(-HALF_ROOT * x[lane]);
  return x;
}

TOKENFLOCK_INLINE Lanes<double> activated(Activation sigma, Lanes<double> x) {
  switch (sigma) {
    case Activation::gelu: return gelu(x);
    case Activation::silu: return silu(x);
    case Activation::tanh: return hyperbolic_tangent(x);
    default: return x > 0.0 ? x : Lanes<double>{};
  }
}

}  // namespace tokenflock::TOKENFLOCK_ISA
