#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ranvier::program {

/// A script without the numbers that only say how long it runs: those after `tstop =`, and as first arguments of psolve,
/// continuerun and cvode.solve. Two scripts that are equal without them make the same model.
std::string without_lengths(std::string_view script);

/// The hash of such a script.
std::uint64_t hash_of_script(std::string_view script);

/// A .mod file and the files that it INCLUDEs, one after the other; a file that cannot be read is empty.
std::string text_of_mod_file(const std::string& path);

/// The hash of that text.
std::uint64_t hash_of_mod_file(const std::string& path);

}  // namespace ranvier::program
