// Normal numbers by a counter: those of jax.random, to rounding.  A vector at a time.
#pragma once

#include <cstdint>

#include "columns.h"
#include "inverse_erf.h"
#include "logarithm.h"

namespace tokenflock::TOKENFLOCK_ISA {

constexpr int WORDS = WIDTH<float>;  // of 32 bits, that a vector holds
using Word = uint32_t;
typedef Word WordLanes __attribute__((vector_size(BYTES)));
typedef Word HalfOfWords __attribute__((vector_size(BYTES / 2), aligned(alignof(Word)), may_alias));
typedef uint64_t LongLanes __attribute__((vector_size(BYTES)));

// Threefry 2x32 of 20 rounds (Salmon et al., SC 2011), on words or on vectors of them.
template <class W> struct Words {
  W first, second;
};

template <class W> TOKENFLOCK_INLINE W rotated(W a, int by) { return a << by | a >> (32 - by); }

template <class W> TOKENFLOCK_INLINE Words<W> threefry(Words<Word> key, Words<W> counter) {
  constexpr int TURNS[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const Word keys[3] = {key.first, key.second, key.first ^ key.second ^ 0x1BD11BDA};
  W a = counter.first + keys[0], b = counter.second + keys[1];
  TOKENFLOCK_UNROLL
  for (int round = 0; round < 5; ++round) {
    TOKENFLOCK_UNROLL
    for (int turn = 0; turn < 4; ++turn) a += b, b = rotated(b, TURNS[round % 2][turn]) ^ a;
    a += keys[(round + 1) % 3], b += Word(keys[(round + 2) % 3] + round + 1);
  }
  return {a, b};
}

template <class T, int N> TOKENFLOCK_INLINE T polynomial(const double (&c)[N], T w) {
  T p = c[0] + T{};
  TOKENFLOCK_UNROLL
  for (int i = 1; i < N; ++i) p = c[i] + p * w;
  return p;
}

constexpr double RARE = 6.25;  // w from which on other polynomials serve: one number in a thousand

inline double rare_inverse_erf(double x, double w) {
  const double root = __builtin_sqrt(w);
  return x * (w < 16 ? polynomial(MEDIUM, root - MEDIUM_MIDDLE) : polynomial(LARGE, root - LARGE_MIDDLE));
}

TOKENFLOCK_INLINE Lanes<double> inverse_erf(Lanes<double> x) {
  const Lanes<double> w = -logarithm((1.0 - x) * (1.0 + x));
  Lanes<double> found = x * polynomial(SMALL, w - SMALL_MIDDLE);
  if (sum(w >= RARE))
    for (int lane = 0; lane < LANES; ++lane)
      if (w[lane] >= RARE) found[lane] = rare_inverse_erf(x[lane], w[lane]);
  return found;
}

// The stream of a step: normal numbers by their places.
class Normals {
 public:
  Normals(const int64_t* key, int64_t step)
      : stream_(threefry<Word>({Word(key[0]), Word(key[1])}, {0, Word(step)})) {}

  // How many numbers are written where so many are asked for.
  static int64_t room(int64_t count) { return (count + WORDS - 1) / WORDS * WORDS; }

  // The numbers of the places from 0 on.
  void draw(int64_t count, double* to) const {
    for (int64_t place = 0; place < count; place += WORDS) draw_some(place, to + place);
  }

 private:
  void draw_some(int64_t place, double* to) const {
    WordLanes low;
    TOKENFLOCK_UNROLL
    for (int k = 0; k < WORDS; ++k) low[k] = Word(k);
    low += Word(place);  // a multiple of WORDS, so that nothing is carried
    const WordLanes high = WordLanes{} + Word(place >> 32);
    const Words<WordLanes> drawn = threefry<WordLanes>(stream_, {high, low});
    TOKENFLOCK_UNROLL
    for (int half = 0; half < 2; ++half)
      store(to + half * LANES, normal(longs(drawn.first, half), longs(drawn.second, half)));
  }

  static TOKENFLOCK_INLINE LongLanes longs(const WordLanes& words, int half) {
    return __builtin_convertvector(reinterpret_cast<const HalfOfWords*>(&words)[half], LongLanes);
  }

  static TOKENFLOCK_INLINE Lanes<double> normal(LongLanes first, LongLanes second) {
    // 52 bits behind the point of a number in [1, 2)
    const LongLanes bits = first << 20 | second >> 12 | 0x3ff0000000000000u;
    constexpr double LOWEST = -1 + 0x1p-53;  // the number above -1
    const Lanes<double> u = ((Lanes<double>)bits - 1.0) * (1 - LOWEST) + LOWEST;
    return 1.4142135623730951 * inverse_erf(largest(u, fill(LOWEST)));
  }

  const Words<Word> stream_;
};

}  // namespace tokenflock::TOKENFLOCK_ISA
