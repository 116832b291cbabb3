// Averages of unit tokens in R^2 and R^3 in linear time.
#pragma once

#include "attention.h"

namespace tokenflock {

// One head by harmonics on the circle (d = 2) or the sphere (d = 3); `identity`: all receivers are
// as long as `head.reach`.
void sum_series(const Workers& workers, const SeriesHead& head, int64_t d, bool identity);

}  // namespace tokenflock
