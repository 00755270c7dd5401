#include "base/SimilarNames.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vernier {

namespace {

/// How many characters have to be put in, left out or exchanged.
std::size_t editDistance(std::string_view From, std::string_view To) {
  std::vector<std::size_t> Row(To.size() + 1);
  std::iota(Row.begin(), Row.end(), 0);
  for (std::size_t I = 0; I != From.size(); ++I) {
    std::size_t Diagonal = std::exchange(Row[0], I + 1);
    for (std::size_t J = 0; J != To.size(); ++J) {
      std::size_t Exchanged = Diagonal + (From[I] != To[J]);
      Diagonal = Row[J + 1];
      Row[J + 1] = std::min({Exchanged, Row[J] + 1, Diagonal + 1});
    }
  }
  return Row.back();
}

} // namespace

std::string didYouMean(std::string_view Name, const std::vector<std::string> &Known) {
  std::vector<std::pair<std::size_t, std::string>> Near;
  for (const std::string &Candidate : Known) {
    std::size_t Distance = editDistance(Candidate, Name);
    if (Distance <= std::max<std::size_t>(2, Name.size() / 3) || Candidate.find(Name) != std::string::npos)
      Near.push_back({Distance, Candidate});
  }
  std::sort(Near.begin(), Near.end());
  Near.erase(std::unique(Near.begin(), Near.end()), Near.end());
  std::string Text;
  for (std::size_t I = 0; I != Near.size() && I != 3; ++I)
    Text += (I ? ", '" : "; did you mean '") + Near[I].second + "'";
  return Text.empty() ? Text : Text + "?";
}

} // namespace vernier
