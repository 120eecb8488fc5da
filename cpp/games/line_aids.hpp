// Beginner's aids about lines, for every game that is won by stones in a line.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/view.hpp"

namespace plyground {

// The winning points and threats of one side, as if it were its turn.
template <class S>
concept LineSide = requires(const S side, std::size_t point, int step) {
  { side.steps() };  // the directions of a line, each towards higher indexes
  { side.color() } -> std::same_as<Color>;
  { side.owns(point) } -> std::same_as<bool>;
  { side.completes(point, step) } -> std::same_as<bool>;  // a stone here is legal and wins along this direction
  // it leaves the line one stone short, and either end completes it
  { side.opens(point, step) } -> std::same_as<bool>;
  { side.label(point) } -> std::same_as<std::string>;
};

// The threats of one side. A four can be completed by a single stone; its stones are those the line would have without
// it. An open three becomes, with a single stone, a row that either end completes. Points that belong to the same
// stones share a row, and `count` is the number of stones the line still lacks: 1 for a four, 2 for an open three.
template <LineSide S>
class LineThreats {
 public:
  explicit LineThreats(const S& side) : side_(side) {}

  void consider(std::size_t point) {
    for (const int step : side_.steps()) {
      if (side_.completes(point, step)) {
        add(point, step, 1);
      } else if (side_.opens(point, step)) {
        add(point, step, 2);
      }
    }
  }

  [[nodiscard]] const std::vector<Aid>& rows() const { return rows_; }

 private:
  void add(std::size_t point, int step, int lacking) {
    std::size_t first = point;
    while (side_.owns(first - static_cast<std::size_t>(step))) first -= static_cast<std::size_t>(step);
    std::vector<std::string> stones;
    for (std::size_t at = first; at == point || side_.owns(at); at += static_cast<std::size_t>(step)) {
      if (at != point) stones.push_back(side_.label(at));
    }
    const auto same = [&](const Aid& row) { return row.count == lacking && row.at == stones; };
    auto row = std::ranges::find_if(rows_, same);
    if (row == rows_.end()) {
      rows_.push_back({.kind = "threat", .owner = side_.color(), .at = stones, .points = {}, .count = lacking});
      row = rows_.end() - 1;
    }
    row->points.push_back(side_.label(point));
  }

  const S& side_;
  std::vector<Aid> rows_;
};

// For one side: the points where its next stone wins, in a row if there are any, then its threats.
template <class Board, LineSide S>
void add_line_aids(const S& side, int size, std::vector<Aid>& rows) {
  Aid win{.kind = "win", .owner = side.color(), .at = {}, .points = {}, .count = 0};
  LineThreats<S> threats(side);
  Board::for_each_point(size, [&](std::size_t point) {
    const auto completes = [&](int step) { return side.completes(point, step); };
    if (std::ranges::any_of(side.steps(), completes)) win.at.push_back(side.label(point));
    threats.consider(point);
  });
  win.count = static_cast<int>(win.at.size());
  if (win.count > 0) rows.push_back(std::move(win));
  rows.insert(rows.end(), threats.rows().begin(), threats.rows().end());
}

}  // namespace plyground
