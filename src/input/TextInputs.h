#pragma once

#include "base/Random.h"
#include "input/InputSpace.h"
#include "input/SourceConstants.h"

namespace vernier {

/// Inputs of programs that read texts: of letters that the sources name, numbers, words, names of the files of the
/// space, as long as they fit; and variations of inputs that are worth it.
class TextInputs {
public:
  TextInputs(const InputSpace &Space, std::uint64_t Seed, const SourceConstants &Known);

  /// There are no texts in the space.
  bool empty() const { return Texts.empty(); }
  /// With other texts; most often those of a kept input, varied.
  InputAssignment next(InputAssignment Others);
  /// How much inputs promise that are like one.
  enum class Worth : std::uint8_t { Usual, Good, Best };
  /// Inputs that are like this one will be tried, more often if they promise more.
  void keep(const InputAssignment &Input, Worth Promise = Worth::Usual) {
    Kept.push_back(Input);
    if (Promise == Worth::Good)
      GoodOnes.push_back(Input);
    else if (Promise == Worth::Best)
      BestOnes.push_back(Input);
  }
  const std::vector<InputAssignment> &kept() const { return Kept; }

private:
  /// The bytes, and the leaf that says how many of them are there; else a zero ends them.
  struct Text {
    std::vector<unsigned> Leaves;
    std::optional<unsigned> Length;
  };

  void add(const std::vector<unsigned> &Leaves, std::optional<unsigned> Length);
  const InputAssignment &anyKept();
  std::string read(const Text &From, const InputAssignment &Input) const;
  void write(const std::string &Bytes, const Text &To, InputAssignment &Input) const;
  char letter();
  std::string word();
  std::string number();
  std::string fresh(std::size_t Most);
  std::string varied(std::string Bytes, const Text &Of);
  void vary(std::string &Bytes, const Text &Of);
  void insertLine(std::string &Bytes, llvm::StringRef Other, std::size_t From);
  void varyNumber(std::string &Bytes, std::size_t From);

  const InputSpace &Space;
  Random Choose;
  std::string Letters;
  std::vector<std::string> Words, Numbers;
  std::vector<Text> Texts;
  std::vector<InputAssignment> Kept, GoodOnes, BestOnes;
  std::string Alphabet; ///< of the texts of one input
};

} // namespace vernier
