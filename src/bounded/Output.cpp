#include "bounded/ExecutorFrame.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

using llvm::APInt;

void Executor::emitWhen(const State &S, Term When, StreamId Stream, Atom What) {
  Term Guard = Store.andTerm(S.Path->All, When);
  if (!Guard.isFalse())
    Outputs.push_back({Guard, Stream, std::move(What)});
}

void Executor::emit(const State &S, StreamId Stream, Atom What) {
  emitWhen(S, Store.boolean(true), Stream, std::move(What));
}

/// What a run of the function alone does not show.
void Executor::emitEvent(const State &S, std::string Name, llvm::ArrayRef<Term> Values) {
  if (!Space.WholeProgram)
    emit(S, StreamId::Events, {Atom::Kind::Call, std::move(Name), {Values.begin(), Values.end()}});
}

void Executor::emitText(const State &S, StreamId Stream, const std::string &Text) {
  for (char C : Text)
    emit(S, Stream, {Atom::Kind::Byte, {}, {Store.constant(8, static_cast<unsigned char>(C))}});
}

void Executor::emitString(State &S, StreamId Stream, Term Pointer, std::optional<unsigned> Most) {
  // Each byte comes out if none before it was the end.
  Term Going = Store.boolean(true);
  for (unsigned I = 0; !Most || I < *Most; ++I) {
    State Reading = S;
    Reading.Path = Conditions.extend(S.Path, Going);
    if (!Reading.Path)
      return;
    Term Byte = loadBytes(Reading, Store.add(Pointer, Store.constant(64, I)), 1);
    if (!Reading.Path || Reading.Path != Conditions.extend(S.Path, Going)) {
      // Some run reads where it must not: the others go on.
      Term Fine = Reading.Path ? Reading.Path->All : Store.boolean(false);
      S.Path = Conditions.extend(S.Path, Store.orTerm(Store.notTerm(Going), Fine));
      if (!S.Path || !Reading.Path)
        return;
    }
    Going = Store.andTerm(Going, Store.ne(Byte, Store.constant(8, 0)));
    if (Going.isFalse())
      return;
    emitWhen(S, Going, Stream, {Atom::Kind::Byte, {}, {Byte}});
    if (I > 4096)
      giveUp("object-too-large", "a text of more than 4096 bytes");
  }
}

StreamId Executor::streamOf(Term Pointer) {
  std::vector<Target> Targets = resolve(Pointer);
  if (Targets.size() == 1 && Targets[0].What == Target::Kind::Object) {
    if (Objects[Targets[0].Id].Name == "stream:stdout")
      return StreamId::Output;
    if (Objects[Targets[0].Id].Name == "stream:stderr")
      return StreamId::Error;
  }
  giveUp("files", "output to something else than standard output and standard error");
}

namespace {

struct Conversion {
  std::string Flags; ///< flags, width and precision
  std::string Length;
  char Letter = 0;
  bool Star = false;
};

Conversion parseConversion(const std::string &Format, std::size_t &At) {
  Conversion C;
  while (At < Format.size() && llvm::StringRef("-+ #0123456789.*'").contains(Format[At])) {
    C.Star |= Format[At] == '*' || Format[At] == '\'';
    C.Flags += Format[At++];
  }
  while (At < Format.size() && llvm::StringRef("hlLqjzt").contains(Format[At]))
    C.Length += Format[At++];
  if (At < Format.size())
    C.Letter = Format[At++];
  return C;
}

unsigned integerBits(const std::string &Length) {
  if (Length == "hh")
    return 8;
  if (Length == "h")
    return 16;
  return Length.empty() ? 32 : 64;
}

} // namespace

/// What a conversion takes.
static llvm::Type *wantedBy(const Conversion &C, llvm::LLVMContext &Context) {
  if (llvm::StringRef("fFeEgGaA").contains(C.Letter))
    return llvm::Type::getDoubleTy(Context);
  if (llvm::StringRef("spn").contains(C.Letter))
    return llvm::PointerType::get(Context, 0);
  return llvm::IntegerType::get(Context, integerBits(C.Length) == 64 ? 64 : 32);
}

Term Executor::formatted(State &S, StreamId Stream, const std::string &Format, const NextArgument &Next) {
  std::uint64_t Length = 0;
  bool Known = true;
  for (std::size_t At = 0; At < Format.size() && S.Path;) {
    if (Format[At] != '%') {
      emitText(S, Stream, Format.substr(At++, 1));
      ++Length;
      continue;
    }
    Conversion C = parseConversion(Format, ++At);
    llvm::Type *Type = nullptr;
    if (C.Letter == '%') {
      emitText(S, Stream, "%");
      ++Length;
      continue;
    }
    if (C.Star || C.Letter == 0)
      giveUp("format", "the conversion %" + C.Flags + C.Length + C.Letter);
    Term Value;
    std::tie(Value, Type) = Next(wantedBy(C, Module.getContext()));
    if (!S.Path)
      break;
    if (llvm::StringRef("diuxXo").contains(C.Letter) && Type->isIntegerTy()) {
      unsigned Bits = std::min(integerBits(C.Length), Value.bits());
      bool Signed = C.Letter == 'd' || C.Letter == 'i';
      Term Narrow = Store.extract(Value, 0, Bits);
      Term Wide = Signed ? Store.sext(Narrow, 64) : Store.zext(Narrow, 64);
      Atom Number{Atom::Kind::Number, "%" + C.Flags + (C.Letter == 'i' ? 'd' : C.Letter), {Wide}};
      if (std::optional<std::string> Text = Number.known())
        Length += Text->size();
      else
        Known = false;
      emit(S, Stream, std::move(Number));
    } else if (C.Letter == 'c' && C.Flags.empty() && C.Length.empty()) {
      emit(S, Stream, {Atom::Kind::Byte, {}, {Store.extract(Value, 0, 8)}});
      ++Length;
    } else if (C.Letter == 's' && C.Flags.empty() && C.Length.empty()) {
      Known = false;
      for (const Target &Each : resolve(Value))
        if (Each.What == Target::Kind::Null && S.Path)
          undefinedIf(S, Each.Guard, "null-text", "a null pointer printed as a text");
      if (S.Path)
        emitString(S, Stream, Value, std::nullopt);
    } else if (llvm::StringRef("fFeEgG").contains(C.Letter) && Type->isDoubleTy()) {
      Known = false;
      UsedFloats = true;
      emit(S, Stream, {Atom::Kind::Number, "%" + C.Flags + C.Letter, {Value}});
    } else {
      giveUp(C.Letter == 'p' ? "address-as-data" : "format", "the conversion %" + C.Flags + C.Length + C.Letter);
    }
  }
  return Known ? Store.constant(32, Length) : Store.fresh(32, "printed", VariableKind::Undefined);
}

bool Executor::callOutput(LibraryCall &C) {
  State &S = C.S;
  auto Byte = [&](unsigned I) { return Store.extract(C.argument(I), 0, 8); };
  auto Format = [&](StreamId Stream, unsigned First) {
    llvm::SmallVector<Term, 4> Arguments;
    llvm::SmallVector<llvm::Type *, 4> Types;
    for (unsigned I = First + 1; I < C.Arguments.size(); ++I) {
      if (C.Arguments[I].size() != 1)
        giveUp("format", "an argument that is not a scalar");
      Arguments.push_back(C.argument(I));
      Types.push_back(C.Call.getArgOperand(I)->getType());
    }
    unsigned Taken = 0;
    C.Result = {formatted(S, Stream, constantString(S, C.argument(First)), [&](llvm::Type *) {
      if (Taken >= Arguments.size())
        giveUp("format", "a format that asks for more than it gets");
      ++Taken;
      return std::pair(Arguments[Taken - 1], Types[Taken - 1]);
    })};
  };
  auto FormatList = [&](StreamId Stream, unsigned First) {
    C.Result = {formatted(S, Stream, constantString(S, C.argument(First)), [&](llvm::Type *Wanted) {
      return std::pair(nextVariableArgument(S, C.argument(First + 1), Wanted), Wanted);
    })};
  };
  // Each call is one piece that a buffer may not have room for.
  auto Begin = [&](StreamId Stream, llvm::StringRef Name) {
    emitEvent(S, (Name + (Stream == StreamId::Error ? ":stderr" : ":stdout")).str());
    return Stream;
  };
  Term Unknown = C.Call.getType()->isVoidTy() ? Term() : Store.constant(bitsOf(C.Call.getType()), 0);
  if (C.Name == "printf") {
    Begin(StreamId::Output, "printf");
    Format(StreamId::Output, 0);
  } else if (C.Name == "fprintf") {
    Format(Begin(streamOf(C.argument(0)), "printf"), 1);
  } else if (C.Name == "vprintf") {
    FormatList(Begin(StreamId::Output, "printf"), 0);
  } else if (C.Name == "vfprintf") {
    FormatList(Begin(streamOf(C.argument(0)), "printf"), 1);
  } else if (C.Name == "puts") {
    Begin(StreamId::Output, "puts");
    emitString(S, StreamId::Output, C.argument(0), std::nullopt);
    if (S.Path)
      emitText(S, StreamId::Output, "\n");
    C.Result = {Store.fresh(32, "printed", VariableKind::Undefined)};
  } else if (C.Name == "putchar" || C.Name == "putchar_unlocked") {
    Begin(StreamId::Output, "putc");
    emit(S, StreamId::Output, {Atom::Kind::Byte, {}, {Byte(0)}});
    C.Result = {Store.zext(Byte(0), 32)};
  } else if (C.Name == "putc" || C.Name == "fputc" || C.Name == "_IO_putc") {
    emit(S, Begin(streamOf(C.argument(1)), "putc"), {Atom::Kind::Byte, {}, {Byte(0)}});
    C.Result = {Store.zext(Byte(0), 32)};
  } else if (C.Name == "fputs") {
    emitString(S, Begin(streamOf(C.argument(1)), "fputs"), C.argument(0), std::nullopt);
    C.Result = {Store.fresh(32, "printed", VariableKind::Undefined)};
  } else if (C.Name == "fwrite") {
    StreamId Stream = Begin(streamOf(C.argument(3)), "fwrite");
    Term Count = Store.mul(C.argument(1), C.argument(2));
    if (!Count.isConstant() || Count.value().ugt(4096))
      giveUp("dynamic-size", "fwrite of a size that depends on the input");
    for (std::uint64_t I = 0; I < Count.value().getZExtValue() && S.Path; ++I) {
      Term Value = loadBytes(S, Store.add(C.argument(0), Store.constant(64, I)), 1);
      if (S.Path)
        emit(S, Stream, {Atom::Kind::Byte, {}, {Value}});
    }
    C.Result = {C.argument(2)};
  } else if (C.Name == "fflush") {
    std::vector<Target> Targets = resolve(C.argument(0));
    bool All = Targets.size() == 1 && Targets[0].What == Target::Kind::Null;
    StreamId Stream = All ? StreamId::Output : streamOf(C.argument(0));
    Begin(Stream, All ? "fflush:all" : "fflush");
    if (Stream == StreamId::Output)
      Flushes.push_back({Outputs.size(), S.Path->All});
    C.Result = {Unknown};
  } else {
    return false;
  }
  Granted.OutputSucceeds |= !C.Call.use_empty();
  Granted.ErrorNumberIsKept = true;
  return true;
}

} // namespace vernier
