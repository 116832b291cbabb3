// What the kernels need of XLA, for a program of their own: a pool without threads.
#pragma once

#include <cstdint>

namespace xla::ffi {

struct ThreadPool {
  int64_t num_threads() const { return 1; }
  template <class Task> void Schedule(Task&&) {}
};

}  // namespace xla::ffi
