#include "input/Shape.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace vernier {

namespace {

using llvm::dyn_cast;

/// How far pointers inside of objects are followed before they are null.
constexpr unsigned DeepestObject = 2;
/// Elements larger than this are hardly those of an array.
constexpr std::uint64_t LargeElement = 1024;

InputLeaf leafOf(const Field &Place, const std::string &Name) {
  InputLeaf Leaf;
  Leaf.Name = Name;
  Leaf.Bits = Place.Bits;
  Leaf.Signed = Place.Signed;
  Leaf.Floating = Place.Floating;
  Leaf.Min = Place.Min;
  Leaf.Max = Place.Max;
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

  unsigned leaf(const Field &Place, const std::string &Name) {
    Out.Leaves.push_back(leafOf(Place, Name));
    Out.Enumerations |= Place.Enumeration && Place.Min;
    return static_cast<unsigned>(Out.Leaves.size() - 1);
  }

  Result<unsigned> pointedTo(const llvm::DIType *Pointee, const std::string &Name, unsigned Depth, bool Single) {
    auto What = elementsOf(Pointee);
    if (!What)
      return What.takeError();
    bool Alone = Single || Depth > 0 || What->Size > LargeElement || holdsPointers(What->Fields);
    unsigned Usual = What->Text || !withoutNames(Pointee) ? Options.DefaultString : Options.DefaultLength;
    unsigned Count = length(Name).value_or(Alone && !What->Text ? 1 : Usual);
    unsigned Index = newObject(Name, What->Size * Count + (What->Text ? 1 : 0));
    Out.Objects[Index].Text = What->Text;
    for (unsigned I = 0; I != Count; ++I) {
      bool Plain = Count == 1 && What->Record;
      std::string Element = Plain ? Name : Name + "_" + std::to_string(I);
      if (auto Filled = fill(Index, What->Fields, I * What->Size, Element, Name, Depth); !Filled)
        return Filled.takeError();
    }
    if (What->Text)
      constant(Index, Count, 8, Name + "_" + std::to_string(Count), false);
    return Index;
  }

  /// A structure that is passed by value in memory, or a global.
  Result<unsigned> value(const std::vector<Field> &Fields, std::uint64_t Size, const std::string &Name) {
    unsigned Index = newObject(Name, Size);
    if (auto Filled = fill(Index, Fields, 0, Name, Name, 0); !Filled)
      return Filled.takeError();
    return Index;
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
    Elements What;
    if (!Type) {
      What.Fields = {Field{}};
      return What;
    }
    if (llvm::isa<llvm::DISubroutineType>(Type))
      return analysisError("a pointer to a function is not supported");
    if (Type->getName() == "_IO_FILE")
      return analysisError("a stream ('FILE') is not supported");
    auto Fields = fieldsOf(Type);
    if (!Fields)
      return Fields.takeError();
    What.Fields = std::move(*Fields);
    What.Size = sizeInBytes(Type);
    What.Record = isRecord(Type);
    What.Text = isPlainChar(Type);
    return What;
  }

  Status fill(unsigned Object, const std::vector<Field> &Fields, std::uint64_t Offset, const std::string &Name,
              const std::string &Group, unsigned Depth) {
    for (const Field &Each : Fields) {
      std::string Full = Name + Each.Path;
      if (Each.What == Field::Kind::Number) {
        InputCell Cell;
        Cell.Offset = Offset + Each.Offset;
        Cell.Index = leaf(Each, Full);
        Cell.Name = Full;
        if (Group + Each.Group != Full)
          Out.Groups[Group + Each.Group].push_back(Cell.Index);
        Out.Objects[Object].Cells.push_back(std::move(Cell));
        continue;
      }
      if (auto Added = pointer(Object, Each, Offset + Each.Offset, Full, Depth); !Added)
        return Added;
    }
    return Done{};
  }

  Status pointer(unsigned Object, const Field &Each, std::uint64_t Offset, const std::string &Name, unsigned Depth) {
    Out.NullFunctionPointers |= Each.What == Field::Kind::FunctionPointer;
    if (Each.What == Field::Kind::FunctionPointer || Depth == DeepestObject) {
      constant(Object, Offset, 64, Name, true);
      Out.Objects[Object].Cells.back().Pointee = Each.Pointee;
      return Done{};
    }
    auto Target = pointedTo(Each.Pointee, Name, Depth + 1, true);
    if (!Target)
      return analysisError("'" + Name + "': " + Target.error().Message);
    InputCell Cell;
    Cell.Offset = Offset;
    Cell.What = InputCell::Kind::Pointer;
    Cell.Index = *Target;
    Cell.Name = Name;
    Cell.Address = true;
    Cell.Pointee = Each.Pointee;
    Out.Objects[Object].Cells.push_back(std::move(Cell));
    return Done{};
  }

  const InputOptions &Options;
  UsedNames &Used;
};

Field scalarField(llvm::Type *Type, const llvm::DIType *Source, const llvm::DataLayout &Layout) {
  Field Place;
  Place.Signed = true;
  if (Source)
    if (auto Known = fieldsOf(Source); Known && Known->size() == 1) {
      Place = Known->front();
      Place.What = Field::Kind::Number;
    }
  auto Bits = static_cast<unsigned>(Layout.getTypeSizeInBits(Type));
  if (Bits != Place.Bits) {
    Place.Min.reset();
    Place.Max.reset();
  }
  Place.Bits = Bits;
  Place.Floating = Type->isFloatingPointTy();
  return Place;
}

/// One LLVM parameter that is not a pointer.
Status addScalar(ShapeBuilder &Builder, const llvm::Argument &A, const llvm::DIType *Source, const std::string &Name) {
  llvm::Type *Type = A.getType();
  if (!Type->isIntegerTy() && !Type->isFloatTy() && !Type->isDoubleTy() && !Type->isHalfTy() &&
      !llvm::isa<llvm::FixedVectorType>(Type))
    return analysisError("'" + (Source ? typeName(Source) : "its type") + "' is not supported");
  Field Place = scalarField(Type, Source, A.getParent()->getDataLayout());
  InputArgument Argument;
  Argument.Index = Builder.leaf(Place, Name);
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
  return addObject(Builder, A, Builder.value(*Fields, Size, Parameter.Name));
}

/// The pointer inside a small structure that is passed in registers, by its offset there.
const Field *pointerAt(const std::vector<Field> &Fields, std::uint64_t Offset) {
  for (const Field &Each : Fields)
    if (Each.Offset == Offset && Each.What == Field::Kind::Pointer)
      return &Each;
  return nullptr;
}

/// A structure that travels in registers: each of them is an input of its own.
Status addPieces(ShapeBuilder &Builder, const SourceParameter &Parameter) {
  auto Fields = fieldsOf(Parameter.Type);
  if (!Fields)
    return Fields.takeError();
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
      bool HidesPointers = llvm::any_of(*Fields, [&](const Field &Each) {
        return Each.What != Field::Kind::Number && Each.Offset >= Offset && Each.Offset < Offset + 8;
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

Status addPointer(ShapeBuilder &Builder, const llvm::Argument &A, const SourceParameter &Parameter) {
  const llvm::DIType *Type = withoutNames(Parameter.Type);
  const llvm::DIType *Pointee = nullptr;
  bool Single = false;
  if (Type) {
    auto Fields = fieldsOf(Type);
    if (!Fields)
      return Fields.takeError();
    if (Fields->size() != 1 || Fields->front().What == Field::Kind::Number)
      return analysisError("'" + typeName(Type) + "' is passed as a pointer in a way that is not supported");
    Pointee = Fields->front().Pointee;
    Single = Fields->front().Reference || Parameter.Name == "this";
  }
  Builder.Out.Pointer = true;
  return addObject(Builder, A, Builder.pointedTo(Pointee, Parameter.Name, 0, Single));
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
  if (A.Offset != B.Offset || A.What != B.What || A.Address != B.Address)
    return false;
  return A.What == InputCell::Kind::Constant ? A.Value.getBitWidth() == B.Value.getBitWidth() : A.Index == B.Index;
}

bool sameObject(const InputObject &A, const InputObject &B) {
  return A.Size == B.Size && A.Text == B.Text && A.Cells.size() == B.Cells.size() &&
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

Result<Shape> shapeOf(const llvm::GlobalVariable &Global, const std::string &Name) {
  auto Fields = fieldsOf(Global);
  if (!Fields)
    return analysisError("global '" + Name + "': " + Fields.error().Message);
  InputOptions None;
  UsedNames Used;
  ShapeBuilder Builder(None, Used);
  Builder.Out.Name = Name;
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
    return X.second.What == Y.second.What && X.second.Index == Y.second.Index;
  };
  return A.Leaves.size() == B.Leaves.size() && A.Objects.size() == B.Objects.size() &&
         A.Arguments.size() == B.Arguments.size() && llvm::equal(A.Leaves, B.Leaves, SameLeaf) &&
         llvm::equal(A.Objects, B.Objects, sameObject) && llvm::equal(A.Arguments, B.Arguments, SameArgument);
}

void widenRanges(Shape &Into, const Shape &Other) {
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
