#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ranvier::engine {

/// Prefetches cache lines from many places shortly before their use. Requesting many lines at once takes as long as a
/// few one after another, because latency, not bandwidth, is the limit.
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
    /// Sorts the lines by address and removes duplicates. To be called after the last add.
    void finish() {
        std::sort(lines_.begin(), lines_.end());
        lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
        lines_.shrink_to_fit();
    }
    std::size_t bytes() const { return lines_.size() * bytes_of_line; }
    /// Prefetches `count` lines, from line `first` on, without waiting. Returns the number of the next line.
    std::size_t prefetch(std::size_t first, std::size_t count) const {
        const std::size_t end = std::min(first + count, lines_.size());
        for (; first < end; ++first) {
            // The pointer is never dereferenced. NOLINTNEXTLINE(performance-no-int-to-ptr)
            __builtin_prefetch(reinterpret_cast<const char*>(lines_[first] * bytes_of_line), 1, 2);
        }
        return first;
    }

  private:
    std::vector<std::uintptr_t> lines_;  // address / bytes_of_line
};

}  // namespace ranvier::engine
