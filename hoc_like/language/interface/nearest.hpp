#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// How many letters must be typed otherwise: a letter more, a letter less, another letter, or two neighbors swapped,
/// each place once (optimal string alignment; Damerau, CACM 7, 1964). O(|a| |b|).
int edit_distance(std::string_view a, std::string_view b);
/// "; did you mean 'x'?" for the nearest of `names`, or nothing if none is near.
std::string nearest_suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace ranvier::hoc
