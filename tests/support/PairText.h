#pragma once

#include "base/Side.h"

#include <string>

namespace vernier::test {

/// The text of one version, from that of both: `return <<x||x + 1>>;`.
inline std::string textOf(const std::string &Both, Side Which) {
  std::string Text;
  std::size_t At = 0;
  for (std::size_t Begin; (Begin = Both.find("<<", At)) != std::string::npos;) {
    std::size_t Middle = Both.find("||", Begin), End = Both.find(">>", Middle);
    Text += Both.substr(At, Begin - At);
    Text += Which == Side::New ? Both.substr(Middle + 2, End - Middle - 2) : Both.substr(Begin + 2, Middle - Begin - 2);
    At = End + 2;
  }
  return Text + Both.substr(At);
}

} // namespace vernier::test
