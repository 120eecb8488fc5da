// A large set of numbers, one bit each, that several threads add to at once.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace plyground {

class SharedBits {
 public:
  explicit SharedBits(std::size_t size) : words_((size + 63) / 64) {}

  // Safe while other threads add numbers.
  void add(std::size_t number) {
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    const std::atomic_ref<std::uint64_t> word(words_[number / 64]);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  }
  [[nodiscard]] bool has_now(std::size_t number) { return (word_now(number) >> (number % 64) & 1) != 0; }
  // Whether any of the 64 numbers of the same word is in the set.
  [[nodiscard]] bool has_any_near(std::size_t number) { return word_now(number) != 0; }

  // Only while no thread adds numbers.
  [[nodiscard]] bool has(std::size_t number) const { return (words_[number / 64] >> (number % 64) & 1) != 0; }
  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<std::uint64_t>(std::popcount(word));
    return sum;
  }

  [[nodiscard]] std::span<std::uint64_t> words() { return words_; }
  [[nodiscard]] const void* address(std::size_t number) const { return &words_[number / 64]; }

 private:
  [[nodiscard]] std::uint64_t word_now(std::size_t number) {
    return std::atomic_ref<std::uint64_t>(words_[number / 64]).load(std::memory_order_relaxed);
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace plyground
