#pragma once

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace ranvier::engine {

/// Empties a container and frees its memory. `values = {}` keeps the memory of a std::vector: it assigns an empty list.
template <class Container>
void release(Container& values) {
    Container().swap(values);
}

/// Returns free memory to the operating system. The C library keeps some for each thread that has allocated any. Takes a
/// moment: for work that has freed at least megabytes.
inline void trim_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace ranvier::engine
