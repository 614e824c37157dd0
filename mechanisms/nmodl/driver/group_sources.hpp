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
/// The compiler starts and reads the C library's headers only once, which saves a quarter of the time. Headers with
/// functions of the runtime are read again for each file: inlining must not depend on the other files.
///
/// `symbols`: the symbol that each file defines for other files; weak, because two processes may put the same file into
/// different groups.
std::string text_of_group(const std::vector<std::string>& sources, const std::vector<std::string>& symbols);

}  // namespace ranvier::nmodl
