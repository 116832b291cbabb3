// The kernels without Python, for processors that only an emulator offers: `make neon`.
//
// Powers of two within 2 ulp; pairs, circle and sphere against the formula in long double.
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "../../../native/parallel.h"
#include "../../../native/plan.h"

using namespace tokenflock;

namespace {

std::mt19937_64 generator(0);
int failures = 0;

void check(const char* what, double found, double bound) {
  std::printf("%-36s %9.3g  (at most %g)\n", what, found, bound);
  failures += !(found <= bound);
}

template <class T, class Function>
double worst_ulp(Function exp2, double low, double high) {
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<T> x(100001), y(x.size());
  for (T& value : x) value = static_cast<T>(uniform(generator));
  exp2(x.data(), y.data(), static_cast<int64_t>(x.size()));
  long double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const long double truth = std::exp2(static_cast<long double>(x[i]));
    const T nearest = static_cast<T>(truth);
    const long double ulp = std::nextafter(nearest, static_cast<T>(INFINITY)) - nearest;
    worst = std::max(worst, std::fabs(y[i] - truth) / ulp);
  }
  return static_cast<double>(worst);
}

// Unit tokens in R^d, and beta M^T x for a matrix M.
struct Tokens {
  int64_t n, d;
  std::vector<double> x, q, values, normalizer, top;

  Tokens(int64_t n, int64_t d, double beta, bool identity)
      : n(n), d(d), x(n * d), q(n * d), values(n * d), normalizer(n), top(n) {
    std::normal_distribution<double> normal;
    std::vector<double> m(d * d);
    for (int64_t a = 0; a < d * d; ++a)
      m[a] = identity ? a % (d + 1) == 0 : 0.3 * normal(generator);
    for (int64_t i = 0; i < n; ++i) {
      double square = 0;
      for (int64_t c = 0; c < d; ++c) x[i * d + c] = normal(generator), square += x[i * d + c] * x[i * d + c];
      for (int64_t c = 0; c < d; ++c) x[i * d + c] /= std::sqrt(square);
      for (int64_t c = 0; c < d; ++c)
        for (int64_t e = 0; e < d; ++e) q[i * d + c] += beta * x[i * d + e] * m[e * d + c];
    }
  }

  double reach() const {
    double longest = 0;
    for (int64_t i = 0; i < n; ++i) {
      double square = 0;
      for (int64_t c = 0; c < d; ++c) square += q[i * d + c] * q[i * d + c];
      longest = std::max(longest, std::sqrt(square));
    }
    return longest;
  }

  // The largest difference from the formula, over some rows.
  double error(bool causal) const {
    long double worst = 0;
    for (int64_t i = 0; i < n; i += 1 + n / 40) {
      std::vector<long double> mean(d, 0.0L);
      long double total = 0;
      for (int64_t j = 0; j < (causal ? i + 1 : n); ++j) {
        long double logit = 0;
        for (int64_t c = 0; c < d; ++c) logit += static_cast<long double>(q[i * d + c]) * x[j * d + c];
        const long double w = std::exp(logit);
        total += w;
        for (int64_t c = 0; c < d; ++c) mean[c] += w * x[j * d + c];
      }
      for (int64_t c = 0; c < d; ++c)
        worst = std::max(worst, std::fabs(values[i * d + c] - mean[c] / total));
      worst = std::max(worst, std::fabs(std::log(static_cast<long double>(normalizer[i])) + top[i] -
                                        std::log(total)));
    }
    return static_cast<double>(worst);
  }
};

void pairs_of(int64_t n, int64_t d, bool causal) {
  Tokens t(n, d, 9.0, false);
  xla::ffi::ThreadPool pool;
  std::vector<Head<double>> heads{{n, d, d, t.q.data(), t.x.data(), t.x.data(), nullptr,
                                   t.values.data(), t.normalizer.data(), t.top.data(),
                                   causal ? Mask::causal : Mask::full, n, false, nullptr}};
  attend<double>(Threads(pool), heads);
  char what[64];
  std::snprintf(what, sizeof what, "pairs, d=%d, %s", int(d), causal ? "causal" : "full");
  check(what, t.error(causal), 1e-12);
}

template <class Series> void series_of(Series series, int64_t n, int64_t d, bool causal, bool same) {
  Tokens t(n, d, 9.0, same);
  xla::ffi::ThreadPool pool;
  const SeriesHead head{n, t.q.data(), t.x.data(), nullptr, t.values.data(), t.normalizer.data(),
                        t.top.data(), causal, same ? 9.0 : t.reach(), nullptr};
  const double share = series(Threads(pool), head, same);
  char what[64];
  std::snprintf(what, sizeof what, "series, d=%d, %s%s, dense %.3f", int(d),
                causal ? "causal" : "full", same ? "" : ", M", share);
  check(what, t.error(causal), 1e-12);
  failures += share > 0.5;
}

}  // namespace

int main() {
  std::printf("%s, %d numbers in a vector\n", kernels().name, int(kernels().width));
  check("2^x, float64, ulp", worst_ulp<double>(kernels().exp2_64, -1022, 1023.9), 2);
  check("2^x, float32, ulp", worst_ulp<float>(kernels().exp2_32, -126, 127.9), 2);
  for (const bool causal : {false, true}) {
    for (const int64_t d : {1, 2, 3, 8, 20}) pairs_of(301, d, causal);
    for (const bool same : {false, true}) {
      series_of(circle, 3001, 2, causal, same);
      series_of(sphere, 3001, 3, causal, same);
    }
  }
  std::printf(failures ? "%d failures\n" : "all within bounds\n", failures);
  return failures != 0;
}
