#include "efsm/language/ScxmlExpression.h"

#include <llvm/ADT/StringExtras.h>

#include <vector>

namespace vernier::efsm {

namespace {

using Part = std::optional<TranslatedExpression>;

bool inWord(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '.';
}

/// Words (with their dots), numbers and operators.
std::vector<llvm::StringRef> split(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Result;
  for (Text = Text.ltrim(); !Text.empty(); Text = Text.ltrim()) {
    std::size_t Length = 0;
    while (Length < Text.size() && inWord(Text[Length]))
      ++Length;
    for (llvm::StringRef Each : {"===", "!==", "==", "!=", "<=", ">=", "&&", "||"})
      if (Length == 0 && Text.starts_with(Each))
        Length = Each.size();
    Length = std::max<std::size_t>(Length, 1);
    Result.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Result;
}

/// Everything is put into parentheses; the printer of models leaves out those that are not needed.
class Translator {
public:
  Translator(llvm::StringRef Text, const ChartNames &Names, std::string &Why)
      : Tokens(split(Text)), Names(Names), Why(Why) {}

  Part whole(bool Boolean) {
    Part Result = level(0);
    if (Result && At < Tokens.size())
      return refuse("'" + Tokens[At].str() + "'");
    if (Result && Boolean)
      boolean(*Result);
    return Result;
  }

private:
  Part refuse(std::string What) {
    if (Why.empty())
      Why = std::move(What) + " has no counterpart in models";
    return std::nullopt;
  }

  llvm::StringRef peek() const { return At < Tokens.size() ? Tokens[At] : llvm::StringRef(); }

  struct Infix {
    const char *Symbol;
    const char *Ours;
  };

  /// Of the level, if the next token is one.
  const Infix *infix(unsigned Level) const {
    static const std::vector<std::vector<Infix>> Levels = {{{"||", "or"}},
                                                           {{"&&", "and"}},
                                                           {{"==", "=="}, {"===", "=="}, {"!=", "!="}, {"!==", "!="}},
                                                           {{"<", "<"}, {"<=", "<="}, {">", ">"}, {">=", ">="}},
                                                           {{"+", "+"}, {"-", "-"}},
                                                           {{"*", "*"}}};
    for (const Infix &Each : Levels[Level])
      if (peek() == Each.Symbol)
        return &Each;
    return nullptr;
  }

  void boolean(const TranslatedExpression &Operand) {
    if (!Operand.Member.empty())
      Names.IsBoolean(Operand.Member);
  }

  /// From `||`, which binds least, to `*`.
  Part level(unsigned Level) {
    if (Level == 6)
      return unary();
    Part Left = level(Level + 1);
    while (Left) {
      const Infix *Operator = infix(Level);
      if (!Operator)
        return Left;
      ++At;
      Part Right = level(Level + 1);
      if (!Right)
        return std::nullopt;
      bool Booleans = Level < 2 || (Level == 2 && (Left->Boolean || Right->Boolean));
      if (Booleans) {
        boolean(*Left);
        boolean(*Right);
      }
      Left = TranslatedExpression{"(" + Left->Text + " " + Operator->Ours + " " + Right->Text + ")", Level < 4, ""};
    }
    return Left;
  }

  Part unary() {
    bool Not = peek() == "!", Minus = peek() == "-";
    if (!Not && !Minus)
      return primary();
    ++At;
    Part Operand = unary();
    if (!Operand)
      return std::nullopt;
    if (Not)
      boolean(*Operand);
    return TranslatedExpression{(Not ? "(not " : "(-") + Operand->Text + ")", Not, ""};
  }

  Part primary() {
    llvm::StringRef Token = peek();
    if (Token.empty())
      return refuse("an incomplete expression");
    ++At;
    if (Token == "(") {
      Part Inner = level(0);
      if (Inner && peek() != ")")
        return refuse(peek().empty() ? "an incomplete expression" : "'" + peek().str() + "'");
      ++At;
      return Inner;
    }
    if (Token == "true" || Token == "false")
      return TranslatedExpression{Token.str(), true, ""};
    if (llvm::all_of(Token, llvm::isDigit))
      return TranslatedExpression{Token.str(), false, ""};
    if (auto Found = Names.Data.find(Token); Found != Names.Data.end())
      return Found->second;
    llvm::StringRef Member = Token;
    if (Member.consume_front("_event.data.") && !Member.contains('.'))
      if (Part Parameter = Names.Parameter(Member))
        return Parameter;
    return refuse("'" + Token.str() + "'");
  }

  std::vector<llvm::StringRef> Tokens;
  const ChartNames &Names;
  std::string &Why;
  std::size_t At = 0;
};

} // namespace

std::optional<TranslatedExpression> translate(llvm::StringRef Text, const ChartNames &Names, bool Boolean,
                                              std::string &Why) {
  Why.clear();
  if (Text.size() > 1000) {
    Why = "an expression of this length cannot be read";
    return std::nullopt;
  }
  return Translator(Text, Names, Why).whole(Boolean);
}

} // namespace vernier::efsm
