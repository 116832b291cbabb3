// The law of motion of tokens: attention, the space they live in, and who stays where it is.
#pragma once

#include <cstdint>

#include "masks.h"

namespace tokenflock {

// w_ij ~ m_j e^{l_ij}: rows that sum to one; divided by the mass a token sees, e^{log_seen}, as it
// stands or by e^|beta| too; rows and columns that sum to one.
enum class Weighting : int64_t { softmax, unnormalized, scaled, sinkhorn };

// With u = x / |x|, averages A(u) and P the projection across u,
//
//     sphere      dx/dt = P A              preln    dx/dt = A
//     shells      dx/dt = |x| P A          periln   dx/dt = A / |A|
//     sqrtscaled  dx/dt = P A / sqrt(t+1)  ngpt     dx/dt = alpha P A / |A|
//
// euclidean: dx/dt = A(x).  rescaled: z = e^{-tV} x of such x.
enum class Space : int64_t {
  sphere, euclidean, preln, periln, shells, ngpt, sqrtscaled, rescaled
};

// Matrices of all heads, (heads, rows, columns), or of one for all of them.
struct Matrices {
  const double* first;  // null: there are none
  int64_t count, rows, columns;

  explicit operator bool() const { return first; }
  const double* of(int64_t head) const { return first + head % count * rows * columns; }
};

// sigma of a hidden unit.
enum class Activation : int64_t { relu, gelu, silu, tanh };

// How a layer takes the terms besides attention: after it, or with it.
enum class Order : int64_t { sequential, parallel };

// What acts on a token besides attention, g(x_i) = U (sigma(W x_i + b) * (G x_i + c)) + B x_i + E_i.
// Every part but W, U and sigma may be null.
struct TermArrays {
  int64_t width;         // number of hidden units; 0: no perceptron
  const double *W, *b;   // (width, d) and (width)
  const double *U;       // (d, width)
  const double *G, *c;   // (width, d) and (width); without G there are no gates
  const int64_t* sigma;  // (width): the activation of each hidden unit
  const double* linear;  // B, (d, d)
  const double* external;  // E, (n, d)
};

// Tokens x_1 .. x_n in R^d, with averages
//
//     A_i = sum_h sum_j w^h_ij V_h x_j,     w^h_ij ~ m_j exp(beta <x_i, M_h x_j>).
struct Law {
  int64_t n, d, heads;
  Mask mask;
  int64_t width;              // of the window
  const bool* seen;  // (n, n): the table of such a mask
  Weighting weighting;
  Space space;
  double beta;
  Matrices qk, ov;          // M and V; none: the identity
  Matrices query, key;      // Q and K (rank, d) in place of M
  Matrices output, value;   // W_O (d, rank) and W_V (rank, d) in place of V
  const double* frequency;  // (rank / 2) of rotary positions; null: none
  const double* masses;     // m, (n); null: ones
  const double* log_seen;   // (n): log of the mass that each token sees
  const double* reach;      // (heads): |beta M|, where sums may be taken as series; null: never
  const bool* frozen;       // (n): those that never move; null: none
  double alpha;             // of nGPT
  double kappa;             // inverse temperature of the noise
  TermArrays terms;
  Order block;

  bool has_unit_tokens() const { return space != Space::euclidean && space != Space::rescaled; }
  bool has_values() const { return ov || output; }
  // Where queries and keys live.
  int64_t rank() const { return query ? query.rows : d; }
};

}  // namespace tokenflock
