#pragma once

#include <span>
#include <string_view>

namespace vernier {

/// What a code for scripts means, for people.
struct CodeMeaning {
  std::string_view Code, Meaning;
};

/// Every code that a reason can have: that of an answer that is unknown, of one that is known, of an undecided test.
/// Reasons have a message of their own, which says what is wrong with what; this says what the code means in general.
std::span<const CodeMeaning> reasonCodes();

/// Empty for a code that is not in the table.
std::string_view meaningOfReason(std::string_view Code);

/// What stands behind the code of an assumption.
enum class AssumptionDetail {
  None,
  Names,      ///< `left-functions: f, g`: what the assumption is about
  Expression, ///< `assume x > 3`
};

struct AssumptionCode {
  std::string_view Code;
  std::string_view Meaning; ///< a sentence; NAMES stands for what is behind the code
  bool Breakable;           ///< by a caller or the world (verdict/Claim.h)
  AssumptionDetail Detail = AssumptionDetail::None;
};

/// Every assumption that a claim can rest on. What a proof "assumes" is one of these codes, with its details.
std::span<const AssumptionCode> assumptionCodes();

/// Of the code alone, or with its details; null for one that is not in the table.
const AssumptionCode *findAssumption(std::string_view Assumption);

/// Reasons that are compared somewhere: nobody spells them twice.
namespace reason {

inline constexpr char Bound[] = "bound";
inline constexpr char CalleesProved[] = "callees-proved";
inline constexpr char ChangeReached[] = "change-reached";
inline constexpr char CompileOptions[] = "compile-options";
inline constexpr char ConstructorReadsInput[] = "constructor-reads-input";
inline constexpr char DiffersOnItsOwn[] = "differs-on-its-own";
inline constexpr char Entry[] = "entry";
inline constexpr char ExternalReadsInput[] = "external-reads-input";
inline constexpr char Induction[] = "induction";
inline constexpr char LinkOptions[] = "link-options";
inline constexpr char NoChangeReached[] = "no-change-reached";
inline constexpr char NoInput[] = "no-input";
inline constexpr char NoInputReachesChange[] = "no-input-reaches-change";
inline constexpr char NormalForm[] = "normal-form";
inline constexpr char NotCompared[] = "not-compared";
inline constexpr char NotReplayed[] = "not-replayed";
inline constexpr char Removed[] = "removed";
inline constexpr char Signature[] = "signature";
inline constexpr char UndefinedBehaviour[] = "undefined-behaviour";
inline constexpr char UnknownFunction[] = "unknown-function";
inline constexpr char Volatile[] = "volatile";
inline constexpr char Witness[] = "witness";

} // namespace reason

/// Assumptions that are compared somewhere.
namespace assumption {

inline constexpr char CompilerTransformations[] = "compiler-transformations";
inline constexpr char DefinedBehaviour[] = "defined-behaviour";
inline constexpr char GlobalsAsInitialised[] = "globals-as-initialised";
inline constexpr char LinkerOptions[] = "linker-options";
inline constexpr char NoHandlers[] = "no-handlers";
inline constexpr char Surroundings[] = "surroundings";
inline constexpr char UnpairedGlobals[] = "unpaired-globals";
inline constexpr char VolatileAsMemory[] = "volatile-as-memory";
inline constexpr char WrappingArithmetic[] = "wrapping-arithmetic";

} // namespace assumption

} // namespace vernier
