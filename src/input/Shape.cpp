#include "input/Shape.h"

#include "input/KnownClass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SaveAndRestore.h>

namespace vernier {

namespace {

using llvm::dyn_cast;

/// How far pointers inside of objects are followed before they are null.
constexpr unsigned DeepestObject = 2;
/// Elements larger than this are hardly those of an array.
constexpr std::uint64_t LargeElement = 1024;

InputLeaf leafOf(const Field &Member, const std::string &Name) {
  InputLeaf Leaf;
  Leaf.Name = Name;
  Leaf.Bits = Member.Bits;
  Leaf.Signed = Member.Signed;
  Leaf.Floating = Member.Floating;
  Leaf.Min = Member.Min;
  Leaf.Max = Member.Max;
  return Leaf;
}

/// The elements behind a pointer.
struct Elements {
  std::vector<Field> Fields;
  std::uint64_t Size = 1;
  bool Record = false;
  bool Text = false;
};

class ShapeBuilder {
public:
  ShapeBuilder(const InputOptions &Options, UsedNames &Used) : Options(Options), Used(Used) {}
  Shape Out;

  unsigned leaf(const Field &Member, const std::string &Name) {
    Out.Leaves.push_back(leafOf(Member, Name));
    Out.Enumerations |= Member.Enumeration && Member.Min;
    auto Index = static_cast<unsigned>(Out.Leaves.size() - 1);
    if (Guard)
      guard(Index);
    return Index;
  }

  Result<unsigned> pointedTo(const llvm::DIType *Pointee, const std::string &Name, unsigned Depth, bool Single) {
    auto Behind = elementsOf(Pointee);
    if (!Behind)
      return Behind.takeError();
    bool Alone = Single || Depth > 0 || Behind->Size > LargeElement || holdsPointers(Behind->Fields);
    unsigned Usual = Behind->Text || !withoutNames(Pointee) ? Options.DefaultString : Options.DefaultLength;
    // The length of a string or a vector is that of its contents.
    auto Wanted = knownClass(Pointee) ? std::nullopt : length(Name);
    unsigned Count = Wanted.value_or(Alone && !Behind->Text ? 1 : Usual);
    unsigned Index = newObject(Name, Behind->Size * Count + (Behind->Text ? 1 : 0));
    Out.Objects[Index].Text = Behind->Text;
    llvm::SaveAndRestore Seen(ByValue, false);
    for (unsigned I = 0; I != Count; ++I) {
      bool Plain = Count == 1 && Behind->Record;
      std::string Element = Plain ? Name : Name + "_" + std::to_string(I);
      if (auto Filled = fill(Index, Behind->Fields, I * Behind->Size, Element, Name, Depth); !Filled)
        return Filled.takeError();
    }
    if (Behind->Text)
      constant(Index, Count, 8, Name + "_" + std::to_string(Count), false);
    return Index;
  }

  /// A structure that is passed by value in memory, or a global. What is left in contents is compared if it is seen.
  Result<unsigned> value(const std::vector<Field> &Fields, std::uint64_t Size, const std::string &Name,
                         bool IsSeen = false) {
    unsigned Index = newObject(Name, Size);
    ByValue = !IsSeen;
    if (auto Filled = fill(Index, Fields, 0, Name, Name, 0); !Filled)
      return Filled.takeError();
    return Index;
  }

  /// Why a type has no inputs; empty: it has.
  std::string refusal(const llvm::DIType *Type) const {
    const llvm::DICompositeType *Class = Options.RawFields ? nullptr : hiddenClass(Type);
    if (!Class)
      return {};
    return "'" + Class->getName().str() + "' " +
           (isOfLibrary(Class) ? "is a class of the C++ library that no inputs are made of"
                               : "has private members, and not every combination of their values need occur") +
           "; --raw-fields takes any values of all members";
  }

  /// Memory of zeros.
  unsigned blank(const std::string &Name, std::uint64_t Size) { return newObject(Name, Size); }

private:
  std::optional<unsigned> length(const std::string &Name) {
    for (const auto &[Which, Count] : Options.Lengths)
      if (Which == Name) {
        Used.insert(Name);
        return Count;
      }
    return std::nullopt;
  }

  unsigned newObject(const std::string &Name, std::uint64_t Size) {
    InputObject Object;
    Object.Name = Name;
    Object.Size = Size;
    Out.Objects.push_back(std::move(Object));
    return static_cast<unsigned>(Out.Objects.size() - 1);
  }

  void constant(unsigned Object, std::uint64_t Offset, unsigned Bits, const std::string &Name, bool Address) {
    InputCell Cell;
    Cell.Offset = Offset;
    Cell.What = InputCell::Kind::Constant;
    Cell.Value = llvm::APInt(Bits, 0);
    Cell.Name = Name;
    Cell.Address = Address;
    Out.Objects[Object].Cells.push_back(std::move(Cell));
  }

  Result<Elements> elementsOf(const llvm::DIType *Pointee) {
    const llvm::DIType *Type = withoutNames(Pointee);
    Elements Behind;
    if (!Type) {
      Behind.Fields = {Field{}};
      return Behind;
    }
    if (llvm::isa<llvm::DISubroutineType>(Type))
      return analysisError("a pointer to a function is not supported");
    if (std::string Why = refusal(Type); !Why.empty())
      return analysisError(Why);
    if (Type->getName() == "_IO_FILE")
      return analysisError("a stream ('FILE') is not supported");
    auto Fields = fieldsOf(Type);
    if (!Fields)
      return Fields.takeError();
    Behind.Fields = std::move(*Fields);
    Behind.Size = sizeInBytes(Type);
    Behind.Record = isRecord(Type);
    Behind.Text = isPlainChar(Type);
    return Behind;
  }

  Status fill(unsigned Object, const std::vector<Field> &Fields, std::uint64_t Offset, const std::string &Name,
              const std::string &Group, unsigned Depth) {
    for (const Field &Member : Fields) {
      std::string Full = Name + Member.Path;
      if (Member.What == Field::Kind::Contents) {
        auto Described = contents(Object, Member.Pointee, Offset + Member.Offset, Full);
        if (!Described)
          return Described.takeError();
        Out.Contents.push_back(std::move(*Described));
        if (!ByValue)
          Out.Objects[Object].Classes.push_back({Offset + Member.Offset, Member.Pointee, Full});
        continue;
      }
      if (Member.What == Field::Kind::Number) {
        InputCell Cell;
        Cell.Offset = Offset + Member.Offset;
        Cell.Index = leaf(Member, Full);
        Cell.Name = Full;
        Cell.Mask = Member.Mask;
        if (Group + Member.Group != Full)
          Out.Groups[Group + Member.Group].push_back(Cell.Index);
        Out.Objects[Object].Cells.push_back(std::move(Cell));
        continue;
      }
      if (auto Added = pointer(Object, Member, Offset + Member.Offset, Full, Depth); !Added)
        return Added;
    }
    return Done{};
  }

  Status pointer(unsigned Object, const Field &Member, std::uint64_t Offset, const std::string &Name, unsigned Depth) {
    Out.NullFunctionPointers |= Member.What == Field::Kind::FunctionPointer;
    if (Member.What == Field::Kind::FunctionPointer || Depth == DeepestObject) {
      constant(Object, Offset, 64, Name, true);
      Out.Objects[Object].Cells.back().Pointee = Member.Pointee;
      return Done{};
    }
    auto Target = pointedTo(Member.Pointee, Name, Depth + 1, true);
    if (!Target)
      return analysisError("'" + Name + "': " + Target.error().Message);
    InputCell Cell;
    Cell.Offset = Offset;
    Cell.What = InputCell::Kind::Pointer;
    Cell.Index = *Target;
    Cell.Name = Name;
    Cell.Address = true;
    Cell.Pointee = Member.Pointee;
    Out.Objects[Object].Cells.push_back(std::move(Cell));
    return Done{};
  }

  // ---- classes that are told by their contents ----

  /// Until it goes, leaves stand for something only if the counter is larger.
  class Guarded {
  public:
    Guarded(ShapeBuilder &Builder, unsigned Counter, std::uint64_t AtMost) : Builder(Builder), Before(Builder.Guard) {
      Builder.Guard = {Counter, AtMost};
    }
    ~Guarded() { Builder.Guard = Before; }
    Guarded(const Guarded &) = delete;

  private:
    ShapeBuilder &Builder;
    std::optional<std::pair<unsigned, std::uint64_t>> Before;
  };

  void guard(unsigned Index) {
    InputLeaf &Leaf = Out.Leaves[Index];
    InputGuard New{Guard->first, Guard->second, Index, {}, {}};
    bool HoldsZero =
        !Leaf.Min || (Leaf.Signed ? !Leaf.Min->isStrictlyPositive() && !Leaf.Max->isNegative() : Leaf.Min->isZero());
    if (!HoldsZero) {
      New.Min = std::exchange(Leaf.Min, std::nullopt);
      New.Max = std::exchange(Leaf.Max, std::nullopt);
    }
    Out.Guards.push_back(std::move(New));
  }

  /// A leaf that stands in memory, and is not looked at by itself.
  unsigned leafAt(unsigned Object, std::uint64_t Offset, const Field &Member, const std::string &Name) {
    InputCell Cell;
    Cell.Offset = Offset;
    Cell.Index = leaf(Member, Name);
    Out.Objects[Object].Cells.push_back(Cell);
    return Cell.Index;
  }

  unsigned counterAt(unsigned Object, std::uint64_t Offset, unsigned Bits, std::uint64_t Most,
                     const std::string &Name) {
    Field Member;
    Member.Bits = Bits;
    Member.Min = llvm::APInt(Bits, 0);
    Member.Max = llvm::APInt(Bits, Most);
    return leafAt(Object, Offset, Member, Name);
  }

  void pointerAt(unsigned Object, std::uint64_t Offset, unsigned Target, std::uint64_t Addend = 0,
                 std::optional<std::pair<unsigned, std::uint64_t>> Scaled = {}) {
    InputCell Cell;
    Cell.Offset = Offset;
    Cell.What = InputCell::Kind::Pointer;
    Cell.Index = Target;
    Cell.Addend = Addend;
    Cell.Scaled = Scaled;
    Out.Objects[Object].Cells.push_back(Cell);
  }

  InputContents described(InputContents::Kind What, const std::string &Name, unsigned Object) {
    InputContents Result;
    Result.What = What;
    Result.Name = Name;
    Result.Object = Object;
    return Result;
  }

  void bytes(InputContents &Into, unsigned Object, std::uint64_t Offset, unsigned Count) {
    Field Byte;
    Byte.Signed = true;
    for (unsigned I = 0; I != Count; ++I) {
      Guarded Until(*this, Into.Counter, I);
      Into.Leaves.push_back(leafAt(Object, Offset + I, Byte, Into.Name + "_" + std::to_string(I)));
      Out.Groups[Into.Name].push_back(Into.Leaves.back());
    }
  }

  Result<InputContents> contents(unsigned Object, const llvm::DIType *Type, std::uint64_t Offset,
                                 const std::string &Name) {
    KnownClass Known = *knownClass(Type);
    switch (Known.What) {
    case KnownClass::Kind::String:
      return string(Object, Offset, Name);
    case KnownClass::Kind::View:
      return view(Object, Offset, Name);
    case KnownClass::Kind::Vector:
      return vector(Object, Known, Offset, Name);
    case KnownClass::Kind::Optional:
      return optional(Object, Known, Offset, Name);
    }
    return analysisError("'" + typeName(Type) + "' is not supported");
  }

  /// As the constructor leaves it that takes bytes and their number.
  Result<InputContents> string(unsigned Object, std::uint64_t Offset, const std::string &Name) {
    unsigned Most = length(Name).value_or(std::min(Options.DefaultString, ShortString));
    if (Most > ShortString)
      return analysisError("'" + Name + "' is a std::string, of which inputs have at most " +
                           std::to_string(ShortString) + " bytes; use a smaller --length");
    InputContents Described = described(InputContents::Kind::Text, Name, Object);
    pointerAt(Object, Offset, Object, Offset + 16);
    Described.Counter = counterAt(Object, Offset + 8, 64, Most, Name + "_len");
    bytes(Described, Object, Offset + 16, Most);
    Out.BoundedLengths = true;
    return Described;
  }

  /// Memory with as many elements as a leaf says.
  unsigned ownedMemory(const std::string &Name, unsigned Counter, std::uint64_t Most, std::uint64_t ElementSize) {
    unsigned Memory = newObject(Name + ".data", Most * ElementSize);
    Out.Objects[Memory].Owned = true;
    Out.Objects[Memory].Length = {Counter, ElementSize};
    Out.BoundedLengths = true;
    return Memory;
  }

  Result<InputContents> view(unsigned Object, std::uint64_t Offset, const std::string &Name) {
    unsigned Most = length(Name).value_or(Options.DefaultString);
    InputContents Described = described(InputContents::Kind::Text, Name, Object);
    Described.Counter = counterAt(Object, Offset, 64, Most, Name + "_len");
    unsigned Memory = ownedMemory(Name, Described.Counter, Most, 1);
    pointerAt(Object, Offset + 8, Memory);
    bytes(Described, Memory, 0, Most);
    return Described;
  }

  Result<InputContents> vector(unsigned Object, const KnownClass &Known, std::uint64_t Offset,
                               const std::string &Name) {
    unsigned Most = length(Name).value_or(Options.DefaultLength);
    std::uint64_t Size = sizeInBytes(Known.Element);
    InputContents Described = described(InputContents::Kind::List, Name, Object);
    Field Count;
    Count.Bits = 64;
    Count.Min = llvm::APInt(64, 0);
    Count.Max = llvm::APInt(64, Most);
    Described.Counter = leaf(Count, Name + "_len");
    unsigned Memory = ownedMemory(Name, Described.Counter, Most, Size);
    pointerAt(Object, Offset, Memory);
    for (std::uint64_t Place : {8, 16})
      pointerAt(Object, Offset + Place, Memory, 0, std::pair(Described.Counter, Size));
    for (unsigned I = 0; I != Most; ++I) {
      Guarded Until(*this, Described.Counter, I);
      auto Element = record(Memory, Known.Element, I * Size, Name + "_" + std::to_string(I), Name);
      if (!Element)
        return Element.takeError();
      Described.Elements.push_back(std::move(*Element));
    }
    return Described;
  }

  Result<InputContents> optional(unsigned Object, const KnownClass &Known, std::uint64_t Offset,
                                 const std::string &Name) {
    InputContents Described = described(InputContents::Kind::Optional, Name, Object);
    Described.Counter = counterAt(Object, Offset + Known.Engaged, 8, 1, Name + ".engaged");
    InputCell Engaged = Out.Objects[Object].Cells.back();
    Out.Objects[Object].Cells.pop_back();
    Guarded Until(*this, Described.Counter, 0);
    auto Value = record(Object, Known.Element, Offset, Name + ".value", Name + ".value");
    if (!Value)
      return Value.takeError();
    Described.Elements.push_back(std::move(*Value));
    Out.Objects[Object].Cells.push_back(Engaged); // cells are in the order of their places
    return Described;
  }

  /// An element of a vector, or the value of an optional.
  Result<InputContents> record(unsigned Object, const llvm::DIType *Type, std::uint64_t Offset, const std::string &Name,
                               const std::string &Group) {
    auto Fields = fieldsOf(Type);
    if (!Fields)
      return Fields.takeError();
    InputContents Described = described(InputContents::Kind::Record, Name, Object);
    for (const Field &Member : *Fields) {
      std::string Full = Name + Member.Path;
      if (Member.What == Field::Kind::Number) {
        InputContents Number = described(InputContents::Kind::Number, Full, Object);
        Number.Leaves.push_back(leafAt(Object, Offset + Member.Offset, Member, Full));
        if (Group + Member.Group != Full)
          Out.Groups[Group + Member.Group].push_back(Number.Leaves.back());
        Described.Elements.push_back(std::move(Number));
      } else if (Member.What == Field::Kind::Contents) {
        auto Inner = contents(Object, Member.Pointee, Offset + Member.Offset, Full);
        if (!Inner)
          return Inner;
        Described.Elements.push_back(std::move(*Inner));
      } else
        return analysisError("'" + Full +
                             "' is a pointer inside of an object of the C++ library, which is not "
                             "supported");
    }
    return Described;
  }

  const InputOptions &Options;
  UsedNames &Used;
  std::optional<std::pair<unsigned, std::uint64_t>> Guard;
  bool ByValue = false;
};

Field scalarField(llvm::Type *Type, const llvm::DIType *Source, const llvm::DataLayout &Layout) {
  Field Member;
  Member.Signed = true;
  if (Source)
    if (auto Known = fieldsOf(Source); Known && Known->size() == 1) {
      Member = Known->front();
      Member.What = Field::Kind::Number;
    }
  auto Bits = static_cast<unsigned>(Layout.getTypeSizeInBits(Type));
  if (Bits != Member.Bits) {
    Member.Min.reset();
    Member.Max.reset();
  }
  Member.Bits = Bits;
  Member.Floating = Type->isFloatingPointTy();
  return Member;
}

/// One LLVM parameter that is not a pointer.
Status addScalar(ShapeBuilder &Builder, const llvm::Argument &A, const llvm::DIType *Source, const std::string &Name) {
  llvm::Type *Type = A.getType();
  if (!Type->isIntegerTy() && !Type->isFloatTy() && !Type->isDoubleTy() && !Type->isHalfTy() && !Type->isX86_FP80Ty() &&
      !llvm::isa<llvm::FixedVectorType>(Type))
    return analysisError("'" + (Source ? typeName(Source) : "its type") + "' is not supported");
  Field Member = scalarField(Type, Source, A.getParent()->getDataLayout());
  InputArgument Argument;
  Argument.Index = Builder.leaf(Member, Name);
  Builder.Out.Arguments.push_back({A.getArgNo(), Argument});
  return Done{};
}

Status addObject(ShapeBuilder &Builder, const llvm::Argument &A, Result<unsigned> Object) {
  if (!Object)
    return Object.takeError();
  InputArgument Argument;
  Argument.What = InputArgument::Kind::Object;
  Argument.Index = *Object;
  Builder.Out.Arguments.push_back({A.getArgNo(), Argument});
  return Done{};
}

/// A structure in memory that the callee owns.
Status addByValue(ShapeBuilder &Builder, const llvm::Argument &A, const SourceParameter &Parameter) {
  const llvm::DataLayout &Layout = A.getParent()->getDataLayout();
  llvm::Type *Type = A.getParamByValType();
  if (!Parameter.Type && !Type)
    return analysisError("there is no debug information about it; compile with -g");
  auto Fields = Parameter.Type ? fieldsOf(Parameter.Type) : fieldsOf(Type, Layout);
  if (!Fields)
    return Fields.takeError();
  std::uint64_t Size = Type ? Layout.getTypeAllocSize(Type).getFixedValue() : sizeInBytes(Parameter.Type);
  // Nobody sees what the callee leaves in its own copy, unless a destructor looks at it.
  bool IsSeen = !Type && hasDestructor(Parameter.Type);
  auto Object = Builder.value(*Fields, Size, Parameter.Name, IsSeen);
  if (Object && !Type && !IsSeen)
    for (InputCell &Cell : Builder.Out.Objects[*Object].Cells)
      Cell.Name.clear();
  return addObject(Builder, A, std::move(Object));
}

/// The pointer inside a small structure that is passed in registers, by its offset there.
const Field *pointerAt(const std::vector<Field> &Fields, std::uint64_t Offset) {
  for (const Field &Member : Fields)
    if (Member.Offset == Offset && Member.What == Field::Kind::Pointer)
      return &Member;
  return nullptr;
}

/// A class of the C++ library that travels in registers: each of them is a part of it.
Status addParts(ShapeBuilder &Builder, const SourceParameter &Parameter, const std::vector<Field> &Fields) {
  auto Object = Builder.value(Fields, sizeInBytes(Parameter.Type), Parameter.Name);
  if (!Object)
    return Object.takeError();
  Builder.Out.Objects[*Object].Carrier = true;
  const std::vector<InputCell> &Cells = Builder.Out.Objects[*Object].Cells;
  std::uint64_t Offset = 0;
  for (const llvm::Argument *A : Parameter.Arguments) {
    auto Pointer = llvm::find_if(Cells, [&](const InputCell &Cell) {
      return Cell.What == InputCell::Kind::Pointer && Cell.Offset >= Offset && Cell.Offset < Offset + 8;
    });
    InputArgument Argument;
    Argument.What = InputArgument::Kind::Part;
    Argument.Index = *Object;
    Argument.Offset = Offset;
    bool IsPointer = A->getType()->isPointerTy();
    if (IsPointer != (Pointer != Cells.end()) || (IsPointer && (Pointer->Addend || Pointer->Scaled)))
      return analysisError("it holds a pointer that is not supported");
    if (IsPointer) {
      Argument.What = InputArgument::Kind::Object;
      Argument.Index = Pointer->Index;
    }
    Builder.Out.Arguments.push_back({A->getArgNo(), Argument});
    Offset += 8;
  }
  return Done{};
}

/// A structure that travels in registers: each of them is an input of its own.
Status addPieces(ShapeBuilder &Builder, const SourceParameter &Parameter) {
  auto Fields = fieldsOf(Parameter.Type);
  if (!Fields)
    return Fields.takeError();
  if (isOfLibrary(Parameter.Type) ||
      llvm::any_of(*Fields, [](const Field &Member) { return Member.What == Field::Kind::Contents; }))
    return addParts(Builder, Parameter, *Fields);
  std::uint64_t Offset = 0;
  for (std::size_t I = 0; I != Parameter.Arguments.size(); ++I) {
    const llvm::Argument &A = *Parameter.Arguments[I];
    Status Added = Done{};
    if (A.getType()->isPointerTy()) {
      const Field *Pointer = pointerAt(*Fields, Offset);
      if (!Pointer)
        return analysisError("it holds a pointer that is not supported");
      Added = addObject(Builder, A, Builder.pointedTo(Pointer->Pointee, Parameter.Name + Pointer->Path, 1, true));
      Builder.Out.Pointer = true;
    } else {
      bool HidesPointers = llvm::any_of(*Fields, [&](const Field &Member) {
        return Member.What != Field::Kind::Number && Member.Offset >= Offset && Member.Offset < Offset + 8;
      });
      if (HidesPointers)
        return analysisError("it holds a pointer that is not supported");
      Added = addScalar(Builder, A, nullptr, Parameter.Name + ".coerce" + std::to_string(I));
    }
    if (!Added)
      return Added;
    Offset += 8;
  }
  return Done{};
}

bool pointsByReference(const llvm::DIType *Type) {
  auto *Pointer = dyn_cast<llvm::DIDerivedType>(Type);
  return Pointer && Pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type;
}

Status addPointer(ShapeBuilder &Builder, const llvm::Argument &A, const SourceParameter &Parameter) {
  const llvm::DIType *Type = withoutNames(Parameter.Type);
  const llvm::DIType *Pointee = nullptr;
  bool Single = false;
  if (Type) {
    auto Fields = fieldsOf(Type);
    if (!Fields)
      return Fields.takeError();
    if (Fields->size() != 1 || !isPointer(Fields->front()))
      return analysisError("'" + typeName(Type) + "' is passed as a pointer in a way that is not supported");
    Pointee = Fields->front().Pointee;
    Single = Fields->front().Reference || Parameter.Name == "this";
  }
  Builder.Out.Pointer = true;
  auto Object = Builder.pointedTo(Pointee, Parameter.Name, 0, Single);
  if (Object && Type && pointsByReference(Type))
    Builder.Out.Objects[*Object].Reference = true;
  return addObject(Builder, A, std::move(Object));
}

Status addParameter(ShapeBuilder &Builder, const SourceParameter &Parameter) {
  if (Parameter.Arguments.empty())
    return Done{}; // an empty structure
  const llvm::Argument &First = *Parameter.Arguments.front();
  if (Parameter.Result) {
    const llvm::DataLayout &Layout = First.getParent()->getDataLayout();
    return addObject(Builder, First,
                     Builder.blank(Parameter.Name, Layout.getTypeAllocSize(First.getParamStructRetType())));
  }
  if (std::string Why = Builder.refusal(Parameter.Type); !Why.empty())
    return analysisError(Why);
  bool Record = isRecord(Parameter.Type);
  // C++ passes what has a copy constructor of its own behind a plain pointer.
  bool Behind = Record && (withoutNames(Parameter.Type)->getFlags() & llvm::DINode::FlagTypePassByReference);
  if (First.hasByValAttr() || (Behind && First.getType()->isPointerTy()))
    return addByValue(Builder, First, Parameter);
  if (Record || Parameter.Arguments.size() > 1)
    return addPieces(Builder, Parameter);
  if (First.getType()->isPointerTy())
    return addPointer(Builder, First, Parameter);
  return addScalar(Builder, First, Parameter.Type, Parameter.Name);
}

bool sameCell(const InputCell &A, const InputCell &B) {
  if (A.Offset != B.Offset || A.What != B.What || A.Address != B.Address || A.Addend != B.Addend ||
      A.Scaled != B.Scaled)
    return false;
  return A.What == InputCell::Kind::Constant ? A.Value.getBitWidth() == B.Value.getBitWidth() : A.Index == B.Index;
}

bool sameObject(const InputObject &A, const InputObject &B) {
  return A.Size == B.Size && A.Text == B.Text && A.Length == B.Length && A.Cells.size() == B.Cells.size() &&
         llvm::equal(A.Cells, B.Cells, sameCell);
}

} // namespace

Result<Shape> shapeOf(const SourceParameter &Parameter, const InputOptions &Options, UsedNames &Used) {
  ShapeBuilder Builder(Options, Used);
  Builder.Out.Name = Parameter.Name;
  Builder.Out.TypeText = Parameter.Type ? typeName(Parameter.Type) : "";
  if (auto Added = addParameter(Builder, Parameter); !Added)
    return analysisError("parameter '" + Parameter.Name + "': " + Added.error().Message);
  return std::move(Builder.Out);
}

Result<Shape> shapeOf(const llvm::GlobalVariable &Global, const std::string &Name, bool RawFields) {
  auto Fields = fieldsOf(Global);
  if (!Fields)
    return analysisError("global '" + Name + "': " + Fields.error().Message);
  InputOptions None;
  None.RawFields = RawFields;
  UsedNames Used;
  ShapeBuilder Builder(None, Used);
  Builder.Out.Name = Name;
  if (std::string Why = Builder.refusal(debugType(Global)); !Why.empty())
    return analysisError("global '" + Name + "': " + Why);
  if (holdsPointers(*Fields))
    return analysisError("global '" + Name + "' holds pointers: it can only start as initialised");
  std::uint64_t Size = Global.getDataLayout().getTypeAllocSize(Global.getValueType());
  if (auto Index = Builder.value(*Fields, Size, Name); !Index)
    return Index.takeError();
  return std::move(Builder.Out);
}

bool sameShape(const Shape &A, const Shape &B) {
  auto SameLeaf = [](const InputLeaf &X, const InputLeaf &Y) { return X.Bits == Y.Bits && X.Floating == Y.Floating; };
  auto SameArgument = [](const auto &X, const auto &Y) {
    return X.second.What == Y.second.What && X.second.Index == Y.second.Index && X.second.Offset == Y.second.Offset;
  };
  return A.Leaves.size() == B.Leaves.size() && A.Objects.size() == B.Objects.size() &&
         A.Arguments.size() == B.Arguments.size() && llvm::equal(A.Leaves, B.Leaves, SameLeaf) &&
         llvm::equal(A.Objects, B.Objects, sameObject) && llvm::equal(A.Arguments, B.Arguments, SameArgument);
}

void widen(Shape &Into, const Shape &Other) {
  for (std::size_t I = 0; I != Into.Objects.size(); ++I)
    for (std::size_t J = 0; J != Into.Objects[I].Cells.size(); ++J)
      Into.Objects[I].Cells[J].Mask |= Other.Objects[I].Cells[J].Mask;
  for (std::size_t I = 0; I != Into.Leaves.size(); ++I) {
    InputLeaf &Leaf = Into.Leaves[I];
    const InputLeaf &Also = Other.Leaves[I];
    bool Comparable = Leaf.Signed == Also.Signed && Leaf.Min && Leaf.Max && Also.Min && Also.Max;
    if (!Comparable) {
      Leaf.Min.reset();
      Leaf.Max.reset();
      continue;
    }
    auto Less = [&](const llvm::APInt &A, const llvm::APInt &B) { return Leaf.Signed ? A.slt(B) : A.ult(B); };
    if (Less(*Also.Min, *Leaf.Min))
      Leaf.Min = Also.Min;
    if (Less(*Leaf.Max, *Also.Max))
      Leaf.Max = Also.Max;
  }
}

} // namespace vernier
