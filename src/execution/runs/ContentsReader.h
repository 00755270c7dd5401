#pragma once

#include "input/Fields.h"

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vernier {

/// Memory that a run left, under the number that a trace has it by.
struct MemoryArea {
  std::uint64_t Address = 0;
  llvm::StringRef Bytes;
  unsigned Observed = 0;
};

/// Bits in such memory.
struct LeftScalar {
  unsigned Observed = 0;
  std::uint64_t Offset = 0;
  unsigned Bits = 8;
  bool Floating = false;
  std::uint8_t Mask = WholeByte;
};

/// An object of a class that is told by its contents (KnownClass): a string is its length and its bytes, wherever they
/// lie, and however much room there is behind them.
struct LeftContents {
  std::string Name;
  bool OfResult = false;
  std::string Text; ///< for people, and for comparing
  /// Two objects have the same contents exactly if these two are equal: what the forms say, given the pins, and the
  /// values of the scalars, one by one.
  std::string Form;
  std::vector<LeftScalar> Scalars;
  std::vector<LeftScalar> Pins; ///< what the form was read from
  LeftScalar Whole;             ///< the object itself
  bool Inside = true;           ///< nothing of it lies outside of Whole
};

/// Reads such objects. Nothing that a program wrote is believed: lengths are compared with what is there.
class ContentsReader {
public:
  /// Where a pointer among the contents leads, as text.
  using Targets =
      std::function<std::string(std::uint64_t Address, const llvm::DIType *Pointee, const std::string &Name)>;

  ContentsReader(std::vector<MemoryArea> Areas, std::pair<std::uint64_t, std::uint64_t> Stack)
      : Areas(std::move(Areas)), Stack(Stack) {}

  LeftContents read(const MemoryArea &In, std::uint64_t Offset, const llvm::DIType *Type, const std::string &Name,
                    const Targets &Follow);
  /// Why something could not be read; empty: everything could.
  const std::string &problem() const { return Problem; }

private:
  struct Reading; ///< one object that is being read
  struct Place {
    const MemoryArea *In;
    std::uint64_t Offset;
  };
  std::string object(Reading &Now, Place At, const llvm::DIType *Type, const std::string &Name);
  std::string fields(Reading &Now, Place At, const std::vector<Field> &Fields, const std::string &Name);
  std::string field(Reading &Now, Place At, const Field &Each, const std::string &Name);
  std::string text(Reading &Now, std::uint64_t Address, std::uint64_t Length);
  std::string list(Reading &Now, Place At, const llvm::DIType *Element, const std::string &Name);
  std::uint64_t pinned(Reading &Now, Place At, unsigned Bits);
  const MemoryArea *areaOf(Reading &Now, std::uint64_t Address, std::uint64_t Size);
  void fail(const std::string &Why);

  std::vector<MemoryArea> Areas;
  std::pair<std::uint64_t, std::uint64_t> Stack;
  std::string Problem;
};

/// In quotes, with escapes; bytes that nobody wrote are `\?`.
std::string bytesText(llvm::StringRef Bytes, llvm::StringRef Unwritten = {});

/// The bits that stand there.
llvm::APInt bitsAt(llvm::StringRef Bytes, std::uint64_t Offset, unsigned Bits);

} // namespace vernier
