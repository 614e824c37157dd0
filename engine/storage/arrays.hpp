#pragma once

#include <cstddef>

namespace ranvier::engine {

/// Allocates memory for an array, aligned to a cache line, which is also the size of the widest vector register. Throws
/// std::bad_alloc.
///
/// Large arrays lie outside the heap, where those that a growing table has left would stay behind between others, and
/// take a quarter of a large model's memory. They begin at different offsets in their pages: if all columns of a table
/// began at one, the values of an instance would contend for the same few lines of the cache.
void* allocate_array(std::size_t bytes);

/// Frees it; `bytes` as it was allocated with.
void free_array(void* array, std::size_t bytes);

}  // namespace ranvier::engine
