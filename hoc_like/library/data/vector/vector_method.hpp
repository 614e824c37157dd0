#pragma once

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

/// The numbers of the Vector on which a method was called.
inline VectorObject::Values& values(const Call& call) {
    return call.self_as<VectorObject>().values();
}

/// A copy of a method's input: the numbers of the Vector in the first argument if there is one, in which case `next`
/// becomes 1; else the numbers of the method's own Vector.
inline VectorObject::Values source_argument(const Call& call, int& next) {
    if (!call.is_object(0)) return values(call);
    next = 1;
    return call.native<VectorObject>(0).values();
}

}  // namespace ranvier::hoc
