#pragma once

#include <string_view>

namespace ranvier::hoc {

/// What a built-in mechanism does, with its variables and their units; empty for others.
std::string_view mechanism_text(std::string_view name);

}  // namespace ranvier::hoc
