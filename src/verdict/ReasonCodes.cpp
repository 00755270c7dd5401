#include "verdict/Codes.h"

#include <algorithm>

namespace vernier {

namespace {

constexpr CodeMeaning Table[] = {
    // The bounded proof.
    {reason::Bound, "a loop or recursion may go on after the bound"},
    {"endless-loop", "a loop never ends for some input"},
    {"out-of-bounds", "an access leaves its object for some input"},
    {"use-after-free", "memory is used for some input after it was given back"},
    {"free", "something is given back for some input that no allocation gave"},
    {"null-text", "a null pointer is printed as text for some input"},
    {"shift", "a shift by the width or more for some input"},
    {"conversion", "a floating-point number does not fit the integer for some input"},
    {"count-zeros", "the zeros of zero are counted for some input"},
    {"index", "an index leaves its vector for some input"},
    {"unreachable", "some input comes to what the compiler takes for unreachable"},
    {"signed-integer-overflow", "signed arithmetic overflows for some input"},
    {"solver-time", "the solver ran out of time"},
    {"budget", "the time or the runs were used up, and places are left"},
    {"not-confirmed", "plain builds do not show what was computed"},
    {reason::NotReplayed, "plain builds could not run the candidate, it did not end, or two runs differ"},
    {"output-bytes", "printed values differ; whether their texts do is not decided"},
    {"not-determined", "an assertion depends on something that the input does not determine"},
    {"unmodelled-call", "a function is called that is neither in the program nor has a model"},
    {"external-variable", "a variable is used that is not in the program"},
    {"unsupported-symbol", "a symbol is used that is not in the program"},
    {"input", "a function reads standard input, which is left to partitions"},
    {"container-input", "a vector or a view is input, which is left to partitions"},
    {"environment", "the environment is used, which is left to partitions"},
    {"files", "files are used, which is left to partitions"},
    {"format", "an output format is not known, or a conversion in it is not understood"},
    {"address-as-data", "an address is printed"},
    {"dynamic-size", "the input decides how large memory is"},
    {"object-too-large", "an object is too large for a formula"},
    {"too-many-targets", "a pointer may lead to too many objects"},
    {"unresolved-pointer", "a pointer may lead to something that is not known"},
    {"unsupported-object", "a pointer leads to something that is not understood"},
    {"conditional-free", "one of several objects is given back"},
    {"realloc", "one of several objects is resized"},
    {"alias", "an alias of something that is not a symbol"},
    {"indirect-call", "the target of a call is not known"},
    {"variable-arguments", "variable arguments are not supported"},
    {"inline-assembly", "inline assembly is not supported"},
    {reason::Volatile, "a volatile variable may hold anything at any time"},
    {"threads", "a run started threads; what happens afterwards is not traced"},
    {"destructors", "functions that run when the program ends are not supported"},
    {"irreducible-flow", "a loop with several entries is not supported"},
    {"stack", "more stack is used than is modelled"},
    {"unsupported-instruction", "an instruction is not supported"},
    {"unsupported-intrinsic", "an intrinsic function is not supported"},
    {"unsupported-type", "a type is not supported"},
    {"unsupported-constant", "a constant is not supported"},
    {"unsupported-value", "a value is not supported"},
    {reason::Entry, "the entry cannot be prepared"},
    {"no-input-space", "no inputs can be made for the function"},
    {reason::NoInput, "no input satisfies what is assumed"},
    {"unknown", "something that is not understood"},
    // Partitions, and what is common to all.
    {"interrupted", "it was interrupted"},
    {"failed", "runs cannot be carried out any more"},
    {"baseline", "a search of others proves nothing"},
    {"cover-unknown", "the solver does not know whether there are inputs in no class"},
    {reason::UndefinedBehaviour, "an input makes a version do what C leaves undefined"},
    {"undefined-read", "an input makes a version read what nobody wrote"},
    {"spot-check-failed", "plain builds contradict a claim"},
    {"engines-undecided", "the engines that were asked decide nothing; others were left out"},
    {"normal-form-contradicted", "another engine contradicts equal normal forms"},
    {"outcome-mismatch", "the terms of an outcome are not what the run showed: please report this"},
    {"memory-shape", "memory has a shape that cannot be compared as terms, or differs in padding only"},
    {"wide-result", "a result is too wide to be compared as a term"},
    {"symbolic-pointer", "a pointer in the outcome depends on the input"},
    {"no-status", "the trace has no status of the run"},
    {"memory-beyond", "a pointer leads to memory that is not known to be the program's, or more than is compared"},
    {"files-written", "a run changes files, which are compared for the inputs that were run only"},
    {"exception-leaves", "an exception leaves the function"},
    {"environment-used", "a library function uses the environment, a variable of which is input"},
    {"library-state", "only one version changes state of the process that callers can ask for"},
    {"plain-builds-differ", "plain builds differ on an input of a class that was claimed equal"},
    {"every-run-crashes", "each run that was tried crashes, in both versions alike"},
    {reason::NoInputReachesChange, "no input within the bounds reaches a change"},
    // Explorations: these texts are what `explore` prints.
    {"solver-unknown", "the solver does not know whether there is another way (--query-time gives it more time)"},
    {"pin-limit", "values were taken as they are in more ways than are tried one by one"},
    {"diverged", "an input that was made for another way did not take it"},
    {"run-failed", "a run could not be carried out"},
    {"time-limit", "a run did not end in time (--run-time gives it more)"},
    {"output-limit", "a run printed more than is kept"},
    {"wrong-condition", "a recorded condition does not hold for the input of its run: please report this"},
    {"unstable-path", "runs with equal decisions went on differently: the program is not determined by its input"},
    {"unstable-condition", "runs with equal decisions contradict each other"},
    {"impossible-side", "a run took a side that cannot be taken"},
    {"model-not-admitted", "the solver's model is no input"},
    {"assumptions-unknown", "the solver finds no input that the assumptions admit"},
    {"trace-full", "the trace of a run was full before the run ended"},
    {"shadow-full", "a run used more memory than can be traced"},
    {"longjmp", "a run went on behind a longjmp, where it is not traced"},
    {"fork", "a run started processes; what happens afterwards is not traced"},
    {"signal-handler", "a signal handler ran; what happens afterwards is not traced"},
    {"read-ahead", "standard input is read without the C library, which has read ahead; what comes then is not traced"},
    {"reach-full", "a library function was given more objects than can be followed; what comes then is not traced"},
    {"corrupt-trace", "a run destroyed its trace"},
    {reason::ConstructorReadsInput, "code that runs before main reads the input, where it is not traced"},
    {reason::ExternalReadsInput, "functions of the operating system may tell about the input what is not traced"},
    {reason::UnknownFunction, "functions were called that nobody knows the effects of"},
    {"engine-problem", "a recorded condition cannot hold: please report this"},
    {"not-deterministic", "two runs of the plain build differ"},
    // Saved tests.
    {"not-recorded", "the test does not say what its run showed"},
    {"not-comparable", "a run did not end in time, or could not be carried out"},
    {reason::Signature, "the test is for other inputs"},
    {"replayed", "both runs are known and were compared"},
    // Functions, callers and the program.
    {reason::DiffersOnItsOwn, "it differs on its own, in a state that the program may never be in"},
    {reason::ChangeReached, "changed statements can be executed, and not everything is proved"},
    {"added", "only the new version has it"},
    {reason::Removed, "only the old version has it"},
    {"startup", "other functions run before or after main, or in another order"},
    {"build-failed", "the commit cannot be built"},
    {reason::NotCompared, "something changed beside the compared targets"},
    // Obstacles of the change map.
    {"target", "the versions are built for different targets"},
    {"libraries", "the versions link with different options or libraries"},
    {reason::CompileOptions, "the versions are compiled with different options"},
    {reason::LinkOptions, "the versions are linked with different options"},
    {"assembly", "assembly takes in what is not compared"},
    {"module-assembly", "assembly outside of functions differs"},
    {"surroundings", "something around the functions differs"},
    {"section-order", "the order of definitions in a named section differs"},
    {"visible-symbol", "what other code can see by its name differs"},
    // Answers that are known.
    {reason::NormalForm, "both versions have the same normal form"},
    {"bounded", "proved by one formula over all paths"},
    {reason::Witness, "an input was found and replayed on plain builds of both versions"},
    {"partitions", "every class of inputs is decided"},
    {"difference", "some class of inputs differs"},
    {"definedness", "only one version does something undefined"},
    {reason::NoChangeReached, "no changed statement can be executed"},
    {reason::CalleesProved, "it is unchanged, and every changed function that it reaches is proved equal"},
    {"functions-proved", "every changed function is proved equal for all callers"},
};

} // namespace

std::span<const CodeMeaning> reasonCodes() {
  return Table;
}

std::string_view meaningOfReason(std::string_view Code) {
  const auto *Row =
      std::find_if(std::begin(Table), std::end(Table), [&](const CodeMeaning &Each) { return Each.Code == Code; });
  return Row == std::end(Table) ? std::string_view() : Row->Meaning;
}

} // namespace vernier
