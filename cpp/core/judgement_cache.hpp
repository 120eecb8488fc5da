// A cache of judgements: searches and games meet the same positions again and again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "core/judge.hpp"
#include "core/random.hpp"

namespace plyground {

// All that a judgement depends on, in 128 bits: the judge's input, and the moves in question.
class JudgementKey {
 public:
  template <class Moves>
  JudgementKey(std::span<const float> planes, const Moves& moves) {
    for (std::size_t i = 0; i + 1 < planes.size(); i += 2) add(bits(planes[i]) << 32 | bits(planes[i + 1]));
    if (planes.size() % 2 != 0) add(bits(planes.back()));
    for (const auto move : moves) add(static_cast<std::uint64_t>(move) + 1);
    place_ = mix(place_);
    check_ = mix(check_) | 1;  // never 0, which marks an empty entry
  }

  [[nodiscard]] std::uint64_t place() const { return place_; }
  [[nodiscard]] std::uint64_t check() const { return check_; }

 private:
  static std::uint64_t bits(float number) { return std::bit_cast<std::uint32_t>(number); }
  void add(std::uint64_t word) {
    place_ = (std::rotl(place_, 29) ^ word) * golden_step;
    check_ = (std::rotl(check_, 37) ^ word) * 0xd6e8feb86659fd93ULL;
  }

  std::uint64_t place_ = 1;
  std::uint64_t check_ = 2;
};

// A new judgement replaces an older one. Threads may share the cache.
class JudgementCache {
 public:
  // The largest number of moves with a logit.
  explicit JudgementCache(std::size_t moves)
      : slots_(std::bit_floor(std::max<std::size_t>(memory / (sizeof(Slot) + sizeof(float) * moves), 64))) {}

  bool find(const JudgementKey& key, Judgement& answer) const {
    const std::size_t at = key.place() % slots_.size();
    const std::scoped_lock lock(locks_[at % locks_.size()]);
    const Slot& slot = slots_[at];
    if (slot.check != key.check()) return false;
    answer = slot.answer;
    return true;
  }

  void keep(const JudgementKey& key, const Judgement& answer) {
    const std::size_t at = key.place() % slots_.size();
    const std::scoped_lock lock(locks_[at % locks_.size()]);
    slots_[at].check = key.check();
    slots_[at].answer = answer;
  }

 private:
  struct Slot {
    std::uint64_t check = 0;
    Judgement answer;
  };

  static constexpr std::size_t memory = std::size_t{8} << 20;  // bytes
  std::vector<Slot> slots_;
  mutable std::array<std::mutex, 64> locks_;
};

}  // namespace plyground
