#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// How many letters must be typed otherwise, with a swap of neighbors as one (optimal string alignment).
int edit_distance(std::string_view a, std::string_view b);
/// "; did you mean 'x'?" for the nearest of `names`, or nothing if none is near.
std::string nearest_suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace ranvier::hoc
