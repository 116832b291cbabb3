// What integrators follow.
#pragma once

#include "columns.h"
#include "law.h"
#include "memory.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Tokens and velocities are columns.  Of what fills them up velocities are zero.
class Field {
 public:
  virtual void velocity(double t, const double* x, double* v) = 0;
  // Tokens back in their space; y may be x.
  virtual void retract(const double* x, double* y) const = 0;
  // Tokens after one layer of a transformer, and after one without its residual; y is not x.
  virtual void layer(double t, const double* x, double step, double* y) = 0;
  virtual void without_residual(double t, const double* x, double* y) = 0;

 protected:
  ~Field() = default;
};

// Numbers, zero at first.
class Room {
 public:
  explicit Room(int64_t count) : numbers_(zeros(count)) {}
  ~Room() { free_numbers(numbers_); }
  Room(const Room&) = delete;
  operator double*() const { return numbers_; }

 private:
  double* numbers_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
