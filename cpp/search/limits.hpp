// The limits of a search, and the budget that enforces them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace plyground {

// Any combination; the first limit reached ends the search.
struct Limits {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> seconds;
};

// Thrown inside a search when its budget is spent or it is asked to stop. The search then returns its best result so
// far.
struct Stopped : std::exception {};

// Counts nodes and watches the clock. Other threads may ask it to stop. A search on several threads gives each thread
// its own budget: the first is made from the limits, the others from the first, and all end together.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  // `poll` is called now and then and may throw; `interval` is the number of nodes between two checks of the clock. A
  // search that is asked to stop before it begins still visits its first node.
  Budget(const Limits& limits, const std::atomic<bool>& stop, std::function<void()> poll, std::uint32_t interval)
      : limits_(limits),
        stop_(stop),
        poll_(std::move(poll)),
        interval_(interval),
        left_(stop.load(std::memory_order_relaxed) ? 1 : interval) {}

  // For another thread of the same search; only the first thread polls.
  struct ForAnotherThread {};
  Budget(const Budget& first, ForAnotherThread)
      : limits_(first.limits_),
        stop_(first.stop_),
        interval_(first.interval_),
        left_(first.stop_.load(std::memory_order_relaxed) ? 1 : first.interval_),
        begin_(first.begin_),
        shared_(first.shared_) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  Budget(Budget&&) = delete;
  Budget& operator=(Budget&&) = delete;
  ~Budget() { share_nodes(); }

  void spend_node() {
    if (limits_.nodes && nodes_ + others_ >= *limits_.nodes) throw Stopped{};
    ++nodes_;
    if (--left_ == 0) look_around();
  }

  // For a specialist that checks the budget only now and then: it reports its real number of nodes afterwards.
  void note_nodes(std::uint64_t all) {
    if (all > nodes()) nodes_ += all - nodes();
  }

  // If there is only one move, a short search is enough, unless a number of nodes was requested. Call it before other
  // threads have budgets.
  void hurry() {
    if (limits_.seconds && !limits_.nodes) *limits_.seconds *= share_without_choice;
  }

  // Ends the search on all threads, each at its next check.
  void end() { shared_->over.store(true, std::memory_order_relaxed); }

  // Of all threads: exact for one thread, and for several threads once they have ended.
  [[nodiscard]] std::uint64_t nodes() const {
    return nodes_ - shared_nodes_ + shared_->nodes.load(std::memory_order_relaxed);
  }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  [[nodiscard]] const Limits& limits() const { return limits_; }

  // Whether work of this length still fits.
  [[nodiscard]] bool allows(double more_seconds) const {
    return !limits_.seconds || seconds() + more_seconds <= *limits_.seconds;
  }

 private:
  static constexpr double share_without_choice = 0.05;

  struct Shared {
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> nodes{0};
  };

  void look_around() {
    left_ = interval_;
    share_nodes();
    if (poll_) poll_();
    if (stop_.load(std::memory_order_relaxed) || shared_->over.load(std::memory_order_relaxed) || !allows(0)) {
      throw Stopped{};
    }
  }

  void share_nodes() {
    others_ = shared_->nodes.fetch_add(nodes_ - shared_nodes_, std::memory_order_relaxed) - shared_nodes_;
    shared_nodes_ = nodes_;
  }

  Limits limits_;
  const std::atomic<bool>& stop_;
  std::function<void()> poll_;
  std::uint32_t interval_;
  std::uint32_t left_;
  std::uint64_t nodes_ = 0;
  std::uint64_t shared_nodes_ = 0;  // the part of these nodes that has been added to the shared count
  std::uint64_t others_ = 0;        // nodes of the other threads, as of the last check
  Clock::time_point begin_ = Clock::now();
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace plyground
