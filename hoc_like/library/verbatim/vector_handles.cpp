#include "hoc_like/library/verbatim/vector_handles.hpp"

#include <algorithm>
#include <vector>

namespace ranvier::hoc {

VectorHandle* VectorHandles::handle_of(VectorObject& vector, Object* owner) {
    VectorHandle*& known = known_[vector.data().get()];
    if (!known) {
        known = &handles_.emplace_back();
        known->values = vector.data();
        numbers_seen_ += vector.values().size();
    }
    VectorHandle* const handle = known;
    handle->used = ++clock_;
    handle->owner = owner;
    if (known_.size() > sweep_at_ || numbers_seen_ > 4 * most_gone_numbers) sweep();
    return handle;
}

VectorHandle* VectorHandles::make(std::size_t size) {
    VectorHandle& made = handles_.emplace_back();
    made.values = std::make_shared<VectorObject::Values>(size, 0.);
    made.is_own = true;
    return &made;
}

void VectorHandles::drop(VectorHandle& handle) {
    if (handle.is_own) handle.values = std::make_shared<VectorObject::Values>();
}

// Frees the numbers of Vectors without other owners, except for the most recently used ones.
void VectorHandles::sweep() {
    std::vector<VectorHandle*> gone;
    for (const auto& [values, handle] : known_) {
        if (handle->values.use_count() == 1) gone.push_back(handle);
    }
    std::sort(gone.begin(), gone.end(), [](const auto* a, const auto* b) { return a->used > b->used; });
    std::size_t count = 0, numbers = 0;
    for (VectorHandle* handle : gone) {
        numbers += handle->values->capacity();
        if (++count <= most_gone && numbers <= most_gone_numbers) continue;
        known_.erase(handle->values.get());
        handle->values = std::make_shared<VectorObject::Values>();
    }
    numbers_seen_ = 0;
    sweep_at_ = std::max(4 * most_gone, 2 * known_.size());
}

}  // namespace ranvier::hoc
