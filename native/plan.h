// How a head is cut into tasks, and how the circle's three phases follow one another.
#pragma once

#include <vector>

#include "attention.h"
#include "dispatch.h"
#include "series.h"
#include "workers.h"

namespace tokenflock {

// Senders within reach of every receiver: can e^logit be taken without a maximum?
template <class T> void find_bounded_rows(const Head<T>& head, unsigned char* bounded);

template <class T> void attend(const Workers& workers, std::vector<Head<T>>& heads);

// The doubtful rows of a series in R^d, pair by pair; returns their share of all rows.
double attend_doubtful(const Workers& workers, const SeriesHead& head, int64_t d,
                       const unsigned char* bounded);

// The pairs of a series in R^d as a dense head.
Head<double> pairs(const SeriesHead& head, int64_t d, const unsigned char* bounded);

// Harmonics for one head of `head.n` tokens; returns the share of rows evaluated densely.  With
// `identity` all receivers are as long as `head.reach`.
double circle(const Workers& workers, const SeriesHead& head, bool identity);
double sphere(const Workers& workers, const SeriesHead& head, bool identity);

}  // namespace tokenflock
