#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Syntax.h"
#include "efsm/language/TypeCheck.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

namespace vernier::efsm {

/// Gives what was read its meaning: resolves names, checks types, refuses what is declared twice.
class MachineBuilder {
public:
  MachineBuilder(const syntax::Machine &Read, Diagnostics &Problems) : Read(Read), Problems(Problems) {}
  Machine build();

private:
  void types();
  void variables();
  void initialValues();
  void messages();
  void states();
  void initials();
  void transitions();
  void transition(const syntax::Transition &From);
  bool inputOf(const syntax::Transition &From, Transition &Into, Scope &Names);
  void actionsOf(const syntax::Transition &From, Transition &Into, const Scope &Names);
  bool isSpoiled(const syntax::NodeRef &Of) const;
  std::optional<unsigned> stateCalled(const syntax::Identifier &Name);
  /// Null after an error that was reported.
  TypeRef resolve(const syntax::TypeNode &Of);
  TypeRef resolveRange(const syntax::TypeNode &Of);
  TypeRef resolveMap(const syntax::TypeNode &Of);
  TypeRef resolveRecord(const syntax::TypeNode &Of);
  TypeRef resolveLabels(const syntax::TypeNode &Of);
  /// Reports a name that is declared a second time among Those.
  bool unique(const syntax::Identifier &Name, llvm::StringMap<unsigned> &Those, const std::string &What);

  const syntax::Machine &Read;
  Diagnostics &Problems;
  Machine Result;
  Scope Names;
  llvm::StringMap<TypeRef> TypeNames; ///< null: its declaration was an error
  /// Variables, messages and labels whose type means nothing: that was said, and nothing is said about their uses.
  llvm::StringSet<> Spoiled;
};

/// The names that expressions over the machine may use.
Scope scopeOf(const Machine &Of);

} // namespace vernier::efsm
