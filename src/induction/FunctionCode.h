#pragma once

#include "normal/SharedNames.h"
#include "term/Term.h"

#include <llvm/IR/Function.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// What a way does beside computing values, in the order of the program.
struct CodeEvent {
  enum class Kind {
    Touch,  ///< undefined unless the bytes are there
    Trap,   ///< ends the program for some operands
    Effect, ///< others see it, or may see it
  };
  Kind What = Kind::Effect;
  std::string Name;
  std::vector<Term> Operands;
  Term Objects, Memory = {};                   ///< which memory is there, and what it holds, before it
  Term MemoryAfter, ObjectsAfter, Result = {}; ///< of effects
};

/// A way from one place to another, through all blocks between.
struct CodePath {
  unsigned From = 0, To = 0;
  unsigned First = 0; ///< number of its first step among the steps from the place
  std::vector<Term> Conditions;
  std::vector<CodeEvent> Events;
  std::vector<std::pair<Term, Term>> Next; ///< variables of the place it comes to
  Term Memory, Objects;                    ///< at its end
};

/// A function in normal form, taken apart at places that every endless run comes to again and again. Parameters,
/// globals, locals, memory at the start have the same terms in both versions.
class FunctionCode {
public:
  enum class Place { Start, Loop, Return, Stop };

  FunctionCode(const llvm::Function &Code, const SharedNames &Names, TermStore &Store, std::string Prefix);
  ~FunctionCode();

  /// Why it cannot be taken apart; empty if it can.
  const std::string &whyNot() const;

  unsigned places() const;
  Place kind(unsigned Place) const;
  bool isEnd(unsigned Place) const { return kind(Place) == Place::Return || kind(Place) == Place::Stop; }
  /// What values from before are used behind a place.
  const std::vector<Term> &variables(unsigned Place) const;
  const std::vector<Term> &parameters() const;

  /// The steps from a place: ways to the next place. At an end, there is one that stays.
  const std::vector<CodePath> &steps(unsigned Place);
  /// All ways of so many steps; those that come to an end before have fewer. Nothing if there are too many.
  std::optional<std::vector<CodePath>> paths(unsigned Place, unsigned Steps);

  bool usesUnwritten() const;
  bool mayBeUndefined() const;

  static Term memory(TermStore &Store) { return Store.variable(64, "memory", VariableKind::Input); }
  static Term objects(TermStore &Store) { return Store.variable(64, "objects", VariableKind::Input); }

private:
  class Builder;
  std::unique_ptr<Builder> Built;
};

} // namespace vernier
