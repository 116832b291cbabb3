#include "operands.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace tokenflock {
namespace {

const char* const NOUN[] = {"operand ", "result "};

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

// (4, 3, 3)
std::string tuple(Dimensions sizes) {
  std::ostringstream text;
  for (const int64_t& size : sizes) text << (&size == sizes.begin() ? "" : ", ") << size;
  return "(" + text.str() + ")";
}

const char* word(ffi::DataType type) {
  switch (type) {
    case ffi::F64: return "float64";
    case ffi::F32: return "float32";
    case ffi::S64: return "int64";
    case ffi::PRED: return "bool";
    default: return "another type";
  }
}

bool starts_with(Dimensions found, Dimensions batch) {
  return std::equal(batch.begin(), batch.end(), found.begin());
}

// The buffers themselves, which `get` would wrap one by one.
struct Operands : ffi::RemainingArgs {
  explicit Operands(const ffi::RemainingArgs& all) : RemainingArgs(all) {}
  void* const* buffers() const { return args()->args + offset(); }
};
struct Results : ffi::RemainingRets {
  explicit Results(const ffi::RemainingRets& all) : RemainingRets(all) {}
  void* const* buffers() const { return rets()->rets + offset(); }
};

// A loop: for a few letters a call of memcmp takes longer.
bool is_at(std::string_view names, size_t start, std::string_view name) {
  const size_t end = start + name.size();
  if (end > names.size() || (end < names.size() && names[end] != ' ')) return false;
  for (size_t i = 0; i < name.size(); ++i)
    if (names[start + i] != name[i]) return false;
  return true;
}

}  // namespace

size_t NamedBuffers::find(std::string_view name) {
  for (size_t tried = 0; tried < count_; ++tried) {
    if (start_ >= names_.size() || place_ == count_) place_ = start_ = 0;
    if (is_at(names_, start_, name)) {
      start_ += name.size() + 1;
      no_name_is_left_ |= start_ > names_.size();
      return place_++;
    }
    while (start_ < names_.size() && names_[start_] != ' ') ++start_;
    ++start_, ++place_;
  }
  return count_;
}

const XLA_FFI_Buffer* NamedBuffers::take(size_t place) {
  taken_ |= uint64_t{1} << place;
  return look(place);
}

bool NamedBuffers::are_named_and_taken() const {
  return count_ < 64 && taken_ + 1 == uint64_t{1} << count_ && no_name_is_left_;
}

std::string_view NamedBuffers::not_taken() const {
  size_t start = 0;
  for (uint64_t taken = taken_; taken & 1 && start < names_.size(); taken >>= 1)
    start = std::min(names_.find(' ', start), names_.size()) + 1;
  if (start >= names_.size()) return "without a name";
  return names_.substr(start, names_.find(' ', start) - start);
}

Call::Call(const char* handler, std::string_view operand_names, std::string_view result_names,
           const ffi::RemainingArgs& operands, const ffi::RemainingRets& results)
    : handler_(handler),
      buffers_{{operand_names, Operands(operands).buffers(), operands.size()},
               {result_names, Results(results).buffers(), results.size()}} {}

size_t Call::find(Kind kind, std::string_view name) {
  const size_t place = buffers_[kind].find(name);
  if (place == buffers_[kind].count())
    fail("the " + (NOUN[kind] + quoted(name)) + " is missing.");
  return place;
}

Dimensions Call::dimensions(std::string_view name, size_t rank, bool exact) {
  static const int64_t zeros[4] = {};
  const size_t place = find(OPERAND, name);
  if (place == buffers_[OPERAND].count()) return {zeros, rank};
  const XLA_FFI_Buffer* const buffer = buffers_[OPERAND].look(place);
  const Dimensions found(buffer->dims, buffer->rank);
  if (exact ? found.size() == rank : found.size() >= rank) return found;
  fail(quoted(name) + " must have " + (exact ? "" : "at least ") + std::to_string(rank) +
       " axes. Got shape " + tuple(found) + ".");
  return {zeros, rank};
}

ffi::DataType Call::type(std::string_view name) {
  const size_t place = find(OPERAND, name);
  return place == buffers_[OPERAND].count()
             ? ffi::DataType::INVALID
             : ffi::DataType(buffers_[OPERAND].look(place)->dtype);
}

void* Call::numbers(Kind kind, std::string_view name, ffi::DataType type, const Shape& shape) {
  const size_t place = find(kind, name);
  if (place == buffers_[kind].count()) return nullptr;
  const XLA_FFI_Buffer* const buffer = buffers_[kind].take(place);
  if (ffi::DataType(buffer->dtype) != type)
    return fail(quoted(name) + " must be " + word(type) + ". Got " +
                word(ffi::DataType(buffer->dtype)) + ".");
  const Dimensions found(buffer->dims, buffer->rank);
  const size_t lead = shape.batch.size();
  if (found.size() == lead + shape.sizes.size() && starts_with(found, shape.batch)) {
    const Dimensions rest = found.last(shape.sizes.size());
    if (std::equal(rest.begin(), rest.end(), shape.sizes.begin())) return buffer->data;
    if (shape.may_be_empty && std::count(rest.begin(), rest.end(), 0) == int64_t(rest.size()))
      return nullptr;
  }
  std::vector<int64_t> sizes(shape.batch.begin(), shape.batch.end());
  sizes.insert(sizes.end(), shape.sizes);
  return fail(quoted(name) + " must have shape (" + shape.axes + ") = " + tuple(sizes) +
              (shape.may_be_empty ? ", or be empty" : "") + ". Got " + tuple(found) + ".");
}

Mask Call::mask(std::string_view name) {
  if (name == "full") return Mask::full;
  if (name == "causal") return Mask::causal;
  if (name != "window")
    fail("`mask` must be 'full', 'causal' or 'window'. Got '" + std::string(name) + "'.");
  return Mask::window;
}

bool Call::failed() {
  for (const Kind kind : {OPERAND, RESULT})
    if (!buffers_[kind].are_named_and_taken())
      fail("the " + (NOUN[kind] + quoted(buffers_[kind].not_taken())) +
           " is unknown or given twice.");
  return !error_.empty();
}

std::nullptr_t Call::fail(const std::string& sentence) {
  if (error_.empty()) error_ = std::string(handler_) + ": " + sentence;
  return nullptr;
}

}  // namespace tokenflock
