#pragma once

#include <memory>
#include <string>

namespace ranvier::hoc {

/// A place that holds a number: what `&x` means in a script, and what `_ref_x` will mean in Python.
///
/// 1. It stays valid as long as it is held; when the place itself has gone (a deleted section), load and store throw.
/// 2. It names a place, not an address: the engine may move the value between two calls.
class NumberRef {
  public:
    virtual ~NumberRef() = default;
    virtual double load() const = 0;
    virtual void store(double value) = 0;
    /// Where the number lies now, for compiled code that takes addresses (VERBATIM); null if it has none. A number of
    /// an array has those behind it at the places behind.
    virtual double* address() const { return nullptr; }
    /// How a person would write it: "soma.v(0.5)", "x[3]". For messages.
    virtual std::string describe() const = 0;
};

using NumberRefPtr = std::shared_ptr<NumberRef>;

}  // namespace ranvier::hoc
