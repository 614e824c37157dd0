#pragma once

#include <string>

namespace ranvier::program {

/// What to do with a file that, by its name, is not a script; empty if it may be one, or does not exist.
std::string advice_for_file(const std::string& path);

}  // namespace ranvier::program
