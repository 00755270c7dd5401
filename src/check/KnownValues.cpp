#include "check/KnownValues.h"

#include "base/Budget.h"
#include "check/ClaimReview.h"
#include "check/SpotCheck.h"
#include "input/LeafTerms.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// More runs would not be worth the time: two builds, about a millisecond each.
constexpr std::size_t MostRuns = 400;

/// Arguments that are input, as the leaves of their bytes.
std::vector<std::vector<unsigned>> argumentsOf(const InputSpace &Space) {
  std::vector<std::vector<unsigned>> Arguments;
  for (const ProgramInput::Argument &Argument : Space.Program.Arguments)
    if (!Argument.Fixed)
      Arguments.push_back(Argument.Leaves);
  return Arguments;
}

/// How many words may be combined for so many arguments.
std::size_t affordable(std::size_t Arguments) {
  auto Combinations = [&](std::size_t Words) {
    std::size_t Product = 1;
    for (std::size_t I = 0; I != Arguments && Product <= MostRuns; ++I)
      Product *= Words;
    return Product;
  };
  std::size_t Words = 1;
  while (Words < MostRuns && Combinations(Words + 1) <= MostRuns)
    ++Words;
  return Words;
}

class Combinations {
public:
  Combinations(const InputSpace &Space, std::vector<std::string> Known) : Space(Space), Arguments(argumentsOf(Space)) {
    if (Arguments.empty())
      return;
    std::size_t Longest = Arguments.front().size(), Most = affordable(Arguments.size());
    for (std::string &Word : Known)
      if (Word.size() <= Longest && Words.size() < Most && !llvm::is_contained(Words, Word))
        Words.push_back(std::move(Word));
    Chosen.resize(Arguments.size());
    AtEnd = Words.empty();
  }

  std::optional<InputAssignment> next() {
    if (AtEnd)
      return std::nullopt;
    InputAssignment Input;
    for (const InputLeaf &Leaf : Space.Leaves)
      Input.push_back(Leaf.Min.value_or(llvm::APInt(Leaf.Bits, 0)));
    for (std::size_t I = 0; I != Arguments.size(); ++I) {
      const std::string &Word = Words[Chosen[I]];
      for (std::size_t At = 0; At != Arguments[I].size(); ++At)
        Input[Arguments[I][At]] = llvm::APInt(8, At < Word.size() ? static_cast<unsigned char>(Word[At]) : 0);
    }
    settle(Space, Input);
    step();
    return Input;
  }

private:
  void step() {
    for (std::size_t I = Chosen.size(); I-- != 0;) {
      if (++Chosen[I] < Words.size())
        return;
      Chosen[I] = 0;
    }
    AtEnd = true;
  }

  const InputSpace &Space;
  std::vector<std::vector<unsigned>> Arguments;
  std::vector<std::string> Words;
  std::vector<std::size_t> Chosen; ///< a word for each argument
  bool AtEnd = true;
};

bool isWord(const std::string &Text) {
  return !Text.empty() && llvm::all_of(Text, [](char C) { return C > ' ' && C <= '~'; });
}

} // namespace

std::vector<std::string> wordsOf(const Witness &Shown) {
  std::vector<std::string> Words;
  for (const InputValue &Value : Shown.Input)
    if (!Value.Floating && llvm::none_of(Shown.Texts, [&](const InputText &Text) {
          return llvm::StringRef(Value.Name).starts_with(Text.Name);
        }))
      Words.push_back(Value.Value);
  for (const InputText &Text : Shown.Texts)
    Words.push_back(Text.Bytes.substr(0, Text.Bytes.find('\0')));
  for (const Outcome *Version : {&Shown.Old, &Shown.New})
    Words.push_back(Version->Return);
  llvm::erase_if(Words, [](const std::string &Word) { return !isWord(Word); });
  return Words;
}

bool tryArguments(const ChangeMap &Map, const InputSpace &Space, std::vector<std::string> Words,
                  const VerifyOptions &Options, const Workspace &Place, VerifyResult &Into) {
  Combinations Inputs(Space, std::move(Words));
  auto Input = Inputs.next();
  if (!Input)
    return false;
  auto Builds = plainBuilds(&Map, Space, Place);
  if (!Builds)
    return false;
  auto Admits = admittedBy(Space);
  auto Run = [&] {
    return std::make_pair(Builds->front().run(*Input, Options.Runs), Builds->back().run(*Input, Options.Runs));
  };
  for (Budget Patience(Options.Time); Input && !Patience.exhausted(); Input = Inputs.next()) {
    if (!Admits(*Input))
      continue;
    auto Shown = Run();
    if (!Shown.first.comparable() || !Shown.second.comparable() ||
        sameBehaviour(Shown.first, Shown.second, Options.Observed) || Run() != Shown)
      continue;
    TermStore Store;
    std::vector<Term> Leaves = leafTerms(Store, Space);
    Into.Space = Space;
    ClaimReview(Into, Store, Leaves, false).addSingle(*Input, {{}, {}, Shown.first, Shown.second}, {});
    Into.Partitions.back().Conjuncts.clear(); // their terms are gone with the store
    Into.Judged = {Answer::Different, {"witness", "an input shows it", {}}, {}, Extent::None, 0};
    return true;
  }
  return false;
}

} // namespace vernier
