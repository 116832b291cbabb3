// Which instruction set runs: the widest that this machine has, unless a test asks for another.
#pragma once

#include "attention.h"

namespace tokenflock {

const Kernels& kernels();

}  // namespace tokenflock
