#pragma once

#include <array>
#include <cstddef>

namespace ranvier::engine {

/// Numbers that are drawn together. Loops over them have a length that compilers know, so they become vector instructions.
constexpr std::size_t lanes = 64;
template <class T>
using Lanes = std::array<T, lanes>;

}  // namespace ranvier::engine
