#pragma once

#include <regex>
#include <string>

namespace ranvier::hoc {

/// Compiles a regular expression for full section names from hoc's syntax: [ and ] stand for themselves, < and >
/// enclose a set of characters ("dend<1-3>"). Throws std::runtime_error if the expression is invalid.
std::regex section_pattern(const std::string& text);

}  // namespace ranvier::hoc
