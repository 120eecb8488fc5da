// The keys of the positions a game has been through. Push and pop follow the line being played or searched.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"

namespace plyground {

// A stack of keys with a hash index, so that a lookup costs the same in a long game as in a short one.
class History {
 public:
  void push(std::uint64_t key) {
    if (entries_.size() >= heads_.size()) grow();
    std::int32_t& head = heads_[bucket(key)];
    entries_.push_back({key, head});
    head = static_cast<std::int32_t>(entries_.size()) - 1;
    sum_ += mix(key);
  }

  void pop() {
    heads_[bucket(entries_.back().key)] = entries_.back().older;
    sum_ -= mix(entries_.back().key);
    entries_.pop_back();
  }

  void clear() {
    entries_.clear();
    sum_ = 0;
    heads_.assign(heads_.size(), none);
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool last_is(std::uint64_t key) const { return !entries_.empty() && entries_.back().key == key; }
  [[nodiscard]] bool contains(std::uint64_t key) const { return find(key, first(key)) != none; }

  // A hash of all keys together that does not depend on their order.
  [[nodiscard]] std::uint64_t sum() const { return sum_; }

  // The index of the key, counted from the oldest entry: its newest occurrence, or an earlier one. The size if it is
  // absent.
  [[nodiscard]] std::size_t place(std::uint64_t key, int older_ones = 0) const {
    std::int32_t at = find(key, first(key));
    for (; at != none && older_ones > 0; --older_ones) at = find(key, older(at));
    return at == none ? entries_.size() : static_cast<std::size_t>(at);
  }

  // Whether any key occurs twice.
  [[nodiscard]] bool has_twins() const {
    for (const Entry& entry : entries_) {
      if (find(entry.key, entry.older) != none) return true;
    }
    return false;
  }

  [[nodiscard]] int count(std::uint64_t key) const {
    int times = 0;
    for (std::int32_t at = find(key, first(key)); at != none; at = find(key, older(at))) ++times;
    return times;
  }

 private:
  static constexpr std::int32_t none = -1;
  struct Entry {
    std::uint64_t key;
    std::int32_t older;  // the entry before it in the same bucket
  };

  [[nodiscard]] std::size_t bucket(std::uint64_t key) const { return key & (heads_.size() - 1); }
  [[nodiscard]] std::int32_t older(std::int32_t at) const { return entries_[static_cast<std::size_t>(at)].older; }
  [[nodiscard]] std::int32_t first(std::uint64_t key) const { return heads_.empty() ? none : heads_[bucket(key)]; }

  [[nodiscard]] std::int32_t find(std::uint64_t key, std::int32_t at) const {
    while (at != none && entries_[static_cast<std::size_t>(at)].key != key) at = older(at);
    return at;
  }

  void grow() {
    heads_.assign(std::bit_ceil(entries_.size() * 2 + 16), none);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::int32_t& head = heads_[bucket(entries_[i].key)];
      entries_[i].older = head;
      head = static_cast<std::int32_t>(i);
    }
  }

  std::uint64_t sum_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::int32_t> heads_;
};

}  // namespace plyground
