// Loops on XLA's own threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "workers.h"
#include "xla/ffi/api/ffi.h"

namespace tokenflock {

// The tasks of one loop.  Whoever has time takes the next; the caller works too and waits only for
// tasks that are already running, so that a pool without a free thread cannot lock up.
class Loop {
 public:
  Loop(int64_t count, std::function<void(int64_t)> task) : count_(count), task_(std::move(task)) {}

  void work() {
    for (int64_t i; (i = next_.fetch_add(1)) < count_;) {
      task_(i);
      if (done_.fetch_add(1) + 1 == count_) {
        std::lock_guard<std::mutex> lock(mutex_);
        finished_.notify_all();
      }
    }
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    finished_.wait(lock, [this] { return done_.load() == count_; });
  }

 private:
  const int64_t count_;
  const std::function<void(int64_t)> task_;
  std::atomic<int64_t> next_{0}, done_{0};
  std::mutex mutex_;
  std::condition_variable finished_;
};

// In the thread that calls.
class Caller final : public Workers {
  void run(int64_t count, double, void (*task)(const void*, int64_t), const void* of) const override {
    for (int64_t i = 0; i < count; ++i) task(of, i);
  }
};

class Threads final : public Workers {
 public:
  explicit Threads(xla::ffi::ThreadPool& pool) : pool_(pool) {}

  int64_t count() const { return pool_.num_threads(); }

 private:
  void run(int64_t count, double cost, void (*task)(const void*, int64_t),
           const void* of) const override {
    constexpr double worth_a_thread = 2e4;
    // The pool is asked last: it is behind a lock.
    const int64_t threads = count <= 1 || cost < worth_a_thread ? 1 : pool_.num_threads();
    if (threads <= 1) {
      for (int64_t i = 0; i < count; ++i) task(of, i);
      return;
    }
    auto loop = std::make_shared<Loop>(count, [task, of](int64_t i) { task(of, i); });
    for (int64_t t = 1; t < threads && t < count; ++t) pool_.Schedule([loop] { loop->work(); });
    loop->work();
    loop->wait();
  }

  xla::ffi::ThreadPool& pool_;
};

}  // namespace tokenflock
