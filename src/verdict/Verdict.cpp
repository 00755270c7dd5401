#include "verdict/Verdict.h"

namespace vernier {

std::string_view toString(Answer What) {
  switch (What) {
  case Answer::Equal:
    return "equal";
  case Answer::Different:
    return "different";
  case Answer::Unknown:
    return "unknown";
  }
  return "unknown";
}

std::string_view toString(Extent What) {
  switch (What) {
  case Extent::None:
    return "none";
  case Extent::UpToBound:
    return "up-to-bound";
  case Extent::Complete:
    return "complete";
  }
  return {};
}

std::string_view toString(FunctionRole Role) {
  switch (Role) {
  case FunctionRole::None:
    return "";
  case FunctionRole::Changed:
    return "changed";
  case FunctionRole::Caller:
    return "caller";
  case FunctionRole::Added:
    return "added";
  case FunctionRole::Removed:
    return "removed";
  case FunctionRole::Program:
    return "program";
  }
  return {};
}

FunctionRole roleNamed(std::string_view Text) {
  for (FunctionRole Role :
       {FunctionRole::Changed, FunctionRole::Caller, FunctionRole::Added, FunctionRole::Removed, FunctionRole::Program})
    if (toString(Role) == Text)
      return Role;
  return FunctionRole::None;
}

std::string_view toString(VerifyMode Mode) {
  switch (Mode) {
  case VerifyMode::None:
    return "";
  case VerifyMode::NormalForm: // no engine was needed that makes classes; the evidence says what it was
  case VerifyMode::Bounded:
    return "bounded";
  case VerifyMode::Sliced:
    return "sliced";
  case VerifyMode::Path:
    return "path";
  case VerifyMode::Dart:
    return "dart";
  case VerifyMode::Express:
    return "express";
  case VerifyMode::Random:
    return "random";
  }
  return {};
}

} // namespace vernier
