#include "hoc_like/library/data/vector/lent_memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

namespace ranvier::hoc {

namespace {

constexpr int group_bits = 12;
std::array<std::atomic<LentMemory*>, std::size_t{1} << group_bits> groups;  // of zeros before main
std::mutex lending;
std::atomic<bool> has_left{false};

std::atomic<LentMemory*>& group_of(const void* block) {
    const auto mixed = reinterpret_cast<std::uintptr_t>(block) * std::uint64_t{0x9e3779b97f4a7c15};
    return groups[mixed >> (64 - group_bits)];
}

}  // namespace

LentMemory::LentMemory(void* block, bool tells) : block_(block), tells_(tells) {
    const std::lock_guard lock(lending);
    auto& group = group_of(block);
    next_ = group.load(std::memory_order_relaxed);
    group.store(this, std::memory_order_release);
}

LentMemory::~LentMemory() {
    bool is_lent_still = false;
    {
        const std::lock_guard lock(lending);
        auto& group = group_of(block_);
        LentMemory* before = nullptr;
        for (LentMemory* each = group.load(std::memory_order_relaxed); each != this; each = each->next_) before = each;
        before ? void(before->next_ = next_) : group.store(next_, std::memory_order_relaxed);
        for (const LentMemory* each = group.load(std::memory_order_relaxed); each; each = each->next_) {
            is_lent_still |= each->block_ == block_;
        }
    }
    if (was_deleted_ && !is_lent_still) std::free(block_);
}

bool keep_if_lent(void* block) noexcept {
    auto& group = group_of(block);
    if (!group.load(std::memory_order_acquire)) return false;
    const std::lock_guard lock(lending);
    bool is_lent = false, tells = false;
    for (LentMemory* each = group.load(std::memory_order_relaxed); each; each = each->next_) {
        if (each->block_ != block) continue;
        each->was_deleted_ = is_lent = true;
        tells |= each->tells_;
    }
    if (tells) has_left.store(true, std::memory_order_relaxed);
    return is_lent;
}

bool has_left_lent_memory() noexcept {
    return has_left.load(std::memory_order_relaxed) && has_left.exchange(false);
}

}  // namespace ranvier::hoc

// The program's own, in place of the library's, which also use malloc and free: a std::vector frees its memory here.
// (C++ standard, [replacement.functions]. Arrays and the variants without exceptions call these.)

void* operator new(std::size_t size) {
    for (;;) {
        if (void* made = std::malloc(size == 0 ? 1 : size)) return made;
        const std::new_handler handler = std::get_new_handler();
        if (!handler) throw std::bad_alloc();
        handler();
    }
}

void operator delete(void* block) noexcept {
    if (block && !ranvier::hoc::keep_if_lent(block)) std::free(block);
}

void operator delete(void* block, std::size_t) noexcept {
    operator delete(block);
}
