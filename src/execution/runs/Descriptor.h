#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace vernier {

/// An open file that closes itself. Its number is none of the first three, which are replaced in children before the
/// others are placed.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int Number) : Number(Number) {
    if (Number >= 0 && Number < 3) {
      this->Number = fcntl(Number, F_DUPFD_CLOEXEC, 10);
      ::close(Number);
    }
  }
  Descriptor(Descriptor &&Other) noexcept : Number(std::exchange(Other.Number, -1)) {}
  Descriptor &operator=(Descriptor &&Other) noexcept {
    std::swap(Number, Other.Number);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (Number >= 0)
      ::close(Number);
    Number = -1;
  }
  int get() const { return Number; }
  explicit operator bool() const { return Number >= 0; }

private:
  int Number = -1;
};

struct Pipe {
  Descriptor Read, Write;
  bool open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    Read = Descriptor(Ends[0]);
    Write = Descriptor(Ends[1]);
    return true;
  }
};

} // namespace vernier
