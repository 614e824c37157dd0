#pragma once

#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// A reference into an array, so that `$&1[i]` reaches its neighbors.
class ElementReference : public NumberRef {
  public:
    /// The place `offset` elements after the one referred to, until the array changes its size or is deleted. Throws
    /// std::out_of_range outside the array.
    virtual double* at(long long offset) const = 0;
};

}  // namespace ranvier::hoc
