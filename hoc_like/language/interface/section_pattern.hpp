#pragma once

#include <regex>
#include <string>

namespace ranvier::hoc {

/// A regular expression for the full name of a section, in hoc's syntax: [ and ] are the brackets of a subscript, < and
/// > enclose a set of characters ("dend<1-3>"). Throws std::runtime_error if it is invalid.
std::regex section_pattern(const std::string& text);

}  // namespace ranvier::hoc
