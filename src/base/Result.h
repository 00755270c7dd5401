#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace vernier {

/// What went wrong, as far as the caller's exit code is concerned.
enum class ErrorKind {
  Usage,         ///< the command line asks for something that makes no sense (exit code 2)
  CannotAnalyse, ///< the request is sensible, but the versions cannot be built, loaded or compared (exit code 3)
};

/// An error is a value. Message is one line: it names the thing, the place and the way out.
/// Output is what another tool (the compiler, the user's build) printed, to be shown as it is.
struct Error {
  ErrorKind Kind = ErrorKind::CannotAnalyse;
  std::string Message;
  std::string Output;
};

inline Error usageError(std::string Message) {
  return {ErrorKind::Usage, std::move(Message), {}};
}
inline Error analysisError(std::string Message, std::string Output = {}) {
  return {ErrorKind::CannotAnalyse, std::move(Message), std::move(Output)};
}

/// Either a value or the error that stood in its way.
template <class T> class [[nodiscard]] Result {
public:
  Result(T Value) : State(std::in_place_index<0>, std::move(Value)) {}
  Result(Error Why) : State(std::in_place_index<1>, std::move(Why)) {}

  explicit operator bool() const { return State.index() == 0; }
  T &operator*() & { return value(); }
  const T &operator*() const & { return value(); }
  T &&operator*() && { return std::move(value()); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &value(); }

  const Error &error() const & {
    assert(State.index() == 1 && "a result with a value has no error");
    return std::get<1>(State);
  }
  Error takeError() { return std::move(std::get<1>(State)); }

private:
  T &value() {
    assert(State.index() == 0 && "the result holds an error");
    return std::get<0>(State);
  }
  const T &value() const {
    assert(State.index() == 0 && "the result holds an error");
    return std::get<0>(State);
  }
  std::variant<T, Error> State;
};

/// For operations that only succeed or fail.
struct Done {};
using Status = Result<Done>;

} // namespace vernier
