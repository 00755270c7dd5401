#include "verdict/Codes.h"

#include <algorithm>

namespace vernier {

namespace {

/// Whether a caller, or the world, can break it.
constexpr bool General = false, Breakable = true;

constexpr AssumptionCode Table[] = {
    {assumption::DefinedBehaviour,
     "No run does what C leaves undefined: no access outside of an object, no use of memory that nobody wrote.",
     General},
    {"terminates", "Both versions end. Nothing is said about inputs on which one of them runs forever.", General},
    {"addresses-are-not-data", "Addresses are not printed, hashed or otherwise used as data.", General},
    {assumption::CompilerTransformations,
     "The transformations of LLVM that make normal forms keep what a program does.", General},
    {assumption::GlobalsAsInitialised,
     "Global variables start with their initial values, whatever the program did before.", Breakable},
    {"no-alias", "Pointers that are passed in point to different objects, and to no global variable.", Breakable},
    {"no-partial-overlap", "Pointers that may be equal do not lead into the middle of each other's object.", Breakable},
    {"not-null", "Pointers that are passed in are not null.", Breakable},
    {"bounded-lengths",
     "What pointers that are passed in point to has the length that was given, and chains of pointers end.", Breakable},
    {"null-function-pointers", "Pointers to functions inside of structures that are passed in are null.", Breakable},
    {"enumerators-only", "Enumerations that are passed in hold values between their smallest and largest enumerator.",
     Breakable},
    {"parameters-by-name", "Parameters have come, gone or moved, and are paired by their names.", Breakable},
    {"common-parameter-range", "A parameter whose type changed has only values that both types can hold.", Breakable},
    {"assume", "Given on the command line (--assume).", Breakable, AssumptionDetail::Expression},
    {"one-nan", "All values of floating point that are no number count as the same one.", Breakable},
    {"allocation-succeeds", "Memory that is asked for is given.", Breakable},
    {"left-functions", "What NAMES do when a caller calls them is not part of this claim; they have changed.",
     Breakable, AssumptionDetail::Names},
    {"external-code-apart",
     "Functions whose code is not here neither touch the program's variables nor call back into it, and come back.",
     Breakable},
    {assumption::UnpairedGlobals, "Variables that only one version has and writes are not compared.", Breakable},
    {"events-unseen", "Callers do not see in which calls, pieces and order the function prints, flushes and ends.",
     Breakable},
    {assumption::NoHandlers, "No handler of a signal or of exit sees memory where the function ends without returning.",
     Breakable},
    {"output-succeeds", "Streams take what is printed.", Breakable},
    {"errno-kept", "Output and allocation leave errno alone.", Breakable},
    {"stack-suffices", "There is enough stack, although one version needs more of it.", Breakable},
    {"c-locale", "Callers set no other locale.", Breakable},
    {"round-to-nearest", "Callers set no other rounding of floating point, and do not look at its flags.", Breakable},
    {"weak-definitions", "Weak definitions, declarations and aliases are not replaced when the function is linked.",
     Breakable},
    {"errno-starts-zero", "The error number is 0 when the function is called.", Breakable},
    {"one-thread", "No other thread uses the memory of functions that have atomic operations.", Breakable},
    {assumption::VolatileAsMemory,
     "Volatile variables are memory: no device, and no thread or handler that is not here, changes them.", Breakable},
    {assumption::Surroundings, "The world answers as it did here: NAMES. Elsewhere the versions may differ.", Breakable,
     AssumptionDetail::Names},
    {assumption::WrappingArithmetic,
     "Signed arithmetic wraps around, or does not overflow: the user's build does not say -fwrapv.", Breakable},
    {"fast-math", "Floating point is computed as written, although the build allows compilers to do otherwise.",
     Breakable},
    {"strict-aliasing", "Memory that is accessed as another type than it has holds what was written there.", Breakable},
    {"evaluation-order",
     "Operands and arguments are evaluated from left to right, as clang does, where C leaves the order open.",
     Breakable},
    {"optimiser-answers",
     "The user's compiler answers __builtin_constant_p and __builtin_object_size as our builds do.", Breakable},
    {"inactive-code", "The user's build leaves out the changed text that our builds leave out: NAMES.", Breakable,
     AssumptionDetail::Names},
    {"ignored-by-clang", "Pragmas and attributes that clang ignores mean nothing to the user's compiler: NAMES.",
     Breakable, AssumptionDetail::Names},
    {"declarations", "Nobody notices that NAMES are declared with other types or promises (pure, restrict).", Breakable,
     AssumptionDetail::Names},
    {"inline-definitions",
     "The user's build calls the same definition of NAMES as ours, and not the inline one, which changed.", Breakable,
     AssumptionDetail::Names},
    {"wide-bit-fields", "The bit-fields NAMES, wider than int, are computed as their declared type, as clang does.",
     Breakable, AssumptionDetail::Names},
    {"users-of-headers", "Users of the library do not notice the changed text of headers: NAMES.", Breakable,
     AssumptionDetail::Names},
    {assumption::LinkerOptions,
     "The linker takes the symbols that the code names, although it is told otherwise (--wrap, --defsym).", Breakable},
    {"build-steps", "The build does nothing beside compiling and linking that NAMES changed.", Breakable,
     AssumptionDetail::Names},
    {"predefined-macros", "The user's compiler and its options define NAMES as our builds do.", Breakable,
     AssumptionDetail::Names},
    {"bounded-input", "Arguments and standard input are no longer than what was tried (--argv, --stdin).", Breakable},
};

/// `left-functions` of `left-functions: f`.
std::string_view codeOf(std::string_view Assumption) {
  return Assumption.substr(0, Assumption.find_first_of(": "));
}

} // namespace

std::span<const AssumptionCode> assumptionCodes() {
  return Table;
}

const AssumptionCode *findAssumption(std::string_view Assumption) {
  const auto *Row = std::find_if(std::begin(Table), std::end(Table), [&](const AssumptionCode &Each) {
    return Each.Code == (Each.Detail == AssumptionDetail::None ? Assumption : codeOf(Assumption));
  });
  return Row == std::end(Table) ? nullptr : Row;
}

} // namespace vernier
