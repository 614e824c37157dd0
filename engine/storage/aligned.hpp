#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "engine/storage/arrays.hpp"

namespace ranvier::engine {

/// Allocates memory aligned to a cache line, by allocate_array.
template <class T>
struct CacheLineAllocator {
    using value_type = T;

    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) {}

    T* allocate(std::size_t n) {
        if (n > SIZE_MAX / sizeof(T)) throw std::bad_array_new_length();
        return static_cast<T*>(allocate_array(n * sizeof(T)));
    }
    void deallocate(T* p, std::size_t n) { free_array(p, n * sizeof(T)); }
    bool operator==(const CacheLineAllocator&) const { return true; }
};

/// Like CacheLineAllocator, but new elements of a vector are left uninitialized, so unused pages are never touched.
template <class T>
struct UninitializedAllocator : CacheLineAllocator<T> {
    using value_type = T;
    template <class U>
    struct rebind {
        using other = UninitializedAllocator<U>;
    };
    UninitializedAllocator() = default;
    template <class U>
    UninitializedAllocator(const UninitializedAllocator<U>&) {}
    template <class U>
    void construct(U* p) {
        ::new (static_cast<void*>(p)) U;
    }
    template <class U, class... Arguments>
    void construct(U* p, Arguments&&... arguments) {
        ::new (static_cast<void*>(p)) U(std::forward<Arguments>(arguments)...);
    }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace ranvier::engine
