#pragma once

#include <memory>
#include <string>

namespace ranvier::hoc {

/// A reference to a number: `&x` in a script, `_ref_x` in Python.
///
/// 1. A reference may outlive its variable: load and store then throw (for example, if the section was deleted).
/// 2. A reference identifies a variable, not an address: the engine may move the value between two calls.
class NumberRef {
  public:
    virtual ~NumberRef() = default;
    virtual double load() const = 0;
    virtual void store(double value) = 0;
    /// The current address of the number, for compiled code that uses addresses (VERBATIM); null if it has none. For an
    /// element of an array, the next elements follow it.
    virtual double* address() const { return nullptr; }
    /// The variable's name in a script, for messages: "soma.v(0.5)", "x[3]".
    virtual std::string describe() const = 0;
};

using NumberRefPtr = std::shared_ptr<NumberRef>;

}  // namespace ranvier::hoc
