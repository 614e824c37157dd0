#pragma once

#include <string>

namespace ranvier::hoc {

/// Replaces environment variables such as "$(HOME)" in a path, as in all file names of hoc; leaves ~ unchanged.
std::string expand_environment(const std::string& path);

}  // namespace ranvier::hoc
