#pragma once

#include <string>

namespace ranvier::hoc {

/// "$(HOME)/x" with variables of the environment filled in, as in all file names of hoc; ~ stays as it is.
std::string expand_environment(const std::string& path);

}  // namespace ranvier::hoc
