#pragma once

#include <string>
#include <vector>

namespace vernier {

/// A C or C++ file on a compiler's command line.
struct SourceInput {
  std::string File;     ///< as written; `-` is standard input
  std::string Language; ///< what -x said; empty: by the file's name
};

/// One word (or pair of words) of a command line as far as a link is concerned, in order.
struct LinkItem {
  enum class Kind { Option, Input };
  Kind What = Kind::Option;
  std::vector<std::string> Words; ///< paths are absolute
};

/// What a compiler invocation does, understood with clang's own table of options.
struct CompilerCommand {
  enum class Product {
    Object, ///< one object per source (-c)
    Link,   ///< an executable, a shared library or a combined object, perhaps after compiling
    Other,  ///< preprocessing, assembly, dependencies, version, ...: nothing that becomes part of a program
  };
  Product Makes = Product::Other;
  bool CPlusPlus = false; ///< the C++ driver
  std::vector<SourceInput> Sources;
  std::string Output; ///< as written; empty if there is no -o
  /// The options that give a source its meaning (docs/design.md#representation), paths absolute.
  std::vector<std::string> Meaning;
  std::vector<std::string> Includes; ///< the directories among them that headers are searched in
  std::vector<LinkItem> Link;
  /// Options that neither Meaning nor Link holds and that may change what the product does (bitcode/Settings.h).
  std::vector<std::string> CompileSettings, LinkSettings;
  bool Relocatable = false; ///< ld -r
  bool Shared = false;
  bool LinkTimeOptimised = false; ///< objects would not be ELF
};

/// Understands the words after the compiler's name. Relative paths (of response files, too) start at Directory.
CompilerCommand parseCompilerCommand(const std::vector<std::string> &Words, const std::string &Directory,
                                     bool CPlusPlusDriver);

/// g++, clang++-19, /usr/bin/c++, vernier-c++, ...
bool isCPlusPlusDriver(const std::string &Program);

} // namespace vernier
