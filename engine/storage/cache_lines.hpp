#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ranvier::engine {

/// Prefetches cache lines that are about to be used, from many places. Requesting many at once takes as long as a few
/// one after the other, because memory is limited by latency, not by bandwidth.
class CacheLines {
  public:
    static constexpr std::size_t bytes_of_line = 64;

    void add(const void* first, std::size_t bytes) {
        const auto begin = reinterpret_cast<std::uintptr_t>(first);
        if (!first || bytes == 0) return;
        for (std::uintptr_t line = begin / bytes_of_line; line <= (begin + bytes - 1) / bytes_of_line; ++line) {
            lines_.push_back(line);
        }
    }
    template <class T>
    void add(const T& thing) {
        add(&thing, sizeof thing);
    }
    template <class T, class Allocator>
    void add(const std::vector<T, Allocator>& of) {
        add(of.data(), of.size() * sizeof(T));
    }
    /// Each line once, in order of memory. After the last add.
    void finish() {
        std::sort(lines_.begin(), lines_.end());
        lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
        lines_.shrink_to_fit();
    }
    std::size_t bytes() const { return lines_.size() * bytes_of_line; }
    /// Prefetches `count` of them, from line `first` on, without waiting. Returns where to continue.
    std::size_t prefetch(std::size_t first, std::size_t count) const {
        const std::size_t end = std::min(first + count, lines_.size());
        for (; first < end; ++first) {
            // Nothing is read or written through it. NOLINTNEXTLINE(performance-no-int-to-ptr)
            __builtin_prefetch(reinterpret_cast<const char*>(lines_[first] * bytes_of_line), 1, 2);
        }
        return first;
    }

  private:
    std::vector<std::uintptr_t> lines_;  // their numbers
};

}  // namespace ranvier::engine
