#pragma once

#include <cstdlib>
#include <string>

namespace ranvier::nmodl {

/// The value of an environment variable, "" if it isn't set.
inline std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace ranvier::nmodl
