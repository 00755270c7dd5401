#pragma once

#include "base/Result.h"
#include "base/Side.h"
#include "execution/EntryShape.h"
#include "execution/Exchange.h"
#include "input/InputSpace.h"
#include "verdict/Outcome.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vernier {

/// The input of one run, laid out for the harness, and afterwards what the run left. Only places that were chosen here
/// are read, whatever the program wrote over them.
class ExchangeMemory {
public:
  /// For a function. The space and the shape have to live longer.
  static Result<ExchangeMemory> create(const InputSpace &Space, Side Which, const EntryShape &Shape,
                                       const InputAssignment &Values);
  /// For a whole program: only calls are recorded.
  static Result<ExchangeMemory> create();

  ExchangeMemory(ExchangeMemory &&Other) noexcept;
  ExchangeMemory &operator=(ExchangeMemory &&) = delete;
  ~ExchangeMemory();

  int descriptor() const { return Descriptor; }
  bool started() const { return head().State != VernierNotStarted; }
  bool called() const { return head().State >= VernierCalled; }
  bool returned() const { return head().State == VernierReturned; }

  /// What is to be told about a function that returned.
  std::string returnText() const;
  std::vector<NamedValue> changedMemory() const;
  std::vector<std::string> calls() const;
  bool lostCalls() const { return head().CallsLost != 0; }

private:
  ExchangeMemory() = default;
  Status publish();
  const VernierExchange &head() const { return *reinterpret_cast<const VernierExchange *>(Shared); }
  VernierExchange &plannedHead() { return *reinterpret_cast<VernierExchange *>(Planned.data()); }
  std::uint64_t reserve(std::uint64_t Size);
  template <class T> std::uint64_t table(const std::vector<T> &Rows);
  void planObjects(const InputAssignment &Values);
  void planGlobals(const InputAssignment &Values);
  void planArguments(const InputAssignment &Values);
  void planObject(unsigned Index, const InputAssignment &Values);
  std::uint32_t target(unsigned Object, const InputAssignment &Values) const;
  bool exists(unsigned Object, const InputAssignment &Values) const;

  const VernierObject &object(unsigned Index) const;
  const VernierGlobal &global(unsigned Index) const;
  std::string pointerText(std::uint64_t Address) const;
  std::string fieldText(const Field &Place, const char *Bytes) const;
  void changedObject(unsigned Index, std::vector<NamedValue> &Into) const;
  void changedGlobal(unsigned Index, std::vector<NamedValue> &Into) const;

  const InputSpace *Space = nullptr;
  const EntryShape *Shape = nullptr;
  Side Which = Side::New;
  std::string Planned;      ///< what the memory starts with
  VernierExchange Places{}; ///< its header as planned: the program cannot move it
  std::vector<VernierObject> Objects;
  std::vector<VernierPointer> Pointers;
  std::vector<VernierGlobal> Globals;
  int Descriptor = -1;
  char *Shared = nullptr;
};

} // namespace vernier
