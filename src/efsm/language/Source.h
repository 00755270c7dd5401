#pragma once

#include <string>
#include <vector>

namespace vernier::efsm {

/// A place in a text, from its first character to the one behind its last; lines and columns count from 1. Line 0: the
/// thing was not read from a text.
struct SourceRange {
  unsigned Line = 0, Column = 0;
  unsigned EndLine = 0, EndColumn = 0;
};

enum class Severity { Error, Warning };

struct Diagnostic {
  Severity Kind = Severity::Error;
  SourceRange Where;
  std::string Message;
};

/// What is wrong with one file, in the order of its lines.
class Diagnostics {
public:
  /// Text is the file's, so that a message can show the line it is about.
  Diagnostics(std::string File, std::string Text) : File(std::move(File)), Text(std::move(Text)) {}

  void error(SourceRange Where, std::string Message) { add({Severity::Error, Where, std::move(Message)}); }
  void warning(SourceRange Where, std::string Message) { add({Severity::Warning, Where, std::move(Message)}); }

  const std::string &file() const { return File; }
  const std::string &text() const { return Text; }
  const std::vector<Diagnostic> &all() const { return Found; }
  unsigned errors() const { return Errors; }

  /// `file:line:column: error: message`, the line and a caret below the place; at most Most of them, then how many
  /// more.
  std::string render(unsigned Most = 20) const;

private:
  void add(Diagnostic One);

  std::string File, Text;
  std::vector<Diagnostic> Found;
  unsigned Errors = 0;
};

/// The same without the lines of the text: `file:line:column: warning: message`, each on its line.
std::string shownIn(const std::vector<Diagnostic> &All, const std::string &File);

} // namespace vernier::efsm
