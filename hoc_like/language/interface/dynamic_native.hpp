#pragma once

#include <span>
#include <string>

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

/// The state of an object whose members are known only at run time, such as a Python object. Its class sets
/// ClassDefinition::is_dynamic. Every function may throw std::runtime_error.
class DynamicNative : public Native {
  public:
    /// `object.name` or `object.name[index]...`
    virtual Result load(Interpreter& interpreter, const std::string& name, std::span<const double> indices) = 0;
    /// `object.name[index]... = value`
    virtual void store(const std::string& name, std::span<const double> indices, const Result& value) = 0;
    /// `object.name(arguments)`
    virtual Result call(Call& call, const std::string& name) = 0;
};

}  // namespace ranvier::hoc
