#include "analysis/Effects.h"

#include "analysis/EffectTable.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cassert>

namespace vernier {

llvm::StringRef toString(LibraryState State) {
  switch (State) {
  case LibraryState::Stdin:
    return "stdin";
  case LibraryState::Stdout:
    return "stdout";
  case LibraryState::Stderr:
    return "stderr";
  case LibraryState::Files:
    return "files";
  case LibraryState::Errno:
    return "errno";
  case LibraryState::StdinStatus:
    return "stdin-status";
  case LibraryState::StdoutStatus:
    return "stdout-status";
  case LibraryState::StderrStatus:
    return "stderr-status";
  case LibraryState::FilesStatus:
    return "files-status";
  case LibraryState::Process:
    return "process";
  case LibraryState::Children:
    return "children";
  case LibraryState::Environment:
    return "env";
  case LibraryState::Locale:
    return "locale";
  case LibraryState::Tokenizer:
    return "tokens";
  case LibraryState::Random:
    return "random";
  case LibraryState::Clock:
    return "clock";
  case LibraryState::Arguments:
    return "args";
  case LibraryState::Other:
    return "other";
  }
  return "";
}

namespace {

std::optional<LibraryState> stateNamed(llvm::StringRef Name) {
  for (unsigned I = 0; I != LibraryStateCount; ++I)
    if (toString(static_cast<LibraryState>(I)) == Name)
      return static_cast<LibraryState>(I);
  return std::nullopt;
}

/// Reads one token of the notation that EffectTable.cpp explains.
class TokenReader {
public:
  TokenReader(llvm::StringRef Text, Effect &Out) : Rest(Text), Out(Out) {}

  bool read() {
    if (flag())
      return true;
    if (Rest.consume_front("fmt"))
      return number(Out.Format) && done();
    if (Rest.consume_front("scan"))
      return number(Out.ScanFormat) && done();
    if (Rest.consume_front("ofd")) {
      Out.Appends = true;
      return number(Out.Descriptor) && done();
    }
    if (Rest.consume_front("fd"))
      return number(Out.Descriptor) && done();
    if (Rest.consume_front("gput:"))
      return globalPut();
    if (Rest.consume_front("copyret<"))
      return copy(true);
    if (Rest.consume_front("copy"))
      return copy(false);
    if (Rest.consume_front("put"))
      return put();
    if (Rest.consume_front("keep"))
      return keep();
    if (Rest.consume_front("esc"))
      return number(Out.Escapes.emplace_back()) && done();
    if (Rest.consume_front("ret"))
      return origin(Out.Returns.emplace_back());
    if (Rest.contains("call"))
      return callback();
    if (Rest.consume_front("rk:"))
      return state(Out.KeptReads);
    if (Rest.consume_front("wk:"))
      return state(Out.KeptWrites);
    if (Rest.consume_front("<"))
      return global(Out.GlobalReads) || state(Out.StateReads);
    if (Rest.consume_front(">"))
      return global(Out.GlobalWrites) || state(Out.StateWrites);
    if (Rest.consume_front("o")) {
      Out.Appends = true;
      return number(Out.Streams.emplace_back()) && done();
    }
    if (Rest.consume_front("s"))
      return number(Out.Streams.emplace_back()) && done();
    return access();
  }

private:
  bool done() const { return Rest.empty(); }

  template <class T> bool number(T &Value) {
    unsigned Parsed = 0;
    if (Rest.consumeInteger(10, Parsed))
      return false;
    Value = static_cast<T>(Parsed);
    return true;
  }

  bool flag() {
    static const std::pair<const char *, bool Effect::*> Flags[] = {
        {"init", &Effect::InitialisesResult}, {"exit", &Effect::NeverReturns},    {"leave", &Effect::MayNotReturn},
        {"twice", &Effect::ReturnsTwice},     {"out", &Effect::Output},           {"in", &Effect::Input},
        {"rewire", &Effect::Rewires},         {"status", &Effect::ChangesStatus}, {"opens", &Effect::Opens},
        {"nothing", &Effect::Transparent}};
    for (const auto &[Name, Member] : Flags)
      if (Rest == Name) {
        Out.*Member = true;
        return true;
      }
    return false;
  }

  bool state(std::vector<LibraryState> &List) {
    std::optional<LibraryState> State = stateNamed(Rest);
    if (State)
      List.push_back(*State);
    return State.has_value();
  }

  bool global(std::vector<std::string> &List) {
    if (!Rest.consume_front("g:"))
      return false;
    List.push_back(Rest.str());
    return !Rest.empty();
  }

  /// =0, ~0, *0, =fresh, =state:NAME, ~state:NAME
  bool origin(Effect::Origin &What) {
    if (Rest == "=fresh") {
      What.Kind = Effect::Pointer::Fresh;
      return true;
    }
    bool Exact = Rest.starts_with("=");
    bool Second = Rest.starts_with("*");
    if (!Exact && !Second && !Rest.starts_with("~"))
      return false;
    Rest = Rest.drop_front();
    if (Rest.consume_front("state:")) {
      std::optional<LibraryState> State = stateNamed(Rest);
      What.Kind = Exact ? Effect::Pointer::State : Effect::Pointer::Kept;
      What.State = State.value_or(LibraryState::Other);
      return State.has_value();
    }
    What.Kind = Second ? Effect::Pointer::Second : Exact ? Effect::Pointer::Same : Effect::Pointer::Into;
    return number(What.Argument) && done();
  }

  bool globalPut() {
    std::size_t End = Rest.find_first_of("=~*");
    Effect::GlobalPut &New = Out.GlobalPuts.emplace_back();
    New.Global = Rest.take_front(End).str();
    Rest = Rest.drop_front(New.Global.size());
    return origin(New.What);
  }

  bool copy(bool ToResult) {
    Effect::Copy &New = Out.Copies.emplace_back();
    New.ToResult = ToResult;
    if (!ToResult && !(number(New.To) && Rest.consume_front("<")))
      return false;
    return number(New.From) && size(New.SizeArgument) && done();
  }

  bool size(int &Argument) {
    if (!Rest.consume_front("["))
      return true;
    return number(Argument) && Rest.consume_front("]");
  }

  bool put() {
    Effect::Put &New = Out.Puts.emplace_back();
    return number(New.Target) && origin(New.What);
  }

  bool keep() {
    unsigned Argument = 0;
    bool Second = Rest.consume_front("*");
    if (!number(Argument) || !Rest.consume_front(":"))
      return false;
    std::optional<LibraryState> State = stateNamed(Rest);
    if (State)
      Out.Keeps.push_back({Argument, *State, Second});
    return State.has_value();
  }

  bool callback() {
    Effect::Callback &New = Out.Callbacks.emplace_back();
    New.Deep = Rest.consume_front("d");
    New.Async = New.Deep || Rest.consume_front("a");
    if (!Rest.consume_front("call") || !number(New.Argument) || !Rest.consume_front("("))
      return false;
    while (!Rest.consume_front(")")) {
      if (!number(New.Passes.emplace_back()))
        return false;
      Rest.consume_front(",");
    }
    return done();
  }

  bool access() {
    bool Reads = Rest.starts_with_insensitive("r");
    if (!Reads && !Rest.starts_with_insensitive("w"))
      return false;
    Effect::Access &New = (Reads ? Out.Reads : Out.Writes).emplace_back();
    if (Rest.consume_front("rr") || Rest.consume_front("ww")) {
      New.How = Effect::Depth::Second;
    } else {
      New.How = llvm::isUpper(Rest.front()) ? Effect::Depth::Reachable : Effect::Depth::Direct;
      Rest = Rest.drop_front();
    }
    if (!number(New.Argument) || !size(New.SizeArgument))
      return false;
    if (Rest.consume_front("#") && !number(New.Size))
      return false;
    New.AndFollowing = Rest.consume_front("+");
    return done();
  }

  llvm::StringRef Rest;
  Effect &Out;
};

using EffectMap = llvm::StringMap<Effect>;

EffectMap parseTable() {
  EffectMap Map;
  for (unsigned I = 0; I != EffectRowCount; ++I) {
    std::optional<Effect> Parsed = parseEffect(EffectRows[I].Effects);
    assert(Parsed && "malformed row in EffectTable.cpp");
    if (llvm::is_contained(Parsed->StateReads, LibraryState::Files))
      Parsed->StateReads.push_back(LibraryState::Process);
    llvm::SmallVector<llvm::StringRef, 8> Names;
    llvm::SplitString(EffectRows[I].Names, Names);
    for (llvm::StringRef Name : Names) {
      [[maybe_unused]] bool New = Map.try_emplace(Name, *Parsed).second;
      assert(New && "a function has two rows in EffectTable.cpp");
    }
  }
  return Map;
}

const EffectMap &table() {
  static const EffectMap Map = parseTable();
  return Map;
}

Effect parsed(const char *Text) {
  std::optional<Effect> Result = parseEffect(Text);
  assert(Result);
  return std::move(*Result);
}

/// Intrinsics by name, since families of overloaded ones share their effects.
const Effect *intrinsicEffect(const llvm::Function &F) {
  static const Effect Nothing = parsed("nothing");
  static const Effect Plain = parsed("");
  static const Effect CopyMemory = parsed("r1[2] w0[2] copy0<1[2]");
  static const Effect SetMemory = parsed("w0[2]");
  static const Effect VaCopy = parsed("r1 w0 copy0<1");
  static const Effect VaStart = parsed("w0");
  static const Effect Trap = parsed("exit out");
  static const Effect SamePointer = parsed("ret=0");
  switch (F.getIntrinsicID()) {
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
    return &CopyMemory;
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
    return &SetMemory;
  case llvm::Intrinsic::vacopy:
    return &VaCopy;
  case llvm::Intrinsic::vastart:
    return &VaStart;
  case llvm::Intrinsic::trap:
    return &Trap;
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::threadlocal_address:
    return &SamePointer;
  case llvm::Intrinsic::dbg_declare:
  case llvm::Intrinsic::dbg_value:
  case llvm::Intrinsic::dbg_assign:
  case llvm::Intrinsic::dbg_label:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::var_annotation:
    return &Nothing;
  case llvm::Intrinsic::vaend:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::prefetch:
    return &Plain;
  default:
    // Arithmetic: neither touches memory nor leaves. Whoever combines pointers in it combines integers (see PointsTo).
    return F.doesNotAccessMemory() && !F.getReturnType()->isPtrOrPtrVectorTy() ? &Plain : nullptr;
  }
}

} // namespace

std::optional<Effect> parseEffect(llvm::StringRef Text) {
  Effect Result;
  llvm::SmallVector<llvm::StringRef, 8> Tokens;
  llvm::SplitString(Text, Tokens);
  for (llvm::StringRef Token : Tokens)
    if (!TokenReader(Token, Result).read())
      return std::nullopt;
  return Result;
}

const Effect *libraryEffect(llvm::StringRef Name) {
  // The compiler marks names that must not be mangled with \1.
  Name.consume_front("\1");
  auto Found = table().find(Name);
  return Found == table().end() ? nullptr : &Found->second;
}

const Effect *effectOf(const llvm::Function &F) {
  return F.isIntrinsic() ? intrinsicEffect(F) : libraryEffect(F.getName());
}

std::size_t knownLibraryFunctions() {
  return table().size();
}

namespace {

/// The format is constant, and none of its conversions has the letter among its flags or as its end.
bool formatLacks(const llvm::CallBase &Call, unsigned FormatArgument, char Letter) {
  llvm::StringRef Format;
  if (FormatArgument >= Call.arg_size() || !llvm::getConstantStringInfo(Call.getArgOperand(FormatArgument), Format))
    return false;
  for (std::size_t I = 0; I < Format.size(); ++I) {
    if (Format[I] != '%')
      continue;
    do
      ++I;
    while (I < Format.size() && Format[I] != Letter &&
           llvm::StringRef("-+ #0123456789.*$'hlLqjztm").contains(Format[I]));
    if (I < Format.size() && Format[I] == Letter)
      return false;
  }
  return true;
}

} // namespace

bool formatOnlyReads(const llvm::CallBase &Call, unsigned FormatArgument) {
  return formatLacks(Call, FormatArgument, 'n');
}

bool formatIgnoresErrno(const llvm::CallBase &Call, unsigned FormatArgument) {
  return formatLacks(Call, FormatArgument, 'm');
}

bool exceedsEffect(const llvm::CallBase &Call, const Effect &What) {
  return What.ScanFormat >= 0 && !formatLacks(Call, What.ScanFormat, 'm');
}

bool hasNoMeaning(const llvm::Instruction &I) {
  if (const auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I))
    return Local->isStaticAlloca();
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->isIntrinsic())
    return false;
  const Effect *What = effectOf(*Callee);
  return What && What->Transparent;
}

} // namespace vernier
