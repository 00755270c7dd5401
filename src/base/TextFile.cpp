#include "base/TextFile.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace vernier {

namespace {

struct Closed {
  void operator()(std::FILE *Stream) const { std::fclose(Stream); }
};
using OpenFile = std::unique_ptr<std::FILE, Closed>;

Error problemWith(const char *Verb, const std::string &Path) {
  return analysisError(std::string("cannot ") + Verb + " '" + Path + "': " + std::generic_category().message(errno));
}

} // namespace

Result<std::string> readTextFile(const std::string &Path) {
  OpenFile Stream(std::fopen(Path.c_str(), "rbe"));
  if (!Stream)
    return problemWith("read", Path);
  std::string Text;
  std::array<char, 65536> Buffer;
  while (std::size_t Size = std::fread(Buffer.data(), 1, Buffer.size(), Stream.get()))
    Text.append(Buffer.data(), Size);
  if (std::ferror(Stream.get()))
    return problemWith("read", Path);
  return Text;
}

Status writeTextFile(const std::string &Path, std::string_view Contents) {
  OpenFile Stream(std::fopen(Path.c_str(), "wbe"));
  if (!Stream || std::fwrite(Contents.data(), 1, Contents.size(), Stream.get()) != Contents.size())
    return problemWith("write", Path);
  // What is still in the buffer may not find room.
  if (std::fclose(Stream.release()) != 0)
    return problemWith("write", Path);
  return Done{};
}

} // namespace vernier
