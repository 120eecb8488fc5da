// A small set of points as bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace plyground {

// The index of the k-th set bit, counted from 0; the word has more than k set bits.
inline int select_bit(std::uint64_t word, int k) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(1ULL << k, word));
#else
  for (; k > 0; --k) word &= word - 1;
  return std::countr_zero(word);
#endif
}

template <std::size_t Count>
class Bits {
 public:
  [[nodiscard]] bool test(std::size_t at) const { return (words_[at / 64] >> (at % 64)) & 1; }
  void set(std::size_t at) { words_[at / 64] |= 1ULL << (at % 64); }
  void reset(std::size_t at) { words_[at / 64] &= ~(1ULL << (at % 64)); }
  void clear() { words_ = {}; }

  [[nodiscard]] int count() const {
    int total = 0;
    for (const std::uint64_t word : words_) total += std::popcount(word);
    return total;
  }

  [[nodiscard]] bool none() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }

  // The k-th member, counted from 0; there are more than k.
  [[nodiscard]] std::size_t select(int k) const {
    std::size_t w = 0;
    for (int here = std::popcount(words_[0]); k >= here; here = std::popcount(words_[w])) {
      k -= here;
      ++w;
    }
    return w * 64 + static_cast<std::size_t>(select_bit(words_[w], k));
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1) {
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  // For operations on the whole board at once.
  [[nodiscard]] const auto& words() const { return words_; }

  bool operator==(const Bits&) const = default;

 private:
  std::array<std::uint64_t, (Count + 63) / 64> words_{};
};

}  // namespace plyground
