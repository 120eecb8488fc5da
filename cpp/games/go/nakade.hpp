// Eye shapes: spaces of up to six points in which one stone decides whether they become one eye or two.
#pragma once

#include <array>
#include <cstddef>

namespace plyground::go {

// A few points, and what follows from their shape alone. The caller adds connected points.
class EyeShape {
 public:
  static constexpr std::size_t most_points = 6;

  // False if there are too many points.
  bool add(std::size_t point) {
    if (count_ == most_points) return false;
    point_[count_++] = point;
    return true;
  }
  [[nodiscard]] bool has(std::size_t point) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (point_[i] == point) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t at(std::size_t i) const { return point_[i]; }

  // The point whose owner decides, as an index; `count()` if there is none: the shape is already one eye or two.
  [[nodiscard]] std::size_t vital(std::size_t stride) const {
    const Degrees degrees = count_degrees(stride);
    for (std::size_t i = 0; i < count_; ++i) {
      if (is_vital(degrees.of[i], degrees.edges)) return i;
    }
    return count_;
  }

  // Whether a side that captures stones of this shape gets one eye at most if the other side moves next.
  [[nodiscard]] bool makes_one_eye(std::size_t stride) const {
    if (count_ <= 3) return true;
    const Degrees degrees = count_degrees(stride);
    if (count_ == 4 && degrees.edges == 4) return true;  // the square
    for (std::size_t i = 0; i < count_; ++i) {
      if (is_vital(degrees.of[i], degrees.edges)) return true;
    }
    return false;
  }

 private:
  struct Degrees {
    std::array<int, most_points> of{};
    int edges = 0;
  };

  [[nodiscard]] Degrees count_degrees(std::size_t stride) const {
    Degrees degrees;
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t apart = point_[i] > point_[j] ? point_[i] - point_[j] : point_[j] - point_[i];
        if (apart != 1 && apart != stride) continue;
        ++degrees.of[i];
        ++degrees.of[j];
        ++degrees.edges;
      }
    }
    return degrees;
  }

  // The middle of three, the centre of a T or a cross, the joint of a square with one or two points beside it.
  [[nodiscard]] bool is_vital(int degree, int edges) const {
    switch (count_) {
      case 3:
        return degree == 2;
      case 4:
        return degree == 3;
      case 5:
        return degree == 4 || (degree == 3 && edges == 5);
      case 6:
        return degree == 4 && edges == 6;
      default:
        return false;
    }
  }

  std::array<std::size_t, most_points> point_{};
  std::size_t count_ = 0;
};

}  // namespace plyground::go
