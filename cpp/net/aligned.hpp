// Memory aligned to cache lines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace plyground::net {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <class U>
  explicit LineAllocator(const LineAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
  bool operator==(const LineAllocator&) const { return true; }
};

template <class T>
using Aligned = std::vector<T, LineAllocator<T>>;

}  // namespace plyground::net
