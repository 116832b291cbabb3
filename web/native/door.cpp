// The door through which the page steps: arrays by name in, steps of the kernels, arrays by name out.
//
// Every array is of float64, whatever the kernels make of it; one that was not put is null to them.
// The names are those of `Law`, `State` and `Tableau` (native/law.h, native/integration.h).
#include <cstdlib>
#include <cstring>

#include "../../native/equal_steps.h"
#include "../../native/integrator.h"
#include "../../native/series.h"

namespace tokenflock {
namespace {

struct Array {
  char name[16];
  double* first;
  int count;
};

constexpr int MOST = 48;
Array arrays[MOST];
int known = 0;

Array* find(const char* name) {
  for (int k = 0; k < known; ++k)
    if (!std::strcmp(arrays[k].name, name)) return arrays + k;
  return nullptr;
}

int count(const char* name) {
  const Array* const found = find(name);
  return found ? found->count : 0;
}

double* array(const char* name) { return count(name) ? find(name)->first : nullptr; }

double number(const char* name) { return count(name) ? *array(name) : 0; }

int64_t whole(const char* name) { return static_cast<int64_t>(number(name)); }

// Numbers as another type, which the caller of malloc's free frees.
template <class T> struct Converted {
  T* first = nullptr;

  explicit Converted(const char* name) {
    const double* const numbers = array(name);
    if (!numbers) return;
    first = static_cast<T*>(std::malloc(count(name) * sizeof(T)));
    for (int k = 0; k < count(name); ++k) first[k] = static_cast<T>(numbers[k]);
  }
  Converted(const Converted&) = delete;
  ~Converted() { std::free(first); }

  void write_back(const char* name) const {
    for (int k = 0; k < count(name); ++k) array(name)[k] = static_cast<double>(first[k]);
  }
};

// (heads, d, d)
Matrices square(const char* name, int64_t d) { return {array(name), count(name) / (d * d), d, d}; }

int64_t larger(int64_t a, int64_t b) { return a < b ? b : a; }

// The law of motion that was put.
struct PutLaw {
  const Converted<bool> frozen{"frozen"}, seen{"seen"};
  Law law;

  PutLaw() {
    const int64_t n = whole("n"), d = whole("d");
    const Matrices qk = square("qk", d), ov = square("ov", d), none{nullptr, 0, 0, 0};
    TermArrays terms{};
    terms.linear = array("linear"), terms.external = array("external");
    law = {n, d, larger(1, larger(qk.count, ov.count)), Mask(whole("mask")), whole("width"),
           seen.first, Weighting(whole("weighting")), Space(whole("space")), number("beta"), qk, ov,
           none, none, none, none, nullptr, array("masses"), array("log_seen"), nullptr,
           frozen.first, number("alpha"), number("kappa"), terms, Order(whole("block"))};
  }
};

Tableau tableau() {
  const int64_t stages = count("b");
  return {stages, count("w") / (stages + 2) - 1, array("a"), array("b"), array("c"), array("e"),
          array("w")};
}

// Loops in the one thread there is.
class Caller final : public Workers {
  void run(int64_t count, double, void (*task)(const void*, int64_t), const void* of) const override {
    for (int64_t i = 0; i < count; ++i) task(of, i);
  }
};

}  // namespace

// No law of the page has a `reach`: its sums are taken pair by pair.
void sum_series(const Workers&, const SeriesHead&, int64_t, bool) { __builtin_trap(); }

}  // namespace tokenflock

using namespace tokenflock;

#define TOKENFLOCK_EXPORT __attribute__((used, visibility("default")))

extern "C" {

// Room for bytes, to be freed; names and numbers are written into it.
TOKENFLOCK_EXPORT void* tkf_room(int bytes) { return std::malloc(bytes); }

TOKENFLOCK_EXPORT void tkf_free(void* room) { std::free(room); }

// Forgets all arrays.
TOKENFLOCK_EXPORT void tkf_clear() {
  for (int k = 0; k < known; ++k) std::free(arrays[k].first);
  known = 0;
}

// Room for an array of a name, which is not known yet; null where there is none.
TOKENFLOCK_EXPORT double* tkf_put(const char* name, int numbers) {
  if (known == MOST || std::strlen(name) >= sizeof(arrays[0].name)) return nullptr;
  double* const first = static_cast<double*>(std::calloc(numbers, sizeof(double)));
  if (!first) return nullptr;
  std::strcpy(arrays[known].name, name);
  arrays[known].first = first, arrays[known].count = numbers;
  ++known;
  return first;
}

// At most so many adaptive steps; `x` ... `between` and `values` are what was reached and saved.
TOKENFLOCK_EXPORT void tkf_advance(int steps) {
  const PutLaw put;
  const Converted<int64_t> saved("saved"), accepted("accepted"), rejected("rejected"),
      between("between");
  const State state{array("x"), array("velocity"), array("t"), array("t_next"),
                    saved.first, accepted.first, rejected.first, between.first};
  const StepControl control{number("order"), number("tol"), number("safety"), number("factor_min"),
                            number("factor_max")};
  const Output output{array("times"), count("times"), array("values")};
  TOKENFLOCK_ISA::advance(put.law, tableau(), control, output, state, steps, Caller());
  saved.write_back("saved"), accepted.write_back("accepted");
  rejected.write_back("rejected"), between.write_back("between");
}

// Equal steps of a way from the time t on; `first` numbers them, for the noise.
TOKENFLOCK_EXPORT void tkf_take_steps(int way, double t, double length, int steps, double first) {
  const PutLaw put;
  const Converted<int64_t> seed("seed");
  const EqualSteps equal{Way(way), t, length, steps, static_cast<int64_t>(first), tableau(),
                         seed.first};
  TOKENFLOCK_ISA::take_steps(put.law, equal, array("x"), Caller());
}
}
