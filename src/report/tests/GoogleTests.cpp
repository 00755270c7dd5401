#include "input/ReadInput.h"
#include "input/Shape.h"
#include "report/terms/SourceTypes.h"
#include "report/tests/GeneratedTests.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <csignal>

namespace vernier {

namespace {

using Text = std::string;

/// One function as C++ declares and calls it.
struct Declaration {
  const llvm::Function *F = nullptr;
  std::vector<SourceParameter> Parameters;
  std::optional<NumberType> ReturnNumber; ///< of a number
  bool ReturnPointer = false;
  Text Name; ///< in the tests
};

/// Writes the tests of one function.
class Writer {
public:
  Writer(const Program &Version, const InputSpace &Space, const TestStyle &Style)
      : Version(Version), Space(Space), Style(Style) {}

  GeneratedTests write(const std::vector<ObservedTest> &Tests) {
    GeneratedTests Result;
    Text Why = declare(), Body;
    for (const ObservedTest &Test : Tests) {
      Text Reason = !Why.empty() ? Why : whyNotExpressible(Test), One;
      if (Reason.empty() && Space.Program.StdinLength)
        Reason = "a test of this form gives no standard input";
      if (Reason.empty())
        One = testText(Test, Reason);
      if (!Reason.empty()) {
        Result.LeftOut.push_back(Test.Name + ": " + Reason);
        continue;
      }
      ++Result.Written;
      Result.Names.push_back(identifier(Test.Name));
      Body += One;
    }
    Result.Text = head(Result) + Body;
    return Result;
  }

private:
  Text declare();
  Text parameterType(std::size_t I) const;
  Text head(const GeneratedTests &Written) const;
  Text testText(const ObservedTest &Test, Text &Why);
  Text bodyText(const InputAssignment &Input, const Outcome &Shown, Text &Why);
  Text objectText(unsigned Index, const InputAssignment &Input);
  Text bytesOf(const InputObject &Object, const InputAssignment &Input, Text &Patches);
  Text pointerTo(unsigned Index, const InputAssignment &Input) const;
  Text call(const InputAssignment &Input, Text &Why) const;
  Text expectReturn(const Outcome &Shown, const Text &Call, const InputAssignment &Input, Text &Why) const;
  Text expectMemory(const NamedValue &Changed, const InputAssignment &Input) const;
  std::optional<Text> placeText(const Text &Pointer, const InputAssignment &Input) const;
  /// The number that the elements of a typed object are; nothing: the object is bytes.
  std::optional<NumberType> elementOf(unsigned Index) const;
  Text nameOf(unsigned Index) const {
    return "object" + std::to_string(Index + 1) + "_" + identifier(Space.Objects[Index].Name);
  }
  bool fresh() const {
    return !Space.Globals.empty() || llvm::is_contained(Space.Assumptions, assumption::GlobalsAsInitialised);
  }

  const Program &Version;
  const InputSpace &Space;
  const TestStyle &Style;
  Declaration What;
  std::vector<Text> Types;                                                ///< of the parameters
  std::vector<std::optional<NumberType>> Elements;                        ///< of the objects
  std::vector<std::pair<const llvm::GlobalVariable *, unsigned>> Globals; ///< that start as an object
};

/// Why the function cannot be called from outside; empty: it can.
Text Writer::declare() {
  What.F = Version.module().getFunction(Space.NewEntry);
  Elements.resize(Space.Objects.size());
  if (!What.F || !What.F->getSubprogram())
    return "the function has no debug information";
  What.Name = identifier(What.F->getSubprogram()->getName().str());
  if (What.F->hasLocalLinkage())
    return "'" + What.Name + "' is static: no other file can call it";
  What.Parameters = sourceParameters(*What.F);
  for (const InputContents &Each : Space.Contents)
    return "'" + Each.Name + "' is of a class of the C++ library; its values are in the saved tests";
  llvm::DITypeRefArray Declared = What.F->getSubprogram()->getType()->getTypeArray();
  const llvm::DIType *Returned = Declared.size() ? Declared[0] : nullptr;
  What.ReturnNumber = numberType(Returned);
  What.ReturnPointer = pointerType(Returned).has_value();
  if (strippedType(Returned) && !What.ReturnNumber && !What.ReturnPointer)
    return "it returns neither a number nor a pointer";
  for (std::size_t I = 0; I != What.Parameters.size(); ++I) {
    Types.push_back(parameterType(I));
    if (Types.back().empty())
      return "parameter '" + What.Parameters[I].Name + "' is neither a number nor a pointer";
  }
  for (const auto &[Symbol, Object] : Space.Globals) {
    const llvm::GlobalVariable *G = Version.module().getGlobalVariable(Symbol, true);
    if (!G || G->hasLocalLinkage())
      return "the global '" + Symbol + "' is static: no other file can set it";
    Globals.emplace_back(G, Object);
  }
  return {};
}

/// Empty: it cannot be written down. Notes the element type of what it points to.
Text Writer::parameterType(std::size_t I) const {
  const SourceParameter &Parameter = What.Parameters[I];
  if (Parameter.Result || Parameter.Arguments.size() != 1 || Parameter.Arguments.front()->hasByValAttr())
    return {};
  const InputArgument &Given = Space.NewArguments[Parameter.Arguments.front()->getArgNo()];
  if (auto Number = numberType(Parameter.Type))
    return Given.What == InputArgument::Kind::Leaf ? Number->Name : Text();
  auto Pointer = pointerType(Parameter.Type);
  if (!Pointer || !Parameter.Arguments.front()->getType()->isPointerTy())
    return {};
  auto Element = numberType(Pointer->To);
  return Element ? Element->Name + " *" : "void *";
}

std::optional<NumberType> Writer::elementOf(unsigned Index) const {
  const InputObject &Object = Space.Objects[Index];
  std::optional<NumberType> Element;
  for (const SourceParameter &Parameter : What.Parameters)
    for (const llvm::Argument *A : Parameter.Arguments)
      if (const InputArgument &Given = Space.NewArguments[A->getArgNo()];
          Given.What == InputArgument::Kind::Object && Given.Index == Index)
        if (auto Pointer = pointerType(Parameter.Type))
          Element = numberType(Pointer->To);
  if (!Element || Object.Cells.empty() || Object.Size % (Element->Bits / 8))
    return std::nullopt;
  for (std::size_t I = 0; I != Object.Cells.size(); ++I) {
    const InputCell &Cell = Object.Cells[I];
    unsigned Bits = Cell.What == InputCell::Kind::Leaf ? Space.Leaves[Cell.Index].Bits : Cell.Value.getBitWidth();
    bool Fits =
        (Bits == Element->Bits || (Element->Name == "bool" && Bits == 1)) && Cell.Offset == I * Element->Bits / 8;
    if (Cell.What == InputCell::Kind::Pointer || !Fits)
      return std::nullopt;
  }
  return Element;
}

const char *const Helpers = R"(
namespace {

template <class T, class B> T fromBits(B Bits) {
  T Value;
  std::memcpy(&Value, &Bits, sizeof Value);
  return Value;
}

template <class T> void put(void *Object, unsigned Offset, T Value) {
  std::memcpy(static_cast<char *>(Object) + Offset, &Value, sizeof Value);
}

template <class T> T get(const void *Object, unsigned Offset) {
  T Value;
  std::memcpy(&Value, static_cast<const char *>(Object) + Offset, sizeof Value);
  return Value;
}

/// In a process of its own, so that no test sees what another left in global variables.
template <class F> void inFreshProcess(F Body) {
  EXPECT_EXIT(
      {
        Body();
        std::fflush(nullptr);
        std::_Exit(testing::Test::HasFailure() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
}

template <class F, class P> void endsTheProcess(F Body, P How) { EXPECT_EXIT(Body(), How, ""); }

} // namespace

)";

const char *const PairHelper = R"(namespace {

[[maybe_unused]] bool expectsNew() {
  const char *Version = std::getenv("VERNIER_EXPECT");
  return Version && std::string(Version) == "new";
}

} // namespace

)";

Text Writer::head(const GeneratedTests &Written) const {
  Text Result = "// Tests of '" + Space.NewEntry + "' that Vernier generated: " + Style.About +
                ".\n// Build it with the code under test and GoogleTest (without another main).\n";
  if (Style.Pair)
    Result += "// Where the versions differ, the outcome of the old one is expected; with VERNIER_EXPECT=new in the\n"
              "// environment that of the new one.\n";
  if (!Written.LeftOut.empty())
    Result += "// Left out (" + std::to_string(Written.LeftOut.size()) + "):\n";
  for (const Text &Each : Written.LeftOut)
    Result += "//   " + Each + "\n";
  Result +=
      "\n#include <gtest/gtest.h>\n\n#include <cmath>\n#include <csignal>\n#include <cstdint>\n#include <cstdio>\n"
      "#include <cstdlib>\n#include <cstring>\n#include <string>\n\n";
  if (!Written.Written)
    return Result;
  Text Returned = What.ReturnNumber ? What.ReturnNumber->Name : What.ReturnPointer ? "void *" : "void";
  Result += "extern \"C\" " + Returned + " tested_" + What.Name + "(";
  for (std::size_t I = 0; I != Types.size(); ++I)
    Result += (I ? ", " : "") + Types[I] + (Types[I].back() == '*' ? "" : " ") + identifier(What.Parameters[I].Name);
  Result += ") __asm__(\"" + Space.NewEntry + "\");\n";
  for (const auto &[G, Object] : Globals)
    Result += "extern \"C\" unsigned char global_" + identifier(G->getName().str()) + "[] __asm__(\"" +
              G->getName().str() + "\");\n";
  return Result + Helpers + (Style.Pair ? PairHelper : "");
}

/// The contents of an object as a list of bytes; pointers are put in afterwards.
Text Writer::bytesOf(const InputObject &Object, const InputAssignment &Input, Text &Patches) {
  std::vector<unsigned> Bytes(Object.Size, 0);
  for (const InputCell &Cell : Object.Cells) {
    if (Cell.What == InputCell::Kind::Pointer) {
      Patches += "  put<void *>(" + nameOf(static_cast<unsigned>(&Object - Space.Objects.data())) + ", " +
                 std::to_string(Cell.Offset) + ", " + pointerTo(Cell.Index, Input) + ");\n";
      continue;
    }
    const llvm::APInt &Value = Cell.What == InputCell::Kind::Leaf ? Input[Cell.Index] : Cell.Value;
    llvm::APInt Whole = Value.zext((Value.getBitWidth() + 7) / 8 * 8);
    for (unsigned I = 0; I != Whole.getBitWidth() / 8 && Cell.Offset + I < Bytes.size(); ++I)
      Bytes[Cell.Offset + I] = static_cast<unsigned>(Whole.extractBitsAsZExtValue(8, I * 8));
  }
  Text List;
  for (std::size_t I = 0; I != Bytes.size(); ++I)
    List += (I ? ", " : "") + std::to_string(Bytes[I]);
  return List;
}

Text Writer::objectText(unsigned Index, const InputAssignment &Input) {
  const InputObject &Object = Space.Objects[Index];
  Text Name = nameOf(Index);
  Elements[Index] = elementOf(Index);
  if (!Elements[Index]) {
    Text Fields;
    for (const InputCell &Cell : Object.Cells)
      if (Cell.What == InputCell::Kind::Leaf && !Cell.Name.empty()) {
        const InputLeaf &Leaf = Space.Leaves[Cell.Index];
        Fields += (Fields.empty() ? "  // " : ", ") + Cell.Name + " = " +
                  valueText(Input[Cell.Index], Leaf.Signed, Leaf.Floating);
      }
    Text Patches, Bytes = bytesOf(Object, Input, Patches);
    return (Fields.empty() ? Fields : Fields + "\n") + "  alignas(" + std::to_string(Object.Alignment) +
           ") unsigned char " + Name + "[" + std::to_string(std::max<std::uint64_t>(Object.Size, 1)) + "] = {" + Bytes +
           "};\n";
  }
  const NumberType &Element = *Elements[Index];
  std::uint64_t Count = Object.Size / (Element.Bits / 8);
  Text List, Bytes;
  for (const InputCell &Cell : Object.Cells) {
    const llvm::APInt &Value = Cell.What == InputCell::Kind::Leaf ? Input[Cell.Index] : Cell.Value;
    List += (List.empty() ? "" : ", ") + literal(Value, Element);
    Bytes += static_cast<char>(Value.zextOrTrunc(64).getZExtValue());
  }
  Bytes.erase(Bytes.find_last_not_of('\0') + 1); // the array has them anyway
  bool Characters = Object.Text && Element.Name.find("char") != Text::npos && Bytes.size() < Count;
  return "  " + Element.Name + " " + Name + "[" + std::to_string(Count) +
         "] = " + (Characters ? stringLiteral(Bytes) : "{" + List + "}") + ";\n";
}

Text Writer::pointerTo(unsigned Index, const InputAssignment &Input) const {
  const InputObject &Object = Space.Objects[Index];
  if (Object.NullLeaf && Input[*Object.NullLeaf].getBoolValue())
    return "nullptr";
  if (Object.Alias && Input[Object.Alias->first].getBoolValue())
    return pointerTo(Object.Alias->second, Input);
  return nameOf(Index);
}

Text Writer::call(const InputAssignment &Input, Text &Why) const {
  Text Result = "tested_" + What.Name + "(";
  for (std::size_t I = 0; I != What.Parameters.size(); ++I) {
    const InputArgument &Given = Space.NewArguments[What.Parameters[I].Arguments.front()->getArgNo()];
    Text One;
    if (Given.What == InputArgument::Kind::Leaf) {
      NumberType Number = *numberType(What.Parameters[I].Type);
      One = literal(Input[Given.Index].zextOrTrunc(Number.Bits), Number);
      if (Input[Given.Index].getBitWidth() != Number.Bits && Number.Name != "bool")
        Why = "parameter '" + What.Parameters[I].Name + "' has another width in the source";
    } else if (Given.What == InputArgument::Kind::Object) {
      One = pointerTo(Given.Index, Input);
      // Where the array of an alias has another type, and for memory that is given as bytes.
      if (One != "nullptr" && Types[I] != "void *")
        One = "reinterpret_cast<" + Types[I] + ">(" + One + ")";
      bool Own = One == "reinterpret_cast<" + Types[I] + ">(" + nameOf(Given.Index) + ")";
      if (Own && Elements[Given.Index])
        One = nameOf(Given.Index);
    } else
      One = "nullptr";
    Result += (I ? ", " : "") + One;
  }
  return Result + ")";
}

/// `null`, `&a`, `&a+4`: a place in an object of the input.
std::optional<Text> Writer::placeText(const Text &Pointer, const InputAssignment &Input) const {
  if (Pointer == "null")
    return "nullptr";
  llvm::StringRef Rest(Pointer);
  if (!Rest.consume_front("&"))
    return std::nullopt;
  auto [Name, Offset] = Rest.split('+');
  for (unsigned I = 0; I != Space.Objects.size(); ++I)
    if (Space.Objects[I].Name == Name && pointerTo(I, Input) == nameOf(I))
      return "reinterpret_cast<char *>(" + nameOf(I) + ")" + (Offset.empty() ? "" : " + " + Offset.str());
  return std::nullopt;
}

Text Writer::expectReturn(const Outcome &Shown, const Text &Call, const InputAssignment &Input, Text &Why) const {
  if (What.ReturnNumber) {
    const NumberType &Number = *What.ReturnNumber;
    if (Shown.Return == "nan")
      return "  EXPECT_TRUE(std::isnan(" + Call + "));\n";
    auto Value = readValue(Shown.Return, Number.Name == "bool" ? 1 : Number.Bits, Number.Signed, Number.Floating);
    if (Value)
      return "  EXPECT_EQ(" + Call + ", " + literal(*Value, Number) + ");\n";
    Why = "what it returns, " + Shown.Return + ", is no " + Number.Name;
    return {};
  }
  if (!What.ReturnPointer)
    return "  " + Call + ";\n";
  if (auto Place = placeText(Shown.Return, Input))
    return "  EXPECT_EQ(static_cast<void *>(" + Call + "), static_cast<void *>(" + *Place + "));\n";
  if (Shown.Return.starts_with("\"")) { // its escapes are those of C, but \x takes as many digits as there are
    Text Bytes;
    for (std::size_t I = 1; I + 1 < Shown.Return.size(); ++I) {
      if (Shown.Return[I] != '\\')
        Bytes += Shown.Return[I];
      else if (Shown.Return[I + 1] == 'x' && I + 3 < Shown.Return.size()) {
        Bytes += static_cast<char>(llvm::hexFromNibbles(Shown.Return[I + 2], Shown.Return[I + 3]));
        I += 3;
      } else
        Bytes += Shown.Return[++I];
    }
    return "  EXPECT_STREQ(static_cast<const char *>(" + Call + "), " + stringLiteral(Bytes) + ");\n";
  }
  return "  EXPECT_NE(" + Call + ", nullptr); // where it points to is not checked\n";
}

Text Writer::expectMemory(const NamedValue &Changed, const InputAssignment &Input) const {
  for (unsigned I = 0; I != Space.Objects.size(); ++I)
    for (const InputCell &Cell : Space.Objects[I].Cells) {
      if (Cell.Name != Changed.Name || pointerTo(I, Input) != nameOf(I))
        continue;
      if (Cell.Address) {
        auto Place = placeText(Changed.Value, Input);
        if (!Place)
          return "  // " + Changed.Name + " is another pointer now; not checked\n";
        return "  EXPECT_EQ(get<void *>(" + nameOf(I) + ", " + std::to_string(Cell.Offset) + "), static_cast<void *>(" +
               *Place + "));\n";
      }
      if (Cell.What != InputCell::Kind::Leaf)
        break;
      const InputLeaf &Leaf = Space.Leaves[Cell.Index];
      NumberType Number{Leaf.Floating
                            ? (Leaf.Bits == 32 ? "float" : "double")
                            : Text("std::") + (Leaf.Signed ? "" : "u") + "int" + std::to_string(Leaf.Bits) + "_t",
                        Leaf.Bits, Leaf.Signed, Leaf.Floating};
      if (Leaf.Bits == 1)
        Number = {"bool", 1, false, false};
      bool Known = Leaf.Bits == 1 || Leaf.Bits == 8 || Leaf.Bits == 16 || Leaf.Bits == 32 || Leaf.Bits == 64;
      auto Value = readValue(Changed.Value, Leaf.Bits, Leaf.Signed, Leaf.Floating);
      if (!Known || !Value || Changed.Value == "nan")
        break;
      return "  EXPECT_EQ(get<" + Number.Name + ">(" + nameOf(I) + ", " + std::to_string(Cell.Offset) + "), " +
             literal(*Value, Number) + "); // " + Changed.Name + "\n";
    }
  return "  // " + Changed.Name + " becomes " + Changed.Value + "; not checked\n";
}

/// The call with one input, and what must come out.
Text Writer::bodyText(const InputAssignment &Input, const Outcome &Shown, Text &Why) {
  Text Setup, Patches, Checks;
  for (unsigned I = 0; I != Space.Objects.size(); ++I) {
    Setup += objectText(I, Input);
    if (!Elements[I])
      (void)bytesOf(Space.Objects[I], Input, Patches);
  }
  Setup += Patches;
  for (const auto &[G, Object] : Globals)
    Setup += "  std::memcpy(global_" + identifier(G->getName().str()) + ", " + nameOf(Object) + ", " +
             std::to_string(Space.Objects[Object].Size) + ");\n";
  Text Call = call(Input, Why);
  if (Shown.End != Ending::Returned) {
    Text How = Shown.End == Ending::Signalled ? "testing::KilledBySignal(" + std::to_string(Shown.Code) + ")"
                                              : "testing::ExitedWithCode(" + std::to_string(Shown.Code) + ")";
    return "  endsTheProcess([] {\n" + Setup + "  " + Call + ";\n  }, " + How + ");\n";
  }
  bool Printed = !Shown.Stdout.empty() || Style.Pair;
  if (Printed)
    Setup += "  testing::internal::CaptureStdout();\n";
  Checks = expectReturn(Shown, Call, Input, Why);
  if (Printed)
    Checks += "  EXPECT_EQ(testing::internal::GetCapturedStdout(), std::string(" + stringLiteral(Shown.Stdout) + ", " +
              std::to_string(Shown.Stdout.size()) + "));\n";
  for (const NamedValue &Changed : Shown.Memory)
    Checks += expectMemory(Changed, Input);
  if (fresh())
    return "  inFreshProcess([] {\n" + Setup + Checks + "  });\n";
  return Setup + Checks;
}

/// What is checked, without comments.
Text withoutComments(const Text &Body) {
  Text Result;
  for (llvm::StringRef Rest = Body, Line; !Rest.empty();) {
    std::tie(Line, Rest) = Rest.split('\n');
    if (!Line.ltrim().starts_with("//"))
      Result += Line.str() + "\n";
  }
  return Result;
}

Text Writer::testText(const ObservedTest &Test, Text &Why) {
  Text Result = "TEST(" + Style.Suite + "_" + What.Name + ", " + identifier(Test.Name) + ") {\n";
  if (!Test.About.empty()) {
    Text About = Test.About;
    std::replace_if(About.begin(), About.end(), [](char C) { return !llvm::isPrint(C) || C == '\\'; }, ' ');
    Result = "// " + About + "\n" + Result;
  }
  Text Old = bodyText(Test.Input, Test.Shown, Why);
  if (!Test.ShownNew)
    return Result + Old + "}\n\n";
  Text New = bodyText(Test.Input, *Test.ShownNew, Why);
  if (withoutComments(Old) == withoutComments(New))
    Why = "the versions differ in something that a test in another file does not see";
  return Result + "  if (!expectsNew()) {\n" + Old + "  return;\n  }\n" + New + "}\n\n";
}

} // namespace

GeneratedTests googleTests(const Program &Version, const InputSpace &Space, const std::vector<ObservedTest> &Tests,
                           const TestStyle &Style) {
  return Writer(Version, Space, Style).write(Tests);
}

} // namespace vernier
