#pragma once

#include <memory>
#include <string>

namespace ranvier::hoc {

/// A reference to a number: `&x` in a script, `_ref_x` in Python.
///
/// 1. It is valid as long as it is held; if the variable no longer exists (a deleted section), load and store throw.
/// 2. It identifies a variable, not an address: the engine may move the value between two calls.
class NumberRef {
  public:
    virtual ~NumberRef() = default;
    virtual double load() const = 0;
    virtual void store(double value) = 0;
    /// The current address of the number, for compiled code that uses addresses (VERBATIM); null if it has none. For an
    /// element of an array, the next elements follow it.
    virtual double* address() const { return nullptr; }
    /// Its name in a script: "soma.v(0.5)", "x[3]". For messages.
    virtual std::string describe() const = 0;
};

using NumberRefPtr = std::shared_ptr<NumberRef>;

}  // namespace ranvier::hoc
