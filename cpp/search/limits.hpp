// What a search may spend, and keeping to it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace plyground {

// Any combination; the first to be reached ends the search.
struct Limits {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> seconds;
};

// Thrown inside a search when its budget is spent or it is told to stop; the search returns the best it has.
struct Stopped : std::exception {};

// Counts nodes and watches the clock. Other threads may ask it to stop.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  // `poll` is called now and then and may throw; `interval` nodes pass between two looks at the clock.
  Budget(const Limits& limits, const std::atomic<bool>& stop, std::function<void()> poll, std::uint32_t interval)
      : limits_(limits), stop_(stop), poll_(std::move(poll)), interval_(interval), left_(interval) {}

  void spend_node() {
    if (limits_.nodes && nodes_ >= *limits_.nodes) throw Stopped{};
    ++nodes_;
    if (--left_ == 0) look_around();
  }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  [[nodiscard]] const Limits& limits() const { return limits_; }

  // Would work of this length still fit?
  [[nodiscard]] bool allows(double more_seconds) const {
    return !limits_.seconds || seconds() + more_seconds <= *limits_.seconds;
  }

 private:
  void look_around() {
    left_ = interval_;
    poll_();
    if (stop_.load(std::memory_order_relaxed) || !allows(0)) throw Stopped{};
  }

  Limits limits_;
  const std::atomic<bool>& stop_;
  std::function<void()> poll_;
  std::uint32_t interval_;
  std::uint32_t left_;
  std::uint64_t nodes_ = 0;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace plyground
