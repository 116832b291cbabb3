// Which tokens a token sees.
#pragma once

#include <cstdint>

namespace tokenflock {

// All; those up to itself; the last `width` of those; whom a table names.
enum class Mask : int64_t { full, causal, window, table };

}  // namespace tokenflock
