#pragma once

namespace ranvier::nmodl {

/// A hash of the generator's sources and of the runtime headers that its output includes; part of the key of cached
/// libraries. The build computes the hash (generator_version.cmake), so it is always up to date.
extern const char* const generator_version;

}  // namespace ranvier::nmodl
