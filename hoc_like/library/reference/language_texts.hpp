#pragma once

#include <span>
#include <string_view>

namespace ranvier::hoc {

/// A word of the language, or a variable that every section has.
struct LanguageText {
    std::string_view name;
    std::string_view usage;  ///< a statement or expression with it
    std::string_view doc;
};

/// hoc's keywords, and the variables of sections that belong to no .mod file; sorted by name.
std::span<const LanguageText> language_texts();

}  // namespace ranvier::hoc
