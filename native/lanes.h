// Vectors of numbers, one width per instruction set, in the compilers' own vector extension.
//
// Every file that includes this one is compiled once per instruction set, inside a namespace named
// after it.  No template of the standard library may be used there: the linker keeps one copy of
// it, possibly one made of instructions that the running machine does not have.
#pragma once

#include <cstdint>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error "Fast math deletes the rounding tricks of exp and of compensated sums: build without it."
#endif

namespace tokenflock::TOKENFLOCK_ISA {

#if defined(TOKENFLOCK_BYTES)
constexpr int BYTES = TOKENFLOCK_BYTES;
constexpr int REGISTERS = 32;
#elif defined(__AVX512F__)
constexpr int BYTES = 64;
constexpr int REGISTERS = 32;
#elif defined(__AVX__)
constexpr int BYTES = 32;
constexpr int REGISTERS = 16;
#elif defined(__aarch64__)
constexpr int BYTES = 16;
constexpr int REGISTERS = 32;
#else
constexpr int BYTES = 16;
constexpr int REGISTERS = 16;
#endif

template <class T> struct Twin;  // the integer of the same size
template <> struct Twin<double> { using type = int64_t; };
template <> struct Twin<float> { using type = int32_t; };
template <class T> using Integer = typename Twin<T>::type;

template <class T> struct Vector {
  typedef T type __attribute__((vector_size(BYTES)));
  typedef T unaligned __attribute__((vector_size(BYTES), aligned(alignof(T)), may_alias));
};
template <class T> using Lanes = typename Vector<T>::type;
template <class T> using Bits = Lanes<Integer<T>>;
template <class T> constexpr int WIDTH = BYTES / static_cast<int>(sizeof(T));
constexpr int LANES = WIDTH<double>;

#define TOKENFLOCK_INLINE inline __attribute__((always_inline))
// For loops over registers: a vector array that is indexed by a variable would go to memory.
#define TOKENFLOCK_UNROLL _Pragma("GCC unroll 16")

template <class T> TOKENFLOCK_INLINE Lanes<T> fill(T a) { return a - Lanes<T>{}; }

template <class T> TOKENFLOCK_INLINE Lanes<T> load(const T* a) {
  return *reinterpret_cast<const typename Vector<T>::unaligned*>(a);
}

template <class T> TOKENFLOCK_INLINE void store(T* a, Lanes<T> v) {
  *reinterpret_cast<typename Vector<T>::unaligned*>(a) = v;
}

template <class V> TOKENFLOCK_INLINE V largest(V a, V b) { return a > b ? a : b; }

}  // namespace tokenflock::TOKENFLOCK_ISA
