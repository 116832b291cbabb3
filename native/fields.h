// The field of a law.
#pragma once

#include "balanced.h"
#include "flow.h"
#include "rescaled.h"

namespace tokenflock::TOKENFLOCK_ISA {

// use(field)
template <class F> void with_field(const Law& law, const Workers& workers, const F& use) {
  if (law.space == Space::rescaled) {
    Rescaled flow(law, workers);
    return use(static_cast<Field&>(flow));
  }
  if (law.weighting == Weighting::sinkhorn) {
    Flow<Balanced> flow(law, workers);
    return use(static_cast<Field&>(flow));
  }
  Flow<Heads> flow(law, workers);
  use(static_cast<Field&>(flow));
}

}  // namespace tokenflock::TOKENFLOCK_ISA
