// The table of proof-number search, in a limited amount of memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace plyground {

// The least number of positions still to decide before the claim is proven (`proof`) or refuted (`refutation`).
struct ProofNumbers {
  static constexpr std::uint32_t infinite = 1'000'000'000;

  std::uint32_t proof = 1;
  std::uint32_t refutation = 1;

  [[nodiscard]] bool proven() const { return proof == 0; }
  [[nodiscard]] bool refuted() const { return refutation == 0; }
  [[nodiscard]] bool solved() const { return proven() || refuted(); }

  static ProofNumbers decided(bool holds) { return holds ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0}; }
};

struct ProofEntry {
  static constexpr std::uint16_t no_tie = 0xffff;

  std::uint64_t key = 0;
  ProofNumbers numbers;
  std::uint32_t effort = 0;    // nodes spent below; 0: an empty slot
  Move move = 0;               // the move that decides it for the side to move, if there is one
  std::uint16_t tie = no_tie;  // for a solved entry: the depth of the earliest position that its solution depends on
};

// Slots in groups of a few cache lines. A full group loses its cheapest entry, so the results that took longest stay.
// The table begins small and doubles while it fills, so that small problems need little memory.
class ProofTable {
 public:
  explicit ProofTable(std::size_t most_bytes) : most_bytes_(most_bytes), groups_(first_groups) {}

  [[nodiscard]] const ProofEntry* find(std::uint64_t key) const {
    for (const ProofEntry& entry : groups_[group(key)]) {
      if (entry.key == key && entry.effort != 0) return &entry;
    }
    return nullptr;
  }

  void store(const ProofEntry& entry) {
    if (used_ * 4 > groups_.size() * group_size * 3 && may_grow()) grow();
    ProofEntry* worst = nullptr;
    for (ProofEntry& place : groups_[group(entry.key)]) {
      if (place.key == entry.key || place.effort == 0) {
        worst = &place;
        break;
      }
      if (worst == nullptr || place.effort < worst->effort) worst = &place;
    }
    if (worst->effort == 0) ++used_;
    *worst = entry;
  }

  void clear() {
    std::ranges::fill(groups_, Group{});
    used_ = 0;
  }

  [[nodiscard]] std::size_t bytes() const { return groups_.size() * sizeof(Group); }

 private:
  static constexpr std::size_t group_size = 8;
  static constexpr std::size_t first_groups = 256;
  using Group = std::array<ProofEntry, group_size>;

  [[nodiscard]] std::size_t group(std::uint64_t key) const {
    return static_cast<std::size_t>(((key >> 32) * (groups_.size() & 0xffffffffULL)) >> 32);
  }

  [[nodiscard]] std::size_t next_size() const {
    return std::min(groups_.size() * 2, std::max(most_bytes_ / sizeof(Group), groups_.size()));
  }
  [[nodiscard]] bool may_grow() const { return next_size() > groups_.size(); }

  // The old and the new groups exist together for a moment: half as much again as the table may take.
  void grow() {
    const std::vector<Group> old = std::exchange(groups_, std::vector<Group>(next_size()));
    used_ = 0;
    for (const Group& full : old) {
      for (const ProofEntry& entry : full) {
        if (entry.effort != 0) store(entry);
      }
    }
  }

  std::size_t most_bytes_;
  std::size_t used_ = 0;
  std::vector<Group> groups_;
};

}  // namespace plyground
