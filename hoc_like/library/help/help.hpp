#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

struct Context;

/// The text of `help NAME` at the prompt and of `ranvier doc NAME`; nullopt if nothing has that name. NAME is a function,
/// variable, class or Class.method, a word of the language, a density mechanism or a variable of one, or a procedure of
/// the library. A name that is not found is looked up again without regard to case, and as the name of a
/// method alone.
std::optional<std::string> help_text(const Context& context, std::string_view name);

/// The names that help_text knows, apart from members, for suggestions; in no particular order.
std::vector<std::string> names_with_help(const Context& context);

}  // namespace ranvier::hoc
