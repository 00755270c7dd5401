#include "input/ReadInput.h"

#include "input/SpaceBuilder.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Error.h>

#include <map>

namespace vernier {

namespace {

const llvm::fltSemantics *semanticsOf(unsigned Bits) {
  switch (Bits) {
  case 16:
    return &llvm::APFloat::IEEEhalf();
  case 32:
    return &llvm::APFloat::IEEEsingle();
  case 64:
    return &llvm::APFloat::IEEEdouble();
  case 80:
    return &llvm::APFloat::x87DoubleExtended();
  case 128:
    return &llvm::APFloat::IEEEquad();
  default:
    return nullptr;
  }
}

Result<llvm::APInt> readFloating(llvm::StringRef Text, unsigned Bits) {
  const llvm::fltSemantics *Kind = semanticsOf(Bits);
  if (!Kind)
    return analysisError("there is no floating point of " + std::to_string(Bits) + " bits");
  if (Text == "nan")
    return llvm::APFloat::getQNaN(*Kind).bitcastToAPInt();
  llvm::APInt Pattern;
  if (llvm::StringRef Digits = Text; Digits.consume_front("nan:") && !Digits.getAsInteger(16, Pattern) &&
                                     Pattern.getActiveBits() <= Bits && Pattern.getBitWidth() > 0)
    return Pattern.zextOrTrunc(Bits);
  if (Text == "inf" || Text == "-inf")
    return llvm::APFloat::getInf(*Kind, Text.starts_with("-")).bitcastToAPInt();
  llvm::APFloat Value(*Kind);
  auto Read = Value.convertFromString(Text, llvm::APFloat::rmNearestTiesToEven);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return analysisError("'" + Text.str() + "' is no floating point number");
  }
  return Value.bitcastToAPInt();
}

std::string typeText(unsigned Bits, bool Signed, bool Floating) {
  return std::string(Floating ? "floating point"
                     : Signed ? "signed"
                              : "unsigned") +
         " of " + std::to_string(Bits) + (Bits == 1 ? " bit" : " bits");
}

std::string few(const std::vector<std::string> &Names) {
  std::string Text;
  for (std::size_t I = 0; I != Names.size() && I != 8; ++I)
    Text += (I ? ", " : "") + Names[I];
  return Names.empty() ? "nothing" : Text + (Names.size() > 8 ? ", ..." : "");
}

Error otherNames(const InputSpace &Space, const std::vector<InputValue> &Values, const std::string &Problem) {
  std::vector<std::string> Here, There;
  for (const InputLeaf &Leaf : Space.Leaves)
    Here.push_back(Leaf.Name);
  for (const InputValue &Value : Values)
    There.push_back(Value.Name);
  return analysisError(Problem + ": the inputs of '" + Space.NewEntry + "' are " + few(Here) + ", the values are for " +
                       few(There));
}

} // namespace

Result<llvm::APInt> readValue(const std::string &Text, unsigned Bits, bool Signed, bool Floating) {
  if (Floating)
    return readFloating(Text, Bits);
  llvm::StringRef Digits(Text);
  bool Negative = Digits.consume_front("-");
  llvm::APInt Value;
  if (Digits.empty() || !llvm::all_of(Digits, llvm::isDigit) || Digits.getAsInteger(10, Value))
    return analysisError("'" + Text + "' is no decimal number");
  llvm::APInt Wide = Value.zext(std::max(Value.getBitWidth(), Bits) + 1);
  if (Negative)
    Wide.negate();
  bool Fits = Signed ? Wide.isSignedIntN(Bits) : Wide.isIntN(Bits);
  if (!Fits)
    return analysisError("'" + Text + "' is not " + typeText(Bits, Signed, false));
  return Wide.trunc(Bits);
}

std::string exactValueText(const llvm::APInt &Bits, bool Signed, bool Floating) {
  std::string Text = valueText(Bits, Signed, Floating);
  return Floating && Text == "nan" ? "nan:" + llvm::toString(Bits, 16, false) : Text;
}

Result<InputAssignment> readInput(const InputSpace &Space, const std::vector<InputValue> &Values) {
  std::map<std::string, const InputValue *> Named;
  for (const InputValue &Value : Values)
    if (!Named.emplace(Value.Name, &Value).second)
      return analysisError("there are two values for '" + Value.Name + "'");
  InputAssignment Result;
  for (const InputLeaf &Leaf : Space.Leaves) {
    auto At = Named.find(Leaf.Name);
    // Tests that were saved before variables could be unset do not say it.
    if (At == Named.end() && llvm::StringRef(Leaf.Name).starts_with("env_") &&
        llvm::StringRef(Leaf.Name).ends_with(VariableIsSet)) {
      Result.push_back(llvm::APInt(1, 1));
      continue;
    }
    if (At == Named.end())
      return otherNames(Space, Values, "there is no value for '" + Leaf.Name + "'");
    const InputValue &Given = *At->second;
    if (Given.Bits && (Given.Bits != Leaf.Bits || Given.Signed != Leaf.Signed || Given.Floating != Leaf.Floating))
      return analysisError("'" + Leaf.Name + "' of '" + Space.NewEntry + "' is " +
                           typeText(Leaf.Bits, Leaf.Signed, Leaf.Floating) + ", the value was made for " +
                           typeText(Given.Bits, Given.Signed, Given.Floating));
    auto Value = readValue(Given.Value, Leaf.Bits, Leaf.Signed, Leaf.Floating);
    if (!Value)
      return analysisError("the value of '" + Leaf.Name + "': " + Value.error().Message);
    Result.push_back(std::move(*Value));
    Named.erase(At);
  }
  if (!Named.empty())
    return otherNames(Space, Values, "there is no input '" + Named.begin()->first + "'");
  return Result;
}

} // namespace vernier
