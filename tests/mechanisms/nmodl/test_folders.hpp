#pragma once

#include <filesystem>

namespace ranvier::test {

/// The root of this checkout, below which generated code finds its headers.
std::filesystem::path source_root();

/// Where tests write: .mod files, and what is compiled from them.
std::filesystem::path test_cache();

}  // namespace ranvier::test
