#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// A name of the top level that a file of the built-in library defines, as the file's comments describe it.
struct LibraryText {
    std::string name;
    std::string file;   ///< "stdrun.hoc"
    std::string usage;  ///< "continuerun(t_end)", "tstop = 5"
    std::string doc;    ///< may be empty
};

/// Finds a procedure, template or number of the library's files. Of several files that define a name, stdrun.hoc and
/// stdlib.hoc come first.
std::optional<LibraryText> library_text(std::string_view name);
/// The names that library_text knows, in no particular order.
std::vector<std::string> names_in_library();

}  // namespace ranvier::hoc
