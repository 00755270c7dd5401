#include "bounded/Path.h"

namespace vernier {

Paths::Paths(TermStore &Store) : Store(Store) {
  Nodes.push_back({nullptr, {}, Store.boolean(true), 0});
  Root = &Nodes.back();
}

const PathNode *Paths::extend(const PathNode *Path, Term Literal) {
  if (Literal.isTrue())
    return Path;
  if (Literal.isFalse())
    return nullptr;
  // What the last conditions said already, or denied. Looking further back costs more than it finds.
  constexpr unsigned Window = 32;
  Term Negated = Store.notTerm(Literal);
  unsigned Steps = 0;
  for (const PathNode *Each = Path; Each->Parent && Steps < Window; Each = Each->Parent, ++Steps) {
    if (Each->Literal == Literal)
      return Path;
    if (Each->Literal == Negated)
      return nullptr;
  }
  auto [Where, New] = Known.try_emplace({Path, Literal.node()}, nullptr);
  if (New) {
    Term All = Store.andTerm(Path->All, Literal);
    if (!All.isFalse()) {
      Nodes.push_back({Path, Literal, All, Path->Depth + 1});
      Where->second = &Nodes.back();
    }
  }
  return Where->second;
}

namespace {

const PathNode *ancestor(const PathNode *A, const PathNode *B) {
  while (A != B)
    if (A->Depth >= B->Depth)
      A = A->Parent;
    else
      B = B->Parent;
  return A;
}

} // namespace

unsigned Paths::common(const PathNode *A, const PathNode *B) {
  return ancestor(A, B)->Depth;
}

Paths::Join Paths::join(const PathNode *A, const PathNode *B) {
  const PathNode *Shared = ancestor(A, B);
  Term First, Second; // the literal right behind the shared part
  auto Rest = [&](const PathNode *Path, Term &Leading) {
    Term All = Store.boolean(true);
    for (; Path != Shared; Path = Path->Parent) {
      Leading = Path->Literal;
      All = Store.andTerm(Path->Literal, All);
    }
    return All;
  };
  Term RestA = Rest(A, First), RestB = Rest(B, Second);
  // Nothing behind the shared part: the other one is a part of this one, which cannot hold both; take this one.
  if (!First)
    return {A, Store.notTerm(RestB)};
  if (!Second)
    return {B, RestA};
  // The first literal alone tells the two apart where it is the one that was branched on.
  Term Chooser = Store.notTerm(First) == Second ? First : RestA;
  const PathNode *Joined = extend(Shared, Store.orTerm(RestA, RestB));
  return {Joined, Chooser};
}

} // namespace vernier
