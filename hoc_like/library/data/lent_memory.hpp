#pragma once

namespace ranvier::hoc {

/// Memory of a Vector that is lent to someone outside, such as a NumPy array: it is freed only when all that it was lent to
/// have given it back, even if the Vector grows and moves, or ends.
///
/// 1. `block` is what operator new returned (a std::vector's data()). Several may lend the same.
/// 2. The program's operator delete (lent_memory.cpp) leaves lent blocks alone. While nothing is lent in one of 4,096
///    groups of addresses, that costs one load of memory for a block of this group.
/// 3. May be used by several threads.
class LentMemory {
  public:
    explicit LentMemory(void* block);
    ~LentMemory();
    LentMemory(const LentMemory&) = delete;
    LentMemory& operator=(const LentMemory&) = delete;

  private:
    friend bool keep_if_lent(void* block) noexcept;

    void* block_;
    LentMemory* next_;  // of its group
    bool was_deleted_ = false;
};

/// For operator delete: whether the block is lent. It is then freed later.
bool keep_if_lent(void* block) noexcept;

/// Whether a block was deleted while it was lent, since the last call: what it was lent to no longer follows its Vector.
bool has_left_lent_memory() noexcept;

}  // namespace ranvier::hoc
