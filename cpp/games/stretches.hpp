// The stretches of a board: all sets of points that a line can fill.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/grid.hpp"

namespace plyground {

// Every run of `line` points of a square board in one of these directions, as labels.
template <class Directions, class Label>
std::vector<std::vector<std::string>> stretches(int size, int line, const Directions& directions, Label label) {
  std::vector<std::vector<std::string>> found;
  const auto is_inside = [size](int at) { return at >= 0 && at < size; };
  for (const Cell by : directions) {
    for (int at = 0; at < size * size; ++at) {
      const Cell first{at / size, at % size};
      if (!is_inside(first.row + by.row * (line - 1)) || !is_inside(first.column + by.column * (line - 1))) continue;
      std::vector<std::string> labels;
      for (int i = 0; i < line; ++i) labels.push_back(label({first.row + i * by.row, first.column + i * by.column}));
      found.push_back(std::move(labels));
    }
  }
  return found;
}

}  // namespace plyground
