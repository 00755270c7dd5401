#include "source/Myers.h"

#include <algorithm>

namespace vernier {

bool Alignment::identical() const {
  auto Matched = [](unsigned Partner) { return Partner != Unmatched; };
  return std::all_of(NewOf.begin(), NewOf.end(), Matched) && std::all_of(OldOf.begin(), OldOf.end(), Matched);
}

namespace {

struct Snake {
  long OldBegin, NewBegin, OldEnd, NewEnd;
};

class Myers {
public:
  Myers(const std::vector<std::uint32_t> &OldItems, const std::vector<std::uint32_t> &NewItems, long Limit)
      : Old(OldItems), New(NewItems), MostDifferences(Limit) {
    Result.NewOf.assign(Old.size(), Alignment::Unmatched);
    Result.OldOf.assign(New.size(), Alignment::Unmatched);
    Forward.resize(2 * (Old.size() + New.size()) + 3);
    Backward.resize(Forward.size());
  }

  Alignment run() {
    solve(0, static_cast<long>(Old.size()), 0, static_cast<long>(New.size()));
    return std::move(Result);
  }

private:
  const std::vector<std::uint32_t> &Old;
  const std::vector<std::uint32_t> &New;
  long MostDifferences;
  Alignment Result;
  std::vector<long> Forward, Backward;

  bool same(long O, long N) const { return Old[O] == New[N]; }
  void match(long O, long N) {
    Result.NewOf[O] = static_cast<unsigned>(N);
    Result.OldOf[N] = static_cast<unsigned>(O);
  }

  void solve(long OldBegin, long OldEnd, long NewBegin, long NewEnd) {
    while (OldBegin < OldEnd && NewBegin < NewEnd && same(OldBegin, NewBegin))
      match(OldBegin++, NewBegin++);
    while (OldBegin < OldEnd && NewBegin < NewEnd && same(OldEnd - 1, NewEnd - 1))
      match(--OldEnd, --NewEnd);
    if (OldBegin == OldEnd || NewBegin == NewEnd)
      return;
    Snake Middle;
    if (!findMiddle(OldBegin, OldEnd, NewBegin, NewEnd, Middle)) {
      Result.Longest = false;
      return;
    }
    for (long O = Middle.OldBegin, N = Middle.NewBegin; O < Middle.OldEnd; ++O, ++N)
      match(O, N);
    solve(OldBegin, Middle.OldBegin, NewBegin, Middle.NewBegin);
    solve(Middle.OldEnd, OldEnd, Middle.NewEnd, NewEnd);
  }

  /// The middle snake of Myers' section 4b, diagonals relative to (OldBegin, NewBegin).
  bool findMiddle(long OldBegin, long OldEnd, long NewBegin, long NewEnd, Snake &Middle) {
    long Height = OldEnd - OldBegin, Width = NewEnd - NewBegin, Delta = Height - Width;
    long Most = std::min((Height + Width + 1) / 2, MostDifferences);
    bool Odd = Delta % 2 != 0;
    long Shift = static_cast<long>(Forward.size() / 2);
    auto F = [&](long K) -> long & { return Forward[Shift + K]; };
    auto B = [&](long K) -> long & { return Backward[Shift + K]; };
    F(1) = 0;
    B(1) = 0;
    for (long D = 0; D <= Most; ++D) {
      for (long K = -D; K <= D; K += 2) {
        long X = K == -D || (K != D && F(K - 1) < F(K + 1)) ? F(K + 1) : F(K - 1) + 1;
        long Y = X - K;
        long StartX = X, StartY = Y;
        while (X < Height && Y < Width && same(OldBegin + X, NewBegin + Y))
          ++X, ++Y;
        F(K) = X;
        long Reverse = Delta - K;
        if (Odd && Reverse >= -(D - 1) && Reverse <= D - 1 && X + B(Reverse) >= Height) {
          Middle = {OldBegin + StartX, NewBegin + StartY, OldBegin + X, NewBegin + Y};
          return true;
        }
      }
      for (long K = -D; K <= D; K += 2) {
        long X = K == -D || (K != D && B(K - 1) < B(K + 1)) ? B(K + 1) : B(K - 1) + 1;
        long Y = X - K;
        long StartX = X, StartY = Y;
        while (X < Height && Y < Width && same(OldEnd - 1 - X, NewEnd - 1 - Y))
          ++X, ++Y;
        B(K) = X;
        long Reverse = Delta - K;
        if (!Odd && Reverse >= -D && Reverse <= D && X + F(Reverse) >= Height) {
          Middle = {OldEnd - X, NewEnd - Y, OldEnd - StartX, NewEnd - StartY};
          return true;
        }
      }
    }
    return false;
  }
};

} // namespace

Alignment align(const std::vector<std::uint32_t> &Old, const std::vector<std::uint32_t> &New,
                unsigned MostDifferences) {
  return Myers(Old, New, MostDifferences).run();
}

} // namespace vernier
