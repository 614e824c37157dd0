#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// A name of the top level that a file defines, as the file's comments describe it.
struct Definition {
    std::string name;
    std::string usage;  ///< "continuerun(t_end)", "tstop = 5"
    std::string doc;    ///< may be empty
};

/// The procedures, templates and numbers that a text of hoc defines at the beginning of a line, each with the comment before
/// it. Numbers count only if the comment after them says what they mean; names that end in _ are the file's own. A comment
/// may begin with the usage: "continuerun(t_end): advances to the time t_end."
std::vector<Definition> definitions_in(std::string_view text);

}  // namespace ranvier::hoc
