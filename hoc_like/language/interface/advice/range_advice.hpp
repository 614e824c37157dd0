#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// What to write where the name of a range variable is expected, instead of a variable of the top level (a GLOBAL such as
/// vh_kdr), of a mechanism (hh), of a variable without its suffix (gnabar), or of a misspelled one. `names`: what can
/// follow the dot. Begins with punctuation; empty if nothing is known. `top` and `segment` come before a name of the top
/// level and of a segment: "h." and "s(0.5)." in Python, nothing in hoc.
std::string advice_on_range_name(std::string_view name, const VariableDefinition* of_top_level, const CableHost& cables,
                                 const std::vector<std::string>& names, std::string_view top = "",
                                 std::string_view segment = "");

}  // namespace ranvier::hoc
