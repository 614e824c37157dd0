#pragma once

#include <span>

#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// The elements of a Vector from the element that `&vec.x[i]` refers to; empty if the reference is to something else.
std::span<const double> values_from(const NumberRef& reference);

}  // namespace ranvier::hoc
