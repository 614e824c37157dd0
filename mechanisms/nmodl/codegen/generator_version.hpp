#pragma once

namespace ranvier::nmodl {

/// A hash of the sources that decide what the generator prints, and of the runtime that its output is compiled with:
/// part of the key of cached libraries. The build makes it (generator_version.cmake), so it changes when they do.
extern const char* const generator_version;

}  // namespace ranvier::nmodl
