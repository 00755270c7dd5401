#pragma once

#include "efsm/drawing/Draw.h"

#include <vector>

namespace vernier::efsm {

struct Point {
  double X = 0, Y = 0;
};

struct Box {
  double Left = 0, Top = 0, Right = 0, Bottom = 0;

  bool overlaps(const Box &Other) const {
    return Left < Other.Right && Other.Left < Right && Top < Other.Bottom && Other.Top < Bottom;
  }
  void include(const Box &Other);
};

struct PlacedState {
  Point Center;
  double HalfWidth = 0, HalfHeight = 0; ///< of an ellipse
};

/// All transitions from one state to another. A loop goes out and back in above its state.
struct PlacedArrow {
  unsigned From = 0, To = 0;
  std::vector<unsigned> Transitions;
  Point Begin, ControlA, ControlB, End; ///< a cubic curve
  Box Label;
};

struct Layout {
  std::vector<PlacedState> States;
  std::vector<PlacedArrow> Arrows;
  Box Bounds;
};

constexpr double LabelLineHeight = 15;
/// Of a label in the picture's font.
double textWidth(const std::string &Text);

/// Places states in columns by their distance from the initial states; labels neither cover each other nor a state.
Layout layoutOf(const Drawing &Of);

} // namespace vernier::efsm
