#pragma once

namespace ranvier::engine {

/// Empties a container and frees its memory. `values = {}` keeps the memory of a std::vector: it assigns an empty list.
template <class Container>
void release(Container& values) {
    Container().swap(values);
}

}  // namespace ranvier::engine
