// Sites under full attention, for callers that solve with the derivative themselves: plain
// functions, since a handler of XLA would be compiled anew for every number of sites.
#include <algorithm>
#include <memory>
#include <vector>

#include "dispatch.h"
#include "implicit.h"

namespace tokenflock {
namespace {

// Room for one call, and the step that lives in it.
class Sites {
 public:
  Sites(const CausalLaw& law, const double* y, const double* basis, double* top)
      : n_(law.n), p_(law.d - 1), leader_(law.n, 1) {
    const int64_t blocks = n_ * p_ * p_, lanes = n_ * p_ * PARTITIONS;
    step = {law, y, 0, leader_.data(), const_cast<double*>(basis), nullptr,
            room(blocks), room(n_ * p_), room(ImplicitStep::drift_size(law)), top, room(n_), room(n_), room(n_), room(n_ * p_),
            room(blocks * PARTITIONS), room(lanes), room(lanes), nullptr, nullptr,
            room(n_ * law.d * PARTITIONS), room(law.qk ? law.heads * n_ * law.d * PARTITIONS : 0),
            room(n_ * PARTITIONS), room((law.d + 1) * ImplicitStep::stride(law)), nullptr};
    step.fill_columns();
  }

  double* room(int64_t count) {
    memory_.emplace_back(new double[std::max<int64_t>(count, 1)]());
    return memory_.back().get();
  }

  // The blocks of the derivative as a matrix (n p, n p), with those of the diagonal.
  void write_derivative(double* J) const {
    const int64_t size = n_ * p_;
    for (int64_t k = 0; k < n_; ++k)
      for (int64_t j = 0; j < n_; ++j) {
        const double* const block =
            j == k ? step.diagonal + k * p_ * p_ : step.derivative + (k * n_ + j) * p_ * p_;
        for (int64_t q = 0; q < p_; ++q)
          std::copy(block + q * p_, block + (q + 1) * p_, J + (k * p_ + q) * size + j * p_);
      }
  }

  ImplicitStep step;

 private:
  const int64_t n_, p_;
  const std::vector<int64_t> leader_;
  std::vector<std::unique_ptr<double[]>> memory_;
};

CausalLaw full_law(int64_t n, int64_t d, int64_t heads, double beta, const double* qk,
                   const double* ov, const double* mass, const double* log_seen) {
  return {n, d, heads, beta, qk, ov, mass, log_seen, nullptr, nullptr, nullptr, nullptr, true};
}

}  // namespace
}  // namespace tokenflock

#pragma GCC visibility push(default)
extern "C" {

// At the sites y (n, d) with bases (n, d, p): the logits `top` (n, heads) that `tokenflock_sites_move`
// measures from, the derivative J (n p, n p), the velocity (n p), what each site adds to the pace
// (n), and the gradient of the pace (n p).  Null for the identity (qk, ov) or softmax (log_seen).
void tokenflock_sites_linearize(int64_t n, int64_t d, int64_t heads, double beta, const double* qk,
                                const double* ov, const double* mass, const double* log_seen,
                                const double* y, const double* basis, double* top, double* J,
                                double* velocity, double* pace, double* gradient) {
  using namespace tokenflock;
  Sites sites(full_law(n, d, heads, beta, qk, ov, mass, log_seen), y, basis, top);
  const int64_t p = d - 1;
  sites.step.derivative = sites.room(n * n * p * p);
  kernels().implicit_linearize(sites.step, 0, n, sites.step.gradient);
  sites.write_derivative(J);
  std::copy(sites.step.velocity, sites.step.velocity + n * p, velocity);
  std::copy(sites.step.first_pace, sites.step.first_pace + n, pace);
  std::copy(sites.step.gradient, sites.step.gradient + n * p, gradient);
}

// du/dt (rows, n p) of sites at u (rows, n p), and the pace of each row; at most 8 rows.
void tokenflock_sites_move(int64_t n, int64_t d, int64_t heads, double beta, const double* qk,
                           const double* ov, const double* mass, const double* log_seen,
                           const double* y, const double* basis, double* top, int64_t rows,
                           const double* u, double* rate, double* pace) {
  using namespace tokenflock;
  Sites sites(full_law(n, d, heads, beta, qk, ov, mass, log_seen), y, basis, top);
  const int64_t size = n * (d - 1), vectors = PARTITIONS / kernels().width;
  // The last rows, so that those of whole vectors that nobody asked for are left out.
  const int64_t skipped = PARTITIONS - rows;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t i = 0; i < size; ++i) sites.step.u[i * PARTITIONS + skipped + r] = u[r * size + i];
  const int vector = static_cast<int>(std::min(skipped / kernels().width, vectors - 1));
  kernels().implicit_drifts(sites.step);
  kernels().implicit_place(sites.step, vector, 0, n);
  kernels().implicit_move(sites.step, vector, 0, n);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < size; ++i)
      rate[r * size + i] = sites.step.rate[i * PARTITIONS + skipped + r];
    pace[r] = 0;
    for (int64_t k = 0; k < n; ++k) pace[r] += sites.step.pace[k * PARTITIONS + skipped + r];
  }
}
}
#pragma GCC visibility pop
