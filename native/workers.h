// Threads that share the tasks of a loop; a name for them in code of every instruction set.
#pragma once

#include <cstdint>

namespace tokenflock {

class Workers {
 public:
  // task(0) ... task(count - 1), in any order.  `cost` is in pairs of tokens: little work stays here.
  template <class F> void operator()(int64_t count, double cost, const F& task) const {
    run(count, cost, [](const void* of, int64_t i) { (*static_cast<const F*>(of))(i); }, &task);
  }

 protected:
  ~Workers() = default;

 private:
  virtual void run(int64_t count, double cost, void (*task)(const void*, int64_t),
                   const void* of) const = 0;
};

}  // namespace tokenflock
