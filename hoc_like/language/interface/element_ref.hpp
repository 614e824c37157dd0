#pragma once

#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// A reference to an array element. `$&1[i]` accesses the element's neighbors through it.
class ElementReference : public NumberRef {
  public:
    /// The address of the element `offset` places after this one; valid until the array is resized or deleted. Throws
    /// std::out_of_range outside the array.
    virtual double* at(long long offset) const = 0;
    /// The value of that element, and a new one.
    virtual double load_at(long long offset) const { return *at(offset); }
    virtual void store_at(long long offset, double value) { *at(offset) = value; }
};

}  // namespace ranvier::hoc
