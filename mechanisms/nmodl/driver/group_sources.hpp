#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ranvier::nmodl {

/// Distributes texts over at most `groups` groups of about equal total length. Returns indices, the longest text first.
/// The same sizes give the same groups.
std::vector<std::vector<std::size_t>> group_by_size(const std::vector<std::size_t>& sizes, std::size_t groups);

/// A C++ file that compiles several generated ones as if each were compiled alone:
///
///     #include "mechanisms/runtime/abi.h"
///     namespace rv_file_0 {
///     #include "/cache/a.cpp"
///     }
///
/// The compiler starts and reads the C library's headers once for all, which is a quarter of its time. Headers with
/// functions of the runtime are read for each again: whether one is inlined must not depend on the other files.
///
/// `symbols`: what each defines for other files; weak, since two processes may put one file into different groups.
std::string text_of_group(const std::vector<std::string>& sources, const std::vector<std::string>& symbols);

}  // namespace ranvier::nmodl
