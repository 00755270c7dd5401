#pragma once

#include "analysis/Objects.h"
#include "analysis/PointsToSolver.h"

#include <functional>
#include <set>
#include <vector>

namespace vernier::test {

/// The rules of PointsToSolver, applied to all constraints again and again until nothing changes: no order, no cycles,
/// no sharing, escaped objects like all others.
class PlainPointsTo {
public:
  using Node = unsigned;
  using Cells = std::set<CellId>;
  using Callee = std::function<void(CellId)>;

  explicit PlainPointsTo(Objects &Memory) : Memory(Memory) { make(); }

  Node make() {
    Sets.emplace_back();
    return Sets.size() - 1;
  }
  Node contentOf(CellId Cell) {
    if (!Contents.contains(Cell))
      Contents[Cell] = make();
    return Contents[Cell];
  }
  Node escaped() const { return 0; }

  void add(Node To, CellId Cell) { Changed |= Sets[To].insert(Cell).second; }
  void copy(Node From, Node To) {
    rule([this, From, To] { join(To, Sets[From]); });
  }
  void move(Node From, Node To, const PointerStep &Step) {
    rule([this, From, To, Step] {
      for (CellId Cell : Cells(Sets[From]))
        step(Cell, To, Step);
    });
  }
  void into(Node From, Node To) {
    rule([this, From, To] {
      for (CellId Cell : Cells(Sets[From]))
        addObject(To, Cell);
    });
  }
  void load(Node Pointer, Node To, std::uint64_t Size) {
    rule([this, Pointer, To, Size] {
      for (CellId Cell : Cells(Sets[Pointer]))
        read(Cell, Size, To);
    });
  }
  void store(Node From, Node Pointer, std::uint64_t Size) {
    rule([this, From, Pointer, Size] {
      for (CellId Cell : Cells(Sets[Pointer]))
        write(From, Cell, Size);
    });
  }
  void copyMemory(Node To, Node From, std::uint64_t Size) {
    Node Buffer = make();
    rule([this, To, From, Size, Buffer] {
      for (CellId Target : Cells(Sets[To]))
        for (CellId Source : Cells(Sets[From]))
          copyCell(Target, Source, Size, Buffer);
    });
  }
  void whenCode(Node Pointer, Callee Then) {
    std::size_t Rule = Rules.size();
    rule([this, Pointer, Then, Rule] {
      for (CellId Cell : Cells(Sets[Pointer]))
        if ((Cell == Objects::UnknownCell || Memory.owner(Cell).Kind == ObjectKind::Code) &&
            Called.insert({Rule, Cell}).second)
          Then(Cell);
    });
  }
  void whenEscaped(std::function<void(ObjectId)> Then) { OnEscape = std::move(Then); }

  void solve() {
    do {
      Changed = false;
      for (std::size_t I = 0; I != Rules.size(); ++I) {
        auto Rule = Rules[I]; // rules may add rules
        Rule();
      }
      for (CellId Cell : Cells(Sets[escaped()]))
        escape(Memory.objectOf(Cell));
    } while (Changed);
  }

  const Cells &cells(Node N) const { return Sets[N]; }
  const Cells &contents(CellId Cell) { return Sets[contentOf(Cell)]; }
  bool hasEscaped(ObjectId Object) const { return Escaped.contains(Object); }
  const Cells &escapedCells() const { return Sets[0]; }

private:
  void rule(std::function<void()> Rule) {
    Rules.push_back(std::move(Rule));
    Changed = true;
  }
  void join(Node To, const Cells &More) {
    for (CellId Cell : Cells(More))
      add(To, Cell);
  }
  void addObject(Node To, CellId Of) {
    const MemoryObject &Object = Memory.owner(Of);
    for (CellId Cell = Object.First; Object.contains(Cell); ++Cell)
      add(To, Cell);
  }
  void step(CellId Cell, Node To, const PointerStep &Step) {
    const MemoryObject &Object = Memory.owner(Cell);
    Layout::PartList Parts;
    if (Cell == Objects::UnknownCell)
      add(To, Cell);
    else if (Object.Shape->move(Memory.partOf(Cell), Step, Parts))
      for (unsigned Part : Parts)
        add(To, Object.First + Part);
    else
      addObject(To, Cell);
  }
  std::vector<CellId> touched(CellId Cell, std::uint64_t Size) const {
    const MemoryObject &Object = Memory.owner(Cell);
    Layout::PartList Parts;
    if (Size)
      Object.Shape->touch(Memory.partOf(Cell), Size, Parts);
    std::vector<CellId> Result;
    for (unsigned Part = 0; Part != Object.size(); ++Part)
      if (!Size || llvm::is_contained(Parts, Part))
        Result.push_back(Object.First + Part);
    return Result;
  }
  void read(CellId Cell, std::uint64_t Size, Node To) {
    if (Cell == Objects::UnknownCell)
      return add(To, Cell);
    for (CellId Part : touched(Cell, Size))
      join(To, contents(Part));
  }
  void write(Node From, CellId Cell, std::uint64_t Size) {
    if (Cell == Objects::UnknownCell)
      return join(escaped(), Sets[From]);
    for (CellId Part : touched(Cell, Size)) {
      Node To = contentOf(Part);
      join(To, Sets[From]);
    }
  }
  void copyCell(CellId To, CellId From, std::uint64_t Size, Node Buffer) {
    const MemoryObject &Target = Memory.owner(To), &Source = Memory.owner(From);
    bool Known = To != Objects::UnknownCell && From != Objects::UnknownCell;
    unsigned Part = Memory.partOf(To);
    if (Known && Target.Shape == Source.Shape && Part == Memory.partOf(From) && !Target.Shape->parts()[Part].Many) {
      for (CellId Cell : touched(From, Size))
        join(contentOf(Target.First + (Cell - Source.First)), Cells(contents(Cell)));
      return;
    }
    if (To == Objects::UnknownCell && From == Objects::UnknownCell)
      return;
    read(From, Size, Buffer);
    write(Buffer, To, Size);
  }
  void escape(ObjectId Object) {
    if (Escaped.insert(Object).second && OnEscape)
      OnEscape(Object);
    const MemoryObject O = Memory[Object];
    for (CellId Cell = O.First; O.contains(Cell); ++Cell) {
      add(escaped(), Cell);
      add(contentOf(Cell), Objects::UnknownCell);
      join(escaped(), Cells(contents(Cell)));
    }
  }

  Objects &Memory;
  std::deque<Cells> Sets;
  std::map<CellId, Node> Contents;
  std::vector<std::function<void()>> Rules;
  std::set<std::pair<std::size_t, CellId>> Called; ///< by rule
  std::set<ObjectId> Escaped;
  std::function<void(ObjectId)> OnEscape;
  bool Changed = false;
};

} // namespace vernier::test
