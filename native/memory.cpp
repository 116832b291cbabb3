#include "memory.h"

#include <cstdlib>
#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tokenflock {
namespace {

constexpr size_t HUGE_PAGE = size_t{1} << 21;

#if defined(__linux__)
double* in_huge_pages(size_t bytes) {
  const size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  void* const memory = std::aligned_alloc(HUGE_PAGE, whole);
  if (!memory) return nullptr;
  madvise(memory, whole, MADV_HUGEPAGE);  // a wish: without it pages are small
  return static_cast<double*>(std::memset(memory, 0, bytes));
}
#endif

}  // namespace

double* zeros(int64_t count) {
#if defined(__linux__)
  if (count * sizeof(double) >= 2 * HUGE_PAGE) return in_huge_pages(count * sizeof(double));
#endif
  return static_cast<double*>(std::calloc(count, sizeof(double)));
}

void free_numbers(double* numbers) { std::free(numbers); }

}  // namespace tokenflock
