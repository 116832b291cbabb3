// What acts on tokens besides attention: perceptrons, a linear map, an external field.
#pragma once

#include "activations.h"
#include "columns.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Terms of tokens x, both as columns; VECTORS vectors of tokens at a time, so that sums overlap.
class Terms {
 public:
  explicit Terms(const Law& law) : terms_(law.terms), s_(law.n, law.d) {}

  explicit operator bool() const { return terms_.width || terms_.linear || terms_.external; }

  // a_i += U sigma(W x_i + b) + B x_i + E_i
  void add(const double* x, double* a) const {
    if (terms_.width) each([&](auto vectors, int64_t j) { add_perceptron<vectors.value>(x, a, j); });
    if (terms_.linear) each([&](auto vectors, int64_t j) { add_linear<vectors.value>(x, a, j); });
    for (int64_t i = 0; terms_.external && i < s_.n; ++i)
      for (int64_t c = 0; c < s_.d; ++c) a[c * s_.stride + i] += terms_.external[i * s_.d + c];
  }

 private:
  static constexpr int MANY = 4;

  // f(how many vectors, the first token)
  template <class F> void each(F f) const {
    int64_t j = 0;
    for (; j + MANY * LANES <= s_.stride; j += MANY * LANES) f(Dimension<MANY>{}, j);
    for (; j < s_.stride; j += LANES) f(Dimension<1>{}, j);
  }

  template <int V> void add_perceptron(const double* x, double* a, int64_t j) const {
    for (int64_t k = 0; k < terms_.width; ++k) {
      Lanes<double> hidden[V], gate[V];
      affine<V>(terms_.W, terms_.b, k, x + j, hidden);
      if (terms_.G) affine<V>(terms_.G, terms_.c, k, x + j, gate);
      TOKENFLOCK_UNROLL
      for (int v = 0; v < V; ++v) {
        hidden[v] = activated(static_cast<Activation>(terms_.sigma[k]), hidden[v]);
        if (terms_.G) hidden[v] *= gate[v];
      }
      for (int64_t c = 0; c < s_.d; ++c) {
        const Lanes<double> u = fill(terms_.U[c * terms_.width + k]);
        TOKENFLOCK_UNROLL
        for (int v = 0; v < V; ++v) {
          double* const at = a + c * s_.stride + j + v * LANES;
          store(at, load(at) + u * hidden[v]);
        }
      }
    }
  }

  // y = (row k of W) x + b_k
  template <int V>
  void affine(const double* W, const double* b, int64_t k, const double* x, Lanes<double>* y) const {
    TOKENFLOCK_UNROLL
    for (int v = 0; v < V; ++v) y[v] = fill(b ? b[k] : 0.0);
    for (int64_t c = 0; c < s_.d; ++c) {
      const Lanes<double> w = fill(W[k * s_.d + c]);
      TOKENFLOCK_UNROLL
      for (int v = 0; v < V; ++v) y[v] += w * load(x + c * s_.stride + v * LANES);
    }
  }

  template <int V> void add_linear(const double* x, double* a, int64_t j) const {
    for (int64_t c = 0; c < s_.d; ++c) {
      Lanes<double> y[V];
      affine<V>(terms_.linear, nullptr, c, x + j, y);
      TOKENFLOCK_UNROLL
      for (int v = 0; v < V; ++v) {
        double* const at = a + c * s_.stride + j + v * LANES;
        store(at, load(at) + y[v]);
      }
    }
  }

  const TermArrays& terms_;
  const Columns s_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
