#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "hoc_like/library/data/vector/vector.hpp"

struct Object;

namespace ranvier::hoc {

/// The target of a Vector's `void*` in VERBATIM.
struct VectorHandle {
    std::shared_ptr<VectorObject::Values> values;
    std::uint64_t used = 0;     ///< when it was last returned
    bool is_own = false;        ///< the Vector is created and deleted by C code
    Object* owner = nullptr;    ///< the script's Vector object, possibly deleted; null for a Vector of C code
    ::Object* proxy = nullptr;  ///< C code's view of the owner, once requested
    std::string label;          ///< label of a Vector of C code
};

/// The Vectors that VERBATIM has seen.
///
/// 1. A Vector has one handle as long as it lives.
/// 2. Published models keep handles and addresses of elements after a script has released the Vector; in NEURON, the
///    freed memory usually still holds the numbers. Therefore a handle stays valid forever, and the numbers of the last
///    `most_gone` deleted Vectors (at most `most_gone_numbers` numbers) stay in place. handle_of is O(1) on average.
class VectorHandles {
  public:
    static constexpr std::size_t most_gone = 1000, most_gone_numbers = 8'000'000;

    /// `owner` is the script's object that wraps the Vector.
    VectorHandle* handle_of(VectorObject& vector, Object* owner);
    VectorHandle* make(std::size_t size);
    /// Frees the numbers of a Vector made by C code; has no effect on a script's Vector.
    void drop(VectorHandle& handle);

  private:
    void sweep();

    std::deque<VectorHandle> handles_;
    std::unordered_map<const VectorObject::Values*, VectorHandle*> known_;
    std::uint64_t clock_ = 0;
    std::size_t numbers_seen_ = 0;  ///< since the last sweep
    std::size_t sweep_at_ = 4 * most_gone;
};

}  // namespace ranvier::hoc
