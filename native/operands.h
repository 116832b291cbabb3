// The buffers of a call from XLA, by name.
//
// Python sends the names of operands and results along with them, in their order.  A handler asks
// for each by name and says of what type and shape it must be; what is missing, unknown, given
// twice, or of another type or shape is an error that names it.  No buffer is taken for another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "masks.h"
#include "xla/ffi/api/ffi.h"

namespace tokenflock {

namespace ffi = xla::ffi;
using Dimensions = ffi::Span<const int64_t>;
using Sizes = std::initializer_list<int64_t>;

inline int64_t product(Dimensions sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product *= size;
  return product;
}

// Buffers and their names, separated by spaces, as many and in the same order.
class NamedBuffers {
 public:
  NamedBuffers(std::string_view names, void* const* buffers, size_t count)
      : names_(names), buffers_(buffers), count_(count) {}

  // The place of a name, or the number of buffers where it is none of theirs.  Small calls come by
  // the million and mostly ask in order: a search begins where the last one ended.
  size_t find(std::string_view name);
  size_t count() const { return count_; }

  const XLA_FFI_Buffer* take(size_t place);
  const XLA_FFI_Buffer* look(size_t place) const {
    return static_cast<const XLA_FFI_Buffer*>(buffers_[place]);
  }

  bool are_named_and_taken() const;
  std::string_view not_taken() const;

 private:
  std::string_view names_;
  void* const* buffers_;
  size_t count_, place_ = 0, start_ = 0;  // of the name to look at next
  uint64_t taken_ = 0;
  bool no_name_is_left_ = false;  // after that of the last buffer
};

class Call {
 public:
  Call(const char* handler, std::string_view operand_names, std::string_view result_names,
       const ffi::RemainingArgs& operands, const ffi::RemainingRets& results);

  // The dimensions of an operand, at least so many, or exactly; zeros after an error.
  Dimensions at_least(size_t rank, std::string_view name) { return dimensions(name, rank, false); }
  Dimensions exactly(size_t rank, std::string_view name) { return dimensions(name, rank, true); }
  ffi::DataType type(std::string_view name);

  // The numbers of an operand or a result of shape (*batch, *sizes), `axes` in words for an error;
  // null after one.
  template <class T>
  const T* operand(std::string_view name, const char* axes, Dimensions batch, Sizes sizes) {
    return static_cast<const T*>(numbers(OPERAND, name, TYPE<T>, {axes, batch, sizes, false}));
  }
  template <class T>
  T* result(std::string_view name, const char* axes, Dimensions batch, Sizes sizes) {
    return static_cast<T*>(numbers(RESULT, name, TYPE<T>, {axes, batch, sizes, false}));
  }
  // Those of an operand that may be empty, all axes but the batch of size zero: then null.
  template <class T>
  const T* optional(std::string_view name, const char* axes, Dimensions batch, Sizes sizes) {
    return static_cast<const T*>(numbers(OPERAND, name, TYPE<T>, {axes, batch, sizes, true}));
  }
  // A single number; zero after an error.
  template <class T> T scalar(std::string_view name) {
    const T* const number = operand<T>(name, "", {}, {});
    return number ? *number : T{};
  }

  // A mask by its name.
  Mask mask(std::string_view name);

  // Keeps the first sentence about what is wrong; null, for those who were to return a pointer.
  std::nullptr_t fail(const std::string& sentence);

  // What was wrong, once all buffers were asked for.
  bool failed();
  ffi::Error error() const { return ffi::Error::InvalidArgument(error_); }

 private:
  enum Kind { OPERAND, RESULT };
  struct Shape {
    const char* axes;
    Dimensions batch;
    Sizes sizes;
    bool may_be_empty;
  };

  template <class T>
  static constexpr ffi::DataType TYPE = std::is_same_v<T, double>  ? ffi::F64
                                        : std::is_same_v<T, float> ? ffi::F32
                                        : std::is_same_v<T, bool>  ? ffi::PRED
                                                                   : ffi::S64;

  size_t find(Kind kind, std::string_view name);
  Dimensions dimensions(std::string_view name, size_t rank, bool exact);
  void* numbers(Kind kind, std::string_view name, ffi::DataType type, const Shape& shape);

  const char* const handler_;
  NamedBuffers buffers_[2];
  std::string error_;
};

// What every handler is bound to, before attributes of its own.
inline auto bind_named_buffers() {
  return ffi::Ffi::Bind()
      .Ctx<ffi::ThreadPool>()
      .Attr<std::string_view>("operands")
      .Attr<std::string_view>("results")
      .RemainingArgs()
      .RemainingRets();
}

}  // namespace tokenflock
