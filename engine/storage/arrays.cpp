#include "engine/storage/arrays.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <new>

namespace ranvier::engine {

namespace {

constexpr std::align_val_t cache_line{64};
constexpr std::size_t page = 4096;
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t large = SIZE_MAX;  // so that accesses beyond the end are found
#else
constexpr std::size_t large = 1u << 17;  // bytes; below, rounding up to pages would waste much
#endif

/// Another multiple of a cache line at each call, below a page.
std::size_t next_offset() {
    static std::atomic<std::size_t> calls = 0;
    return calls.fetch_add(1, std::memory_order_relaxed) * static_cast<std::size_t>(cache_line) % page;
}

}  // namespace

void* allocate_array(std::size_t bytes) {
    if (bytes < large) return ::operator new(bytes, cache_line);
    if (bytes > SIZE_MAX - page) throw std::bad_alloc();
    void* const pages = mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(pages) + next_offset();
}

void free_array(void* array, std::size_t bytes) {
    if (bytes < large) return ::operator delete(array, cache_line);
    auto* const first = static_cast<std::byte*>(array);
    munmap(first - reinterpret_cast<std::uintptr_t>(array) % page, bytes + page);
}

}  // namespace ranvier::engine
