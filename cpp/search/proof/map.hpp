// A set of keys, each with a small number, that grows up to a limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace plyground {

// Thrown when a proof needs more memory than its limit.
struct OutOfMemory : std::exception {};

// Open addressing in two arrays: ten bytes per slot. Key 0 marks an empty slot, so a real key 0 is stored as 1.
class KeyMap {
 public:
  explicit KeyMap(std::size_t most_bytes) : most_bytes_(most_bytes) { resize(first_places); }

  [[nodiscard]] std::optional<std::uint16_t> find(std::uint64_t key) const {
    const std::size_t at = place(key);
    if (keys_[at] == 0) return std::nullopt;
    return numbers_[at];
  }

  // Sets the number of a key, new or known.
  void put(std::uint64_t key, std::uint16_t number) {
    std::size_t at = place(key);
    if (keys_[at] == 0) {
      if ((size_ + 1) * 4 > keys_.size() * 3) {
        grow();
        at = place(key);
      }
      keys_[at] = stored(key);
      ++size_;
    }
    numbers_[at] = number;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return keys_.size() * bytes_a_place; }

 private:
  static constexpr std::size_t bytes_a_place = sizeof(std::uint64_t) + sizeof(std::uint16_t);
  static constexpr std::size_t first_places = 64;

  static std::uint64_t stored(std::uint64_t key) { return key == 0 ? 1 : key; }

  // The slot where the key is or would be. Keys are already hashes, so their low bits suffice.
  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    const std::uint64_t wanted = stored(key);
    const std::size_t mask = keys_.size() - 1;
    std::size_t at = static_cast<std::size_t>(wanted) & mask;
    while (keys_[at] != 0 && keys_[at] != wanted) at = (at + 1) & mask;
    return at;
  }

  void resize(std::size_t places) {
    keys_.assign(places, 0);
    numbers_.assign(places, 0);
  }

  // While it grows, the old and the new slots exist together.
  void grow() {
    if (3 * bytes() > most_bytes_) throw OutOfMemory{};
    const std::vector<std::uint64_t> old_keys = std::move(keys_);
    const std::vector<std::uint16_t> old_numbers = std::move(numbers_);
    resize(old_keys.size() * 2);
    for (std::size_t i = 0; i < old_keys.size(); ++i) {
      if (old_keys[i] == 0) continue;
      const std::size_t at = place(old_keys[i]);
      keys_[at] = old_keys[i];
      numbers_[at] = old_numbers[i];
    }
  }

  std::size_t most_bytes_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint16_t> numbers_;
};

}  // namespace plyground
