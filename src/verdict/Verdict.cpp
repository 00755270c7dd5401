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

} // namespace vernier
