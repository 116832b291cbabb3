// Attention in low dimension: one pass over the pairs, everything in registers.
//
// Lanes are receiving tokens.  Each sender is broadcast to all of them, so nothing is transposed,
// no horizontal sum is needed, and equal rows give equal results whatever their place.
#pragma once

#include "attention.h"
#include "exponential.h"

namespace tokenflock::TOKENFLOCK_ISA {

// Long sums are cut into runs of this length: the rounding error then grows like n / 512 + 512.
constexpr int64_t RUN = 512;

// Where maxima start: finite, since a difference of two infinities is not a number.
template <class T> constexpr T LOWEST_TOP = sizeof(T) == 8 ? T(-1.7e308) : T(-3.4e38f);

template <class T, int D, int R, bool RELATIVE, bool MASSES, bool BOUNDED> struct Pairs {
  using V = Lanes<T>;
  static constexpr int ROWS = R * WIDTH<T>;

  const Head<T>& head;
  const int64_t* const index;  // of the rows
  V q[R][D], origin[R][D], top[R], weight[R], moment[R][D];
  Bits<T> first[R], end[R], bounded[R];
  int64_t seen_by_any, seen_by_all, unseen_by_some, unseen_by_all;

  TOKENFLOCK_INLINE Pairs(const Head<T>& h, const int64_t* rows)
      : head(h), index(rows) {
    seen_by_any = h.n, seen_by_all = 0, unseen_by_some = h.n, unseen_by_all = 0;
    TOKENFLOCK_UNROLL
    for (int r = 0; r < R; ++r)
      for (int lane = 0; lane < WIDTH<T>; ++lane) receive(r, lane, rows[r * WIDTH<T> + lane]);
    TOKENFLOCK_UNROLL
    for (int r = 0; r < R; ++r) {
      top[r] = weight[r] = V{};
      TOKENFLOCK_UNROLL
      for (int c = 0; c < D; ++c) moment[r][c] = V{};
    }
  }

  TOKENFLOCK_INLINE void receive(int r, int lane, int64_t i) {
    TOKENFLOCK_UNROLL
    for (int c = 0; c < D; ++c) {
      q[r][c][lane] = head.q[i * D + c] * T(LOG2E);
      origin[r][c][lane] = RELATIVE ? head.v[i * D + c] : T(0);
    }
    const int64_t from = head.first_visible(i), to = head.end_visible(i);
    first[r][lane] = from, end[r][lane] = to;
    bounded[r][lane] = head.bounded[i] ? -1 : 0;
    seen_by_any = from < seen_by_any ? from : seen_by_any;
    seen_by_all = from > seen_by_all ? from : seen_by_all;
    unseen_by_some = to < unseen_by_some ? to : unseen_by_some;
    unseen_by_all = to > unseen_by_all ? to : unseen_by_all;
    if (head.seen) seen_by_all = head.n;  // nobody is sure to be seen
  }

  // The sum begins with a rounded product: of two products in a sum the compiler fuses either one,
  // and `top` would be rounded in one way here and in another there.  For logits of 1e18 the
  // difference is all there is.
  TOKENFLOCK_INLINE V logit(int r, const T* k) const {
    V s = q[r][0] * k[0] + V{};
    TOKENFLOCK_UNROLL
    for (int c = 1; c < D; ++c) s += q[r][c] * k[c];
    return s;
  }

  TOKENFLOCK_INLINE Bits<T> visible(int r, int64_t j) const {
    if (head.seen) return named(r, j);
    const Integer<T> sender = static_cast<Integer<T>>(j);
    return (first[r] <= sender) & (end[r] > sender);
  }

  Bits<T> named(int r, int64_t j) const {
    Bits<T> bits;
    for (int lane = 0; lane < WIDTH<T>; ++lane)
      bits[lane] = head.seen[index[r * WIDTH<T> + lane] * head.n + j] ? -1 : 0;
    return bits;
  }

  template <bool MASKED> __attribute__((noinline)) void raise_top(int64_t from, int64_t to) {
    for (int64_t j = from; j < to; ++j)
      TOKENFLOCK_UNROLL
      for (int r = 0; r < R; ++r) {
        // Plus zero: else the last sum and the mask make one instruction, which does not fuse.
        const V s = logit(r, head.k + j * D) + V{};
        top[r] = largest(MASKED ? (visible(r, j) ? s : top[r]) : s, top[r]);
      }
  }

  // The weights of a sender, in all rows.
  template <bool MASKED> TOKENFLOCK_INLINE void weigh(int64_t j, V (&w)[R]) const {
    TOKENFLOCK_UNROLL
    for (int r = 0; r < R; ++r) w[r] = logit(r, head.k + j * D);
    if (BOUNDED) exp2_in_range<T, R>(w);
    TOKENFLOCK_UNROLL
    for (int r = 0; r < R; ++r) {
      if (!BOUNDED) w[r] = exp2<T>(w[r] - top[r]);
      if (MASSES) w[r] *= head.mass[j];
      if (MASKED) w[r] = visible(r, j) ? w[r] : V{};
    }
  }

  template <bool MASKED> __attribute__((noinline)) void add_run(int64_t from, int64_t to) {
    V w_sum[R] = {}, m_sum[R][D] = {}, w[R];
    for (int64_t j = from; j < to; ++j) {
      weigh<MASKED>(j, w);
      TOKENFLOCK_UNROLL
      for (int r = 0; r < R; ++r) w_sum[r] += w[r];
      TOKENFLOCK_UNROLL
      for (int c = 0; c < D; ++c) {
        const T v = head.v[j * D + c];
        TOKENFLOCK_UNROLL
        for (int r = 0; r < R; ++r)
          // The difference is exact for coincident tokens: they contribute nothing at all.
          m_sum[r][c] += RELATIVE ? w[r] * (v - origin[r][c]) : w[r] * v;
      }
    }
    TOKENFLOCK_UNROLL
    for (int r = 0; r < R; ++r) {
      weight[r] += w_sum[r];
      TOKENFLOCK_UNROLL
      for (int c = 0; c < D; ++c) moment[r][c] += m_sum[r][c];
    }
  }

  template <bool MASKED> TOKENFLOCK_INLINE void add(int64_t from, int64_t to) {
    for (int64_t j = from; j < to; j += RUN) add_run<MASKED>(j, j + RUN < to ? j + RUN : to);
  }

  TOKENFLOCK_INLINE void sum() {
    // Between `begin` and `finish` every row of the block sees every sender.
    const int64_t begin = seen_by_all < unseen_by_all ? seen_by_all : unseen_by_all;
    const int64_t finish = unseen_by_some > begin ? unseen_by_some : begin;
    if (!BOUNDED) {
      TOKENFLOCK_UNROLL
      for (int r = 0; r < R; ++r) top[r] = fill<T>(LOWEST_TOP<T>);
      raise_top<true>(seen_by_any, begin);
      raise_top<false>(begin, finish);
      raise_top<true>(finish, unseen_by_all);
      for (int r = 0; r < R; ++r) top[r] = bounded[r] ? V{} : top[r];
    }
    add<true>(seen_by_any, begin);
    add<false>(begin, finish);
    add<true>(finish, unseen_by_all);
  }

  TOKENFLOCK_INLINE void write(const int64_t* rows, int count) const {
    TOKENFLOCK_UNROLL
    for (int r = 0; r < R; ++r) {
      V mean[D];
      TOKENFLOCK_UNROLL
      for (int c = 0; c < D; ++c) mean[c] = moment[r][c] / weight[r];
      for (int lane = 0; lane < WIDTH<T> && r * WIDTH<T> + lane < count; ++lane) {
        const int64_t i = rows[r * WIDTH<T> + lane];
        TOKENFLOCK_UNROLL
        for (int c = 0; c < D; ++c) head.values[i * D + c] = mean[c][lane];
        head.normalizer[i] = weight[r][lane];
        head.top[i] = top[r][lane] * T(LN2);
      }
    }
  }
};

// The next rows of a list; a short block repeats its last row, which costs less than a special case.
inline int next_block(Rows& rows, int64_t* block, int size) {
  int count = 0;
  for (; count < size && rows.first < rows.end; ++count, ++rows.first)
    block[count] = rows.index ? rows.index[rows.first] : rows.first;
  for (int c = count; c < size; ++c) block[c] = block[count - 1];
  return count;
}

template <class T> bool all_bounded(const Head<T>& head, const int64_t* rows, int count) {
  for (int c = 0; c < count; ++c)
    if (!head.bounded[rows[c]]) return false;
  return true;
}

template <class T, int D, bool RELATIVE, bool MASSES, bool BOUNDED>
__attribute__((noinline)) void sum_block(const Head<T>& head, const int64_t* rows, int count) {
  Pairs<T, D, (D <= 3 ? 2 : 1), RELATIVE, MASSES, BOUNDED> block(head, rows);
  block.sum();
  block.write(rows, count);
}

template <class T, int D, bool RELATIVE, bool MASSES>
void sum_pairs(const Head<T>& head, Rows rows) {
  constexpr int ROWS = (D <= 3 ? 2 : 1) * WIDTH<T>;
  int64_t index[ROWS];
  while (rows.first < rows.end) {
    const int count = next_block(rows, index, ROWS);
    all_bounded(head, index, count) ? sum_block<T, D, RELATIVE, MASSES, true>(head, index, count)
                                    : sum_block<T, D, RELATIVE, MASSES, false>(head, index, count);
  }
}

template <class T, int D, bool RELATIVE> void pick_masses(const Head<T>& head, Rows rows) {
  head.mass ? sum_pairs<T, D, RELATIVE, true>(head, rows)
            : sum_pairs<T, D, RELATIVE, false>(head, rows);
}

template <class T, int D> void pairs(const Head<T>& head, Rows rows) {
  head.relative ? pick_masses<T, D, true>(head, rows) : pick_masses<T, D, false>(head, rows);
}

}  // namespace tokenflock::TOKENFLOCK_ISA
