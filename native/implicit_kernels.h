// The kernels of an implicit step (see implicit.h).  Lanes are the rows of the extrapolation: each
// pair of tokens is weighed for several of them at once.
#pragma once

#include "columns.h"
#include "exponential.h"
#include "implicit.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int GROUPS = static_cast<int>(PARTITIONS) / LANES;
constexpr double EPSILON = 0x1p-52, NEVER = 1000;  // logits, in units of ln 2, beyond all weights
constexpr double UNSEEN = -1e300;     // a logit
constexpr double NEGLIGIBLE = 1e-24;  // who is moved by so little stays, even if weights grow by e^18

// 2^x, not a number where a weight would outgrow the first ones by far: the step is too long then.
TOKENFLOCK_INLINE Lanes<double> weigh(Lanes<double> x) {
  return x < NEVER ? exp2<double>(x) : fill(__builtin_nan(""));
}

// y = A x, A of N rows and D columns
template <int N, int D>
TOKENFLOCK_INLINE void multiply(const double* A, const double* x, double* y) {
  for (int i = 0; i < N; ++i) {
    y[i] = 0;
    for (int c = 0; c < D; ++c) y[i] += A[i * D + c] * x[c];
  }
}

// y = A' x
template <int N, int D>
TOKENFLOCK_INLINE void multiply_transposed(const double* A, const double* x, double* y) {
  for (int c = 0; c < D; ++c) {
    y[c] = 0;
    for (int i = 0; i < N; ++i) y[c] += A[i * D + c] * x[i];
  }
}

template <int D> TOKENFLOCK_INLINE double inner(const double* a, const double* b) {
  double product = 0;
  for (int c = 0; c < D; ++c) product += a[c] * b[c];
  return product;
}

inline double frobenius(const double* A, int64_t count) {
  double square = 0;
  for (int64_t i = 0; i < count; ++i) square += A[i] * A[i];
  return __builtin_sqrt(square);
}

// The eigenvalues of a symmetric matrix, on its diagonal at the end, and its eigenvectors as the
// columns of Q: Jacobi's rotations.
template <int P> void diagonalize(double* A, double* Q) {
  for (int i = 0; i < P * P; ++i) Q[i] = i % (P + 1) == 0;
  for (int sweep = 0; sweep < 12; ++sweep)
    for (int i = 0; i < P; ++i)
      for (int j = i + 1; j < P; ++j) {
        const double off = A[i * P + j];
        if (__builtin_fabs(off) < 1e-300) continue;
        const double theta = (A[j * P + j] - A[i * P + i]) / (2 * off);
        const double t = (theta < 0 ? -1 : 1) /
                         (__builtin_fabs(theta) + __builtin_sqrt(theta * theta + 1));
        const double c = 1 / __builtin_sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < P; ++k) {
          const double a = A[k * P + i], b = A[k * P + j];
          A[k * P + i] = c * a - s * b, A[k * P + j] = s * a + c * b;
        }
        for (int k = 0; k < P; ++k) {
          const double a = A[i * P + k], b = A[j * P + k];
          A[i * P + k] = c * a - s * b, A[j * P + k] = s * a + c * b;
          const double u = Q[k * P + i], v = Q[k * P + j];
          Q[k * P + i] = c * u - s * v, Q[k * P + j] = s * u + c * v;
        }
      }
}

// Entries that are rounding, against numbers of a size, are zero.
inline void clean(double* a, int64_t count, double size) {
  for (int64_t i = 0; i < count; ++i)
    if (__builtin_fabs(a[i]) <= 8 * EPSILON * size) a[i] = 0;
}

// (1 - length J)^-1 of one token and one row, with the entries PARTITIONS apart
template <int P> void invert(const double* J, double length, double* inverse) {
  double A[P][2 * P];
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      A[i][j] = (i == j) - length * J[i * P + j];
      A[i][P + j] = i == j;
    }
  for (int c = 0; c < P; ++c) {
    int best = c;
    for (int i = c + 1; i < P; ++i)
      if (__builtin_fabs(A[i][c]) > __builtin_fabs(A[best][c])) best = i;
    for (int j = 0; j < 2 * P; ++j) {
      const double held = A[c][j];
      A[c][j] = A[best][j], A[best][j] = held;
    }
    const double pivot = 1 / A[c][c];
    for (int j = 0; j < 2 * P; ++j) A[c][j] *= pivot;
    for (int i = 0; i < P; ++i) {
      if (i == c) continue;
      const double factor = A[i][c];
      for (int j = 0; j < 2 * P; ++j) A[i][j] -= factor * A[c][j];
    }
  }
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) inverse[(i * P + j) * PARTITIONS] = A[i][P + j];
}

// The token k of a step, its row of weights and what follows from them, at the beginning.
template <int D> class Linearization {
 public:
  static constexpr int P = D - 1;

  Linearization(const ImplicitStep& step, double* weights, int64_t k)
      : s_(step), law_(step.law), weights_(weights), w_(weights),
        heads_(reinterpret_cast<HeadView*>(weights + law_.heads * step.stride(law_))), k_(k),
        y_(step.y + k * D) {}

  // Numbers that there must be room for: the weights, and what is seen, of all heads.
  static int64_t room(const CausalLaw& law) {
    const int64_t view = sizeof(HeadView) / sizeof(double);
    return law.heads * (ImplicitStep::stride(law) + view);
  }

  // E_k, (D, P): the reflection that takes the first axis to -+y takes the others there; then
  // turned along the axes in which the token drifts by itself, so that those it does not drift in
  // can be told from rounding, and fast drifts leave slow ones their digits.
  void frame() {
    double mirror[D], norm = 0;
    for (int c = 0; c < D; ++c) mirror[c] = y_[c];
    mirror[0] += y_[0] >= 0 ? 1 : -1;
    for (int c = 0; c < D; ++c) norm += mirror[c] * mirror[c];
    double* const E = s_.basis + k_ * D * P;
    for (int c = 0; c < D; ++c)
      for (int q = 0; q < P; ++q)
        E[c * P + q] = (c == q + 1) - 2 * mirror[c] * mirror[q + 1] / norm;
    if (law_.ov) align(E);
  }

  // The velocity, the derivative, and what the token adds to the pace and, where there is one, to its
  // gradient (n, p), all at the beginning.
  void linearize(double* gradient) {
    double* const diagonal = s_.diagonal + k_ * P * P;
    double* const velocity = s_.velocity + k_ * P;
    double* const row = s_.derivative + law_.row(k_) * P * P;
    const int64_t entries = law_.blocks(k_) * P * P;
    for (int i = 0; i < P * P; ++i) diagonal[i] = 0;
    for (int q = 0; q < P; ++q) velocity[q] = 0;
    for (int64_t i = 0; i < entries; ++i) row[i] = 0;
    s_.first_pace[k_] = s_.far_pace[k_] = s_.strength[k_] = size_ = 0;
    for (int64_t h = 0; h < law_.heads; ++h) {
      weigh_row(h);
      add_head(heads_[h] = seen_by(h), diagonal, velocity);
      if (law_.size) s_.strength[k_] += law_.size[h] * (heads_[h].others + w_[k_]);
    }
    const double least = s_.near ? NEGLIGIBLE / reach(diagonal) : 0;
    for (int64_t h = 0; h < law_.heads; ++h) {
      add_senders(h, least, row);
      if (gradient && s_.leader[k_] && law_.moves(k_)) add_gradient(h, gradient);
    }
    if (inner<P>(velocity, velocity) <= square(rounding() * size_) || !law_.moves(k_))
      for (int q = 0; q < P; ++q) velocity[q] = 0;
    if (law_.moves(k_)) return;
    for (int i = 0; i < P * P; ++i) diagonal[i] = 0;
    for (int64_t i = 0; i < entries; ++i) row[i] = 0;
  }

  // (1 - h / parts J_kk)^-1 of every row
  void invert_diagonal() const {
    for (int64_t r = 0; r < PARTITIONS; ++r)
      invert<P>(s_.diagonal + k_ * P * P, s_.h / double(r + FIRST_PARTS),
                s_.inverse + k_ * P * P * PARTITIONS + r);
  }

 private:
  static double square(double a) { return a * a; }

  // Weights below it pull nobody anywhere in the step.
  double smallest() const { return s_.near ? NEGLIGIBLE / s_.h : 0; }

  double rounding() const {
    const double size = law_.qk ? frobenius(law_.qk, law_.heads * D * D) : 1;
    return (8 + 4 * law_.beta * size) * EPSILON;
  }

  // a += factor E' v
  static TOKENFLOCK_INLINE void add_in_basis(const double* E, const double* v, double factor,
                                             double* a) {
    for (int q = 0; q < P; ++q) {
      double along = 0;
      for (int c = 0; c < D; ++c) along += E[c * P + q] * v[c];
      a[q] += factor * along;
    }
  }

  // How much of what a token sees goes through a head: all see as much, or the sum of its weights.
  double share_of(int64_t h) {
    if (!law_.log_seen || law_.heads == 1) return 1;
    weigh_row(h);
    double total = 0;
    for (int64_t j = first_seen(); j < law_.end(k_); ++j) total += w_[j];
    return total;
  }

  void align(double* E) {
    double V[D * D] = {}, S[P * P], Q[P * P], turned[D * P] = {};
    for (int64_t h = 0; h < law_.heads; ++h) {
      const double share = share_of(h);
      for (int i = 0; i < D * D; ++i) V[i] += share * law_.ov[h * D * D + i];
    }
    for (int q = 0; q < P; ++q)
      for (int r = 0; r < P; ++r) {
        double sum = 0;
        for (int c = 0; c < D; ++c)
          for (int b = 0; b < D; ++b)
            sum += E[c * P + q] * (V[c * D + b] + V[b * D + c]) / 2 * E[b * P + r];
        S[q * P + r] = sum;
      }
    diagonalize<P>(S, Q);
    for (int c = 0; c < D; ++c)
      for (int q = 0; q < P; ++q)
        for (int r = 0; r < P; ++r) turned[c * P + q] += E[c * P + r] * Q[r * P + q];
    for (int i = 0; i < D * P; ++i) E[i] = turned[i];
  }

  // M_h' x_k, of which logits are products with x_j
  void query(int64_t h, double* q) const {
    if (law_.qk) return multiply_transposed<D, D>(law_.qk + h * D * D, y_, q);
    for (int c = 0; c < D; ++c) q[c] = y_[c];
  }

  // The weights w_kj of a head, 0 where k does not see j, and the logit they are measured from.
  void weigh_row(int64_t h) {
    w_ = weights_of(h);
    const int64_t first = first_seen(), end = law_.end(k_);
    find_logits(h, first, end);
    double top = law_.qk ? -1e300 : 0;
    for (int64_t j = first; j < end; ++j) top = w_[j] > top ? w_[j] : top;
    s_.top[k_ * law_.heads + h] = top;
    Lanes<double> sum{};
    for (int64_t j = first; j < end; j += LANES) {
      const Lanes<double> weight = exp2<double>((load(w_ + j) - top) * LOG2E) * load(column(D) + j);
      store(w_ + j, weight), sum += weight;
    }
    const double shift = law_.qk ? top : law_.beta;
    const double factor = law_.log_seen ? __builtin_exp(shift - law_.log_seen[k_]) : 1 / total(sum);
    for (int64_t j = first; j < end; j += LANES) store(w_ + j, load(w_ + j) * factor);
  }

  // beta <x_k, M x_j>, or less by beta where M = I; far below all others where k does not see j, and
  // behind the last.
  void find_logits(int64_t h, int64_t first, int64_t end) {
    double q[D];
    query(h, q);
    for (int64_t j = first; j < end; j += LANES) {
      Lanes<double> s{};
      for (int c = 0; c < D; ++c) {
        const Lanes<double> x = load(column(c) + j);
        s += law_.qk ? q[c] * x : (x - y_[c]) * (x - y_[c]);
      }
      store(w_ + j, (law_.qk ? law_.beta : -law_.beta / 2) * s);
    }
    for (int64_t j = first; law_.visible && j < end; ++j)
      if (!law_.sees(k_, j)) w_[j] = UNSEEN;
    for (int64_t j = end; j < end + LANES; ++j) w_[j] = UNSEEN;
  }

  static double total(Lanes<double> a) {
    double sum = 0;
    for (int lane = 0; lane < LANES; ++lane) sum += a[lane];
    return sum;
  }

  int64_t first_seen() const { return law_.first ? law_.first[k_] : 0; }
  double* weights_of(int64_t h) const { return weights_ + h * s_.stride(law_); }
  const double* column(int c) const { return s_.columns + c * s_.stride(law_); }

  // What one head does to token k: sums over those it sees, and its matrices in the basis E.
  struct HeadView {
    const double *E, *M, *V;
    double others = 0, squares = 0, mean[D] = {};  // of w, w |x_j - x_k|^2 / 2, w (x_j - x_k)
    double query[D], values[P * D], keys[P * D];   // M' x_k, E' V, E' M
    double pull[P], drift[P] = {}, along = 0;      // E' V mean, E' V x_k, <x_k, V x_k>
    double size = 1;                               // of V
  };

  void add_head(const HeadView& head, double* diagonal, double* velocity) {
    const double whole = head.others + w_[k_];
    s_.first_pace[k_] += head.others;
    for (int q = 0; q < P; ++q) velocity[q] += head.pull[q] + whole * head.drift[q];
    size_ += head.size * __builtin_sqrt(2 * head.squares * head.others) +
             whole * __builtin_sqrt(inner<P>(head.drift, head.drift));
    law_.others(k_, [&](int64_t j) {
      if (w_[j] > smallest()) add_turn(head, j, diagonal);
    });
    if (head.M) add_own_weight(head, diagonal);
    head.V ? add_own_drift(head, diagonal) : add_radial(head.others - head.squares, diagonal);
  }

  // How far a unit of velocity leads in the step: less where the token is held in its place.
  double reach(const double* diagonal) const {
    double S[P * P], Q[P * P], held = 1e300;
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) S[i * P + j] = -(diagonal[i * P + j] + diagonal[j * P + i]) / 2;
    diagonalize<P>(S, Q);
    for (int i = 0; i < P; ++i) held = S[i * (P + 1)] < held ? S[i * (P + 1)] : held;
    return held > 0 ? s_.h / (1 + s_.h * held) : s_.h;
  }

  // The senders whose weights count, and what each of them does.
  void add_senders(int64_t h, double least, double* row) {
    w_ = weights_of(h);
    uint64_t* const near = s_.near ? s_.near_to(k_, h) : nullptr;
    for (int64_t i = 0; near && i < s_.words(law_); ++i) near[i] = 0;
    law_.others(k_, [&](int64_t j) {
      if (!(w_[j] > least)) {
        s_.far_pace[k_] += w_[j];
        return;
      }
      add_sender(heads_[h], j, row + j * P * P);
      if (near) near[j / 64] |= ImplicitStep::bit(j);
    });
  }

  // The sums over what is seen; the own weight would drown small ones.
  void sum_differences(HeadView& head) const {
    const double own = w_[k_];
    w_[k_] = 0;
    Lanes<double> others{}, squares{}, mean[D] = {};
    for (int64_t j = first_seen(); j < law_.end(k_); j += LANES) {
      const Lanes<double> weight = load(w_ + j);
      Lanes<double> square{};
      for (int c = 0; c < D; ++c) {
        const Lanes<double> apart = load(column(c) + j) - y_[c];
        mean[c] += weight * apart, square += apart * apart;
      }
      others += weight, squares += weight * square;
    }
    head.others = total(others), head.squares = total(squares) / 2;
    for (int c = 0; c < D; ++c) head.mean[c] = total(mean[c]);
    w_[k_] = own;
  }

  // The derivative of what a leader adds to the pace.
  void add_gradient(int64_t h, double* gradient) const {
    const HeadView& head = heads_[h];
    const double* const q = head.query;
    double own[D] = {}, mean[P] = {};
    if (law_.qk) {
      multiply<D, D>(law_.qk + h * D * D, y_, own);
      for (int c = 0; c < D; ++c) own[c] += q[c];  // (M + M') x_k
    }
    const double share = law_.beta * (law_.log_seen ? 1 : w_[k_]);
    law_.others(k_, [&](int64_t j) {
      if (w_[j] == 0 || !s_.counts(k_, h, j)) return;
      double key[D];
      const double* const y = s_.y + j * D;
      if (law_.qk) multiply<D, D>(law_.qk + h * D * D, y, key);
      for (int c = 0; c < D; ++c)
        key[c] = law_.qk ? key[c] - (law_.log_seen ? 0 : own[c]) : y[c] - y_[c];
      add_in_basis(head.E, key, share * w_[j], mean);
      double sent[D];
      for (int c = 0; c < D; ++c) sent[c] = law_.qk ? q[c] : y_[c] - y[c];
      add_in_basis(s_.basis + j * D * P, sent, share * w_[j], gradient + j * P);
    });
    for (int i = 0; i < P; ++i) gradient[k_ * P + i] += mean[i];
  }

  HeadView seen_by(int64_t h) const {
    HeadView head{s_.basis + k_ * D * P, law_.qk ? law_.qk + h * D * D : nullptr,
                  law_.ov ? law_.ov + h * D * D : nullptr};
    sum_differences(head);
    query(h, head.query);
    in_basis(head.E, head.M, head.keys), in_basis(head.E, head.V, head.values);
    multiply<P, D>(head.values, head.mean, head.pull);
    if (head.V) drift_of(head);
    return head;
  }

  // E' A, with the identity for null
  static void in_basis(const double* E, const double* A, double* B) {
    for (int q = 0; q < P; ++q)
      for (int c = 0; c < D; ++c) {
        double sum = A ? 0 : E[c * P + q];
        for (int b = 0; A && b < D; ++b) sum += E[b * P + q] * A[b * D + c];
        B[q * D + c] = sum;
      }
  }

  void drift_of(HeadView& head) const {
    double image[D];
    head.size = frobenius(head.V, D * D);
    multiply<D, D>(head.V, y_, image);
    head.along = inner<D>(y_, image);
    for (int c = 0; c < D; ++c) image[c] -= head.along * y_[c];
    add_in_basis(head.E, image, 1, head.drift);
    clean(head.drift, P, head.size);
  }

  // w_kj (E_k' V E_j + beta (E_k' V (x_j - mean)) (E_j' M' x_k)')
  void add_sender(const HeadView& head, int64_t j, double* block) const {
    const double* const F = s_.basis + j * D * P;
    double apart[D], value[P], sent[P] = {};
    pull_of(head, j, apart, value);
    for (int c = 0; c < D; ++c) apart[c] = -apart[c];
    add_in_basis(F, head.M ? head.query : apart, 1, sent);
    for (int i = 0; i < P; ++i)
      for (int r = 0; r < P; ++r) {
        double turned = 0;
        for (int c = 0; c < D; ++c) turned += head.values[i * D + c] * F[c * P + r];
        block[i * P + r] += w_[j] * (turned + law_.beta * value[i] * sent[r]);
      }
  }

  // What moving k changes of w_kj.
  void add_turn(const HeadView& head, int64_t j, double* diagonal) const {
    double apart[D], value[P], key[P];
    pull_of(head, j, apart, value);
    multiply<P, D>(head.keys, head.M ? s_.y + j * D : apart, key);
    for (int i = 0; i < P; ++i)
      for (int r = 0; r < P; ++r) diagonal[i * P + r] += law_.beta * w_[j] * value[i] * key[r];
  }

  // x_j - x_k, and the pull per weight, against the mean one where weights have a sum
  void pull_of(const HeadView& head, int64_t j, double* apart, double* value) const {
    for (int c = 0; c < D; ++c) apart[c] = s_.y[j * D + c] - y_[c];
    multiply<P, D>(head.values, apart, value);
    for (int i = 0; i < P; ++i) value[i] += law_.log_seen ? head.drift[i] : -head.pull[i];
  }

  // What moving k changes of its own weight, as receiver and as sender.
  void add_own_weight(const HeadView& head, double* diagonal) const {
    double key[P], sent[P] = {};
    multiply<P, D>(head.keys, y_, key);
    add_in_basis(head.E, head.query, 1, sent);
    for (int i = 0; i < P; ++i)
      for (int r = 0; r < P; ++r)
        diagonal[i * P + r] += law_.beta * w_[k_] * (key[r] + sent[r]) *
                               (law_.log_seen ? head.drift[i] : -head.pull[i]);
  }

  // w_kk (E' V E - <x, V x>), free of rounding, and - sum_{j != k} w_kj <x, V x_j>
  void add_own_drift(const HeadView& head, double* diagonal) const {
    double own[P * P], image[D];
    for (int i = 0; i < P; ++i)
      for (int r = 0; r < P; ++r) {
        double turned = 0;
        for (int c = 0; c < D; ++c) turned += head.values[i * D + c] * head.E[c * P + r];
        own[i * P + r] = turned - (i == r ? head.along : 0);
      }
    clean(own, P * P, head.size);
    for (int i = 0; i < P * P; ++i) diagonal[i] += w_[k_] * own[i];
    multiply<D, D>(head.V, head.mean, image);
    add_radial(inner<D>(y_, image) + head.others * head.along, diagonal);
  }

  // The projection: - <x, a>, of what does not cancel.
  static void add_radial(double outward, double* diagonal) {
    for (int i = 0; i < P; ++i) diagonal[i * (P + 1)] -= outward;
  }

  const ImplicitStep& s_;
  const CausalLaw& law_;
  double *const weights_, *w_;  // of all heads, and of one
  HeadView* const heads_;
  const int64_t k_;
  const double* const y_;
  double size_ = 0;  // of all pulls, without regard to their directions
};

// task(token) of each
template <class Task>
void linearizations(const ImplicitStep& s, int64_t first, int64_t end, Task task) {
  by_dimension(s.law.d, [&](auto dimension) {
    constexpr int D = decltype(dimension)::value;
    if constexpr (D > 1) {
      const int64_t room = Linearization<D>::room(s.law);
      double* const memory = static_cast<double*>(__builtin_malloc(room * sizeof(double)));
      for (int64_t k = first; k < end; ++k) task(Linearization<D>(s, memory, k));
      __builtin_free(memory);
    }
  });
}

inline void implicit_frames(const ImplicitStep& s, int64_t first, int64_t end) {
  linearizations(s, first, end, [](auto token) { token.frame(); });
}

// Everything that is known at the beginning of a step, for some tokens.
inline void implicit_linearize(const ImplicitStep& s, int64_t first, int64_t end,
                               double* gradient) {
  linearizations(s, first, end,
                 [=](auto token) { token.linearize(gradient), token.invert_diagonal(); });
}

// C = A B
template <int P> void product(const double* A, const double* B, double* C) {
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      double sum = 0;
      for (int k = 0; k < P; ++k) sum += A[i * P + k] * B[k * P + j];
      C[i * P + j] = sum;
    }
}

// The largest real part of the eigenvalues of A, if that is positive, else 0, from the size of
// e^{tA} at a late time: (1 + A / 2^m)^(2^m), squared again and again.
template <int P> double growth_rate(const double* A) {
  if constexpr (P == 1) return A[0] > 0 ? A[0] : 0;
  constexpr int SQUARES = 24, LATE = 8;  // steps of 2^(LATE - SQUARES) / |A|, up to 2^LATE / |A|
  const double size = frobenius(A, P * P);
  if (!(size > 0)) return 0;
  double B[P * P], C[P * P], logarithm = 0;
  for (int i = 0; i < P * P; ++i)
    B[i] = (i % (P + 1) == 0) + A[i] / size * __builtin_ldexp(1, LATE - SQUARES);
  for (int k = 0; k < SQUARES; ++k) {
    product<P>(B, B, C);
    const double scale = frobenius(C, P * P);
    logarithm = 2 * logarithm + __builtin_log(scale);
    for (int i = 0; i < P * P; ++i) B[i] = C[i] / scale;
  }
  // What is not normal keeps e^{tA} from decaying at first: that much is no growth.
  const double rate = (logarithm - 2) * __builtin_ldexp(1, -LATE) * size;
  return rate > 0 ? rate : 0;
}

// The largest rate at which a token that moves would go on moving by itself, by the clock of the
// step: of J_kk - f_k g_k' / pace.
inline double implicit_growth(const ImplicitStep& s, double pace) {
  double worst = 0;
  by_dimension(s.law.d, [&](auto dimension) {
    constexpr int P = decltype(dimension)::value - 1;
    if constexpr (P > 0)
      for (int64_t k = 0; k < s.law.n; ++k) {
        const double *const J = s.diagonal + k * P * P, *const f = s.velocity + k * P;
        const double* const g = s.gradient + k * P;
        double A[P * P];
        bool moves = false;
        for (int i = 0; i < P; ++i) {
          moves |= f[i] != 0;
          for (int j = 0; j < P; ++j)
            A[i * P + j] = J[i * P + j] - (pace > 0 ? f[i] * g[j] / pace : 0);
        }
        const double rate = moves ? growth_rate<P>(A) : 0;
        worst = rate > worst ? rate : worst;
      }
  });
  return worst;
}

// Tokens x(u) and their keys, in the vectors of rows from `vector` on.
template <int D> void place_tokens(const ImplicitStep& s, int vector, int64_t first, int64_t end) {
  constexpr int P = D - 1;
  for (int64_t k = first; k < end; ++k)
    for (int v = vector; v < GROUPS; ++v) {
      const int64_t at = v * LANES;
      const double* const u = s.u + k * P * PARTITIONS + at;
      double* const x = s.x + k * D * PARTITIONS + at;
      Lanes<double> z[D], length{};
      for (int c = 0; c < D; ++c) {
        z[c] = fill(s.y[k * D + c]);
        for (int q = 0; q < P; ++q) z[c] += s.basis[(k * D + c) * P + q] * load(u + q * PARTITIONS);
        length += z[c] * z[c];
      }
      const Lanes<double> factor = 1.0 / root(length);
      for (int c = 0; c < D; ++c) store(x + c * PARTITIONS, z[c] *= factor);
      if (!s.law.qk) continue;
      for (int64_t h = 0; h < s.law.heads; ++h)
        for (int c = 0; c < D; ++c) {
          Lanes<double> key{};
          for (int b = 0; b < D; ++b) key += s.law.qk[(h * D + c) * D + b] * z[b];
          store(s.keys + ((h * s.law.n + k) * D + c) * PARTITIONS + at, key);
        }
    }
}

// Totals over what token k sees of one head: weights, differences, squares.  In registers: every
// member must be known by name.
template <int D> struct Totals {
  Lanes<double> others{}, squares{}, mean[D] = {};

  TOKENFLOCK_INLINE void add(Lanes<double> w, Lanes<double> square, const Lanes<double>* apart) {
    others += w, squares += w * square;
    TOKENFLOCK_UNROLL
    for (int c = 0; c < D; ++c) mean[c] += w * apart[c];
  }

  TOKENFLOCK_INLINE void add(const Totals& more) {
    others += more.others, squares += more.squares;
    TOKENFLOCK_UNROLL
    for (int c = 0; c < D; ++c) mean[c] += more.mean[c];
  }
};

// Token k as it looks at others, in the rows from `at` on.
template <int D, bool KEYS> class View {
 public:
  TOKENFLOCK_INLINE View(const ImplicitStep& s, int64_t k, int64_t h, int64_t at)
      : x_(s.x + at), keys_(s.keys + h * s.law.n * D * PARTITIONS + at), mass_(s.law.mass),
        scale_(s.law.beta * LOG2E * (KEYS ? 1 : -0.5)),
        top_(s.top[k * s.law.heads + h] * LOG2E) {
    TOKENFLOCK_UNROLL
    for (int c = 0; c < D; ++c) here_[c] = load(x_ + (k * D + c) * PARTITIONS);
  }

  TOKENFLOCK_INLINE void see(int64_t j, Totals<D>& sums) const {
    Lanes<double> apart[D], square{};
    TOKENFLOCK_UNROLL
    for (int c = 0; c < D; ++c) {
      apart[c] = load(x_ + (j * D + c) * PARTITIONS) - here_[c];
      square += apart[c] * apart[c];
    }
    sums.add(weigh(logit(j, square)) * mass_[j], square, apart);
  }

  TOKENFLOCK_INLINE Lanes<double> own_weight(int64_t k) const {
    return weigh(logit(k, Lanes<double>{})) * mass_[k];
  }

 private:
  TOKENFLOCK_INLINE Lanes<double> logit(int64_t j, Lanes<double> square) const {
    if constexpr (!KEYS) return scale_ * square;
    Lanes<double> product{};
    TOKENFLOCK_UNROLL
    for (int c = 0; c < D; ++c) product += here_[c] * load(keys_ + (j * D + c) * PARTITIONS);
    return scale_ * product - top_;
  }

  const double *const x_, *const keys_, *const mass_;
  const double scale_, top_;
  Lanes<double> here_[D];
};

// The tokens from j to the end, two at a time: sums wait for each other otherwise.
template <int D, bool KEYS>
TOKENFLOCK_INLINE void look_among(const View<D, KEYS>& view, int64_t j, int64_t end,
                                  Totals<D>& even, Totals<D>& odd) {
  for (; j + 1 < end; j += 2) view.see(j, even), view.see(j + 1, odd);
  if (j < end) view.see(j, even);
}

// Those whose weights count.
template <int D, bool KEYS>
TOKENFLOCK_INLINE void look_near(const View<D, KEYS>& view, const uint64_t* near, int64_t words,
                                 Totals<D>& even, Totals<D>& odd) {
  for (int64_t i = 0; i < words; ++i)
    for (uint64_t left = near[i]; left; left &= left - 1) {
      view.see(64 * i + __builtin_ctzll(left), even);
      if (!(left &= left - 1)) break;
      view.see(64 * i + __builtin_ctzll(left), odd);
    }
}

// What token k sees of a head: only what counts, where that is known.
template <int D, bool KEYS>
TOKENFLOCK_INLINE Totals<D> look(const ImplicitStep& s, const View<D, KEYS>& view, int64_t k,
                                 int64_t h) {
  const CausalLaw& law = s.law;
  Totals<D> even, odd;
  if (s.near) {
    look_near(view, s.near_to(k, h), k / 64 + 1, even, odd);
  } else if (law.visible) {
    law.others(k, [&](int64_t j) {
      if (law.sees(k, j)) view.see(j, even);
    });
  } else {
    look_among(view, law.first ? law.first[k] : 0, k, even, odd);
    look_among(view, k + 1, law.end(k), even, odd);
  }
  even.add(odd);
  return even;
}

// What moves a token: a, the size of all pulls without regard to their directions, what it adds to
// the pace, and the du/dt of what it does by itself.
template <int D> struct Pull {
  Lanes<double> a[D] = {}, size{}, pace{}, drift[D > 1 ? D - 1 : 1] = {};
};

// The drift P V x of a head in coordinates u of x ~ y + E u: du/dt = E' V (y + E u) - u <y, V (y + E u)>.
// Next to a place where the token rests, u is small and keeps the digits that V x would lose.
template <int D> struct Drift {
  static constexpr int P = D - 1;
  static constexpr int64_t SIZE = D * D;  // numbers: p p + 2 p + 1

  double start[P], turn[P * P], outward[P], norm;  // E' V y, E' V E - <y, V y>, E' V' y, |V|

  static Drift& of(const ImplicitStep& s, int64_t k, int64_t h) {
    return reinterpret_cast<Drift*>(s.drifts)[k * s.law.heads + h];
  }

  void find(const double* V, const double* y, const double* E) {
    double image[D], back[D], values[P * D] = {};
    multiply<D, D>(V, y, image), multiply_transposed<D, D>(V, y, back);
    const double along = inner<D>(y, image);
    norm = frobenius(V, D * D);
    for (int q = 0; q < P; ++q) {
      start[q] = outward[q] = 0;
      for (int c = 0; c < D; ++c) {
        start[q] += E[c * P + q] * image[c], outward[q] += E[c * P + q] * back[c];
        for (int b = 0; b < D; ++b) values[q * D + c] += E[b * P + q] * V[b * D + c];
      }
    }
    for (int q = 0; q < P; ++q)
      for (int r = 0; r < P; ++r) {
        turn[q * P + r] = q == r ? -along : 0;
        for (int c = 0; c < D; ++c) turn[q * P + r] += values[q * D + c] * E[c * P + r];
      }
    clean(start, P, norm), clean(turn, P * P, norm), clean(outward, P, norm);
  }

  // Adds it, so much of it, to the drift of a token and to its size.
  TOKENFLOCK_INLINE void add(const double* u, Lanes<double> weight, Pull<D>& pull) const {
    Lanes<double> away{}, square{};
    for (int q = 0; q < P; ++q) away += outward[q] * load(u + q * PARTITIONS);
    for (int q = 0; q < P; ++q) {
      Lanes<double> rate = start[q] - away * load(u + q * PARTITIONS);
      for (int r = 0; r < P; ++r) rate += turn[q * P + r] * load(u + r * PARTITIONS);
      pull.drift[q] += weight * rate;
      square += rate * rate;
    }
    pull.size += weight * root(square);
  }
};

// The drifts of all heads, where they have a V.
inline void implicit_drifts(const ImplicitStep& s) {
  by_dimension(s.law.d, [&](auto dimension) {
    constexpr int D = decltype(dimension)::value;
    if constexpr (D > 1) {
      static_assert(sizeof(Drift<D>) == Drift<D>::SIZE * sizeof(double));
      for (int64_t k = 0; s.law.ov && k < s.law.n; ++k)
        for (int64_t h = 0; h < s.law.heads; ++h)
          Drift<D>::of(s, k, h).find(s.law.ov + h * D * D, s.y + k * D, s.basis + k * D * (D - 1));
    }
  });
}

// The pull of a head with a V: V mean, and the drift.
template <int D>
TOKENFLOCK_INLINE void add_values(const ImplicitStep& s, int64_t k, int64_t h, int64_t at,
                                  const Totals<D>& seen, Lanes<double> factor,
                                  Lanes<double> weight, Lanes<double> pulls, Pull<D>& pull) {
  constexpr int P = D - 1;
  const double* const V = s.law.ov + h * D * D;
  const Drift<D>& drift = Drift<D>::of(s, k, h);
  for (int c = 0; c < D; ++c)
    for (int b = 0; b < D; ++b) pull.a[c] += V[c * D + b] * seen.mean[b] * factor;
  pull.size += drift.norm * pulls;
  drift.add(s.u + k * P * PARTITIONS + at, weight, pull);
}

template <int D, bool KEYS>
TOKENFLOCK_INLINE void add_head(const ImplicitStep& s, int64_t k, int64_t h, int64_t at,
                                Pull<D>& pull) {
  const CausalLaw& law = s.law;
  const View<D, KEYS> view(s, k, h, at);
  const Totals<D> seen = look<D, KEYS>(s, view, k, h);
  const Lanes<double> own = law.sees(k, k) ? view.own_weight(k) : Lanes<double>{};
  const double shift = KEYS ? s.top[k * law.heads + h] : law.beta;
  const Lanes<double> factor = law.log_seen ? fill(__builtin_exp(shift - law.log_seen[k]))
                                            : 1.0 / (seen.others + own);
  const Lanes<double> pulls = root(seen.others * seen.squares) * factor;
  pull.pace += seen.others * factor;
  if (law.ov)
    return add_values<D>(s, k, h, at, seen, factor, (seen.others + own) * factor, pulls, pull);
  for (int c = 0; c < D; ++c) pull.a[c] += seen.mean[c] * factor;
  pull.size += pulls;
}

// du/dt of a token, r (E' a - u <y, a>) with r = sqrt(1 + |u|^2), and what it adds to the pace.
template <int D, bool KEYS>
void move_token(const ImplicitStep& s, int64_t k, int64_t at, double rounding) {
  constexpr int P = D - 1;
  Pull<D> pull;
  for (int64_t h = 0; h < s.law.heads; ++h) add_head<D, KEYS>(s, k, h, at, pull);
  const double* const u = s.u + k * P * PARTITIONS + at;
  Lanes<double> outward{}, length = fill(1.0), f[P], square{};
  for (int c = 0; c < D; ++c) outward += s.y[k * D + c] * pull.a[c];
  for (int q = 0; q < P; ++q) length += load(u + q * PARTITIONS) * load(u + q * PARTITIONS);
  length = root(length);
  for (int q = 0; q < P; ++q) {
    f[q] = -outward * load(u + q * PARTITIONS);
    for (int c = 0; c < D; ++c) f[q] += s.basis[(k * D + c) * P + q] * pull.a[c];
    f[q] = length * f[q] + pull.drift[q];
    square += f[q] * f[q];
  }
  // A net pull that is rounding against the pulls it is made of is none.
  const Lanes<double> least = rounding * pull.size;
  for (int q = 0; q < P; ++q)
    store(s.rate + (k * P + q) * PARTITIONS + at, square <= least * least ? Lanes<double>{} : f[q]);
  store(s.pace + k * PARTITIONS + at, pull.pace);
}

template <int D> void move_tokens(const ImplicitStep& s, int vector, int64_t first, int64_t end) {
  constexpr int P = D - 1;
  const CausalLaw& law = s.law;
  const double norm = law.qk ? frobenius(law.qk, law.heads * D * D) : 1;
  const double rounding = (8 + 4 * law.beta * norm) * EPSILON;
  for (int64_t k = first; k < end; ++k)
    for (int v = vector; v < GROUPS; ++v) {
      const int64_t at = v * LANES;
      if (!law.moves(k))
        for (int q = 0; q < P; ++q) store(s.rate + (k * P + q) * PARTITIONS + at, Lanes<double>{});
      else
        law.qk ? move_token<D, true>(s, k, at, rounding) : move_token<D, false>(s, k, at, rounding);
    }
}

inline void implicit_place(const ImplicitStep& s, int vector, int64_t first, int64_t end) {
  by_dimension(s.law.d, [&](auto dimension) {
    constexpr int D = decltype(dimension)::value;
    if constexpr (D > 1) place_tokens<D>(s, vector, first, end);
  });
}

inline void implicit_move(const ImplicitStep& s, int vector, int64_t first, int64_t end) {
  by_dimension(s.law.d, [&](auto dimension) {
    constexpr int D = decltype(dimension)::value;
    if constexpr (D > 1) move_tokens<D>(s, vector, first, end);
  });
}

// sum_j J_kj delta_j over the tokens j that k sees, in the rows from `at` on.
template <int P>
TOKENFLOCK_INLINE void add_moved(const double* J, const double* delta, int64_t count,
                                 Lanes<double>* sum) {
  Lanes<double> odd[P] = {};
  int64_t j = 0;
  for (; j + 1 < count; j += 2, J += 2 * P * P, delta += 2 * P * PARTITIONS)
    TOKENFLOCK_UNROLL
    for (int q = 0; q < P; ++q)
      TOKENFLOCK_UNROLL
      for (int r = 0; r < P; ++r) {
        sum[q] += J[q * P + r] * load(delta + r * PARTITIONS);
        odd[q] += J[(P + q) * P + r] * load(delta + (P + r) * PARTITIONS);
      }
  for (int q = 0; q < P; ++q) {
    for (int r = 0; r < P && j < count; ++r) sum[q] += J[q * P + r] * load(delta + r * PARTITIONS);
    sum[q] += odd[q];
  }
}

// (1 - h / parts J) delta = lengths rate, by forward substitution.
template <int P> void substitute(const ImplicitStep& s, int vector, const Lengths& lengths) {
  const CausalLaw& law = s.law;
  for (int64_t k = 0; k < law.n; ++k)
    for (int v = vector; v < GROUPS; ++v) {
      const int64_t at = v * LANES, first = law.first[k];
      Lanes<double> sum[P] = {}, part;
      for (int lane = 0; lane < LANES; ++lane)
        part[lane] = s.h / double(at + lane + FIRST_PARTS);
      add_moved<P>(s.derivative + (k * (k - 1) / 2 + first) * P * P,
                   s.delta + first * P * PARTITIONS + at, k - first, sum);
      for (int q = 0; q < P; ++q)
        sum[q] = part * sum[q] +
                 load(lengths.of + at) * load(s.rate + (k * P + q) * PARTITIONS + at);
      for (int q = 0; q < P; ++q) {
        Lanes<double> moved{};
        for (int r = 0; r < P; ++r)
          moved += load(s.inverse + ((k * P + q) * P + r) * PARTITIONS + at) * sum[r];
        store(s.delta + (k * P + q) * PARTITIONS + at, moved);
      }
    }
}

inline void implicit_substitute(const ImplicitStep& s, int vector, const Lengths& lengths) {
  by_dimension(s.law.d, [&](auto dimension) {
    constexpr int P = decltype(dimension)::value - 1;
    if constexpr (P > 0) substitute<P>(s, vector, lengths);
  });
}

}  // namespace tokenflock::TOKENFLOCK_ISA
