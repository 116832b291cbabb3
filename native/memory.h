// Memory for numbers.
#pragma once

#include <cstdint>

namespace tokenflock {

// So many zeros, for `free_numbers`.  Much memory is taken in huge pages where there are any: a step
// of a million tokens needs hundreds of megabytes, and page by page those cost as much as its sums.
double* zeros(int64_t count);
void free_numbers(double* numbers);

}  // namespace tokenflock
