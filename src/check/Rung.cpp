#include "check/Rung.h"

namespace vernier {

std::string_view toString(Rung Evidence) {
  switch (Evidence) {
  case Rung::ChangeMap:
    return "change-map";
  case Rung::Runs:
    return "runs";
  case Rung::NormalForm:
    return "normal-form";
  case Rung::Induction:
    return "induction";
  case Rung::Bounded:
    return "bounded";
  case Rung::Partitions:
    return "partitions";
  case Rung::Baseline:
    return "baseline";
  }
  return "";
}

} // namespace vernier
