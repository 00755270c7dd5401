#pragma once

#include "base/Result.h"
#include "base/Side.h"
#include "execution/runs/Exchange.h"
#include "execution/runs/LeftMemory.h"
#include "input/EntryShape.h"
#include "input/InputSpace.h"
#include "verdict/Outcome.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vernier {

/// The input of one run, laid out for the harness, and afterwards what the run left. Only places that were chosen here
/// are read, whatever the program wrote over them. Where things are does not depend on the values.
class ExchangeMemory {
public:
  /// For a function. The space and the shape have to live longer.
  static Result<ExchangeMemory> create(const InputSpace &Space, Side Which, const EntryShape &Shape,
                                       const InputAssignment &Values);
  /// For a whole program: only calls are recorded.
  static Result<ExchangeMemory> create();

  /// The input of the next run takes the place of the one before.
  void refill(const InputAssignment &Values);

  ExchangeMemory(ExchangeMemory &&Other) noexcept;
  ExchangeMemory &operator=(ExchangeMemory &&) = delete;
  ~ExchangeMemory();

  int descriptor() const { return Descriptor; }
  bool started() const { return head().State != VernierNotStarted; }
  bool called() const { return head().State >= VernierCalled; }
  bool returned() const { return head().State == VernierReturned; }

  /// What memory of the heap that nobody wrote holds in the next run, if it is a plain one.
  void setFilling(std::uint8_t Byte);

  /// Of a function that returned: its result, and what it left.
  LeftMemory describe(Outcome &Into) const;
  std::vector<std::string> calls() const;
  bool lostCalls() const { return head().CallsLost != 0; }

private:
  ExchangeMemory() = default;
  Status publish();
  void plan(const InputAssignment &Values);
  const VernierExchange &head() const { return *reinterpret_cast<const VernierExchange *>(Shared); }
  VernierExchange &plannedHead() { return *reinterpret_cast<VernierExchange *>(Planned.data()); }
  std::uint64_t reserve(std::uint64_t Size);
  template <class T> std::uint64_t table(const std::vector<T> &Rows, std::size_t Most = 0);
  void planObjects(const InputAssignment &Values);
  void planGlobals(const InputAssignment &Values);
  void planArguments(const InputAssignment &Values);
  void planObject(unsigned Index, const InputAssignment &Values);
  void planMarks(const InputAssignment &Values);
  void markLeaf(unsigned Leaf, const InputAssignment &Values, VernierMark Where);
  void markPart(unsigned Argument, const InputAssignment &Values);
  void markObject(unsigned Index, const InputAssignment &Values);
  void markPointer(unsigned Object, const InputAssignment &Values, VernierMark Where);
  std::size_t mostMarks() const;
  std::size_t pointerCells() const;
  std::uint32_t target(unsigned Object, const InputAssignment &Values) const;
  bool exists(unsigned Object, const InputAssignment &Values) const;

  const VernierObject &object(unsigned Index) const;
  const VernierGlobal &global(unsigned Index) const;
  /// What is known while the outcome of a run is told.
  struct Telling {
    LeftMemoryReader Reader;
    std::vector<NamedValue> Roots, Memory;
    std::optional<std::string> ReturnTarget;
    std::map<ObservedByte, std::uint8_t> Masks{}; ///< LeftMemory::Masks

    void remember(const MemoryArea &In, const Field &Place);
  };
  std::vector<NamedRegion> regions() const;
  std::vector<std::uint64_t> placeAddresses() const;
  std::vector<RawBlock> rawBlocks() const;
  std::string pointerText(Telling &To, std::uint64_t Address, const llvm::DIType *Pointee,
                          const std::string &Name) const;
  std::string fieldText(Telling &To, const Field &Place, const MemoryArea &In, const std::string &Name,
                        bool OfResult = false) const;
  MemoryArea areaOf(unsigned Object) const;
  MemoryArea areaOfGlobal(unsigned Index) const;
  std::vector<MemoryArea> areas() const;
  std::vector<std::string> startingBytes() const;
  void changedClasses(Telling &To, unsigned Index) const;
  std::string returnText(Telling &To) const;
  void changedObject(Telling &To, unsigned Index) const;
  void changedGlobal(Telling &To, unsigned Index) const;
  void changedState(Telling &To) const;

  const InputSpace *Space = nullptr;
  const EntryShape *Shape = nullptr;
  Side Which = Side::New;
  std::string Planned;      ///< what the memory starts with
  VernierExchange Places{}; ///< its header as planned: the program cannot move it
  std::vector<VernierObject> Objects;
  std::vector<VernierPointer> Pointers;
  std::vector<VernierGlobal> Globals;
  std::vector<VernierMark> Marks;
  std::uint8_t Filling = 0;
  int Descriptor = -1;
  char *Shared = nullptr;
};

} // namespace vernier
