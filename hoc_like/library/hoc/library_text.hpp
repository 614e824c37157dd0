#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// The text of a script of the standard library ("stdrun.hoc") that was put into the program when it was built;
/// empty if there is none of that name. A folder before the name ("netbild/spkplot.hoc") is part of it.
std::optional<std::string> hoc_library_text(std::string_view name);
/// The names of all of them.
std::vector<std::string> hoc_library_names();

}  // namespace ranvier::hoc
