// Attention in any dimension: tiles of scores, kept in cache, between two small matrix products.
//
//     S = K Q^T  ->  P = 2^(S - top)  ->  O += V^T P
//
// for a block of receivers (lanes) and a tile of senders.  Memory: O(block * (tile + d)).
#pragma once

#include "attention.h"
#include "exponential.h"
#include "pairs.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int64_t TILE = 64;   // senders: P and a strip of V stay in the first-level cache
constexpr int VECTORS = 3;     // receivers of a block: 3 vectors
constexpr int SENDERS = REGISTERS == 32 ? 8 : 4;   // 3 x 4 sums + 3 + 1 operands fill 16 registers
constexpr int COLUMNS = SENDERS;
constexpr int RELATIVE_COLUMNS = SENDERS / 2;      // the receivers' own values need registers too

template <class T> constexpr int BLOCK = VECTORS * WIDTH<T>;

// One block of receivers: q, origin and o hold one coordinate of all receivers per row.
template <class T> struct Block {
  const Head<T>& head;
  const int64_t* index;  // of the rows
  T *q, *origin, *o, *p;
  Lanes<T> top[VECTORS], weight[VECTORS];
  Bits<T> first[VECTORS], end[VECTORS], bounded[VECTORS];
  bool all_bounded;
  int64_t from, to;            // senders seen by any receiver
  int64_t all_from, all_to;    // senders seen by all of them
};

template <class T> TOKENFLOCK_INLINE Lanes<T> at(const T* a, int64_t row, int vector) {
  return load<T>(a + row * BLOCK<T> + vector * WIDTH<T>);
}

template <class T> TOKENFLOCK_INLINE void put(T* a, int64_t row, int vector, Lanes<T> v) {
  store<T>(a + row * BLOCK<T> + vector * WIDTH<T>, v);
}

template <class T> void receive(Block<T>& b, const int64_t* rows) {
  const Head<T>& h = b.head;
  b.from = h.n, b.to = 0, b.all_from = 0, b.all_to = h.n;
  for (int lane = 0; lane < BLOCK<T>; ++lane) {
    const int64_t i = rows[lane], from = h.first_visible(i), to = h.end_visible(i);
    for (int64_t c = 0; c < h.d; ++c) b.q[c * BLOCK<T> + lane] = h.q[i * h.d + c] * T(LOG2E);
    for (int64_t c = 0; c < h.dv; ++c) {
      b.o[c * BLOCK<T> + lane] = T(0);
      b.origin[c * BLOCK<T> + lane] = h.relative ? h.v[i * h.dv + c] : T(0);
    }
    b.first[lane / WIDTH<T>][lane % WIDTH<T>] = from;
    b.end[lane / WIDTH<T>][lane % WIDTH<T>] = to;
    b.bounded[lane / WIDTH<T>][lane % WIDTH<T>] = h.bounded[i] ? -1 : 0;
    b.from = from < b.from ? from : b.from, b.to = to > b.to ? to : b.to;
    b.all_from = from > b.all_from ? from : b.all_from;
    b.all_to = to < b.all_to ? to : b.all_to;
  }
  if (h.seen) b.all_from = h.n;  // nobody is sure to be seen
  b.all_bounded = all_bounded(h, rows, BLOCK<T>);
  TOKENFLOCK_UNROLL
  for (int r = 0; r < VECTORS; ++r) {
    b.weight[r] = Lanes<T>{};
    b.top[r] = b.bounded[r] ? Lanes<T>{} : fill<T>(LOWEST_TOP<T>);
  }
}

// Scores of N senders from `j` on.
template <class T, int N> TOKENFLOCK_INLINE void score(const Block<T>& b, int64_t j, T* p) {
  const int64_t d = b.head.d;
  const T* k = b.head.k + j * d;
  Lanes<T> s[N][VECTORS] = {};
  for (int64_t c = 0; c < d; ++c) {
    const Lanes<T> q[VECTORS] = {at(b.q, c, 0), at(b.q, c, 1), at(b.q, c, 2)};
    TOKENFLOCK_UNROLL
    for (int a = 0; a < N; ++a)
      TOKENFLOCK_UNROLL
      for (int r = 0; r < VECTORS; ++r) s[a][r] += q[r] * k[a * d + c];
  }
  TOKENFLOCK_UNROLL
  for (int a = 0; a < N; ++a)
    TOKENFLOCK_UNROLL
    for (int r = 0; r < VECTORS; ++r) put(p, a, r, s[a][r]);
}

template <class T> void scores(const Block<T>& b, int64_t from, int64_t to) {
  int64_t j = from;
  for (; j + SENDERS <= to; j += SENDERS) score<T, SENDERS>(b, j, b.p + (j - from) * BLOCK<T>);
  for (; j < to; ++j) score<T, 1>(b, j, b.p + (j - from) * BLOCK<T>);
}

template <class T> TOKENFLOCK_INLINE Bits<T> visible(const Block<T>& b, int r, int64_t j) {
  if (b.head.seen) {
    Bits<T> bits;
    for (int lane = 0; lane < WIDTH<T>; ++lane)
      bits[lane] = b.head.seen[b.index[r * WIDTH<T> + lane] * b.head.n + j] ? -1 : 0;
    return bits;
  }
  const Integer<T> sender = static_cast<Integer<T>>(j);
  return (b.first[r] <= sender) & (b.end[r] > sender);
}

// The running maximum rises to that of the tile; what was summed before is scaled down.
template <class T> void raise_top(Block<T>& b, int64_t from, int64_t to, bool masked) {
  Lanes<T> factor[VECTORS];
  TOKENFLOCK_UNROLL
  for (int r = 0; r < VECTORS; ++r) {
    Lanes<T> top = b.top[r];
    for (int64_t j = from; j < to; ++j) {
      const Lanes<T> s = at(b.p, j - from, r);
      top = largest(masked ? (visible(b, r, j) ? s : top) : s, top);
    }
    top = b.bounded[r] ? b.top[r] : top;
    factor[r] = exp2<T>(b.top[r] - top);
    b.top[r] = top;
    b.weight[r] *= factor[r];
  }
  for (int64_t c = 0; c < b.head.dv; ++c)
    TOKENFLOCK_UNROLL
    for (int r = 0; r < VECTORS; ++r) put(b.o, c, r, at(b.o, c, r) * factor[r]);
}

template <class T, bool BOUNDED> void weigh(Block<T>& b, int64_t from, int64_t to, bool masked) {
  Lanes<T> sum[VECTORS] = {};
  for (int64_t j = from; j < to; ++j)
    TOKENFLOCK_UNROLL
    for (int r = 0; r < VECTORS; ++r) {
      const Lanes<T> s = at(b.p, j - from, r);
      Lanes<T> w = BOUNDED ? exp2_in_range<T>(s) : exp2<T>(s - b.top[r]);
      if (b.head.mass) w *= b.head.mass[j];
      if (masked) w = visible(b, r, j) ? w : Lanes<T>{};
      sum[r] += w;
      put(b.p, j - from, r, w);
    }
  TOKENFLOCK_UNROLL
  for (int r = 0; r < VECTORS; ++r) b.weight[r] += sum[r];
}

// Adds the tile's share to N coordinates of o, from coordinate `c` on.
template <class T, int N, bool RELATIVE>
TOKENFLOCK_INLINE void gather(Block<T>& b, int64_t from, int64_t to, int64_t c) {
  Lanes<T> o[N][VECTORS] = {}, origin[N][VECTORS];
  if (RELATIVE)
    TOKENFLOCK_UNROLL
    for (int a = 0; a < N; ++a)
      TOKENFLOCK_UNROLL
      for (int r = 0; r < VECTORS; ++r) origin[a][r] = at(b.origin, c + a, r);
  const T *v = b.head.v + from * b.head.dv + c, *p = b.p;
  for (int64_t j = from; j < to; ++j, v += b.head.dv, p += BLOCK<T>) {
    const Lanes<T> w[VECTORS] = {at(p, 0, 0), at(p, 0, 1), at(p, 0, 2)};
    TOKENFLOCK_UNROLL
    for (int a = 0; a < N; ++a)
      TOKENFLOCK_UNROLL
      for (int r = 0; r < VECTORS; ++r)
        o[a][r] += RELATIVE ? w[r] * (v[a] - origin[a][r]) : w[r] * v[a];
  }
  TOKENFLOCK_UNROLL
  for (int a = 0; a < N; ++a)
    TOKENFLOCK_UNROLL
    for (int r = 0; r < VECTORS; ++r) put(b.o, c + a, r, at(b.o, c + a, r) + o[a][r]);
}

template <class T, int N, bool RELATIVE> void gather_all(Block<T>& b, int64_t from, int64_t to) {
  int64_t c = 0;
  for (; c + N <= b.head.dv; c += N) gather<T, N, RELATIVE>(b, from, to, c);
  for (; c < b.head.dv; ++c) gather<T, 1, RELATIVE>(b, from, to, c);
}

template <class T> void add_tile(Block<T>& b, int64_t from, int64_t to) {
  const bool masked = from < b.all_from || to > b.all_to;
  scores(b, from, to);
  if (!b.all_bounded) raise_top(b, from, to, masked);
  b.all_bounded ? weigh<T, true>(b, from, to, masked) : weigh<T, false>(b, from, to, masked);
  b.head.relative ? gather_all<T, RELATIVE_COLUMNS, true>(b, from, to)
                  : gather_all<T, COLUMNS, false>(b, from, to);
}

template <class T> void write(const Block<T>& b, const int64_t* rows, int count) {
  const Head<T>& h = b.head;
  for (int lane = 0; lane < count; ++lane) {
    const int64_t i = rows[lane];
    const T weight = b.weight[lane / WIDTH<T>][lane % WIDTH<T>];
    for (int64_t c = 0; c < h.dv; ++c) h.values[i * h.dv + c] = b.o[c * BLOCK<T> + lane] / weight;
    h.normalizer[i] = weight;
    h.top[i] = b.top[lane / WIDTH<T>][lane % WIDTH<T>] * T(LN2);
  }
}

template <class T> void tiles(const Head<T>& head, Rows rows) {
  const int64_t size = (head.d + 2 * head.dv + TILE) * BLOCK<T>;
  T* memory = static_cast<T*>(__builtin_malloc(size * sizeof(T)));
  T *q = memory, *origin = q + head.d * BLOCK<T>, *o = origin + head.dv * BLOCK<T>;
  int64_t index[BLOCK<T>];
  Block<T> block{head, index, q, origin, o, o + head.dv * BLOCK<T>, {}, {}, {}, {}, {}, false, 0, 0, 0, 0};
  while (rows.first < rows.end) {
    const int count = next_block(rows, index, BLOCK<T>);
    receive(block, index);
    for (int64_t j = block.from; j < block.to; j += TILE)
      add_tile(block, j, j + TILE < block.to ? j + TILE : block.to);
    write(block, index, count);
  }
  __builtin_free(memory);
}

// Rows of a head: in registers where its dimension is low, else by tiles.
template <class T> void attend(const Head<T>& head, Rows rows) {
  switch (head.d == head.dv ? head.d : 0) {
    case 1: return pairs<T, 1>(head, rows);
    case 2: return pairs<T, 2>(head, rows);
    case 3: return pairs<T, 3>(head, rows);
    case 4: return pairs<T, 4>(head, rows);
    case 5: return pairs<T, 5>(head, rows);
    case 6: return pairs<T, 6>(head, rows);
    case 7: return pairs<T, 7>(head, rows);
    case 8: return pairs<T, 8>(head, rows);
    default: return tiles<T>(head, rows);
  }
}

}  // namespace tokenflock::TOKENFLOCK_ISA
