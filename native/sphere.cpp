// The tables of a spherical series, and how its phases follow one another.
#include <algorithm>
#include <cmath>

#include "plan.h"

namespace tokenflock {
namespace {

// e^{-z} i_l(z) for l = 0 .. degree, beyond which less than 1e-17 of e^z = sum_l (2l + 1) i_l is
// left.  Miller's downward recurrence, i_{l-1} = i_{l+1} + (2l + 1)/z i_l.
std::vector<double> spherical_orders(double z) {
  const int64_t start = static_cast<int64_t>(9 * std::sqrt(z)) + 60;
  std::vector<double> order(start + 2, 0.0);
  order[start] = 1e-290;
  double sum = (2 * start + 1) * order[start];
  for (int64_t l = start; l > 0; --l) {
    order[l - 1] = order[l + 1] + (2 * l + 1) / std::fmax(z, 1e-20) * order[l];
    sum += (2 * l - 1) * order[l - 1];
    if (order[l - 1] > 1e200) {
      for (int64_t k = l - 1; k <= start; ++k) order[k] *= 1e-250;
      sum *= 1e-250;
    }
  }
  for (double& value : order) value /= sum;
  double left_out = 0;
  int64_t degree = start;
  for (; degree > 0 && left_out + (2 * degree + 1) * order[degree] < 1e-17; --degree)
    left_out += (2 * degree + 1) * order[degree];
  order.resize(degree + 1);
  return order;
}

// h_lm and (2l + 1) kappa_lm of sphere.h, columns of fixed m, 0 <= m <= l <= degree + 1:
//
//     kappa_00 = 1,  kappa_mm = 2 (1 3 5 ... 2m-1) / (2 4 6 ... 2m),
//     kappa_{l+1,m} / kappa_lm = (2l + 1)^2 / (4 (l + 1)^2 - 4 m^2).
struct Tables {
  std::vector<double> decay, scale;

  Tables(const std::vector<double>& order, bool shared) {
    const int64_t degree = order.size() - 1;
    long double diagonal = 1;
    for (int64_t m = 0; m <= degree + 1; ++m) {
      // In long double: errors of a product of many factors would show at high degree.
      if (m > 0) diagonal *= (2 * m - 1) / (2.0L * m);
      long double kappa = m > 0 ? 2 * diagonal : 1;
      for (int64_t l = m; l <= degree + 1; ++l) {
        decay.push_back(4.0 * (l * l - m * m) / (4.0 * l * l - 1));
        const double common = !shared ? 1.0 : l <= degree ? order[l] : 0.0;
        scale.push_back(static_cast<double>((2 * l + 1) * kappa) * common);
        kappa *= (2 * l + 1.0L) * (2 * l + 1) / (4.0L * ((l + 1) * (l + 1) - m * m));
      }
    }
  }
};

// Tokens are cut into chunks, and chunks into groups, one task each.  The cut depends on n and the
// degree alone, not on the number of threads: same tokens, same bits.
struct Cut {
  int64_t n, chunk, group, groups;

  // A chunk costs its triangle of pairs and one table of coefficients; this length balances them.
  Cut(int64_t n, int64_t degree) : n(n), chunk(64 * std::max<int64_t>(2, degree / 10)) {
    const int64_t chunks = (n + chunk - 1) / chunk;
    groups = std::clamp<int64_t>(chunks / 2, 1, 32);
    group = (chunks + groups - 1) / groups * chunk;
    groups = (n + group - 1) / group;
  }
  int64_t first(int64_t g) const { return g * group; }
  int64_t end(int64_t g) const { return std::min(n, (g + 1) * group); }
};

using Sums = std::vector<double>;  // totals, then what they have lost by rounding

void add(const SphereHead& head, const Cut& cut, int64_t first, int64_t end, Sums& sums) {
  for (int64_t t = first; t < end; t += cut.chunk)
    kernels().sphere_sum(head, t, std::min(end, t + cut.chunk), sums.data());
}

// Replaces the sums of every group by the sums of all groups before it; returns those of all.
Sums accumulate(std::vector<Sums>& groups) {
  const size_t count = groups[0].size() / 2;
  Sums all(2 * count);
  for (size_t a = 0; a < count; ++a) {
    long double before = 0;
    for (Sums& sums : groups) {
      const long double own = static_cast<long double>(sums[a]) + sums[count + a];
      sums[a] = static_cast<double>(before);
      sums[count + a] = static_cast<double>(before - sums[a]);
      before += own;
    }
    all[a] = static_cast<double>(before);
  }
  return all;
}

Sums room_for_coefficients(const SphereHead& head) {
  return Sums(4 * (head.degree + 2) * (head.degree + 3) + head.degree + 1);
}

// The attention among tokens [first, end) alone, written in place.
void triangle(const SphereHead& s, const unsigned char* bounded, int64_t first, int64_t end) {
  Head<double> head = pairs(s, 3, bounded);
  head.n = end - first;
  head.q += 3 * first, head.k += 3 * first, head.v += 3 * first, head.values += 3 * first;
  head.normalizer += first, head.top += first, head.bounded += first;
  if (head.mass) head.mass += first;
  kernels().attend64(head, {nullptr, 0, head.n});
}

// Rows of one group, chunk by chunk; `sums` are those before the group and grow along the way.
void causal_rows(const SphereHead& head, const Cut& cut, const unsigned char* bounded, int64_t g, Sums& sums) {
  Sums coefficients = room_for_coefficients(head);
  for (int64_t t = cut.first(g); t < cut.end(g); t += cut.chunk) {
    const int64_t end = std::min(cut.end(g), t + cut.chunk);
    triangle(head, bounded, t, end);
    kernels().sphere_moments(head, sums.data(), coefficients.data());
    kernels().sphere_rows(head, t, end, coefficients.data(), sums[0]);
    kernels().sphere_sum(head, t, end, sums.data());
  }
}

void harmonics(const Workers& workers, const SphereHead& head, const unsigned char* bounded) {
  const Cut cut(head.n, head.degree);
  const size_t count = (head.degree + 2) * (head.degree + 3);
  const double cost = 0.5 * double(head.n) * count;
  std::vector<Sums> groups(cut.groups, Sums(2 * count));
  workers(cut.groups, cost, [&](int64_t g) {
    // Nobody comes after the last group of a causal head.
    if (!head.causal || g + 1 < cut.groups) add(head, cut, cut.first(g), cut.end(g), groups[g]);
  });
  const Sums all = accumulate(groups);
  if (head.causal) {
    workers(cut.groups, cost,
             [&](int64_t g) { causal_rows(head, cut, bounded, g, groups[g]); });
    return;
  }
  Sums coefficients = room_for_coefficients(head);
  kernels().sphere_moments(head, all.data(), coefficients.data());
  workers(cut.groups, cost, [&](int64_t g) {
    kernels().sphere_rows(head, cut.first(g), cut.end(g), coefficients.data(), all[0]);
  });
}

// Whether a series costs less than the pairs it replaces (`tokenflock bench calibrate`).
bool pays(const SphereHead& head) {
  const double terms = double(head.degree + 1) * (head.degree + 1);
  return terms <= (head.causal ? 1.0 : 3.0) * head.n;
}

}  // namespace

double sphere(const Workers& workers, const SeriesHead& series, bool identity) {
  if (series.n == 0) return 0;
  SphereHead head{series, 0, nullptr, nullptr, nullptr};
  std::vector<unsigned char> doubtful(head.n, 1);
  head.doubtful = doubtful.data();
  const std::vector<unsigned char> bounded(head.n, head.reach <= 290);
  // Written so that NaN goes to the pairs.  Beyond, the harmonics of degree 500 run out of range;
  // a series would not pay below 250 000 tokens.
  if (head.reach < 3000) {
    const std::vector<double> order = spherical_orders(head.reach);
    head.degree = static_cast<int64_t>(order.size()) - 1;
    if (pays(head)) {
      const Tables tables(order, identity);
      head.decay = tables.decay.data(), head.scale = tables.scale.data();
      head.order = identity ? order.data() : nullptr;
      harmonics(workers, head, bounded.data());
    }
  }
  return attend_doubtful(workers, head, 3, bounded.data());
}

}  // namespace tokenflock
