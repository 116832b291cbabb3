// How a head is cut into tasks, and how the circle's three phases follow one another.
#pragma once

#include <vector>

#include "attention.h"
#include "dispatch.h"
#include "parallel.h"

namespace tokenflock {

// Senders within reach of every receiver: can e^logit be taken without a maximum?
template <class T> std::vector<unsigned char> bounded_rows(const Head<T>& head);

template <class T> void attend(xla::ffi::ThreadPool& pool, std::vector<Head<T>>& heads);

// The listed rows of one head.
void attend_some(xla::ffi::ThreadPool& pool, const Head<double>& head,
                 const std::vector<int64_t>& index);

// Harmonics for one head of `head.n` tokens; returns the share of rows evaluated densely.
double circle(xla::ffi::ThreadPool& pool, CircleHead head, bool identity);
// With `identity` all receivers are as long as `head.reach`.
double sphere(xla::ffi::ThreadPool& pool, SphereHead head, bool identity);

}  // namespace tokenflock
