#pragma once

namespace ranvier::hoc {

/// Keeps a block of a Vector's memory for a borrower, such as a NumPy array. The block is freed when the Vector has left it
/// and the last borrower has returned it.
///
/// 1. `block` is what operator new returned (a std::vector's data()). A block can have several borrowers.
/// 2. The program's operator delete (lent_memory.cpp) leaves lent blocks alone. While nothing is lent in one of 4,096
///    groups of addresses, that costs one load of memory for a block of this group.
/// 3. May be used by several threads.
class LentMemory {
  public:
    /// `tells`: has_left_lent_memory reports when the Vector leaves the block.
    explicit LentMemory(void* block, bool tells = true);
    ~LentMemory();
    LentMemory(const LentMemory&) = delete;
    LentMemory& operator=(const LentMemory&) = delete;

  private:
    friend bool keep_if_lent(void* block) noexcept;

    void* block_;
    LentMemory* next_;  // of its group
    bool tells_;
    bool was_deleted_ = false;
};

/// For operator delete: whether the block is lent. It is then freed later.
bool keep_if_lent(void* block) noexcept;

/// Whether, since the last call, a Vector has left a block that was lent to a borrower that is to be notified, since it no
/// longer follows the Vector.
bool has_left_lent_memory() noexcept;

}  // namespace ranvier::hoc
