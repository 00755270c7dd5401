#include "search/TermKeys.h"

namespace vernier {

namespace {

PathKey withText(PathKey Key, llvm::StringRef Text) {
  for (unsigned char Each : Text)
    Key = Key.then(Each);
  return Key;
}

} // namespace

PathKey TermKeys::of(Term What) {
  llvm::SmallVector<Term, 32> Work{What};
  while (!Work.empty()) {
    Term Each = Work.back();
    std::size_t Before = Work.size();
    for (Term Operand : Each.operands())
      if (!Known.contains(Operand))
        Work.push_back(Operand);
    if (Work.size() != Before)
      continue;
    Work.pop_back();
    if (Known.contains(Each))
      continue;
    PathKey Key;
    Key = Key.then(static_cast<std::uint64_t>(Each.operation())).then(Each.bits()).then(Each->Extra);
    if (Each.is(Operation::Variable) || Each.is(Operation::Apply))
      Key = withText(Key, Store.name(Each));
    else
      Key = Key.then(Each->Aux);
    if (Each.isConstant())
      for (unsigned I = 0; I != Each.value().getNumWords(); ++I)
        Key = Key.then(Each.value().getRawData()[I]);
    for (Term Operand : Each.operands()) {
      PathKey Of = Known.find(Operand)->second;
      Key = Key.then(Of.High).then(Of.Low);
    }
    Known.try_emplace(Each, Key);
  }
  return Known.find(What)->second;
}

} // namespace vernier
