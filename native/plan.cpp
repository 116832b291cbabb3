#include "plan.h"

#include <algorithm>
#include <cmath>

#include "bessel.h"

namespace tokenflock {
namespace {

void attend_rows(const Head<double>& head, Rows rows) { kernels().attend64(head, rows); }
void attend_rows(const Head<float>& head, Rows rows) { kernels().attend32(head, rows); }

template <class T> double length(const T* a, int64_t d) {
  double square = 0;
  for (int64_t c = 0; c < d; ++c) square += double(a[c]) * a[c];
  return std::sqrt(square);
}

// A NaN in b counts as larger; one in a is forgotten.
double larger(double a, double b) { return b <= a ? a : b; }

template <class T> double longest(const T* a, int64_t n, int64_t d) {
  double longest = 0;
  for (int64_t i = 0; i < n; ++i) longest = larger(longest, length(a + i * d, d));
  return longest;
}

constexpr int64_t ROWS_PER_TASK = 96;

double visible_pairs(int64_t n, Mask mask, int64_t width) {
  const double all = double(n) * n;
  return mask == Mask::full ? all : mask == Mask::causal ? all / 2 : double(n) * std::min(n, width);
}

}  // namespace

template <class T> void find_bounded_rows(const Head<T>& head, unsigned char* bounded) {
  // Far inside the normal numbers: sums over any n and masses over 60 decades still fit.
  const double limit = sizeof(T) == 8 ? 300 : 40;
  const bool sees_all = head.mask == Mask::full || head.mask == Mask::table;
  const double all = sees_all ? longest(head.k, head.n, head.d) : 0;
  double reach = all;
  for (int64_t i = 0; i < head.n; ++i) {
    if (!sees_all) reach = larger(reach, length(head.k + i * head.d, head.d));
    bounded[i] = length(head.q + i * head.d, head.d) * reach <= limit;
  }
}

template <class T> void attend(const Workers& workers, std::vector<Head<T>>& heads) {
  if (heads.empty() || heads[0].n == 0) return;
  const Head<T>& one = heads[0];
  const int64_t n = one.n, count = heads.size(), pieces = (n + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
  const double cost = visible_pairs(n, one.mask, one.width) * (1 + one.d / 16.0) * count;
  std::vector<unsigned char> bounded(count * n);
  workers(count, cost, [&](int64_t h) {
    find_bounded_rows(heads[h], bounded.data() + h * n);
    heads[h].bounded = bounded.data() + h * n;
  });
  workers(count * pieces, cost, [&](int64_t task) {
    // Late rows first: with a causal mask they are the long ones.
    const int64_t piece = pieces - 1 - task % pieces, first = piece * ROWS_PER_TASK;
    attend_rows(heads[task / pieces], {nullptr, first, std::min(n, first + ROWS_PER_TASK)});
  });
}

template void attend<double>(const Workers&, std::vector<Head<double>>&);
template void attend<float>(const Workers&, std::vector<Head<float>>&);

namespace {

// Tokens are cut into `groups` of one stretch per lane.  The cut depends on n alone, not on the
// number of threads: same tokens, same bits.
struct Cut {
  int64_t lanes, groups, stretch;

  explicit Cut(int64_t n) : lanes(kernels().width) {
    groups = std::clamp<int64_t>(n / 2048, 1, 32);
    stretch = (n + groups * lanes - 1) / (groups * lanes);
  }
  int64_t first(int64_t group) const { return group * lanes * stretch; }
};

// Replaces the sums of all stretches by the sums before each (causal) or by those of all (full).
void accumulate(std::vector<double>& sums, const Cut& cut, int64_t rows, bool causal) {
  for (int64_t row = 0; row < rows; ++row) {
    long double before = 0;
    for (int64_t s = 0; s < cut.groups * cut.lanes; ++s) {
      double& sum = sums[(s / cut.lanes * rows + row) * cut.lanes + s % cut.lanes];
      const double own = sum;
      sum = static_cast<double>(before);
      before += own;
    }
    if (causal) continue;
    for (int64_t s = 0; s < cut.groups * cut.lanes; ++s)
      sums[(s / cut.lanes * rows + row) * cut.lanes + s % cut.lanes] = static_cast<double>(before);
  }
}

void harmonics(const Workers& workers, const CircleHead& head) {
  const Cut cut(head.n);
  const int64_t rows = 2 * (head.modes + 1), size = rows * cut.lanes;
  const double cost = double(head.n) * head.modes;
  std::vector<double> sums(cut.groups * size);
  workers(cut.groups, cost, [&](int64_t g) {
    kernels().circle_sum(head, cut.first(g), cut.stretch, sums.data() + g * size);
  });
  accumulate(sums, cut, rows, head.causal);
  workers(cut.groups, cost, [&](int64_t g) {
    kernels().circle_rows(head, cut.first(g), cut.stretch, sums.data() + g * size);
  });
}

}  // namespace

Head<double> pairs(const SeriesHead& s, int64_t d, const unsigned char* bounded) {
  return {s.n, d, d, s.q, s.x, s.x, s.mass, s.values, s.normalizer, s.top,
          s.causal ? Mask::causal : Mask::full, s.n, false, bounded};
}

std::vector<int64_t> doubtful_rows(const SeriesHead& series) {
  std::vector<int64_t> index;
  for (int64_t i = 0; i < series.n; ++i)
    if (series.doubtful[i]) index.push_back(i);
  return index;
}

double attend_doubtful(const Workers& workers, const SeriesHead& series, int64_t d,
                       const unsigned char* bounded) {
  const Head<double> head = pairs(series, d, bounded);
  const std::vector<int64_t> index = doubtful_rows(series);
  const int64_t count = index.size(), pieces = (count + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
  workers(pieces, double(count) * head.n, [&](int64_t piece) {
    const int64_t first = piece * ROWS_PER_TASK;
    kernels().attend64(head, {index.data(), first, std::min(count, first + ROWS_PER_TASK)});
  });
  return double(count) / head.n;
}

namespace {

// Whether q = beta x with beta < 0, as the first token tells.
bool looks_away(const SeriesHead& s) { return s.q[0] * s.x[0] + s.q[1] * s.x[1] < 0; }

// I_k(-z) = (-1)^k I_k(z)
void alternate(std::vector<double>& orders) {
  for (size_t k = 1; k < orders.size(); k += 2) orders[k] = -orders[k];
}

}  // namespace

double circle(const Workers& workers, const SeriesHead& series, bool identity) {
  if (series.n == 0) return 0;
  CircleHead head{series, 0, nullptr};
  std::vector<unsigned char> doubtful(head.n, 1);
  head.doubtful = doubtful.data();
  // A series longer than the list of tokens saves nothing; written so that NaN goes this way too.
  std::vector<double> orders =
      head.reach < 1e8 ? bessel_orders(head.reach) : std::vector<double>{};
  head.modes = static_cast<int64_t>(orders.size()) - 2;
  if (identity && looks_away(head)) alternate(orders);
  head.shared = identity ? orders.data() : nullptr;
  if (head.modes >= 0 && head.modes <= head.n + 64) harmonics(workers, head);
  if (doubtful_rows(head).empty()) return 0;
  std::vector<unsigned char> bounded(head.n);
  find_bounded_rows(pairs(head, 2, nullptr), bounded.data());
  return attend_doubtful(workers, head, 2, bounded.data());
}

void sum_series(const Workers& workers, const SeriesHead& head, int64_t d, bool identity) {
  d == 2 ? circle(workers, head, identity) : sphere(workers, head, identity);
}

}  // namespace tokenflock
