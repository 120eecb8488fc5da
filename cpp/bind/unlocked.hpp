// Long work that Python can interrupt and stop.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>

#include "bind/state.hpp"

namespace plyground {

namespace nb = nanobind;

// Makes a search answer now. Callable from any thread, before the search begins or while it runs. Once set, it stays
// set.
struct Stop {
  std::atomic<bool> is_set{false};
};

// Lets Ctrl-C end long work that runs without the interpreter's lock. Checking for signals takes that lock, so it
// happens only a few times a second.
class SignalPoll {
 public:
  void operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + interval;
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

 private:
  static constexpr std::chrono::milliseconds interval{20};
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + interval;
};

// Runs long work without the interpreter's lock, unless the game itself is written in Python.
template <class Work>
auto unlocked(const State& state, Work work) {
  const Poll poll = SignalPoll();
  if (state.runs_python()) return work(poll);
  const nb::gil_scoped_release release;
  return work(poll);
}

}  // namespace plyground
