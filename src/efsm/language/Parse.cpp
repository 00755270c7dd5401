#include "efsm/language/Parse.h"

#include "base/TextFile.h"
#include "efsm/language/MachineBuilder.h"
#include "efsm/language/ModelParser.h"
#include "efsm/language/Scxml.h"

#include <llvm/Support/MemoryBuffer.h>

namespace vernier::efsm {

std::optional<Machine> parseMachine(Diagnostics &Problems) {
  unsigned Before = Problems.errors();
  TokenReader Tokens(Problems.text(), Problems);
  syntax::Machine Read = ModelParser(Tokens, Problems).parse();
  Machine Built = MachineBuilder(Read, Problems).build();
  for (const CommentToken &Each : Tokens.lexer().comments())
    Built.Comments.push_back({Each.Line, Each.OwnLine, Each.Text.str()});
  return Problems.errors() == Before ? std::optional(std::move(Built)) : std::nullopt;
}

std::optional<ExpressionRef> parsePredicate(const Machine &Over, Diagnostics &Problems) {
  TokenReader Tokens(Problems.text(), Problems);
  syntax::NodeRef Read = Tokens.expression();
  if (!Read)
    return std::nullopt;
  if (!Tokens.atEnd()) {
    Tokens.unexpected("the end of the predicate");
    return std::nullopt;
  }
  Scope Names = scopeOf(Over);
  ExpressionRef Checked = TypeChecker(Names, Problems).checkAs(*Read, boolType());
  return Checked ? std::optional(Checked) : std::nullopt;
}

namespace {

Error refused(const Diagnostics &Problems) {
  unsigned Count = Problems.errors();
  return analysisError(Problems.file() + " has " + std::to_string(Count) + (Count == 1 ? " error" : " errors"),
                       Problems.render());
}

} // namespace

Result<Machine> readMachine(const std::string &Path, std::string *Warnings) {
  auto Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  Diagnostics Problems(Path, std::move(*Text));
  bool Imported = llvm::StringRef(Path).ends_with(".scxml");
  std::optional<Machine> Read = Imported ? importScxml(Problems) : parseMachine(Problems);
  if (!Read)
    return refused(Problems);
  if (Warnings)
    *Warnings = Problems.render();
  return std::move(*Read);
}

Result<Suite> readTests(const std::string &Path, const Machine &For) {
  auto Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  Diagnostics Problems(Path, std::move(*Text));
  std::optional<Suite> Read = parseTests(For, Problems);
  if (!Read)
    return refused(Problems);
  return std::move(*Read);
}

} // namespace vernier::efsm
