#include "bitcode/Flags.h"

namespace vernier {

std::vector<std::string> meaningFlags() {
  return {// Types in full, also where another file would be asked for them: they say what inputs there are.
          "-g", "-fstandalone-debug", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-strict-aliasing",
          "-fno-delete-null-pointer-checks", "-ffp-contract=off", "-fno-fast-math", "-fno-discard-value-names",
          "-fno-lto", "-fno-stack-protector", "-fno-sanitize=all", "-U_FORTIFY_SOURCE",
          // Library functions are calls by name, not checking or inlined copies of them from the headers, also where
          // the program itself asks for _FORTIFY_SOURCE.
          "-U__OPTIMIZE__", "-D__NO_INLINE__", "-Wno-builtin-macro-redefined", "-D__DATE__=\"Jan  1 1970\"",
          "-D__TIME__=\"00:00:00\"", "-D__TIMESTAMP__=\"Thu Jan  1 00:00:00 1970\""};
}

std::vector<std::string> sanitizerFlags() {
  return {"-fsanitize=undefined", "-fno-sanitize=signed-integer-overflow,alignment,function,vptr",
          "-fno-sanitize-recover=all"};
}

std::vector<std::string> leniencyFlags() {
  return {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
          "-Wno-error=incompatible-function-pointer-types"};
}

} // namespace vernier
