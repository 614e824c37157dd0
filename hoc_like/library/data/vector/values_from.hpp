#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// A Vector's numbers from an element on.
struct VectorPart {
    std::shared_ptr<std::vector<double>> values;
    std::size_t first = 0;
};

/// The elements of a Vector from the one that `&vec.x[i]` refers to; nothing if the reference is to something else.
std::optional<VectorPart> part_from(const NumberRef& reference);

}  // namespace ranvier::hoc
