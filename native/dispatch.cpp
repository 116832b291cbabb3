#include "dispatch.h"

#include <atomic>
#include <cstring>

namespace tokenflock {
namespace {

struct Candidate {
  const Kernels* kernels;
  bool runs;
};

// Widest first.
const Candidate* candidates(int& count) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#if defined(TOKENFLOCK_EMULATE_AVX512)
  const bool has_avx512 = has_avx2;
#else
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#endif
  static const Candidate all[] = {{&avx512::kernels, has_avx512},
                                  {&avx2::kernels, has_avx2},
                                  {&portable::kernels, true}};
#elif defined(__aarch64__)
  static const Candidate all[] = {{&neon::kernels, true}};  // every such processor has it
#else
  static const Candidate all[] = {{&portable::kernels, true}};
#endif
  count = sizeof(all) / sizeof(all[0]);
  return all;
}

const Kernels* find(const char* name) {
  int count = 0;
  const Candidate* all = candidates(count);
  for (int c = 0; c < count; ++c)
    if (all[c].runs && (!name || !std::strcmp(name, all[c].kernels->name))) return all[c].kernels;
  return nullptr;
}

std::atomic<const Kernels*>& chosen() {
  static std::atomic<const Kernels*> kernels{find(nullptr)};
  return kernels;
}

}  // namespace

const Kernels& kernels() { return *chosen().load(std::memory_order_relaxed); }

}  // namespace tokenflock

#pragma GCC visibility push(default)
extern "C" {

// The name of the instruction set in use.
const char* tokenflock_instruction_set() { return tokenflock::kernels().name; }

// Switches to a named instruction set; null names the widest.  Returns 0 where it cannot run here.
int tokenflock_use(const char* name) {
  const tokenflock::Kernels* found = tokenflock::find(name);
  if (found) tokenflock::chosen().store(found);
  return found != nullptr;
}

void tokenflock_exp2_64(const double* x, double* y, int64_t count) {
  tokenflock::kernels().exp2_64(x, y, count);
}

void tokenflock_exp2_32(const float* x, float* y, int64_t count) {
  tokenflock::kernels().exp2_32(x, y, count);
}
}
#pragma GCC visibility pop
