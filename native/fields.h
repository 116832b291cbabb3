// The field of a law.
#pragma once

#include "flow.h"

namespace tokenflock::TOKENFLOCK_ISA {

// use(field)
template <class F> void with_field(const Law& law, const Workers& workers, const F& use) {
  Flow<Heads> flow(law, workers);
  use(static_cast<Field&>(flow));
}

}  // namespace tokenflock::TOKENFLOCK_ISA
