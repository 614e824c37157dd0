#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "hoc_like/library/data/vector.hpp"

struct Object;

namespace ranvier::hoc {

/// What the `void*` of a Vector in VERBATIM points to.
struct VectorHandle {
    std::shared_ptr<VectorObject::Values> values;
    std::uint64_t used = 0;  ///< when it was last handed out
    bool is_own = false;     ///< C code made the Vector and deletes it
    Object* owner = nullptr;     ///< the script's Vector; it may have gone. Null for one of C code
    ::Object* proxy = nullptr;   ///< that as C code sees it, from when C code asked for it
    std::string label;       ///< of one that C code made
};

/// The Vectors that VERBATIM has seen.
///
/// 1. A Vector has one handle as long as it lives.
/// 2. Published models keep handles, and addresses of elements, after a script has let the Vector go; NEURON's freed
///    memory mostly still answers. So a handle is good for ever, and the numbers of the `most_gone` Vectors, or
///    `most_gone_numbers` numbers, that went last stay where they are.
/// handle_of is O(1) on average.
class VectorHandles {
  public:
    static constexpr std::size_t most_gone = 1000, most_gone_numbers = 8'000'000;

    /// `owner` is the script's object around the Vector.
    VectorHandle* handle_of(VectorObject& vector, Object* owner);
    VectorHandle* make(std::size_t size);
    /// Lets the numbers of a Vector go that C code made; those of a script's are not C code's to delete.
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
