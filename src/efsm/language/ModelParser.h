#pragma once

#include "efsm/language/TokenReader.h"

namespace vernier::efsm {

/// Reads the declarations of a model. After an error it goes on with the next declaration, so that one run finds the
/// errors of all of them.
class ModelParser {
public:
  ModelParser(TokenReader &Tokens, Diagnostics &Problems) : Tokens(Tokens), Problems(Problems) {}
  syntax::Machine parse();

private:
  bool declaration();
  bool machine();
  bool type();
  bool variable();
  bool message();
  bool states();
  bool initial();
  bool transition();
  bool inputOf(syntax::Transition &Into);
  bool sectionsOf(syntax::Transition &Into);
  bool actions(syntax::Transition &Into, syntax::NodeRef FirstTarget);
  bool outputs(syntax::Transition &Into, syntax::NodeRef First);
  syntax::TypeNodeRef typeNode();
  bool mapOf(syntax::TypeNode &Into);
  bool recordOf(syntax::TypeNode &Into);
  bool labelsOf(syntax::TypeNode &Into);
  bool rangeOf(syntax::TypeNode &Into);
  bool bound(std::string &Into);
  void recover();

  TokenReader &Tokens;
  Diagnostics &Problems;
  syntax::Machine Result;
};

} // namespace vernier::efsm
