// Protects against a mapped file that another program truncates while it is in use.
//
// Reading a page that the file no longer has raises SIGBUS, which ends the process. While a guard exists, a fault in
// its range maps zeros there instead, and the guard reports it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#if defined(__unix__) || defined(__APPLE__)
#include <signal.h>  // NOLINT(modernize-deprecated-headers): <csignal> lacks sigaction
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace plyground {

struct GuardedRange {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};  // 0: unused slot
  std::atomic<bool> is_damaged{false};
};

class MappedGuard {
 public:
  MappedGuard(const void* begin, std::size_t size) {
#if defined(__unix__) || defined(__APPLE__)
    const std::scoped_lock lock(changing);
    install();
    for (GuardedRange& range : ranges) {
      if (range.end.load() != 0) continue;
      range_ = &range;
      range.is_damaged = false;
      range.begin = reinterpret_cast<std::uintptr_t>(begin);  // NOLINT(*-reinterpret-cast)
      range.end = range.begin + size;
      return;
    }
#else
    static_cast<void>(begin), static_cast<void>(size);
#endif
  }
  MappedGuard(const MappedGuard&) = delete;
  MappedGuard& operator=(const MappedGuard&) = delete;
  MappedGuard(MappedGuard&&) = delete;
  MappedGuard& operator=(MappedGuard&&) = delete;
  ~MappedGuard() {
    if (range_ != nullptr) range_->end = 0;
  }

  // Whether a part of the range was lost and read as zeros.
  [[nodiscard]] bool is_damaged() const { return range_ != nullptr && range_->is_damaged; }

 private:
#if defined(__unix__) || defined(__APPLE__)
  static void install() {
    if (is_installed) return;
    is_installed = true;
    page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action = {};
    action.sa_sigaction = mend;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &before);
  }

  // Runs in the reading thread: only functions that are safe in a signal handler are allowed.
  static void mend(int sign, siginfo_t* info, void* context) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);  // NOLINT(*-reinterpret-cast)
    for (GuardedRange& range : ranges) {
      const std::uintptr_t end = range.end;
      if (at < range.begin || at >= end) continue;
      const std::uintptr_t begin = at / page_size * page_size;
      const std::uintptr_t size = (end - begin + page_size - 1) / page_size * page_size;
      void* const page = reinterpret_cast<void*>(begin);  // NOLINT(*-reinterpret-cast,performance-*)
      range.is_damaged = true;
      if (mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page) return;
    }
    if ((before.sa_flags & SA_SIGINFO) != 0) {
      before.sa_sigaction(sign, info, context);
    } else {  // the fault recurs, and is handled as before
      sigaction(SIGBUS, &before, nullptr);
    }
  }

  static inline struct sigaction before = {};
  static inline std::uintptr_t page_size = 4096;
  static inline bool is_installed = false;
#endif
  static inline std::array<GuardedRange, 16> ranges;
  static inline std::mutex changing;
  GuardedRange* range_ = nullptr;
};

}  // namespace plyground
