#pragma once

#include <string>
#include <string_view>

namespace ranvier::hoc {

/// The example of a function, class or Class.method with its output; empty if there is none.
std::string example_of(std::string_view name);

/// "The time step. [ms]"
std::string with_units(const std::string& units, const std::string& doc);

}  // namespace ranvier::hoc
