#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// The minimum number of edits that turn `a` into `b`: insert, delete or replace a letter, or swap two neighbors; no
/// position is edited twice (optimal string alignment; Damerau, CACM 7, 1964). O(|a| |b|).
int edit_distance(std::string_view a, std::string_view b);
/// "; did you mean 'x'?" for the nearest of `names`; empty if none is near, or if `name` itself is among them.
std::string nearest_suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace ranvier::hoc
