// Modified Bessel functions of one argument, all orders that matter.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tokenflock {

// e^{-z} I_k(z) for k = 0 .. modes + 1.  The orders below `modes` leave out less than 1e-16 of
// e^z = I_0 + 2 I_1 + 2 I_2 + ...; one more, since the mean of tokens in mode k needs I_{k-1}.
// Miller's downward recurrence, I_{k-1} = I_{k+1} + 2k/z I_k.
inline std::vector<double> bessel_orders(double z) {
  const int64_t start = static_cast<int64_t>(9 * std::sqrt(z)) + 60;
  std::vector<double> order(start + 2, 0.0);
  order[start] = 1e-290;
  double sum = order[start];
  for (int64_t k = start; k > 0; --k) {
    order[k - 1] = order[k + 1] + 2 * k / std::fmax(z, 1e-20) * order[k];
    sum += order[k - 1];
    if (order[k - 1] > 1e200) {
      for (int64_t l = k - 1; l <= start; ++l) order[l] *= 1e-250;
      sum *= 1e-250;
    }
  }
  const double unit = 2 * sum - order[0];
  for (double& value : order) value /= unit;
  double left_out = 0;
  int64_t modes = start;
  while (modes > 0 && left_out + 2 * order[modes] < 1e-16) left_out += 2 * order[modes--];
  order.resize(std::min(modes + 3, start + 2));
  return order;
}

}  // namespace tokenflock
