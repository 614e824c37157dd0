#pragma once

#include <cstddef>
#include <functional>

namespace ranvier::engine {

/// Calls act(0), ..., act(n - 1), perhaps on several threads at once, and returns when all are done. Throws what the
/// failing call of the lowest number threw.
using ForEachTask = std::function<void(std::size_t n, const std::function<void(std::size_t)>& act)>;

/// The same on the calling thread, in order.
inline void one_by_one(std::size_t n, const std::function<void(std::size_t)>& act) {
    for (std::size_t k = 0; k < n; ++k) act(k);
}

}  // namespace ranvier::engine
