#include "efsm/drawing/Layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace vernier::efsm {

double textWidth(const std::string &Text) {
  return 6.9 * static_cast<double>(Text.size());
}

void Box::include(const Box &Other) {
  Left = std::min(Left, Other.Left);
  Top = std::min(Top, Other.Top);
  Right = std::max(Right, Other.Right);
  Bottom = std::max(Bottom, Other.Bottom);
}

namespace {

constexpr double StateHalfHeight = 20, LoopHeight = 34, Gap = 30;

Point at(const PlacedArrow &Curve, double T) {
  double U = 1 - T, A = U * U * U, B = 3 * U * U * T, C = 3 * U * T * T, D = T * T * T;
  return {A * Curve.Begin.X + B * Curve.ControlA.X + C * Curve.ControlB.X + D * Curve.End.X,
          A * Curve.Begin.Y + B * Curve.ControlA.Y + C * Curve.ControlB.Y + D * Curve.End.Y};
}

/// Where the line from the middle of the state towards a point leaves it.
Point border(const PlacedState &Of, const Point &Towards) {
  double X = Towards.X - Of.Center.X, Y = Towards.Y - Of.Center.Y;
  double Scale = std::sqrt(X * X / (Of.HalfWidth * Of.HalfWidth) + Y * Y / (Of.HalfHeight * Of.HalfHeight));
  if (Scale == 0)
    return Of.Center;
  return {Of.Center.X + X / Scale, Of.Center.Y + Y / Scale};
}

class Placement {
public:
  explicit Placement(const Drawing &Of) : Of(Of) {}

  Layout place() {
    group();
    columns();
    order();
    coordinates();
    for (PlacedArrow &Each : Result.Arrows)
      Each.From == Each.To ? loop(Each) : curve(Each);
    labels();
    bounds();
    return std::move(Result);
  }

private:
  void group() {
    std::map<std::pair<unsigned, unsigned>, unsigned> Known;
    for (unsigned I = 0; I < Of.Transitions.size(); ++I) {
      const DrawnTransition &Each = Of.Transitions[I];
      auto [Found, New] = Known.try_emplace({Each.From, Each.To}, static_cast<unsigned>(Result.Arrows.size()));
      if (New) {
        Result.Arrows.emplace_back();
        Result.Arrows.back().From = Each.From;
        Result.Arrows.back().To = Each.To;
      }
      Result.Arrows[Found->second].Transitions.push_back(I);
    }
    LoopOf.assign(Of.States.size(), nullptr);
    for (const PlacedArrow &Each : Result.Arrows)
      if (Each.From == Each.To)
        LoopOf[Each.From] = &Each;
  }

  double labelWidth(const PlacedArrow &Arrow) const {
    double Width = 0;
    for (unsigned I : Arrow.Transitions)
      Width = std::max(Width, textWidth(Of.Transitions[I].Label) + 22);
    return Width;
  }
  double labelHeight(const PlacedArrow &Arrow) const {
    return LabelLineHeight * static_cast<double>(Arrow.Transitions.size()) + 4;
  }

  /// Breadth first from the initial states; what they do not reach comes last.
  void columns() {
    ColumnOf.assign(Of.States.size(), -1);
    std::vector<unsigned> Front;
    for (unsigned I = 0; I < Of.States.size(); ++I)
      if (Of.States[I].Initial) {
        ColumnOf[I] = 0;
        Front.push_back(I);
      }
    int Column = 0;
    while (!Front.empty()) {
      std::vector<unsigned> Next;
      for (unsigned From : Front)
        for (const PlacedArrow &Each : Result.Arrows)
          if (Each.From == From && ColumnOf[Each.To] < 0) {
            ColumnOf[Each.To] = Column + 1;
            Next.push_back(Each.To);
          }
      ++Column;
      Front = std::move(Next);
    }
    for (unsigned I = 0; I < Of.States.size(); ++I) {
      if (ColumnOf[I] < 0)
        ColumnOf[I] = Column;
      Columns.resize(std::max(Columns.size(), static_cast<std::size_t>(ColumnOf[I]) + 1));
      Columns[ColumnOf[I]].push_back(I);
    }
  }

  /// Inside a column, by the mean position of the neighbours.
  void order() {
    std::vector<double> Position(Of.States.size());
    auto Renumber = [&](const std::vector<unsigned> &Column) {
      for (std::size_t I = 0; I < Column.size(); ++I)
        Position[Column[I]] = static_cast<double>(I) - static_cast<double>(Column.size() - 1) / 2;
    };
    for (const auto &Column : Columns)
      Renumber(Column);
    for (int Sweep = 0; Sweep < 4; ++Sweep)
      for (auto &Column : Columns) {
        std::map<unsigned, double> Wanted;
        for (unsigned Each : Column)
          Wanted[Each] = meanNeighbour(Each, Position);
        std::stable_sort(Column.begin(), Column.end(), [&](unsigned A, unsigned B) { return Wanted[A] < Wanted[B]; });
        Renumber(Column);
      }
  }

  double meanNeighbour(unsigned State, const std::vector<double> &Position) const {
    double Sum = 0;
    unsigned Count = 0;
    for (const PlacedArrow &Each : Result.Arrows) {
      if ((Each.From == State) == (Each.To == State))
        continue;
      Sum += Position[Each.From == State ? Each.To : Each.From];
      ++Count;
    }
    return Count ? Sum / Count : Position[State];
  }

  double loopHeight(unsigned State) const { return LoopOf[State] ? LoopHeight + labelHeight(*LoopOf[State]) : 0; }

  void coordinates() {
    Result.States.resize(Of.States.size());
    double X = 0;
    for (std::size_t Column = 0; Column < Columns.size(); ++Column) {
      double Widest = 0, Height = 0;
      for (unsigned Each : Columns[Column]) {
        PlacedState &State = Result.States[Each];
        State.HalfWidth = std::max(26.0, textWidth(Of.States[Each].Name) / 2 + 16);
        State.HalfHeight = StateHalfHeight;
        Widest = std::max({Widest, State.HalfWidth * 2, LoopOf[Each] ? labelWidth(*LoopOf[Each]) : 0});
        Height += loopHeight(Each) + 2 * StateHalfHeight + spaceBelow(Column);
      }
      double Y = -Height / 2;
      for (unsigned Each : Columns[Column]) {
        Y += loopHeight(Each) + StateHalfHeight;
        Result.States[Each].Center = {X + Widest / 2, Y};
        Y += StateHalfHeight + spaceBelow(Column);
      }
      X += Widest + gapBehind(Column);
    }
  }

  /// Between two states of a column: their arrows' labels need room.
  double spaceBelow(std::size_t Column) const {
    double Space = Gap * 1.5;
    for (const PlacedArrow &Each : Result.Arrows)
      if (Each.From != Each.To && ColumnOf[Each.From] == static_cast<int>(Column) &&
          ColumnOf[Each.To] == static_cast<int>(Column))
        Space = std::max(Space, labelHeight(Each) + Gap);
    return Space;
  }

  /// The labels of arrows that pass lie between the columns.
  double gapBehind(std::size_t Column) const {
    double Width = 60;
    for (const PlacedArrow &Each : Result.Arrows) {
      int Low = std::min(ColumnOf[Each.From], ColumnOf[Each.To]),
          High = std::max(ColumnOf[Each.From], ColumnOf[Each.To]);
      if (Low <= static_cast<int>(Column) && static_cast<int>(Column) < High)
        Width = std::max(Width, labelWidth(Each));
      if (Low == High && Each.From != Each.To && Low == static_cast<int>(Column))
        Width = std::max(Width, labelWidth(Each));
    }
    return Width + 2 * Gap;
  }

  void loop(PlacedArrow &Arrow) const {
    const PlacedState &State = Result.States[Arrow.From];
    Point High = {State.Center.X, State.Center.Y - StateHalfHeight - LoopHeight};
    Arrow.Begin = border(State, {High.X - State.HalfWidth * 0.6, High.Y});
    Arrow.End = border(State, {High.X + State.HalfWidth * 0.6, High.Y});
    Arrow.ControlA = {High.X - State.HalfWidth * 0.9, High.Y};
    Arrow.ControlB = {High.X + State.HalfWidth * 0.9, High.Y};
  }

  /// Bent to the left of its direction, so that there and back are two curves.
  void curve(PlacedArrow &Arrow) const {
    const PlacedState &From = Result.States[Arrow.From], &To = Result.States[Arrow.To];
    double X = To.Center.X - From.Center.X, Y = To.Center.Y - From.Center.Y, Distance = std::hypot(X, Y);
    int Skipped = std::abs(ColumnOf[Arrow.From] - ColumnOf[Arrow.To]);
    double Bend = Distance * (Skipped == 1 ? 0.16 : 0.42);
    Point Side = {Y / Distance * Bend, -X / Distance * Bend};
    Arrow.ControlA = {From.Center.X + X * 0.3 + Side.X, From.Center.Y + Y * 0.3 + Side.Y};
    Arrow.ControlB = {From.Center.X + X * 0.7 + Side.X, From.Center.Y + Y * 0.7 + Side.Y};
    Arrow.Begin = border(From, Arrow.ControlA);
    Arrow.End = border(To, Arrow.ControlB);
  }

  bool isFree(const Box &Label, const std::vector<Box> &Taken) const {
    return std::none_of(Taken.begin(), Taken.end(), [&](const Box &Each) { return Each.overlaps(Label); });
  }

  Box boxAround(const Point &Middle, const PlacedArrow &Of) const {
    double Width = labelWidth(Of) / 2, Height = labelHeight(Of) / 2;
    return {Middle.X - Width, Middle.Y - Height, Middle.X + Width, Middle.Y + Height};
  }

  void labels() {
    std::vector<Box> Taken;
    for (const PlacedState &Each : Result.States)
      Taken.push_back({Each.Center.X - Each.HalfWidth, Each.Center.Y - Each.HalfHeight, Each.Center.X + Each.HalfWidth,
                       Each.Center.Y + Each.HalfHeight});
    // Loops first: theirs have their place above the state.
    std::vector<unsigned> Order(Result.Arrows.size());
    std::iota(Order.begin(), Order.end(), 0);
    std::stable_partition(Order.begin(), Order.end(),
                          [&](unsigned I) { return Result.Arrows[I].From == Result.Arrows[I].To; });
    for (unsigned I : Order) {
      Result.Arrows[I].Label = freeBox(Result.Arrows[I], Taken);
      Taken.push_back(Result.Arrows[I].Label);
    }
  }

  /// On the curve if there is room, else above or below it.
  Box freeBox(const PlacedArrow &Arrow, const std::vector<Box> &Taken) const {
    if (Arrow.From == Arrow.To) {
      Point Top = at(Arrow, 0.5);
      return boxAround({Top.X, Top.Y - labelHeight(Arrow) / 2 - 3}, Arrow);
    }
    for (double T : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74})
      if (Box Try = boxAround(at(Arrow, T), Arrow); isFree(Try, Taken))
        return Try;
    for (double Shift = 6;; Shift += 6)
      for (double Y : {-Shift, Shift}) {
        Point Middle = at(Arrow, 0.5);
        if (Box Try = boxAround({Middle.X, Middle.Y + Y}, Arrow); isFree(Try, Taken))
          return Try;
      }
  }

  void bounds() {
    Result.Bounds = {0, 0, 100, 40};
    if (!Result.States.empty()) {
      const Point &First = Result.States[0].Center;
      Result.Bounds = {First.X, First.Y, First.X, First.Y};
    }
    for (const PlacedState &Each : Result.States)
      Result.Bounds.include({Each.Center.X - Each.HalfWidth, Each.Center.Y - Each.HalfHeight,
                             Each.Center.X + Each.HalfWidth, Each.Center.Y + Each.HalfHeight});
    for (const PlacedArrow &Each : Result.Arrows) {
      Result.Bounds.include(Each.Label);
      for (double T = 0; T <= 1; T += 0.125) {
        Point Here = at(Each, T);
        Result.Bounds.include({Here.X - 2, Here.Y - 2, Here.X + 2, Here.Y + 2});
      }
    }
  }

  const Drawing &Of;
  Layout Result;
  std::vector<const PlacedArrow *> LoopOf;
  std::vector<int> ColumnOf;
  std::vector<std::vector<unsigned>> Columns;
};

} // namespace

Layout layoutOf(const Drawing &Of) {
  return Placement(Of).place();
}

} // namespace vernier::efsm
