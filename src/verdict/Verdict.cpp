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

} // namespace vernier
